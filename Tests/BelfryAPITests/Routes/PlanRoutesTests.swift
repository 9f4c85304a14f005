import BelfryModel
import BelfryTesting
import HTTPTypes
import Testing

struct PlanRoutesTests {
    private static let document: JSON = [
        "now": "2026-11-21T07:00:00Z", "person": ["timezone": "Europe/Berlin", "language": "de"],
        "requests": [["domain": "a", "entity": "1", "title": "A", "on": "2026-11-22"], ["domain": "a"]],
        "study": ["settings": [:], "items": ["2026-11-20"]],
    ]

    @Test("Whoever may ask gets the plan of what they send, with what was refused", arguments: [Shown.person(.ana), .app, .admin])
    func planned(shown: Shown) async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/plan?explain=true", Self.document, as: shown)
            #expect(answer.status == 200)
            #expect(answer.json["lines"]?.items.first?["title"]?.string == "Zeit zum Wiederholen")
            #expect(answer.json["lines"]?.items.first?["sentence"]?.string?.hasPrefix("Um 09:00") == true)
            #expect(answer.json["refused"]?.items.first?["field"]?.string == "requests[1].entity")
        }
    }

    @Test("Own reminders are planned, and one that stays in a zone by the clock there")
    func reminders() async throws {
        let call: JSON = ["id": "call", "title": "Call", "dtstart": "2026-11-21T12:00", "timezone": "America/Toronto"]
        let document: JSON = ["now": "2026-11-21T07:00:00Z", "person": ["timezone": "Europe/Berlin"], "reminders": ["items": [call, ["id": "none"]]]]
        try await withAPI { api in
            let answer = try await api.post("/v1/plan", document, as: .app)
            #expect(answer.json["lines"]?.items.map { $0["moment"]?.string } == ["2026-11-21T17:00:00Z"])
            #expect(answer.json["refused"]?.items.map { $0["field"]?.string } == ["reminders.items[1].title"])
        }
    }

    @Test("Nobody else is answered, and what is no document is refused by name")
    func refused() async throws {
        try await withAPI { api async throws in
            #expect(try await api.post("/v1/plan", Self.document, as: .nobody).status == 401)
            #expect(try await api.post("/v1/plan", ["now": "soon"], as: .app).summary == "400 wrong_type now")
            #expect(try await api.post("/v1/plan", ["person": ["timezone": "Mars"]], as: .app).summary == "400 unknown_timezone person.timezone")
            #expect(try await api.post("/v1/plan?explain=yes", Self.document, as: .app).summary == "400 unknown_value explain")
            #expect(try await api.post("/v1/plan?explained=true", Self.document, as: .app).summary == "400 unknown_name explained")
        }
    }

    @Test("What would be refused in more than 50,000 items isn't named item by item, in one list or in several")
    func manyRefusals() async throws {
        func list(_ item: String, _ count: Int) -> String { "[" + Array(repeating: item, count: count).joined(separator: ",") + "]" }
        let long = "{\"anything\": {\"deep\": [\(list("0", 50_001))]}}"
        let several = "{\"requests\": \(list("0", 25_001)), \"pantry\": {\"items\": \(list("{}", 25_000))}}"
        let short = "{\"requests\": \(list("0", 3))}"
        try await withAPI { api async throws in
            for document in [long, several] {
                #expect(try await api.ask(.post, "/v1/plan", document, as: .person(.ana)).summary == "400 too_many_items")
            }
            let answer = try await api.ask(.post, "/v1/plan", short, as: .person(.ana))
            #expect(answer.json["refused"]?.items.count == 3)
        }
    }

    @Test("Of more than 2,000 that come back by a rule none is looked at")
    func manyRules() async throws {
        @Sendable func document(_ count: Int) -> String {
            let rule = "{\"dtstart\": \"2026-11-21\", \"rrule\": \"FREQ=YEARLY\"}"
            return "{\"reminders\": {\"items\": [\(Array(repeating: rule, count: count).joined(separator: ","))]}}"
        }
        try await withAPI { api async throws in
            #expect(try await api.ask(.post, "/v1/plan", document(2001), as: .person(.ana)).summary == "400 too_many_items")
            #expect(try await api.ask(.post, "/v1/plan", document(2000), as: .person(.ana)).status == 200)
        }
    }
}
