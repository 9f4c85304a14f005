import Foundation
import Testing

/// What the manual names is there: files, folders, links and `make` targets.
enum Documentation {
    /// What a check may look up: the tree, or a sample of one.
    struct Tree {
        let paths: Set<String>
        let makeTargets: Set<String>
        /// What a link to a page may name behind `#`, by the page's path; of a page that isn't here nothing is checked.
        var headings: [String: Set<String>] = [:]

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

    /// The headings of a page as a link names them: in small letters, with hyphens for spaces and without other signs.
    static func headings(of page: TextFile) -> Set<String> {
        var isCode = false
        var names: Set<String> = []
        for (_, line) in page.lines {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, let heading = line.firstMatch(of: /^#+ (.+)/)?.1 else { continue }
            let words = heading.replacing(/\]\([^)]*\)/, with: "").lowercased()
            let signs = words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            names.insert(signs.replacing(" ", with: "-"))
        }
        return names
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
        guard !target.contains(":") else { return nil }
        let path = String(target.prefix { $0 != "#" })
        var parts = page.split(separator: "/").map(String.init)
        if !path.isEmpty { parts.removeLast() }
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return "the link to `\(target)` leads out of the repository: write the address of what it means"
            }
        }
        let place = parts.joined(separator: "/")
        guard path.isEmpty || tree.paths.contains(place) else {
            return "the link to `\(target)` leads nowhere: links are relative to the page they stand on"
        }
        let heading = target.dropFirst(path.count + 1)
        guard !heading.isEmpty, let headings = tree.headings[place], !headings.contains(String(heading)) else { return nil }
        return "the link to `\(target)` leads to no heading: name one of \(place), in small letters and with hyphens for spaces"
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
        makeTargets: ["run", "test"], headings: ["docs/house.md": ["floors"]])

    private func findings(_ text: String) -> [Finding] {
        Documentation.findings(in: TextFile(path: "docs/guide.md", text: text), tree: sample)
    }

    @Test(
        "each name that leads nowhere is found",
        arguments: [
            "see `Sources/BelfryTyme`", "see `Sources/BelfryTime/Instant.swft`", "see `Elsewhere/Instant.swift`", "see `Instants.swift`",
            "see `LICENSE`",
            "see [the house](hause.md)", "see [the package](../../Package.swift)", "type `make toast`", "```\nmake toast   # crisp\n```",
            "see [the roof](house.md#roofs)",
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

    @Test("headings are read as links name them")
    func headings() {
        let text = "# The `house`\n\n## Who isn't [there](there.md), and why\n```\n# no heading\n```\n###### 2 x-y_z\n#none\n"
        #expect(
            Documentation.headings(of: TextFile(path: "docs/house.md", text: text)) == ["the-house", "who-isnt-there-and-why", "2-x-y_z"])
    }

    @Test("everything that README.md and docs name is there")
    func tree() throws {
        let makefile = try #require(Repository.text(of: "Makefile"))
        let headings = Dictionary(uniqueKeysWithValues: Repository.pages.map { ($0.path, Documentation.headings(of: $0)) })
        let tree = Documentation.Tree(paths: Set(Repository.paths), makeTargets: Documentation.makeTargets(in: makefile), headings: headings)
        #expect(!Repository.pages.isEmpty)
        expectNone(Repository.pages.flatMap { Documentation.findings(in: $0, tree: tree) })
    }

    @Test("docs/operating.md names every code of what belfry doctor finds")
    func doctorCodes() throws {
        let page = try #require(Repository.text(of: "docs/operating.md"))
        let command = try #require(Repository.text(of: "Sources/belfry/Commands/Doctor.swift"))
        let codes = command.matches(of: /code: "([a-z_]+)"/).map { String($0.output.1) }
        #expect(codes.count > 20)
        for code in codes {
            #expect(page.contains("`\(code)`"), "docs/operating.md doesn't list \(code): scripts go by it, so say there what it is of")
        }
    }

    @Test("docs/house.md names every room")
    func rooms() throws {
        let page = try #require(Repository.text(of: "docs/house.md"))
        for room in Repository.rooms {
            #expect(page.contains("`\(room)`"), "docs/house.md says nothing about \(room): add a line on what it does and never does")
        }
    }
}
