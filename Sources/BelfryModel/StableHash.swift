/// A number of some texts, the same in every process and on every platform, which Swift's own hash is not.
///
/// Source: Fowler, Noll and Vo, FNV-1a, 64 bits (draft-eastlake-fnv). No protection against somebody who wants two to meet.
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The text, and a byte that no text has, so that where one ends and the next begins counts.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
        value = (value ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
}
