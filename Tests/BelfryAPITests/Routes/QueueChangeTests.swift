import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// It is noon in these tests, of 2026-01-25.
struct QueueChangeTests {
    private static let order: JSON = [
        "recipients": ["ana", "ben"], "title": "Boiler", "channels": ["in_app"], "deliver_after": "2026-01-26T08:00:00Z", "collapse_key": "boiler",
    ]

    /// Orders it under a key.
    private func order(_ api: API, under key: String = "boiler 7") async throws -> [String] {
        let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": key])
        let answer = try await api.post("/v1/notifications", Self.order, as: shown)
        return answer.json["deliveries"]?.items.compactMap(\.string) ?? []
    }

    @Test("What an app ordered for later is changed by the key of its order: it is told at once, in other words, and who changed it is said to no person")
    func byKey() async throws {
        try await withAPI { api in
            let ids = try await order(api)
            let change: JSON = ["idempotency_key": "boiler 7", "deliver_after": "now", "title": "Heating", "body": "At nine"]
            let asked = try await api.post("/v1/deliveries/change", .object(change.members.merging(["dry_run": true]) { $1 }), as: .app)
            #expect(asked.json["dry_run"] == true && asked.json["changed"]?.items.count == 2)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["unread_count"] == 0)
            let done = try await api.post("/v1/deliveries/change", change, as: .app)
            #expect(Set(done.json["changed"]?.items.compactMap(\.string) ?? []) == Set(ids) && done.json["refused"] == [] && done.json["dry_run"] == nil)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["title"] == "Heating" && message?["body"] == "At nine")
            let id = try #require(message?["id"]?.string)
            let (own, person) = (try await api.get("/v1/deliveries/\(id)", as: .app).json, try await api.get("/v1/deliveries/\(id)", as: .person(.ana)).json)
            #expect(own["changed_at"] == "2026-01-25T12:00:00Z" && own["changed_by"] == "app")
            #expect(person["changed_at"] == own["changed_at"] && person["changed_by"] == nil)
            let listed = try await api.get("/v1/deliveries", as: .app).json["deliveries"]?.items ?? []
            #expect(listed.map { $0["changed_by"] } == ["app", "app"])
            let late = try await api.post("/v1/deliveries/change", change, as: .app)
            #expect(late.json["changed"] == [] && late.json["refused"]?.items.map { $0["why"] } == ["sent", "sent"])
        }
    }

    @Test("What waits under a collapse key is changed for one person, and what isn't there or another's is named as unknown")
    func byCollapseKey() async throws {
        try await withAPI { api in
            let ids = try await order(api)
            let foreign = Delivery.ordered(1, by: .shop)
            _ = try await api.store.enqueue([foreign], under: nil, now: .noon)
            let done = try await api.post(
                "/v1/deliveries/change", ["collapse_key": "boiler", "recipient_user_id": "ben", "priority": "low"], as: .app)
            let changed = try #require(done.json["changed"]?.items.compactMap { $0.string })
            #expect(changed.count == 1 && done.json["refused"] == [])
            let priorities = await api.store.deliveries(DeliverySelection(app: AppID(literal: "app"))).map { ($0.delivery.recipient, $0.delivery.priority) }
            #expect(priorities.contains { $0.0 == .ben && $0.1 == .low } && priorities.contains { $0.0 == .ana && $0.1 == .normal })
            let named = try await api.post("/v1/deliveries/change", ["ids": ["delivery-1", .text(ids[0])], "body": "At nine"], as: .app)
            #expect(named.json["changed"] == [.text(ids[0])])
            #expect(named.json["refused"] == [["id": "delivery-1", "why": "unknown"]])
            #expect(await api.store.delivery(.example(1))?.changedAt == nil)
        }
    }

    @Test("What waits under a collapse key is found however many others wait for the same person")
    func amongMany() async throws {
        try await withAPI { api in
            _ = try await order(api)
            let later = Instant.noon + .seconds(86_400)
            let others = (1...1001).map { Delivery.ordered($0, by: AppID(literal: "app"), to: .ben, deliverAfter: later) }
            _ = try await api.store.enqueue(others, under: nil, now: .noon)
            let done = try await api.post(
                "/v1/deliveries/change", ["collapse_key": "boiler", "recipient_user_id": "ben", "priority": "low"], as: .app)
            #expect(done.json["changed"]?.items.count == 1)
        }
    }

    @Test(
        "What a change can't mean is refused by the limits of an order, and nothing is changed",
        arguments: [
            (["ids": ["delivery-1"]], "missing_field deliver_after"), (["title": "Heating"], "missing_field ids"),
            (["recipient_user_id": "ana", "title": "Heating"], "missing_field ids"),
            (["collapse_key": "boiler", "title": "Heating"], "missing_field recipient_user_id"),
            (["all": true, "title": "Heating"], "unknown_name all"), (["ids": ["delivery-1"], "severity": "watch"], "unknown_name severity"),
            (["ids": ["delivery-1"], "deliver_after": "soon"], "wrong_type deliver_after"),
            (["ids": ["delivery-1"], "expires_at": "2026-01-25T11:00:00Z"], "wrong_type expires_at"),
            (["ids": ["delivery-1"], "expires_at": "2026-01-25T13:00:00Z", "deliver_after": "2026-01-25T14:00:00Z"], "wrong_type expires_at"),
            (["ids": ["delivery-1"], "priority": "urgent"], "unknown_value priority"), (["ids": ["delivery-1"], "link": "javascript:1"], "wrong_type link"),
            (["ids": ["delivery-1"], "title": .text(String(repeating: "a", count: 257))], "wrong_type title"),
            (["ids": ["delivery-1"], "texts": ["xx": ["title": "Heating"]]], "unknown_name texts.xx"),
        ] as [(JSON, String)])
    func refused(body: JSON, problem: String) async throws {
        try await withAPI { api in
            _ = try await api.store.enqueue([.ordered(1, by: AppID(literal: "app"))], under: nil, now: .noon)
            let answer = try await api.post("/v1/deliveries/change", body, as: .app)
            #expect(answer.summary == "400 \(problem)")
            #expect(await api.store.delivery(.example(1))?.changedAt == nil)
        }
    }

    @Test("A person can't change what waits, nor an app what is another's")
    func notAllowed() async throws {
        try await withAPI { api in
            let body: JSON = ["ids": ["delivery-1"], "deliver_after": "now", "app_id": "another"]
            let answers = [
                try await api.post("/v1/deliveries/change", body, as: .person(.ana)), try await api.post("/v1/deliveries/change", body, as: .app),
            ]
            #expect(answers.map(\.summary) == ["403 not_authorized", "403 not_authorized"])
        }
    }
}
