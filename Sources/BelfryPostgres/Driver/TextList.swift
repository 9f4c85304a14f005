/// A list of texts as PostgreSQL writes it: `{ana,"two words","a \"b\""}` (PostgreSQL documentation, section 8.15.6).
enum TextList {
    /// Calls `take` with each, in their order; its bytes are gone afterwards.
    static func forEach(in list: String, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        var list = list
        list.withUTF8 { bytes in
            var place = 1
            while place < bytes.count - 1 {
                if bytes[place] == UInt8(ascii: "\"") {
                    let text = quoted(bytes, &place)
                    text.withUnsafeBufferPointer(take)
                } else {
                    let start = place
                    while place < bytes.count - 1, bytes[place] != UInt8(ascii: ",") { place += 1 }
                    take(UnsafeBufferPointer(rebasing: bytes[start..<place]))
                }
                // The comma.
                place += 1
            }
        }
    }

    /// - Parameter place: of the first quotation mark; goes behind the last.
    private static func quoted(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> [UInt8] {
        var text: [UInt8] = []
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
            text.append(bytes[place])
            place += 1
        }
        place += 1
        return text
    }
}
