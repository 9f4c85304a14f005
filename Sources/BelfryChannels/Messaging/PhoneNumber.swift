/// A telephone number as E.164 has it: `+`, a country that doesn't begin with 0, 8 to 15 digits in all.
struct PhoneNumber: Hashable, Sendable {
    /// Without the `+`.
    let digits: String

    /// Reads `+4915112345678`, and the same without `+` as WhatsApp writes it.
    ///
    /// Nil where it is no such number.
    init?(_ text: some StringProtocol) {
        let digits = text.hasPrefix("+") ? String(text.dropFirst()) : String(text)
        guard (8...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != "0" else { return nil }
        self.digits = digits
    }

    /// With the `+`.
    var e164: String { "+" + digits }
}

extension PhoneNumber {
    /// The same line as it is written elsewhere; nil where there is one way only.
    ///
    /// Mexico and Argentina put a digit before mobile numbers in international form, Brazil added one to them, and WhatsApp's identifiers keep
    /// the older or the longer form: https://developers.facebook.com/docs/whatsapp/cloud-api/phone-numbers
    var otherSpelling: PhoneNumber? {
        for (country, mark) in [("52", "1"), ("54", "9")] where digits.hasPrefix(country) {
            let rest = digits.dropFirst(country.count)
            if rest.count == 11, rest.hasPrefix(mark) { return PhoneNumber(country + rest.dropFirst()) }
            if rest.count == 10 { return PhoneNumber(country + mark + rest) }
        }
        guard digits.hasPrefix("55") else { return nil }
        let (area, line) = (digits.dropFirst(2).prefix(2), digits.dropFirst(4))
        // What began with 6 to 9 was a mobile number before the ninth digit came.
        func isMobile(_ line: Substring) -> Bool { line.count == 8 && line.first.map { "6789".contains($0) } == true }
        if isMobile(line) { return PhoneNumber("55" + area + "9" + line) }
        return line.hasPrefix("9") && isMobile(line.dropFirst()) ? PhoneNumber("55" + area + line.dropFirst()) : nil
    }
}

/// A number is personal: it shows itself nowhere by accident.
extension PhoneNumber: CustomStringConvertible {
    var description: String { "PhoneNumber" }
}
