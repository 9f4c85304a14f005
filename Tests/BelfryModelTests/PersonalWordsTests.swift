import Foundation
import Testing

@testable import BelfryModel

@Suite("Words of each recipient's own")
struct PersonalWordsTests {
    private let ana = PersonalValues(["name": "Ana", "points": "120", "brace": "{{name}} <b>"])

    @Test(
        "Each name in double braces is what its recipient has of their own, as it is, and nothing that is put in is read again",
        arguments: [
            ("{{name}}, you have {{points}} points.", "Ana, you have 120 points."), ("{{name}}{{name}}", "AnaAna"), ("{{brace}}", "{{name}} <b>"),
            ("nothing", "nothing"), ("", ""), ("{name} }} {", "{name} }} {"), ("é{{name}}\u{301}", "éAna\u{301}"), ("{{other}}!", "{{other}}!"),
        ])
    func filled(text: String, expected: String) throws {
        let words = try PersonalWords(title: text, body: nil)
        #expect(words.filled(with: ana).title == expected && words.filled(with: ana).body == nil)
    }

    @Test("All names are known, of title and body, each once")
    func names() throws {
        #expect(try PersonalWords(title: "{{a}} {{b_1}}", body: "{{a}}{{c}}").names == ["a", "b_1", "c"])
    }

    @Test(
        "A tag that isn't closed, or is no name, is refused, and the field is named",
        arguments: [
            "{{name", "{{name}", "{{}}", "{{ name }}", "{{Name}}", "{{{name}}}", "{{#name}}x{{/name}}", "{{&name}}", "{{! note}}", "{{na{{me}}", "{{é}}",
            "{{\(String(repeating: "a", count: 65))}}",
        ])
    func refused(text: String) {
        func field(title: String, body: String?) -> String? {
            do throws(Problem) {
                _ = try PersonalWords(title: title, body: body)
                return nil
            } catch {
                return error.field
            }
        }
        #expect(field(title: text, body: nil) == "title")
        #expect(field(title: "Hello", body: text) == "body")
    }

    private func given(_ json: String) throws -> PersonalValues {
        try JSONDecoder().decode(PersonalValues.Given.self, from: Data(json.utf8)).values
    }

    @Test("A value is a text, a number, true or false")
    func kinds() throws {
        let values = try given(#"{"a": "x", "b": 120, "c": 1.5, "d": true, "e": -3, "f": ""}"#)
        #expect(values.texts == ["a": "x", "b": "120", "c": "1.5", "d": "true", "e": "-3", "f": ""])
    }

    @Test("Values that are too many, too long, of another kind or of another name are refused")
    func limits() throws {
        func object(_ count: Int, length: Int) -> String {
            "{\((0..<count).map { "\"v\($0)\": \"\(String(repeating: "é", count: length))\"" }.joined(separator: ","))}"
        }
        #expect(try given(object(16, length: 10)).texts.count == 16)
        #expect(try given(object(1, length: 256)).texts.count == 1)
        for json in [object(17, length: 1), object(1, length: 257), object(16, length: 70), #"{"a": null}"#, #"{"a": [1]}"#, #"{"a": "\u0000"}"#, #"{"A": "x"}"#, #"{"": "x"}"#] {
            #expect(throws: Problem.self, "\(json.prefix(20))") { _ = try given(json) }
        }
        #expect(throws: DecodingError.self) { _ = try given("[]") }
    }

    @Test("What is stored is read again, and the same values are the same text")
    func stored() throws {
        let all = [ana, PersonalValues(), PersonalValues(["quote": "\"\\\n"])]
        let list = PersonalValues.list(of: all)
        #expect(list == #"[{"brace":"{{name}} <b>","name":"Ana","points":"120"},{},{"quote":"\"\\\n"}]"#)
        #expect(try JSONDecoder().decode([PersonalValues].self, from: Data(list.utf8)) == all)
        #expect(PersonalValues.list(of: []) == "[]")
    }

    @Test("Only what is named is kept, and what is missing comes from what stands for all")
    func named() {
        let values = ana.named(["name", "town"], orFrom: PersonalValues(["name": "somebody", "town": "Rome", "more": "x"]))
        #expect(values.texts == ["name": "Ana", "town": "Rome"])
    }
}
