/// Writes the fixed forms of dates and times into a text's own memory, without texts in between.
struct TextWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// The longest of them is a moment with its milliseconds, in a year of seven digits and a sign.
    private static let byteCountMax = 32

    static func text(_ write: (inout TextWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: byteCountMax) { bytes in
            var writer = TextWriter(bytes: bytes)
            write(&writer)
            return writer.count
        }
    }

    private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func add(_ character: Unicode.Scalar) {
        bytes[count] = UInt8(truncatingIfNeeded: character.value)
        count += 1
    }

    /// A number with leading zeros, at least so many digits long.
    mutating func add(_ number: Int, digitCount: Int) {
        if number < 0 { add("-") }
        addDigits(of: number.magnitude, digitCount: digitCount - (number < 0 ? 1 : 0))
    }

    private mutating func addDigits(of number: UInt, digitCount: Int) {
        if number > 9 || digitCount > 1 { addDigits(of: number / 10, digitCount: digitCount - 1) }
        bytes[count] = UInt8(ascii: "0") + UInt8(number % 10)
        count += 1
    }
}
