import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("Templates over what a program posts")
struct DocumentTemplateTests {
    private static let document = HookDocument.object([
        "action": .text("opened"), "number": .integer(7), "draft": .flag(false), "score": .number(1.5), "none": .null, "empty": .text(""),
        "pull_request": .object(["title": .text("Fix <the> {{number}}"), "labels": .list([.object(["name": .text("bug")]), .object(["name": .text("ui")])])]),
        "commits": .list((1...12).map { .integer($0) }), "nothing": .list([]),
    ])

    @Test(
        "Paths put in what stands there, as text and never as a template; sections tell of what may be missing, and of lists",
        arguments: [
            ("{{pull_request.title}}", "Fix <the> {{number}}"), ("#{{ number }} {{action}} {{score}} {{draft}}", "#7 opened 1.5 false"),
            ("{{pull_request.labels.1.name}}", "ui"), ("{{#pull_request.labels}}{{name}} {{/pull_request.labels}}", "bug ui"),
            ("a{{#none}}{{none}}{{/none}}{{#absent}}{{absent.deep}}{{/absent}}{{#empty}}!{{/empty}}{{#draft}}draft{{/draft}}b", "ab"),
            ("{{^absent}}nobody{{/absent}}{{^nothing}} nothing{{/nothing}}", "nobody nothing"), ("{{#commits}}{{.}},{{/commits}}", "1,2,3,4,5,6,7,8,9,10,"),
            ("{{! a comment }}{{#pull_request}}{{title}} {{number}} {{labels}}{{/pull_request}}", "Fix <the> {{number}} 7"),
        ])
    func filled(template: String, text: String) throws {
        #expect(try DocumentTemplate(template).text(of: Self.document) == text)
    }

    @Test("However often sections repeat a long text, so much is put in and no more")
    func bounded() throws {
        let tags = String(repeating: "{{t}}", count: 380)
        let ten = HookDocument.list(Array(repeating: .integer(1), count: 10))
        let document = HookDocument.object(["a": .list(Array(repeating: .object(["b": ten]), count: 10)), "t": .text(String(repeating: "x", count: 5000))])
        let text = try DocumentTemplate("{{#a}}{{#b}}\(tags){{/b}}{{/a}}").text(of: document)
        #expect(text.unicodeScalars.count == DocumentTemplate.valuesLengthMax)
    }

    @Test(
        "What stands outside of a section has to be there, be no list and no object",
        arguments: [
            ("{{action}}", nil), ("{{pull_request.body}}", "pull_request.body"), ("{{none}}", "none"), ("{{commits}}", "commits"),
            ("{{number}} {{pull_request}}", "pull_request"), ("{{#pull_request}}{{body}}{{/pull_request}}", nil), ("{{commits.12}}", "commits.12"),
        ] as [(String, String?)])
    func missing(template: String, path: String?) throws {
        #expect(try DocumentTemplate(template).missingPath(in: Self.document) == path)
    }

    @Test(
        "What can't be used is refused with why",
        arguments: [
            (" ", .empty), (String(repeating: "a", count: 2049), .tooLong(byteCountMax: 2048)), ("{{a", .malformed), ("{{#a}}", .malformed),
            ("{{a..b}}", .malformed), ("{{uppercased(a)}}", .malformed), ("{{.}}", .malformed), ("{{{a}}}", .unsupportedTag), ("{{>a}}", .unsupportedTag),
            ("{{% CONTENT_TYPE:HTML}}", .unsupportedTag), ("{{#a}}{{#b}}{{#c}}{{/c}}{{/b}}{{/a}}", .sectionsTooDeep(depthMax: 2)),
        ] as [(String, TemplateProblem)])
    func refused(template: String, problem: TemplateProblem) {
        #expect(throws: problem) { try DocumentTemplate(template) }
    }
}
