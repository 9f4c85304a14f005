import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("A family's scores and insights")
struct InsightRoutesTests {
    private static let path = "/v1/families/household/insights"

    /// Two good weeks of Ben's and a bad one, until yesterday.
    private func takeDrop(_ api: API) async throws {
        let steps = Array(repeating: 11_000.0, count: 14) + Array(repeating: 3000, count: 7)
        let days = steps.enumerated().map { index, steps in
            DailyMetrics(user: .ben, date: .sunday - (21 - index), source: "watch", values: [.steps: steps, .sleepMinutes: 450])
        }
        _ = try await api.store.ingest(days, now: .noon) { _ in .nothing }
    }

    @Test("Each member has the scores of three weeks, and what is worth a look is a sentence with its figures")
    func whole() async throws {
        try await withAPI { api async throws in
            try await takeDrop(api)
            let answer = try await api.get(Self.path, as: .person(.ana))
            #expect(answer.status == 200)
            #expect(answer.json["family_id"] == "household" && answer.json["rules"] == "v2" && answer.json["date"] == "2026-01-25")
            let ben = answer.json["members"]?.items.first { $0["user_id"] == "ben" }
            #expect(ben?["first_name"] == "Ben" && ben?["shares_scores"] == true)
            let days = ben?["days"]?.items ?? []
            #expect(days.count == 20, "today has nothing yet")
            #expect(days.last?["date"] == "2026-01-24" && days.last?["sleep"] == 100 && days.last?["stress"] == nil)
            let insight = try #require(answer.json["insights"]?[0])
            #expect(answer.json["insights"]?.items.count == 1)
            #expect(insight["member_user_id"] == "ben" && insight["pillar"] == "movement" && insight["tone"] == "attention")
            #expect(insight["title"] == "Lower than before for Ben: movement score" || insight["rule"] == "streak_low")
            #expect(insight["sentence"]?.string?.contains("of 100") == true)
        }
    }

    @Test("The sentence is in the reader's language")
    func language() async throws {
        try await withAPI { api async throws in
            try await takeDrop(api)
            let headers = ["authorization": "Bearer \(try await api.token(of: .ana))", "accept-language": "fr-CA"]
            let french = try await api.get(Self.path, as: .headers(headers)).json["insights"]?[0]
            let english = try await api.get(Self.path, as: .person(.ana)).json["insights"]?[0]
            #expect(french?["rule"] == english?["rule"] && french?["sentence"] != english?["sentence"])
        }
    }

    @Test("Nobody is shown an insight about themself")
    func oneself() async throws {
        try await withAPI { api async throws in
            try await takeDrop(api)
            let own = try await api.get(Self.path, as: .person(.ben)).json
            #expect(own["insights"]?.items.isEmpty == true)
            #expect(own["members"]?.items.first { $0["user_id"] == "ben" }?["days"]?.items.count == 20)
        }
    }

    @Test("Whoever withdraws consent keeps their scores to themself")
    func consent() async throws {
        try await withAPI { api async throws in
            try await takeDrop(api)
            _ = try await api.put("/v1/families/household/consent", ["shares_alerts": false], as: .person(.ben))
            let seen = try await api.get(Self.path, as: .person(.ana)).json
            let ben = seen["members"]?.items.first { $0["user_id"] == "ben" }
            #expect(ben?["shares_scores"] == false && ben?["days"]?.items.isEmpty == true && seen["insights"]?.items.isEmpty == true)
            let page = try await api.get("/", as: .page(.ana))
            #expect(!page.text.contains("scores-of-ben"))
            let own = try await api.get(Self.path, as: .person(.ben)).json
            #expect(own["members"]?.items.first { $0["user_id"] == "ben" }?["days"]?.items.count == 20)
        }
    }

    @Test("It is for the family's members alone")
    func strangers() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get(Self.path, as: .person(.eve)).summary == "404 unknown_family")
            #expect(try await api.get("/v1/families/nowhere/insights", as: .person(.ana)).summary == "404 unknown_family")
            #expect(try await api.get(Self.path, as: .app).summary == "403 not_authorized")
            #expect(try await api.get(Self.path).summary == "401 not_authenticated")
        }
    }

    @Test("The page draws each pillar of whoever has scores, with the figures as text")
    func page() async throws {
        try await withAPI { api async throws in
            try await takeDrop(api)
            let text = try await api.get("/", as: .page(.ana)).text
            #expect(text.contains("scores-of-ben") && !text.contains("scores-of-ana"))
            #expect(text.contains("Ben, Sleep, 20 days: lowest 100 on ") && text.contains("Ben, Movement, 20 days: lowest "))
            #expect(text.contains("Vitality ") && text.contains("Too little is known."))
        }
    }
}
