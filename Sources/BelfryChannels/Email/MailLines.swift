/// A text in the lines of a mail, each of which ends with CR and LF (RFC 5322, section 2.1).
///
/// Works on bytes: every mail goes through it twice.
enum MailLines {
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    static func bytes(of text: String) -> [UInt8] {
        var (text, bytes) = (text, [UInt8]())
        // Lines are long enough that few more bytes are needed.
        bytes.reserveCapacity(text.utf8.count * 17 / 16)
        text.withUTF8 { characters in
            var rest = characters[...]
            while let end = rest.firstIndex(of: lineFeed) {
                bytes.append(contentsOf: rest[..<end])
                if bytes.last != carriageReturn { bytes.append(carriageReturn) }
                bytes.append(lineFeed)
                rest = rest[(end + 1)...]
            }
            bytes.append(contentsOf: rest)
        }
        return bytes
    }
}
