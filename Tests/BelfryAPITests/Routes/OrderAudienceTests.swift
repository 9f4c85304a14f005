import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// Whom an order goes to: families beside people, and what is put into its words for each.
struct OrderAudienceTests {
    private static func order(_ fields: [String: JSON]) -> JSON {
        .object(["title": "Boiler", "channels": ["in_app"]].merging(fields) { $1 })
    }

    private static let keyed = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "order-7"])

    @Test("Of a family whoever is in it is told, once beside those who are named, and the answer and a dry run name each")
    func families() async throws {
        try await withAPI { api in
            let order: [String: JSON] = ["recipients": ["ben", "stranger"], "families": ["household", "next-door", "household"]]
            let dry = try await api.post("/v1/notifications", Self.order(order.merging(["dry_run": true]) { $1 }), as: .app)
            let everybody: JSON = ["ben", "stranger", "ana", "eve"]
            #expect(dry.status == 200 && dry.json["verdicts"]?.items.compactMap { $0["recipient_user_id"] } == everybody.items, "\(dry.text)")
            let answer = try await api.post("/v1/notifications", Self.order(order), as: .app)
            #expect(answer.status == 202 && answer.json["recipients"] == everybody && answer.json["deliveries"]?.items.count == 4, "\(answer.text)")
            let queued = await api.store.deliveries(DeliverySelection()).map(\.delivery)
            #expect(queued.allSatisfy { $0.member == $0.recipient } && queued.count == 4)
            let alone = try await api.post("/v1/notifications", Self.order(["recipients": ["ana"]]), as: .app)
            #expect(alone.status == 202 && alone.json["recipients"] == nil)
        }
    }

    @Test("Whoever is in a family and is named for later, too, is told at once and no more; nobody is named for later beside words of one's own")
    func escalation() async throws {
        try await withAPI { api in
            let steps: JSON = [["recipients": ["ben"], "after_minutes": 15], ["recipients": ["stranger"], "after_minutes": 30]]
            let escalation: JSON = ["until": "acknowledged", "steps": steps]
            let answer = try await api.post("/v1/notifications", Self.order(["families": ["household"], "escalation": escalation]), as: .app)
            #expect(answer.status == 202 && answer.json["deliveries"]?.items.count == 3, "\(answer.text)")
            #expect(answer.json["recipients"] == ["ana", "ben"], "whom it names further isn't among them")
            let queued = await api.store.deliveries(DeliverySelection()).map(\.delivery)
            #expect(Set(queued.filter { $0.payload.escalation == nil }.map(\.recipient)) == [.ana, .ben])
            #expect(queued.filter { $0.payload.escalation != nil }.map(\.recipient) == [UserID(literal: "stranger")])
            let own: [String: JSON] = ["recipients": ["ana"], "personalised": true, "escalation": escalation]
            #expect(try await api.post("/v1/notifications", Self.order(own), as: .app).summary == "400 wrong_type escalation")
        }
    }

    @Test("Of a family those alone are told who have the roles that the order names")
    func roles() async throws {
        try await withAPI { api in
            let admins: JSON = [["family_id": "household", "roles": ["superadmin", "admin"]]]
            let answer = try await api.post("/v1/notifications", Self.order(["families": admins]), as: .app)
            #expect(answer.json["recipients"] == ["ana"], "\(answer.text)")
        }
    }

    @Test("A family that isn't there, has nobody who is meant, or is named otherwise than it can be, is refused and named")
    func refused() async throws {
        try await withAPI { api in
            let cases: [(families: JSON, summary: String)] = [
                (["household", "nowhere"], "404 unknown_family families[1]"),
                ([["family_id": "next-door", "roles": ["member"]]], "400 wrong_type families[0]"),
                ([["family_id": "household", "roles": ["owner"]]], "400 unknown_value families[0].roles"),
                ([["family_id": "household", "roles": []]], "400 missing_field families[0].roles"),
                ([["family_id": "household", "role": "admin"]], "400 unknown_name families[0].role"),
                ([7], "400 wrong_type families[0]"), ([""], "400 wrong_type families[0]"),
                (.list(Array(repeating: "household", count: 101)), "400 wrong_type families"), ([], "400 missing_field recipients"),
            ]
            for (families, summary) in cases {
                let answer = try await api.post("/v1/notifications", Self.order(["families": families]), as: .app)
                #expect(answer.summary == summary, "\(answer.text)")
            }
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
        }
    }

    @Test("At most 1,000 deliveries come of an order, those of its families counted")
    func limit() async throws {
        try await withAPI { api in
            let people = (1...999).map { JSON.text("user-\($0)") }
            let full = try await api.post("/v1/notifications", Self.order(["recipients": .list(people), "families": ["next-door"]]), as: .app)
            #expect(full.status == 202 && full.json["recipients"]?.items.count == 1000)
            let more = try await api.post("/v1/notifications", Self.order(["recipients": .list(people), "families": ["household"]]), as: .app)
            #expect(more.summary == "400 too_many_items")
        }
    }

    @Test("What is repeated under its key answers as it did, whoever is in the family by now, or whether it is there at all")
    func repeated() async throws {
        try await withAPI { api in
            let order = Self.order(["families": ["household"]])
            let first = try await api.post("/v1/notifications", order, as: Self.keyed)
            #expect(first.json["recipients"] == ["ana", "ben"] && first.json["is_repeated"] == false)
            let household = FamilyID(literal: "household")
            for (leaver, joiner) in [(UserID.ben, UserID.eve), (.ana, nil), (.eve, nil)] as [(UserID, UserID?)] {
                _ = await api.store.remove(leaver, from: household, now: .noon)
                if let joiner {
                    let record = FamilyRecord(id: household, name: "Household", members: [FamilyMember(user: joiner, firstName: "", role: .member)])
                    try await api.store.save(record, now: .noon)
                }
                let again = try await api.post("/v1/notifications", order, as: Self.keyed)
                #expect(again.status == 202 && again.json["is_repeated"] == true && again.json["deliveries"] == first.json["deliveries"], "\(again.text)")
                #expect(again.json["recipients"] == ["ana", "ben"])
            }
            let other = try await api.post("/v1/notifications", Self.order(["families": ["next-door"]]), as: Self.keyed)
            #expect(other.summary == "409 idempotency_key_reused")
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.count == 2)
            let fresh = try await api.post("/v1/notifications", order, as: .app)
            #expect(fresh.summary == "400 wrong_type families[0]")
        }
    }

    @Test("Each recipient of a personalised order reads their own words in their language, and a family what holds for everybody")
    func personalised() async throws {
        try await withAPI { api in
            var german = Preferences()
            german.language = .german
            try await api.store.save(german, of: .ben, now: .noon)
            let order: [String: JSON] = [
                "recipients": [["user_id": "ben", "values": ["name": "Ben", "points": 3, "unused": "x"]], "eve", "ben"], "families": ["household"],
                "title": "{{name}}: {{points}}", "texts": ["de": ["title": "{{points}} für {{name}}"]], "personalised": true,
                "default_values": ["name": "{{points}}", "points": 0],
            ]
            let answer = try await api.post("/v1/notifications", Self.order(order), as: .app)
            #expect(answer.json["recipients"] == ["ben", "eve", "ana"], "\(answer.text)")
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            for (person, title) in [(UserID.ben, "3 für Ben"), (.eve, "{{points}}: 0"), (.ana, "{{points}}: 0")] {
                let messages = try await api.get("/v1/inbox", as: .person(person)).json["messages"]?.items ?? []
                #expect(messages.map { $0["title"]?.string } == [title])
            }
        }
    }

    @Test("Where words can't be told to somebody the answer names their place and nothing is queued; without personalised braces are braces")
    func personalisedRefusals() async throws {
        try await withAPI { api in
            let named: JSON = [["user_id": "ana", "values": ["name": "Ana"]], "ben"]
            let personal: [String: JSON] = ["recipients": named, "title": "Hello {{name}}", "personalised": true]
            let cases: [(fields: [String: JSON], field: String)] = [
                (personal, "recipients[1].values"), (["recipients": named], "recipients[0].values"),
                (["recipients": ["ana"], "default_values": ["name": "You"]], "personalised"),
                (["recipients": [["user_id": "ana", "values": ["Name": "Ana"]]], "personalised": true], "recipients[0].values"),
                (["recipients": ["ana"], "title": "Hello {{name", "personalised": true], "title"),
                (["families": ["household"], "title": "Hello {{name}}", "personalised": true], "default_values"),
                (["recipient_user_id": "ana", "title": "Hello {{name}}", "personalised": true], "default_values"),
                (
                    [
                        "recipients": [["user_id": "ana", "values": ["name": "Ana"]], ["user_id": "ana", "values": ["name": "Anna"]]],
                        "title": "{{name}}", "personalised": true,
                    ], "recipients[1].values"
                ),
                (
                    [
                        "recipients": [["user_id": "ana", "values": ["name": .text(String(repeating: "a", count: 256))]]], "title": "Hello {{name}}",
                        "personalised": true,
                    ], "recipients[0].values"
                ),
            ]
            for (fields, field) in cases {
                let answer = try await api.post("/v1/notifications", Self.order(fields), as: .app)
                #expect(answer.status == 400 && answer.json["error"]?["field"]?.string == field, "\(answer.text)")
            }
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
            let plain = try await api.post("/v1/notifications", Self.order(["recipients": [["user_id": "ana"]], "title": "Hello {{name}}"]), as: .app)
            let told = await api.store.deliveries(DeliverySelection()).map(\.delivery.payload.title)
            #expect(plain.status == 202 && told == ["Hello {{name}}"])
        }
    }
}
