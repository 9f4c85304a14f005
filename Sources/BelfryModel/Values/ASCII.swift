package extension UInt8 {
    /// Whether it is A to Z, a to z or 0 to 9 in ASCII: in UTF-8 no byte of another character is.
    var isASCIILetterOrDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
