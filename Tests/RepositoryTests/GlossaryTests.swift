import Foundation
import Testing

/// A word that the glossary marks as a symbol is one.
enum Glossary {
    /// The words between backticks in the rows of a page's tables, with their lines.
    static func symbols(in page: TextFile) -> [(line: Int, name: String)] {
        page.lines.filter { $0.text.hasPrefix("|") }.flatMap { number, line in
            line.matches(of: /`([^`]+)`/).map { (number, String($0.1)) }
        }
    }

    static func findings(in page: TextFile, known: Set<String>) -> [Finding] {
        symbols(in: page).filter { symbol in !symbol.name.split(separator: ".").allSatisfy { known.contains(String($0)) } }.map { line, name in
            Finding(
                path: page.path, line: line,
                sentence: "`\(name)` is declared nowhere in Sources: use the word that the code uses, or drop the backticks until it is there")
        }
    }

    /// Names that Swift declares, and the words of its string literals in snake case: columns, tables and raw values.
    static func names(in file: SwiftFile) -> Set<String> {
        let keywords: Set = ["struct", "class", "enum", "protocol", "typealias", "associatedtype", "actor", "func", "var", "let"]
        var names: Set<String> = []
        for (index, token) in file.tokens.enumerated() {
            switch token.kind {
            case .word where keywords.contains(file.text(at: index - 1)): names.insert(token.text)
            case .word where token.text == "case": names.formUnion(cases(behind: index, in: file))
            case .string: names.formUnion(snakeWords(in: token.text))
            default: break
            }
        }
        return names
    }

    /// The names that an SQL file speaks of.
    static func snakeWords(in text: String) -> [String] {
        text.matches(of: /[a-z][a-z0-9]*(?:_[a-z0-9]+)*/).map { String($0.0) }
    }

    /// `case a, b(Int), c = "d"` declares three names; `case .a` none.
    private static func cases(behind index: Int, in file: SwiftFile) -> [String] {
        var names: [String] = []
        var position = index + 1
        while position < file.tokens.count, file.tokens[position].kind == .word {
            names.append(file.text(at: position))
            position += 1
            if file.text(at: position) == "(" { position = file.group(openedAt: position).upperBound }
            if file.text(at: position) == "=" { position += 2 }
            guard file.text(at: position) == "," else { break }
            position += 1
        }
        return names
    }
}

@Suite("The words of the glossary are symbols")
struct GlossaryTests {
    private let source = SwiftFile(
        path: "Sources/A/A.swift",
        text: """
            struct Delivery { enum Status: String { case pending, `defer`(Int), inApp = "in_app" }; let id: Int }
            let sql = "SELECT sent_at FROM notification_queue"
            switch a { case .gone: Other() }
            """)

    @Test("declared types, cases, properties and SQL names are known")
    func names() {
        #expect(
            Glossary.names(in: source).isSuperset(
                of: ["Delivery", "Status", "pending", "defer", "inApp", "in_app", "id", "sent_at", "notification_queue"]))
        #expect(Glossary.names(in: source).isDisjoint(with: ["gone", "Other", "String", "Int"]))
    }

    @Test("a symbol that nothing declares is found, with its line")
    func refuses() {
        let page = TextFile(
            path: "docs/glossary.md", text: "`ignored`\n| Word | Meaning |\n|---|---|\n| `Delivery.Status`, `Parcel` | one of `pendant` |\n")
        let findings = Glossary.findings(in: page, known: Glossary.names(in: source))
        #expect(findings.map(\.line) == [4, 4])
        #expect(findings.first?.sentence.hasPrefix("`Parcel` is declared nowhere") == true)
    }

    @Test("every symbol of docs/glossary.md is declared in Sources")
    func tree() throws {
        let page = try #require(Repository.files.first { $0.path == "docs/glossary.md" })
        let sql = Repository.files.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".sql") }
        let known = Repository.sources.reduce(into: Set(sql.flatMap { Glossary.snakeWords(in: $0.text) })) { $0.formUnion(Glossary.names(in: $1)) }
        #expect(!Glossary.symbols(in: page).isEmpty)
        expectNone(Glossary.findings(in: page, known: known))
    }
}
