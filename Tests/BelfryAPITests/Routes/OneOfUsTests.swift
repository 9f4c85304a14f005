import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

/// An order of which one of those whom it tells does what there is to do, for all.
struct OneOfUsTests {
    private static func order(_ fields: [String: JSON] = [:]) -> JSON {
        .object(["recipients": ["ana", "ben", "eve"], "title": "The bill", "channels": ["in_app"], "one_of_us": true].merging(fields) { $1 })
    }

    private func told(_ fields: [String: JSON] = [:], in api: API) async throws -> [String] {
        let answer = try await api.post("/v1/notifications", Self.order(fields), as: .app)
        #expect(answer.status == 202, "\(answer.text)")
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
        return answer.json["deliveries"]?.items.compactMap(\.string) ?? []
    }

    private func acknowledge(_ id: String, as person: UserID, in api: API) async throws -> Int {
        try await api.post("/v1/deliveries/\(id)/actions/acknowledge", [:], as: .person(person)).status
    }

    @Test("Once one has pressed the button, the others' is done in their inbox, by name in the family alone; who presses it then changes nothing")
    func done() async throws {
        try await withAPI { api in
            let ids = try await told(["link": "https://shop.example/7"], in: api)
            try #require(ids.count == 3)
            func message(of person: UserID) async throws -> JSON? { try await api.get("/v1/inbox", as: .person(person)).json["messages"]?[0] }
            #expect(try await message(of: .ben)?["actions"]?[0]?["id"] == "acknowledge")
            #expect(try await acknowledge(ids[0], as: .ana, in: api) == 200)
            let (ana, ben, eve) = (try await message(of: .ana), try await message(of: .ben), try await message(of: .eve))
            #expect(ana?["done_at"] == nil && ana?["actions_taken"] == ["acknowledge"])
            #expect(ben?["done_at"] == "2026-01-25T12:00:00Z" && ben?["done_by"] == "Ana" && ben?["title"] == "The bill" && ben?["read_at"] == nil)
            #expect(ben?["actions"] == nil && ben?["link"] == nil && ana?["link"] == "https://shop.example/7")
            #expect(eve?["done_at"] == "2026-01-25T12:00:00Z" && eve?["done_by"] == nil)
            #expect(try await api.get("/v1/inbox", as: .person(.eve)).json["unread_count"] == 0)
            #expect(try await acknowledge(ids[1], as: .ben, in: api) == 200)
            #expect(try await message(of: .ana)?["done_at"] == nil)
            #expect(try await message(of: .ben)?["actions_taken"] == nil)
            let path = "/page/deliveries/retracted?ids=\(ids.joined(separator: "%0A"))"
            #expect(try await api.get(path, as: .page(.ben)).json["retracted"]?.items.compactMap(\.string) == [ids[1]])
            #expect(try await api.get(path, as: .page(.ana)).json == ["retracted": []])
        }
    }

    @Test("An open inbox hears of it, and the page says who did it, without buttons for what is done")
    func streamed() async throws {
        try await withAPI { api in
            let ids = try await told(["actions": [["id": "done", "title": "Paid it"]]], in: api)
            try #require(ids.count == 3)
            #expect(try await api.get("/inbox", as: .page(.ben)).text.contains("Paid it"))
            let response = try await api.stream("/v1/inbox/events", as: .person(.ben))
            #expect(try await api.post("/v1/deliveries/\(ids[0])/actions/done", [:], as: .person(.ana)).status == 200)
            let news = await response.text(through: ": still here")
            #expect(news.contains("event: retracted\nid: \(ids[1])\n") && news.contains(#""done_by":"Ana""#) && news.contains(#"{"unread_count":0}"#), "\(news)")
            let page = try await api.get("/inbox", as: .page(.ben)).text
            #expect(page.contains("✓ Ana did it, ") && !page.contains("Paid it") && !page.contains("Withdrawn"))
            #expect(try await api.get("/inbox", as: .page(.eve)).text.contains("✓ Somebody else did it, "))
        }
    }

    @Test("What waits of it is left out, and it says why: of the escalation, too, whoever did it")
    func leftOut() async throws {
        try await withAPI { api in
            let steps: JSON = [["recipients": ["carl"], "after_minutes": 15]]
            let ids = try await told(["escalation": ["until": "acknowledged", "steps": steps]], in: api)
            try #require(ids.count == 4)
            #expect(try await acknowledge(ids[2], as: .eve, in: api) == 200)
            api.clock.advance(.seconds(900))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let last = try await api.get("/v1/deliveries/\(ids[3])", as: .app).json
            #expect(last["status"] == "skipped" && last["reason"] == "already_acknowledged" && last["replayed_alike"] == true)
            #expect(last["sentence"] == "Not sent, because one of those whom it concerns has seen to it.")
        }
    }

    @Test("It is refused beside a digest, of a broadcast, and where it is no flag; said as false it changes nothing")
    func refused() async throws {
        try await withAPI { api in
            let digest = try await api.post("/v1/notifications", Self.order(["digest_key": "bills", "digest_window_seconds": 60]), as: .app)
            #expect(digest.summary == "400 wrong_type digest_key")
            #expect(try await api.post("/v1/notifications", Self.order(["one_of_us": "yes"]), as: .app).summary == "400 wrong_type one_of_us")
            #expect(try await api.post("/v1/broadcasts", Self.order(), as: .app).summary == "400 not_of_broadcast one_of_us")
            let ids = try await told(["one_of_us": false, "payload": ["one_of_us": true]], in: api)
            #expect(ids.count == 3)
            let queued = await api.store.deliveries(DeliverySelection()).map(\.delivery)
            #expect(queued.allSatisfy { $0.route == nil && $0.payload.oneOfUs == nil && $0.payload.actions == nil })
        }
    }
}
