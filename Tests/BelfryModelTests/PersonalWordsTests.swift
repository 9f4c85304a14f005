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

    private func payload(title: String, body: String? = nil, _ texts: [Language: (title: String, body: String?)]) -> Payload {
        var payload = Payload()
        (payload.title, payload.body) = (title, body)
        payload.texts = TextsByLanguage(texts.compactMapValues { TextsByLanguage.Text(title: $0.title, body: $0.body) })
        return payload
    }

    @Test("The words of all languages put in what a recipient has, and what any of them names is named")
    func languages() throws {
        var told = payload(title: "{{points}}", [.german: ("{{name}} hat {{points}}", "{{more}}"), .arabic: ("نقاطك: {{points}}", nil)])
        let templates = try PersonalTexts(of: told)
        #expect(templates.names == ["points", "name", "more"])
        told.fill(templates, with: PersonalValues(["name": "{{points}}", "points": "120", "more": ""]))
        #expect(told == payload(title: "120", [.german: ("{{points}} hat 120", ""), .arabic: ("نقاطك: 120", nil)]))
        var alone = payload(title: "{{points}}", [:])
        alone.fill(try PersonalTexts(of: alone), with: PersonalValues(["points": "3"]))
        #expect(alone == payload(title: "3", [:]) && alone.texts == nil)
    }

    @Test("The titles of buttons put in what a recipient has, in every language; those that name nothing stay, in each language too")
    func actions() throws {
        let (pay, later) = (try #require(ActionID("pay")), try #require(ActionID("later")))
        func told(_ title: String, pay own: String, german: String) throws -> Payload {
            var payload = Payload()
            payload.title = title
            payload.actions = OfferedActions(
                [
                    OfferedAction(id: pay, title: own, link: NotificationLink("https://app.example/pay")), OfferedAction(id: later, title: "Later"),
                ].compactMap(\.self))
            payload.texts = TextsByLanguage.Text(title: title, body: nil, actionTitles: [pay: german, later: "Später"])
                .flatMap { TextsByLanguage([.german: $0]) }
            return payload
        }
        var payload = try told("{{name}}", pay: "Pay {{sum}}", german: "{{euros}} zahlen")
        let templates = try PersonalTexts(of: payload)
        #expect(templates.names == ["name", "sum", "euros"])
        payload.fill(templates, with: PersonalValues(["name": "Ana", "sum": "{{name}}", "euros": "5 €"]))
        #expect(try payload == told("Ana", pay: "Pay {{name}}", german: "5 € zahlen"))
    }

    @Test("Of a button's tag that isn't closed is said which it is of", arguments: [("{{a", "a", "actions[0].title"), ("a", "{{a", "texts.de.actions.pay")])
    func refusedAction(own: String, german: String, field: String) throws {
        let pay = try #require(ActionID("pay"))
        var payload = self.payload(title: "a", [:])
        payload.actions = OfferedAction(id: pay, title: own).flatMap { OfferedActions([$0]) }
        payload.texts = TextsByLanguage.Text(title: "a", body: nil, actionTitles: [pay: german]).flatMap { TextsByLanguage([.german: $0]) }
        func refusal() -> String? {
            do throws(Problem) {
                _ = try PersonalTexts(of: payload)
                return nil
            } catch {
                return error.field
            }
        }
        #expect(refusal() == field)
    }

    @Test("Of a tag that isn't closed is said in which language's words it stands", arguments: [("{{a", "a", "title"), ("a", "{{a", "body")])
    func refusedLanguage(title: String, body: String, field: String) {
        func refusal() -> String? {
            do throws(Problem) {
                _ = try PersonalTexts(of: payload(title: "a", [.arabic: ("a", nil), .german: (title, body)]))
                return nil
            } catch {
                return error.field
            }
        }
        #expect(refusal() == "texts.de.\(field)")
    }

    private func given(_ json: String) throws -> PersonalValues {
        try JSONDecoder().decode(PersonalValues.Given.self, from: Data(json.utf8)).values
    }

    @Test("A value is a text, a number, true or false")
    func kinds() throws {
        let values = try given(#"{"a": "x", "b": 120, "c": 1.5, "d": true, "e": -3, "f": ""}"#)
        #expect(values.texts == ["a": "x", "b": "120", "c": "1.5", "d": "true", "e": "-3", "f": ""])
    }

    @Test(
        "A number that would be told otherwise than by its digits is to be given as text",
        arguments: [("12345678901234567890", nil), ("-1e300", nil), ("0.00000012", nil), ("9007199254740993", "9007199254740993"), ("0.0125", "0.0125")])
    func digits(number: String, told: String?) throws {
        guard let told else {
            let expected = Problem.wrongType(field: "a", expected: "text in place of a number with so many digits")
            #expect(throws: expected) { _ = try given("{\"a\": \(number)}") }
            return
        }
        #expect(try given("{\"a\": \(number)}").texts == ["a": told])
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
