import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("What a person is told of, category by category")
struct SubscriptionRoutesTests {
    static let path = "/v1/users/me/subscriptions"

    @Test("A category that is switched off over a channel isn't told there, however severe, and is again once it is on", arguments: [DeliveryChannel.push, .inApp])
    func switchedOff(channel: DeliveryChannel) async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["notify_push": true], as: .person(.ana))
            let call: JSON = ["category": "pattern_alert", "channel": .text(channel.rawValue), "subscribed": false]
            #expect(try await api.put(Self.path, call, as: .person(.ana)).json == ["success": true])
            try await api.store.enqueue(.example(1, over: channel))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let skipped = try await api.store.row(1)
            #expect(skipped.status == "skipped" && skipped.reason == .categoryDisabled)
            let other: DeliveryChannel = channel == .push ? .inApp : .push
            try await api.store.enqueue(.example(2, over: other))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let allowed = try await api.store.row(2)
            #expect(allowed.reason != .categoryDisabled)
            let again: JSON = ["category": "pattern_alert", "channel": .text(channel.rawValue), "subscribed": true]
            #expect(try await api.put(Self.path, again, as: .person(.ana)).status == 200)
            let left = await api.store.switchedOff(by: .ana)
            #expect(left == [])
        }
    }

    @Test("Without a channel it is all of them, for a person by their token and for an app by its key")
    func allChannels() async throws {
        try await withAPI { api in
            let off = try await api.put("/v1/users/ana/subscriptions", ["category": "news", "subscribed": false], as: .app)
            #expect(off.status == 200)
            let channels = await api.store.switchedOff(by: .ana).map(\.channel)
            #expect(Set(channels) == Set(DeliveryChannel.allCases))
            #expect(try await api.put(Self.path, ["category": "news", "subscribed": true], as: .person(.ana)).status == 200)
            let left = await api.store.switchedOff(by: .ana)
            #expect(left == [])
        }
    }

    @Test("What a person was told of is listed by category and channel, with what they have switched off; what only an app or a trial is for isn't")
    func listed() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .push), .example(2, over: .webhook))
            await api.store.append(
                InboxMessage(
                    id: .example(3), recipient: .ana, member: .ana, alert: nil, category: "news",
                    content: NotificationContent(title: "News", body: "", severity: .watch), createdAt: .noon, readAt: nil))
            await api.store.append(
                InboxMessage(
                    id: .example(4), recipient: .ana, member: .ana, alert: nil, category: Payload.testKind,
                    content: NotificationContent(title: "A trial", body: "", severity: .watch), createdAt: .noon, readAt: nil))
            _ = try await api.put(Self.path, ["category": "offers", "channel": "email", "subscribed": false], as: .person(.ana))
            let expected: JSON = [
                "subscriptions": [
                    ["category": "news", "channel": "in_app", "subscribed": true], ["category": "offers", "channel": "email", "subscribed": false],
                    ["category": "pattern_alert", "channel": "push", "subscribed": true],
                ]
            ]
            #expect(try await api.get(Self.path, as: .person(.ana)).json == expected)
            #expect(try await api.get("/v1/users/ana/subscriptions", as: .app).json == expected)
            #expect(try await api.get(Self.path, as: .person(.ben)).json == ["subscriptions": []])
        }
    }

    @Test("What can't be a switch is refused with the reason, and so is another's")
    func refused() async throws {
        try await withAPI { api in
            let calls: [(JSON, String)] = [
                (["channel": "push", "subscribed": false], "400 missing_field category"), (["category": "news"], "400 missing_field subscribed"),
                (["category": "news", "channel": "pigeon", "subscribed": false], "400 unknown_value channel"),
                (["category": .text(String(repeating: "a", count: 129)), "subscribed": false], "400 wrong_type category"),
            ]
            for (call, summary) in calls { #expect(try await api.put(Self.path, call, as: .person(.ana)).summary == summary) }
            let call: JSON = ["category": "news", "channel": "push", "subscribed": false]
            #expect(try await api.put("/v1/users/ben/subscriptions", call, as: .person(.ana)).summary == "404 unknown_user user_id")
            #expect(try await api.get("/v1/users/ben/subscriptions", as: .person(.ana)).summary == "404 unknown_user user_id")
            #expect(try await api.get(Self.path).summary == "401 not_authenticated")
            let full = (1...CategorySubscription.switchedOffCountMax).map { (CategorySubscription(category: "kind-\($0)", channel: .push), false) }
            try await api.store.setSubscriptions(Dictionary(uniqueKeysWithValues: full), of: .ana, now: .noon)
            #expect(try await api.put(Self.path, call, as: .person(.ana)).summary == "400 too_many_switched_off")
            let point = try await api.post("/v1/users/ana/contact_points", ["channel": "email", "value": "ana@example.org"], as: .app)
            let atPoint = "/v1/users/me/contact_points/\(point.json["id"]?.string ?? "")/subscription"
            let news: JSON = ["category": "news", "subscribed": false]
            #expect(try await api.put(atPoint, news, as: .person(.ana)).summary == "400 too_many_switched_off")
        }
    }
}
