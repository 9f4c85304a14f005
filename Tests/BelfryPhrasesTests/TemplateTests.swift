import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("What a template may be")
struct TemplateTests {
    struct Row: Sendable {
        let text: String
        let problem: TemplateProblem
        var key = "bills.overdue.body"
    }

    private static let facts = ["amount", "count", "name"]
    private static let forms = ["zero", "one", "two", "few", "many", "other"]

    @Test(
        "A text that can't be used is refused, and the reason is told",
        arguments: [
            Row(text: "", problem: .empty), Row(text: " \n", problem: .empty),
            Row(text: "Due", problem: .unknownName, key: "bills.overdue"),
            Row(text: "Due", problem: .unknownName, key: "bills.due.title"), Row(text: "Due", problem: .unknownName, key: "summary.body"),
            Row(text: String(repeating: "x", count: 4097), problem: .tooLong(byteCountMax: 4096)),
            Row(text: "{{name", problem: .malformed), Row(text: "{{}}", problem: .malformed), Row(text: "{{ }}", problem: .malformed),
            Row(text: "{{name.}}", problem: .malformed), Row(text: "{{.}}", problem: .malformed),
            Row(text: "{{a.b.c}}", problem: .malformed),
            Row(text: "{{#amount}}x", problem: .malformed), Row(text: "x{{/amount}}", problem: .malformed),
            Row(text: "{{#amount}}{{#name}}{{/amount}}{{/name}}", problem: .malformed),
            Row(text: "{{name}\u{301}}", problem: .malformed), Row(text: "{{name}}\u{301}", problem: .malformed),
            Row(text: "{{{name}}}", problem: .unsupportedTag), Row(text: "{{&name}}", problem: .unsupportedTag),
            Row(text: "{{> other}}", problem: .unsupportedTag), Row(text: "{{=<% %>=}}", problem: .unsupportedTag),
            Row(text: "{{% CONTENT_TYPE:HTML}}{{name}}", problem: .unsupportedTag), Row(text: "{{$a}}{{/a}}", problem: .unsupportedTag),
            Row(text: "{{nmae}}", problem: .unknownFact(allowed: facts)),
            Row(text: "{{uppercased(name)}}", problem: .unknownFact(allowed: facts)),
            Row(text: "{{time}}", problem: .unknownFact(allowed: []), key: "study.nothing_due.title"),
            Row(text: "{{#count.once}}x{{/count.once}}", problem: .unknownForm(allowed: forms)),
            Row(text: "{{#count.01}}x{{/count.01}}", problem: .unknownForm(allowed: forms)),
            Row(text: "{{#name.one}}x{{/name.one}}", problem: .unknownForm(allowed: [])),
            Row(text: "{{count.one}}", problem: .unknownForm(allowed: [])),
            Row(text: "{{names.count}}", problem: .unknownForm(allowed: ["size"]), key: "bills.weekly_digest.body"),
            Row(text: "{{#count.one}}1 day{{/count.one}}{{#count.two}}2{{/count.two}}", problem: .otherIsMissing),
            Row(
                text: String(repeating: "{{#name}}", count: 9) + String(repeating: "{{/name}}", count: 9),
                problem: .sectionsTooDeep(depthMax: 8)),
        ])
    func refuses(row: Row) {
        #expect(throws: row.problem) { try Template(row.text, named: row.key) }
    }

    @Test(
        "What is plain, or has an else, is taken",
        arguments: [
            "Due", "{ name } }", "{{! a note }}Due", "{{ name }}", "{{#count.1}}yesterday{{/count.1}}",
            "{{#count.one}}1 day{{/count.one}}{{^count.one}}{{count}} days{{/count.one}}",
            String(repeating: "{{#name}}", count: 8) + "x" + String(repeating: "{{/name}}", count: 8),
        ])
    func takes(text: String) throws {
        _ = try Template(text, named: "bills.overdue.body")
    }

    @Test("Every problem is said in a sentence that says what to do")
    func sentences() {
        let problems: [TemplateProblem] = [
            .unknownName, .empty, .tooLong(byteCountMax: 4096), .malformed, .unsupportedTag, .sectionsTooDeep(depthMax: 8),
            .unknownFact(allowed: ["name"]), .unknownFact(allowed: []), .unknownForm(allowed: ["one", "other"]), .unknownForm(allowed: []),
            .otherIsMissing,
        ]
        let sentences = problems.map(Phrases.sentence)
        #expect(Set(sentences).count == problems.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.contains(". ") })
        #expect(sentences[2] == "It is longer than 4,096 bytes. Shorten it.")
        #expect(sentences[6] == "It speaks of a fact that it is not given. Use: name.")
    }
}
