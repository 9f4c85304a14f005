extension String {
    /// Appends what stands behind an inserted text in a sentence.
    ///
    /// A text that ends in a full stop of its own, as an abbreviation does, has none behind it: "zuletzt 7 Std. 10 Min.", "Netflix and Acme Inc."
    package mutating func append(rest: Substring) {
        let isSecond = rest.utf8.first == UInt8(ascii: ".") && endsInFullStop
        self += isSecond ? rest.dropFirst() : rest
    }

    /// The stop of an Arabic currency has a mark behind it that shows nothing: `ر.س.` and U+200F.
    private var endsInFullStop: Bool {
        last == "." || (last == "\u{200F}" && dropLast().last == ".")
    }
}
