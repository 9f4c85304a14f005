/// Splits Swift into words, punctuation, strings and comments: as much of the language as the checks need.
///
/// Knows nested comments, interpolation, multi-line and raw strings, and regular expressions between `#/` and `/#`.
/// A bare `/…/` is read as punctuation and words.
struct SwiftLexer {
    private(set) var tokens: [SwiftFile.Token] = []
    private(set) var comments: [SwiftFile.Comment] = []
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var isGlued = false

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func readAll() {
        while index < bytes.count { readNext() }
    }

    private mutating func readNext() {
        let byte = bytes[index]
        if Self.isWord[Int(byte)] {
            readWord()
        } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
            advance()
            isGlued = false
        } else if startsHere("//") {
            readLineComment()
        } else if startsHere("/*") {
            readBlockComment()
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
            readHashesOrString()
        } else {
            if byte != UInt8(ascii: "`") { append(.mark, String(UnicodeScalar(byte))) }
            advance()
        }
    }

    private mutating func readWord() {
        let start = index
        while index < bytes.count, Self.isWord[Int(bytes[index])] { index += 1 }
        append(.word, String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func readLineComment() {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        comments.append(.init(text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
    }

    private mutating func readBlockComment() {
        let start = index
        let startLine = line
        var depth = 0
        repeat {
            if startsHere("/*") {
                depth += 1
                index += 2
            } else if startsHere("*/") {
                depth -= 1
                index += 2
            } else {
                advance()
            }
        } while depth > 0 && index < bytes.count
        comments.append(.init(text: String(decoding: bytes[start..<index], as: UTF8.self), line: startLine))
        isGlued = false
    }

    private mutating func readHashesOrString() {
        var hashCount = 0
        while index + hashCount < bytes.count, bytes[index + hashCount] == UInt8(ascii: "#") { hashCount += 1 }
        let hashes = String(repeating: "#", count: hashCount)
        if startsHere(hashes + "\"") {
            index += hashCount
            readString(hashes)
        } else if hashCount > 0, startsHere(hashes + "/") {
            readString(opening: hashes + "/", closing: "/" + hashes, interpolation: nil, endsWithLine: false)
        } else {
            append(.mark, "#")
            advance()
        }
    }

    /// Reads a string literal from its first quotation mark on.
    private mutating func readString(_ hashes: String) {
        let quotes = startsHere("\"\"\"") ? "\"\"\"" : "\""
        readString(opening: quotes, closing: quotes + hashes, interpolation: "\\" + hashes, endsWithLine: quotes.count == 1)
    }

    private mutating func readString(opening: String, closing: String, interpolation: String?, endsWithLine: Bool) {
        let place = tokens.count
        append(.string, "")
        var content: [UInt8] = []
        index += opening.utf8.count
        while index < bytes.count, !startsHere(closing) {
            if let interpolation, startsHere(interpolation + "(") {
                index += interpolation.utf8.count
                readInterpolation()
            } else if let interpolation, startsHere(interpolation), index + interpolation.utf8.count < bytes.count {
                index += interpolation.utf8.count
                advance()
            } else if endsWithLine, bytes[index] == UInt8(ascii: "\n") {
                break
            } else {
                content.append(bytes[index])
                advance()
            }
        }
        if startsHere(closing) { index += closing.utf8.count }
        tokens[place].text = String(decoding: content, as: UTF8.self)
        isGlued = true
    }

    /// Reads the code inside `\( … )` like any other.
    private mutating func readInterpolation() {
        var depth = 0
        repeat {
            let count = tokens.count
            readNext()
            for token in tokens[count...] where token.kind == .mark {
                if token.text == "(" { depth += 1 }
                if token.text == ")" { depth -= 1 }
            }
        } while depth > 0 && index < bytes.count
    }

    private mutating func append(_ kind: SwiftFile.Token.Kind, _ text: String) {
        tokens.append(.init(kind: kind, text: text, line: line, isGlued: isGlued))
        isGlued = true
    }

    private mutating func advance() {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    private func startsHere(_ text: String) -> Bool {
        guard index < bytes.count, bytes[index] == text.utf8.first else { return false }
        return bytes[index...].starts(with: text.utf8)
    }

    /// By byte: letters, digits, `_`, and everything outside ASCII.
    private static let isWord: [Bool] = (0...255).map { (byte: UInt8) in
        byte >= 128 || byte == UInt8(ascii: "_") || UnicodeScalar(byte).properties.isAlphabetic || (48...57).contains(byte)
    }
}
