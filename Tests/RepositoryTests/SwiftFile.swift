/// A Swift file as tokens, so that checks see code and never stumble over comments and strings.
struct SwiftFile {
    let path: String
    let tokens: [Token]
    let comments: [Comment]
    /// Where each word of the code stands in `tokens`.
    let positions: [String: [Int]]

    init(path: String, text: String) {
        var lexer = SwiftLexer(text)
        lexer.readAll()
        self.path = path
        tokens = lexer.tokens
        comments = lexer.comments
        var positions: [String: [Int]] = [:]
        for (index, token) in lexer.tokens.enumerated() where token.kind == .word { positions[token.text, default: []].append(index) }
        self.positions = positions
    }

    struct Token {
        enum Kind { case word, mark, string }
        let kind: Kind
        /// The word; one character of punctuation; or what a string literal says, without its interpolations.
        var text: String
        let line: Int
        /// Nothing stands between it and the token before.
        let isGlued: Bool
    }

    struct Comment {
        let text: String
        let line: Int
    }

    /// The room or test target that the file belongs to: the folder below `Sources` or `Tests`.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    func finding(at index: Int, _ sentence: String) -> Finding {
        Finding(path: path, line: tokens[index].line, sentence: sentence)
    }
}

extension SwiftFile {
    func text(at index: Int) -> String {
        tokens.indices.contains(index) && tokens[index].kind != .string ? tokens[index].text : ""
    }

    /// Whether the code reads `pattern`, tokens with spaces between them, from `index` on.
    func reads(_ pattern: String, at index: Int) -> Bool {
        pattern.split(separator: " ").enumerated().allSatisfy { text(at: index + $0.offset) == $0.element }
    }

    /// Where the code reads `pattern`, which has at least one word.
    func occurrences(of pattern: String) -> [Int] {
        let parts = pattern.split(separator: " ").map(String.init)
        guard let anchor = parts.firstIndex(where: { $0.first?.isLetter == true }) else { return [] }
        return (positions[parts[anchor]] ?? []).map { $0 - anchor }.filter { $0 >= 0 && reads(pattern, at: $0) }
    }

    /// From the bracket at `index` through the one that closes it; through the end of the file where none does.
    func group(openedAt index: Int) -> Range<Int> {
        var depth = 0
        for position in index..<tokens.count {
            switch text(at: position) {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            if depth == 0 { return index..<position + 1 }
        }
        return index..<tokens.count
    }

    /// The braces that belong to the declaration whose keyword stands at `index`; nil where it has none.
    func body(ofDeclarationAt index: Int) -> Range<Int>? {
        let nextDeclaration: Set = ["}", "func", "init", "var", "let", "case", "struct", "enum", "class", "extension", "import"]
        var position = index + 1
        while position < tokens.count, !nextDeclaration.contains(text(at: position)) {
            switch text(at: position) {
            case "{": return group(openedAt: position)
            case "(", "[": position = group(openedAt: position).upperBound
            default: position += 1
            }
        }
        return nil
    }
}
