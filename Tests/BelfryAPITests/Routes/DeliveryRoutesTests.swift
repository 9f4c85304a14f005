import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

struct DeliveryRoutesTests {
    private static let path = "/v1/deliveries/delivery-1"

    @Test(
        "A delivery of the house is explained to its recipient, the member's family, apps and the admin",
        arguments: [Shown.person(.ana), .person(.ben), .app, .admin])
    func explained(shown: Shown) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let answer = try await api.get(Self.path, as: shown)
            #expect(answer.status == 200)
            #expect(answer.json["status"] == "sent")
            #expect(answer.json["reason"] == "allowed")
            #expect(answer.json["sentence"] == "Sent, because nothing stood against it: inbox is on, no quiet hours are set.")
            #expect(answer.json["replayed_alike"] == true)
            #expect(answer.json["replayed"] == ["action": "send", "reason": "allowed", "until": nil])
            let inputs = try JSON(parsing: answer.json["inputs"]?.string ?? "")
            #expect(inputs["channel"] == "in_app" && inputs["now"] == "2026-01-25T12:00:00Z")
        }
    }

    @Test("What the house tells of people takes a key that may people; one that reads is shown what its app has ordered")
    func scopes() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            try await api.addKey("reads", scopes: [.read, .send])
            try await api.addKey("knows", scopes: [.read, .people])
            #expect(try await api.get(Self.path, as: .bearer("bk_reads")).summary == "403 insufficient_scope")
            #expect(try await api.get(Self.path, as: .bearer("bk_knows")).status == 200)
            let order: JSON = ["recipient_user_id": "ana", "title": "News", "channels": ["in_app"]]
            let ordered = try await api.post("/v1/notifications", order, as: .bearer("bk_reads"))
            let id = try #require(ordered.json["deliveries"]?.items.first?.string)
            #expect(try await api.get("/v1/deliveries/\(id)", as: .bearer("bk_reads")).status == 200)
            #expect(try await api.get("/v1/deliveries/\(id)", as: .bearer("bk_knows")).summary == "404 unknown_delivery")
        }
    }

    @Test("To anybody else it isn't there", arguments: [UserID.eve, .stranger])
    func strangers(person: UserID) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            #expect(try await api.get(Self.path, as: .person(person)).summary == "404 unknown_delivery")
            #expect(try await api.get("/v1/deliveries/none", as: .person(person)).summary == "404 unknown_delivery")
            #expect(try await api.get("/v1/deliveries/none", as: .app).summary == "404 unknown_delivery")
        }
    }

    @Test("What an app had sent isn't there for another app, be it a delivery or a member of a broadcast", arguments: ["notifications", "broadcasts"])
    func otherApps(what: String) async throws {
        try await withAPI { api in
            try await api.store.addKey(named: "shop", hash: Authenticator.hash(ofKey: "bk_the-key-of-the-shop"), now: .noon)
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "channels": ["in_app"]]
            let ordered = try await api.post("/v1/\(what)", order, as: .app)
            let id = try #require(ordered.json["deliveries"]?[0]?.string ?? ordered.json["id"]?.string)
            let path = "/v1/deliveries/\(what == "broadcasts" ? "\(id)-0-0" : id)"
            #expect(try await api.get(path, as: .bearer("bk_the-key-of-the-shop")).summary == "404 unknown_delivery")
            #expect(try await api.get(path, as: .app).status == 200)
            #expect(try await api.get(path, as: .admin).status == 200)
            #expect(try await api.get(path, as: .person(.ana)).status == 200)
        }
    }

    @Test("What an app tells somebody is theirs to read, and isn't there for their family, also where it is about one of them", arguments: ["ben", "ana"])
    func familyOfRecipient(member: String) async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ben"], "member_user_id": .text(member), "title": "Your order", "channels": ["in_app"]]
            let ordered = try await api.post("/v1/notifications", order, as: .app)
            let id = try #require(ordered.json["deliveries"]?[0]?.string)
            #expect(try await api.get("/v1/deliveries/\(id)", as: .person(.ana)).summary == "404 unknown_delivery")
            #expect(try await api.get("/v1/deliveries/\(id)", as: .person(.ben)).status == 200)
        }
    }

    @Test("One that was left out says why, and what would let it through")
    func leftOut() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .push))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let answer = try await api.get(Self.path, as: .person(.ana))
            #expect(answer.json["status"] == "skipped")
            #expect(answer.json["sentence"] == "Not sent, because you have switched off push notifications.")
            let seenByOthers = try await api.get(Self.path, as: .admin)
            #expect(seenByOthers.json["sentence"] == "Not sent, because the recipient has switched off push notifications.")
            let advice = "Switching on “On my devices, by WhatsApp, ntfy, Telegram and in chat rooms” under “Channels” in the settings would let it through."
            #expect(answer.json["what_would_change"]?.string == advice)
            #expect(answer.json["replayed_alike"] == true)
        }
    }

    @Test("One that waits has no reason yet")
    func waiting() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            let answer = try await api.get(Self.path, as: .person(.ana))
            #expect(
                answer.json == [
                    "id": "delivery-1", "status": "pending", "channel": "push", "recipient_user_id": "ana", "member_user_id": "ben",
                    "alert_state_id": "alert-1", "attempts": 0, "sentence": "Not decided yet: it waits for a worker.", "transmissions": [],
                ])
        }
    }
}
