import Foundation
import Testing

/// What the manual names is there: files, folders, links and `make` targets.
enum Documentation {
    /// What a check may look up: the tree, or a sample of one.
    struct Tree {
        let paths: Set<String>
        let makeTargets: Set<String>

        var fileNames: Set<String> { Set(paths.map { String($0.split(separator: "/").last ?? "") }) }
        var topFolders: Set<String> { Set(paths.compactMap { $0.contains("/") ? String($0.prefix { $0 != "/" }) : nil }) }
    }

    static func findings(in page: TextFile, tree: Tree) -> [Finding] {
        page.lines.flatMap { number, line -> [Finding] in
            var sentences = quoted(in: line).compactMap { missingPath($0, tree) }
            sentences += links(in: line).compactMap { missingLink($0, on: page.path, tree) }
            sentences += commands(in: line).compactMap { missingTarget($0, tree) }
            return sentences.map { Finding(path: page.path, line: number, sentence: $0) }
        }
    }

    /// The targets of a Makefile: what stands before a colon at the beginning of a line.
    static func makeTargets(in makefile: String) -> Set<String> {
        let names = makefile.split(separator: "\n").compactMap { $0.firstMatch(of: /^([a-z][a-z -]*):/)?.1 }
        return Set(names.flatMap { $0.split(separator: " ") }.map(String.init))
    }

    private static func quoted(in line: Substring) -> [String] {
        line.matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    /// A name between backticks is a path where it begins with a folder of ours, or ends as our files do.
    private static func missingPath(_ text: String, _ tree: Tree) -> String? {
        guard text.wholeMatch(of: /\.?[A-Za-z0-9_][A-Za-z0-9_.+\/*<>-]*/) != nil, !text.hasPrefix(".build"), !text.hasPrefix(".belfry") else {
            return nil
        }
        let parts = text.split(separator: "/").map(String.init)
        let fixed = parts.prefix { !$0.contains("*") && !$0.contains("<") }.joined(separator: "/")
        if text.contains("/") {
            guard let first = parts.first, tree.topFolders.contains(first) || hasEnding(text) else { return nil }
            return tree.paths.contains(fixed) ? nil : "`\(text)` is not there: name a path from the root of the repository that is"
        }
        guard hasEnding(text) || ["Makefile", "LICENSE", "NOTICE"].contains(text) else { return nil }
        return tree.fileNames.contains(text) ? nil : "there is no file `\(text)`: name one that is there"
    }

    private static func hasEnding(_ text: String) -> Bool {
        [".swift", ".md", ".sql", ".sh"].contains { text.hasSuffix($0) && !text.contains("*") }
    }

    private static func links(in line: Substring) -> [String] {
        line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    }

    private static func missingLink(_ target: String, on page: String, _ tree: Tree) -> String? {
        guard !target.hasPrefix("#"), !target.contains(":") else { return nil }
        let path = String(target.prefix { $0 != "#" })
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return "the link to `\(target)` leads out of the repository: write the address of what it means"
            }
        }
        return tree.paths.contains(parts.joined(separator: "/"))
            ? nil : "the link to `\(target)` leads nowhere: links are relative to the page they stand on"
    }

    /// `make test`, between backticks or as a line of its own in a block of commands.
    private static func commands(in line: Substring) -> [String] {
        let quoted = line.matches(of: /`make ([a-z-]+)`/).map { String($0.1) }
        let typed = line.wholeMatch(of: /(?:\$ )?make ([a-z-]+)\s*(?:#.*)?/).map { String($0.1) }
        return quoted + (typed.map { [$0] } ?? [])
    }

    private static func missingTarget(_ name: String, _ tree: Tree) -> String? {
        tree.makeTargets.contains(name) ? nil : "`make \(name)` does nothing: `make help` lists what there is"
    }
}

@Suite("What the manual names is there")
struct DocumentationTests {
    private let sample = Documentation.Tree(
        paths: [
            "Package.swift", "Makefile", "Sources", "Sources/BelfryTime", "Sources/BelfryTime/Instant.swift", "docs", "docs/house.md",
            "docs/decisions",
        ],
        makeTargets: ["run", "test"])

    private func findings(_ text: String) -> [Finding] {
        Documentation.findings(in: TextFile(path: "docs/guide.md", text: text), tree: sample)
    }

    @Test(
        "each name that leads nowhere is found",
        arguments: [
            "see `Sources/BelfryTyme`", "see `Sources/BelfryTime/Instant.swft`", "see `Elsewhere/Instant.swift`", "see `Instants.swift`",
            "see `LICENSE`",
            "see [the house](hause.md)", "see [the package](../../Package.swift)", "type `make toast`", "```\nmake toast   # crisp\n```",
            "`Source*/x` and `docs/x*/y/` and `docs/x/*`",
        ])
    func refuses(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(
        "what is there, and what is no path, is left alone",
        arguments: [
            "`Sources/BelfryTime/Instant.swift`, `Instant.swift`, `Sources/BelfryTime/`", "`docs/*.md` and `Tests` and `.build/release/belfry`",
            "[the house](house.md#floors), [the package](../Package.swift), [decisions](decisions/), [there](https://example.org/x.md), [above](#top)",
            "`America/Los_Angeles`, `GET /alerts`, `/v1/alerts`, `make test`, `x/y`", "make test", "make sure that it runs",
        ])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("a finding names page and line")
    func sentence() {
        #expect(findings("\nsee `Nowhere.swift`").first?.description == "docs/guide.md:2: there is no file `Nowhere.swift`: name one that is there")
    }

    @Test("the targets of a Makefile are read")
    func makefile() {
        #expect(
            Documentation.makeTargets(in: "A := b\nrun: setup ## Runs\n\techo: a\n.PHONY: run\ntest test-core:\n") == ["run", "test", "test-core"])
    }

    @Test("everything that README.md and docs name is there")
    func tree() throws {
        let makefile = try #require(Repository.text(of: "Makefile"))
        let tree = Documentation.Tree(paths: Set(Repository.paths), makeTargets: Documentation.makeTargets(in: makefile))
        #expect(!Repository.pages.isEmpty)
        expectNone(Repository.pages.flatMap { Documentation.findings(in: $0, tree: tree) })
    }

    @Test("docs/house.md names every room")
    func rooms() throws {
        let page = try #require(Repository.text(of: "docs/house.md"))
        for room in Repository.rooms {
            #expect(page.contains("`\(room)`"), "docs/house.md says nothing about \(room): add a line on what it does and never does")
        }
    }
}
