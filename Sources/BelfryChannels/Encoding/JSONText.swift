/// Writes JSON piece by piece, so that how long it gets is known before it is written (RFC 8259, section 7).
enum JSONText {
    /// A string in quotation marks.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What stands before a string, and the string.
    static func append(_ beginning: StaticString, _ text: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: beginning.utf8Start, count: beginning.utf8CodeUnitCount))
        append(text, to: &bytes)
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            var isPlain = true
            for byte in characters where escapedByteCount(byte) != 1 { isPlain = false }
            if isPlain {
                bytes.append(contentsOf: characters)
            } else {
                for byte in characters { append(byte, to: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// How many bytes a string takes, without its quotation marks.
    static func byteCount(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + escapedByteCount($1) }
    }

    private static func escapedByteCount(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\n"): 2
        case 0..<0x20, 0x7F: 6
        default: 1
        }
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): bytes += Array(#"\n"#.utf8)
        case 0..<0x20, 0x7F:
            let digits = Array("0123456789abcdef".utf8)
            bytes += Array(#"\u00"#.utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }
}
