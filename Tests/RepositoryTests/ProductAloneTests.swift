import Testing

/// The repository speaks of the product alone: not of who asked for it, in which thread, or on which machine it was written.
enum ProductAlone {
    static func findings(in file: TextFile) -> [Finding] {
        phrases.flatMap { phrase in
            file.occurrences(of: phrase.text).filter { !phrase.startsWord || $0.startsWord }.map {
                Finding(path: file.path, line: $0.line, sentence: "`\(phrase.text)` \(phrase.objection)")
            }
        }
    }

    private struct Phrase {
        let text: String
        /// Counts only where no letter, digit or point stands in front: `example.org/home/` is nobody's folder.
        let startsWord: Bool
        let objection: String
    }

    /// Home folders and workshops: paths that begin so exist on one machine.
    static let machineFolders = ["home", "root", "Users", "work", "workspace"]

    private static let phrases: [Phrase] =
        machineFolders.map {
            Phrase(
                text: "/\($0)/", startsWord: true,
                objection: "is a path of one machine: name it from the root of the repository, or take it as a setting")
        } + [
            Phrase(text: "." + "library/", startsWord: false, objection: "is a folder that the repository doesn't have: say here what it says"),
            Phrase(
                text: "ssue" + " #", startsWord: false,
                objection: "points out of the repository: say what holds and why; the change's message names the rest"),
            Phrase(text: "this" + " session", startsWord: true, objection: "tells how it was made: say what it is"),
            Phrase(text: "C" + "EO", startsWord: true, objection: "tells who asked for it: say whom it serves, and why"),
        ]
}

extension TextFile {
    /// Where a text stands, to the letter.
    fileprivate func occurrences(of needle: String) -> [(line: Int, startsWord: Bool)] {
        // Whole files without a hit are the rule, so look at the bytes before any line is counted.
        guard text.utf8.firstRange(of: needle.utf8) != nil else { return [] }
        return lines.flatMap { number, line in
            line.ranges(of: needle).map { range in
                let before = line[..<range.lowerBound].last
                return (number, before.map { !$0.isLetter && !$0.isNumber && !"._~-}".contains($0) } ?? true)
            }
        }
    }
}

@Suite("The repository speaks of the product alone")
struct ProductAloneTests {
    private func findings(_ text: String) -> [Finding] {
        ProductAlone.findings(in: TextFile(path: "docs/guide.md", text: text))
    }

    @Test("a path of one machine is found, one of the product's is not", arguments: ProductAlone.machineFolders)
    func machinePaths(_ folder: String) {
        #expect(findings("first\nsee `/\(folder)/ada/notes`").map(\.line) == [2])
        #expect(findings("https://example.org/\(folder)/ and Sources/\(folder)/x and ~/\(folder)/") == [])
    }

    @Test(
        "a word about the making is found",
        arguments: ["see ." + "library/README.md", "as Issue" + " #12 asks", "added in this" + " session", "the C" + "EO wants it"])
    func making(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(
        "words that only resemble them are left alone",
        arguments: [".library(name: \"Belfry\")", "the issue of a token", "a session ends", "/dev/null"])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("no file of the tree speaks of anything else")
    func tree() {
        expectNone(Repository.files.flatMap(ProductAlone.findings))
    }
}
