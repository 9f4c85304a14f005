import BelfryModel

/// The words of a notification as a short message: title, body, and a link to more.
public enum SMSText {
    /// The text in at most so many segments; the body gives way first, then the title. The link stays whole.
    ///
    /// - Parameter link: nil for none.
    public static func text(of content: NotificationContent, link: String?, segmentCountMax: Int) -> String {
        let (title, body) = (clean(content.title), clean(content.body))
        func joined(_ parts: [String]) -> String { GSMAlphabet.plain(parts.filter { !$0.isEmpty }.joined(separator: "\n")) }
        func fits(_ text: String) -> Bool { SMSSegments(of: text).count <= segmentCountMax }
        let link = link ?? ""
        let whole = joined([title, body, link])
        guard !fits(whole) else { return whole }
        // An ellipsis of one sign isn't in the alphabet of 7 bits; `plain` makes it three points where the rest is.
        let shorter = TextCut.cut(body) { fits(joined([title, $0, link])) }
        if !shorter.isEmpty { return joined([title, shorter, link]) }
        return joined([TextCut.cut(title) { fits(joined([$0, link])) }, link])
    }

    /// Without control characters, and with line breaks as `\n` alone.
    static func clean(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0 == "\t" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
        }
        return lines.joined(separator: "\n")
    }
}
