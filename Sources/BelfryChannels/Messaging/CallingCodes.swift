import BelfryModel

/// Which countries' numbers may be texted and called: whoever adds one elsewhere, for which they are paid by the minute, has nobody pay for it.
///
/// Beginnings of numbers in the form of E.164, so that a part of a country can be named, too: `1` is all of North America, and `1212` a part of New York.
public struct CallingCodes: Hashable, Sendable {
    /// Nil for all.
    private let beginnings: [String]?
    /// The setting that names them.
    private let key: String

    /// - Parameters:
    ///   - codes: nil for all countries.
    ///   - key: the setting that names them.
    /// - Throws: ``ChannelSettingError`` where there is none, or one that begins no country's numbers.
    init(_ codes: [String]?, key: String = "twilio_calling_codes") throws(ChannelSettingError) {
        beginnings = codes?.map { String($0.hasPrefix("+") ? $0.dropFirst() : $0[...]) }
        self.key = key
        guard beginnings.map({ !$0.isEmpty && $0.allSatisfy(Self.isCode) }) ?? true else {
            throw ChannelSettingError(key: key, expected: "calling codes of countries with commas between, as 49, 43, 1")
        }
    }

    /// Why nothing goes to a number.
    func refusal(of provider: Provider) -> String {
        "\(provider.rawValue)_country_not_allowed: the number is of a country that \(key) doesn't name"
    }

    func allow(_ number: PhoneNumber) -> Bool { beginnings?.contains { number.digits.hasPrefix($0) } ?? true }

    /// Of one digit there are two (ITU-T E.164, annex D); any other alone would be a part of the world.
    private static func isCode(_ text: String) -> Bool {
        (1...7).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.first != "0"
            && (text.utf8.count > 1 || ["1", "7"].contains(text))
    }
}
