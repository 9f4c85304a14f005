/// A text cut into runs of digits and runs of letters, as codes, lots and dates are read from it.
struct CodeText {
    struct Token {
        /// The digits, or the letters in capitals.
        let text: String
        let isDigits: Bool
        /// What stands between this one and the one before.
        let joiner: Joiner
    }

    enum Joiner {
        /// Nothing at all: `25E04` is three tokens.
        case adjacent
        /// One space, or several.
        case space
        case dash, slash, dot
        /// A dash between spaces.
        case spacedDash
        /// A comma, with or without spaces.
        case comma
        /// What stands for any sign: `3*2223`.
        case asterisk
        case other
    }

    let tokens: [Token]

    /// - Parameter text: as `PlainText` makes it.
    init(_ text: String) {
        var tokens: [Token] = []
        var run: [UInt8] = []
        var isDigits = false
        var joiner = Joiner.other
        var gap: [UInt8] = []
        func close() {
            guard !run.isEmpty else { return }
            tokens.append(Token(text: String(decoding: run, as: UTF8.self), isDigits: isDigits, joiner: joiner))
            run.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            let kind = ByteClass(byte)
            guard kind != .mark else {
                close()
                gap.append(byte)
                continue
            }
            if run.isEmpty || (kind == .digit) != isDigits {
                let isFirst = run.isEmpty
                close()
                joiner = isFirst ? Joiner(gap) : .adjacent
                isDigits = kind == .digit
                gap.removeAll(keepingCapacity: true)
            }
            run.append(kind == .letter ? byte & ~0x20 : byte)
        }
        close()
        self.tokens = tokens
    }

    private enum ByteClass {
        case digit, letter, otherLetter, mark

        init(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): self = .letter
            case 0x80...: self = .otherLetter
            default: self = .mark
            }
        }
    }
}

extension CodeText.Joiner {
    fileprivate init(_ gap: [UInt8]) {
        let marks = gap.filter {
            $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        }
        switch marks.count {
        case 0: self = gap.isEmpty ? .other : .space
        case 1 where marks[0] == UInt8(ascii: ","): self = .comma
        case 1 where marks[0] == UInt8(ascii: "-"): self = gap.count == 1 ? .dash : .spacedDash
        case 1 where gap.count > 1: self = .other
        case 1 where marks[0] == UInt8(ascii: "/"): self = .slash
        case 1 where marks[0] == UInt8(ascii: "."): self = .dot
        case 1 where marks[0] == UInt8(ascii: "*"): self = .asterisk
        default: self = .other
        }
    }
}
