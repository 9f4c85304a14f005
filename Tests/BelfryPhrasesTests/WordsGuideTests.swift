import Foundation
import Testing

@testable import BelfryPhrases

@Suite("The guide on words")
struct WordsGuideTests {
    @Test("It lists every template with its facts, and no other")
    func templates() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/guide/words.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| Template |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        var listed: [String: Set<String>] = [:]
        for row in rows {
            let words = row.matches(of: /`([a-z][a-z_.]*)`/).map { String($0.1) }
            listed[try #require(words.first)] = Set(words.dropFirst())
        }
        let expected = TemplateSignature.byName.mapValues { Set($0.facts.keys) }
        #expect(listed == expected)
        for (name, signature) in TemplateSignature.byName {
            let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") })
            #expect(Set(row.matches(of: /\(`([a-z]+)`/).map { String($0.1) }) == Set(signature.optional.keys))
        }
    }
}
