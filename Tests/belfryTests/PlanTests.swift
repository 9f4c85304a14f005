import Foundation
import Testing

@Suite("Planning at the terminal", .timeLimit(.minutes(10)))
struct PlanTests {
    /// A day with two bills at nine, a reminder in quiet hours, and one that can't be used.
    private static let document = #"""
        {"now": "2026-11-21T07:00:00Z", "platform": "ios",
         "person": {"timezone": "Europe/Berlin", "quiet_hours_start": "22:00", "quiet_hours_end": "07:00", "quiet_hours_action": "defer"},
         "requests": [
           {"domain": "bills", "entity": "rent", "rule": "due_day", "on": "2026-11-22", "title": "Rent is due today"},
           {"domain": "bills", "entity": "gym", "rule": "due_day", "on": "2026-11-22", "title": "The gym is due today"},
           {"domain": "family", "entity": "call", "at": "2026-11-22T21:30:00Z", "title": "Call grandmother"},
           {"domain": "family", "entity": "bad", "dtstart": "2026-11-22", "rrule": "FREQ=DAILY;BYHOUR=24", "title": "Never"}]}
        """#

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("A document becomes a picture of time, and what can't be used is named")
    func picture() async throws {
        let result = try await Program.run("plan", "-", input: Self.document)
        #expect(result.status == 0)
        #expect(result.output.contains("09:00     ◉ 2 reminders"))
        #expect(result.output.contains("07:00     ◐ Call grandmother"))
        #expect(result.output.contains("Everything asked for is planned."))
        #expect(result.errors.contains("“requests[3].rrule” is no recurrence rule that can be used. BYHOUR"))
    }

    @Test("As JSON it can be given back: an unchanged plan needs no call, and each line's inputs are decided alike")
    func json() async throws {
        let result = try await Program.run("plan", "-", "--json", "--explain", input: Self.document)
        let plan = try object(result.output)
        let lines = try #require(plan["lines"] as? [[String: Any]])
        #expect(lines.map { $0["local"] as? String } == ["2026-11-22T09:00:00", "2026-11-23T07:00:00"])
        #expect(lines.map { $0["reason"] as? String } == ["same_moment", "quiet_hours"])

        var document = try object(Self.document)
        document["pending"] = lines.map { line in ["identifier", "moment", "fingerprint", "promises"].reduce(into: [:]) { $0[$1] = line[$1] } }
        let again = try await Program.run(
            "plan", "-", "--json", input: String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self))
        let calls = try #require(try object(again.output)["calls"] as? [String: [String]])
        #expect(calls == ["add": [], "replace": [], "remove": []])

        let parts = lines.flatMap { $0["parts"] as? [[String: Any]] ?? [] }
        let questions = try parts.map { String(decoding: try JSONSerialization.data(withJSONObject: $0["inputs"] ?? [:]), as: UTF8.self) }
        let decided = try await Program.run("decide", input: questions.joined(separator: "\n"))
        #expect(try decided.lines.map { try object($0)["reason"] as? String } == parts.map { $0["reason"] as? String })
    }

    /// A bill due tomorrow, asked about at eight in the morning.
    private static let bills = #"""
        {"settings": {"bill_reminders_enabled": true, "currency": "EUR", "weekly_digest_enabled": false},
         "items": [{"id": "gym", "name": "Gym", "amount": 2990, "due_date": "2026-11-22"},
                   {"id": "power", "name": "Power", "due_date": "2026-11-23", "is_auto_pay": true}, {"id": "", "name": "Nothing"}]}
        """#

    @Test("A tenant's facts become reminders, with the log lines that are looked for, and a bad fact is named")
    func domain() async throws {
        let input = #"{"now": "2026-11-21T07:00:00Z", "person": {"timezone": "Europe/Berlin"}, "bills": \#(Self.bills)}"#
        let result = try await Program.run("plan", "--domain", "bills", "-", "--json", input: input)
        let lines = try #require(try object(result.output)["lines"] as? [[String: Any]])
        #expect(lines.map { $0["local"] as? String } == ["2026-11-21T09:00:00", "2026-11-22T09:00:00"])
        #expect(lines.map { $0["title"] as? String } == ["Due tomorrow: Gym", "Due today: Gym"])
        #expect(result.errors.contains("Scheduled notifications for 1/2 bills"))
        #expect(result.errors.contains("bills.items[2].id"))
        let bare = try await Program.run("plan", "--domain", "bills", "-", "--json", "--with", "now=2026-11-21T07:00:00Z", input: Self.bills)
        #expect(bare.status == 0, "one tenant's facts alone are a document too")
    }

    @Test("Ensure asks for what is missing, nothing where nothing is, and force for everything")
    func ensure() async throws {
        let input = #"{"now": "2026-11-21T07:00:00Z", "person": {"timezone": "Europe/Berlin"}, "bills": \#(Self.bills)}"#
        let pending = try await Program.run("plan", "-", "--pending", input: input)
        #expect(pending.lines.count == 2)
        var document = try object(input)
        func run(_ flag: String, holding lines: ArraySlice<String>) async throws -> [String] {
            document["pending"] = try lines.map(object)
            let text = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
            return try await Program.run("plan", "-", flag, input: text).lines
        }
        #expect(try await run("--ensure", holding: pending.lines[...]).first == "Nothing to do: the notification centre is in step.")
        #expect(try await run("--ensure", holding: pending.lines.prefix(1)).first == "add      bills|gym|due_day|2026-11-22")
        #expect(try await run("--force", holding: pending.lines[...]).contains("2 calls."))
    }

    @Test("What if shows the difference and saves nothing")
    func whatIf() async throws {
        let result = try await Program.run(["plan", "-", "--with", "quiet_hours_action=skip", "--with", "reminder_time=08:30"], input: Self.document)
        #expect(
            result.lines == [
                "~ Sun 22 Nov 09:00 → Sun 22 Nov 08:30  The gym is due today",
                "~ Sun 22 Nov 09:00 → Sun 22 Nov 08:30  Rent is due today",
                "− Mon 23 Nov 07:00  Call grandmother: not told, because quiet hours don't let it pass",
            ])
        let same = try await Program.run(["plan", "-", "--with", "quiet_hours_start=21:30"], input: Self.document)
        #expect(same.lines == ["Nothing would be told otherwise."])
    }

    @Test(
        "Wrong use ends with 2, and a document that can't be used with 1; each says what to do",
        arguments: [
            (["plan", "-", "--with", "volume=11"], document, 2, "there is no such setting. There are: "),
            (["plan", "-", "--with", "volume"], document, 2, "give a setting and its value"),
            (["plan", "-"], "[]", 1, "not a JSON object"), (["plan", "-"], #"{"now": 7}"#, 1, "“now” has the wrong form"),
            (["plan", "-", "--domain", "garden"], document, 2, "garden"), (["plan", "-", "--json", "--pending"], document, 2, "Give only one of"),
            (["plan", "-"], #"{"now": "2026-11-21T07:00:00Z", "person": {"timezone": "Mars"}}"#, 1, "“person.timezone” is not a time zone"),
            (["plan", "nowhere.json"], "", 1, "nowhere.json can't be read"), (["plan"], "", 2, "Missing expected argument"),
        ] as [([String], String, Int32, String)])
    func wrong(_ arguments: [String], _ input: String, _ status: Int32, _ words: String) async throws {
        let result = try await Program.run(arguments, input: input)
        #expect(result.status == status)
        #expect(result.errors.contains(words))
        #expect(result.output == "")
    }
}
