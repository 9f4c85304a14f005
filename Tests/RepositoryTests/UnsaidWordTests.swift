import Testing

/// Words of pages and sentences that nothing says.
///
/// Those of an enum with raw values are found by their text, and not looked at.
enum UnsaidWords {
    static func findings(in files: [SwiftFile]) -> [Finding] {
        files.flatMap { file in
            declarations(in: file).flatMap { name, words -> [Finding] in
                let said = files.filter { $0.positions[name] != nil }.reduce(into: Set<String>()) { $0.formUnion(saidWords(of: name, in: $1)) }
                return words.filter { !said.contains(file.text(at: $0)) }.map { index in
                    file.finding(
                        at: index,
                        "`\(file.text(at: index))` is said nowhere, and translated all the same: let a page say it, or remove it with its texts")
                }
            }
        }
    }

    /// Each `enum …: PageWord`, and where its cases stand: before its texts.
    private static func declarations(in file: SwiftFile) -> [(name: String, words: [Int])] {
        let ends: Set = ["var", "let", "func", "static", "public", "}"]
        return (file.positions["enum"] ?? []).filter { file.reads(": PageWord {", at: $0 + 2) }.map { start in
            var words: [Int] = []
            var index = start + 5
            while index < file.tokens.count, !ends.contains(file.text(at: index)) {
                if file.tokens[index].kind == .word, ["case", ","].contains(file.text(at: index - 1)) { words.append(index) }
                index += 1
            }
            return (file.text(at: start + 1), words)
        }
    }

    /// `DoorWord.open`, and `.open` in a file that speaks of `DoorWord`; but no pattern such as `case .open:`, and no member such as `door.open`.
    private static func saidWords(of name: String, in file: SwiftFile) -> [String] {
        file.tokens.indices.filter { index in
            guard file.tokens[index].kind == .word, file.text(at: index - 1) == "." else { return false }
            let before = file.text(at: index - 2)
            return before == name || before != "case" && (!file.tokens[index - 1].isGlued || before == "(" || before == "[")
        }.map { file.text(at: $0) }
    }
}

@Suite("Every word that is translated is said")
struct UnsaidWordTests {
    private static let words = """
        public enum DoorWord: PageWord {
            case open, shut
            case lock

            public var texts: PageTexts {
                switch self {
                case .open: PageTexts(en: "Open")
                case .shut: PageTexts(en: "Shut")
                case .lock: PageTexts(en: "Lock")
                }
            }
        }
        """

    private func findings(_ page: String) -> [String] {
        UnsaidWords.findings(in: [
            SwiftFile(path: "Sources/BelfryPhrases/Pages/DoorWords.swift", text: Self.words),
            SwiftFile(path: "Sources/BelfryDashboard/DoorPage.swift", text: page),
        ]).map { "\($0.line) \($0.sentence.prefix { $0 != " " })" }
    }

    @Test("a word that no page says is found")
    func refuses() {
        #expect(findings("") == ["2 `open`", "2 `shut`", "3 `lock`"])
        #expect(findings("let text = words(DoorWord.open)") == ["2 `shut`", "3 `lock`"])
    }

    @Test("a name of something else doesn't say it")
    func others() {
        #expect(findings("let word: DoorWord = .shut; door.open(); switch key { case .lock: [Key.lock] }") == ["2 `open`", "3 `lock`"])
    }

    @Test("one that is said by its short name, or inside of a text, is left alone")
    func allows() {
        #expect(findings(#"let text = "<p>\(words(isOpen ? DoorWord.open : .shut))</p>\(words(DoorWord.lock))""#) == [])
    }

    @Test("the rooms have none")
    func tree() {
        let words = Repository.sources.filter { $0.target == "BelfryPhrases" && $0.positions["PageWord"] != nil }
        #expect(!words.isEmpty)
        expectNone(UnsaidWords.findings(in: Repository.sources))
    }
}
