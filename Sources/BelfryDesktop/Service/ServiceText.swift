import BelfryPhrases

/// Words of ours as a notification service can show them: plain, of a bounded length, and never markup of their own.
enum ServiceText {
    /// In UTF-8, before anything is written as an entity. A service cuts what is too wide; these keep a message small.
    static let summaryByteCountMax = 256
    static let bodyByteCountMax = 2048
    /// Of a button that an app has written in any script, too.
    static let labelByteCountMax = 160

    /// One line.
    static func line(_ text: String, byteCountMax: Int) -> String {
        Phrases.cut(cleaned(text, keepsLines: false), toByteCount: byteCountMax)
    }

    /// The body, in the way in which the service reads it.
    static func body(_ text: String, isMarkup: Bool) -> String {
        let plain = Phrases.cut(cleaned(text, keepsLines: true), toByteCount: bodyByteCountMax)
        return isMarkup ? escaped(plain) : plain
    }

    /// Control characters become spaces: a service may stop reading at one.
    private static func cleaned(_ text: String, keepsLines: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            scalars.append(isControl && !(keepsLines && scalar == "\n") ? " " : scalar)
        }
        return String(scalars)
    }

    /// Text that reads the same where markup is understood. Source: XML 1.0, §2.4.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
