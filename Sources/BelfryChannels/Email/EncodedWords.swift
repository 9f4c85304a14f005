import Foundation

/// Text in a header that is no ASCII: words in base64, folded over lines (RFC 2047).
///
/// libcurl writes bodies, but leaves the values of headers to whoever sets them.
enum EncodedWords {
    /// A word has at most 75 characters, and a line of them 76, the header's name among them (section 2).
    static let wordByteCountMax = 39

    /// The text as it is where it is plain, else in encoded words.
    static func header(_ text: String) -> String {
        let text = text.withoutControls
        return isPlain(text) ? text : encode(text)
    }

    /// Printable ASCII that nobody can take for an encoded word, and short enough for one line.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && text.utf8.count <= 200
    }

    /// Words break between characters as a person counts them, and where one is too long between scalars (section 5).
    static func encode(_ text: String) -> String {
        var words: [String] = []
        var word = ""
        func add(_ piece: String) {
            if word.utf8.count + piece.utf8.count > wordByteCountMax, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word += piece
        }
        for character in text {
            if character.utf8.count <= wordByteCountMax {
                add(String(character))
            } else {
                for scalar in character.unicodeScalars { add(String(scalar)) }
            }
        }
        if !word.isEmpty { words.append(word) }
        // White space between two encoded words is not shown (section 6.2).
        return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
