import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

struct HeldDigestTests {
    /// A delivery that waited, with what a summary looks at.
    private struct Held {
        var id: String
        var createdAt: Int64 = 0
        var recipient = "ada"
        var channelName = "push"
        var kind: String? = "pattern_alert"
        var severity = Severity.watch
        var attemptCount = 0
        var isHeld = true
        var groupKey: String?
        var app = AppID.house
        var deliverAtLocal: CivilDateTime?
    }

    private func merges(_ held: [Held]) throws -> [String: String] {
        let deliveries = try held.map { held in
            var payload = Payload()
            payload.kind = held.kind
            payload.deliverAtLocal = held.deliverAtLocal
            let recipient = try #require(UserID(held.recipient))
            let delivery = Delivery(
                id: try #require(DeliveryID(held.id)), createdAt: Instant(secondsSinceEpoch: held.createdAt), recipient: recipient,
                member: recipient, alert: nil, channelName: held.channelName, payload: payload, attemptCount: held.attemptCount,
                heldSince: held.isHeld ? Instant(secondsSinceEpoch: held.createdAt) : nil, groupKey: held.groupKey, app: held.app)
            return (delivery: delivery, severity: held.severity)
        }
        return Dictionary(uniqueKeysWithValues: HeldDigest.merges(of: deliveries).map { ($0.key.text, $0.value.text) })
    }

    @Test("Nothing and a single one make no summary")
    func single() throws {
        #expect(try merges([]).isEmpty)
        #expect(try merges([Held(id: "a")]).isEmpty)
    }

    @Test("What was meant for a moment by the recipient's clock stays alone, whatever else waited")
    func localMoments() throws {
        let local = CivilDateTime("2026-12-24T09:00")
        let held = [Held(id: "a", deliverAtLocal: local), Held(id: "b"), Held(id: "c", deliverAtLocal: local), Held(id: "d")]
        #expect(try merges(held) == ["d": "b"])
    }

    @Test("What two apps tell stays apart")
    func apps() throws {
        let shop = try #require(AppID("shop"))
        #expect(try merges([Held(id: "a"), Held(id: "b", app: shop), Held(id: "c", app: shop)]) == ["c": "b"])
        let grouped = [Held(id: "a", isHeld: false, groupKey: "day"), Held(id: "b", isHeld: false, groupKey: "day", app: shop)]
        #expect(try merges(grouped).isEmpty)
    }

    @Test("Several of one recipient, channel and category go into the oldest, in whatever order they come")
    func several() throws {
        let held = [Held(id: "a", createdAt: 3), Held(id: "b", createdAt: 1), Held(id: "c", createdAt: 2, severity: .attention)]
        #expect(try merges(held) == ["a": "b", "c": "b"])
        #expect(try merges(held.reversed()) == ["a": "b", "c": "b"])
    }

    @Test("Of one age, the one with the first identifier carries the others")
    func sameAge() throws {
        #expect(try merges([Held(id: "b"), Held(id: "a"), Held(id: "c")]) == ["b": "a", "c": "a"])
    }

    @Test("Another recipient, channel or category is another summary")
    func groups() throws {
        let held = [
            Held(id: "a"), Held(id: "b", recipient: "bob"), Held(id: "c", channelName: "email"), Held(id: "d", kind: "insight"),
            Held(id: "e", kind: nil),
        ]
        #expect(try merges(held).isEmpty)
        let twice = held + held.map { Held(id: $0.id + "2", recipient: $0.recipient, channelName: $0.channelName, kind: $0.kind) }
        #expect(try merges(twice) == ["a2": "a", "b2": "b", "c2": "c", "d2": "d", "e2": "e"])
    }

    @Test("What has no kind is of the same category as what calls itself general")
    func general() throws {
        #expect(try merges([Held(id: "a", kind: nil), Held(id: "b", kind: "general")]) == ["b": "a"])
    }

    @Test("A critical one stays alone, and so does one that was tried before or was never held")
    func alone() throws {
        let held = [
            Held(id: "a", severity: .critical), Held(id: "b", attemptCount: 1), Held(id: "c", isHeld: false), Held(id: "d", createdAt: 9),
            Held(id: "e", createdAt: 8),
        ]
        #expect(try merges(held) == ["d": "e"])
    }

    @Test("What was found together is told by the gravest, and of these by the first; without waiting, and the critical too")
    func foundTogether() throws {
        let found = [
            Held(id: "a", severity: .watch, isHeld: false, groupKey: "g"), Held(id: "c", severity: .critical, isHeld: false, groupKey: "g"),
            Held(id: "b", severity: .critical, isHeld: false, groupKey: "g"),
        ]
        #expect(try merges(found) == ["a": "b", "c": "b"])
        let others = [
            Held(id: "d", isHeld: false, groupKey: "h"), Held(id: "e", recipient: "bob", isHeld: false, groupKey: "g"),
            Held(id: "f", channelName: "email", isHeld: false, groupKey: "g"), Held(id: "g", isHeld: false),
            Held(id: "h", attemptCount: 1, isHeld: false, groupKey: "g"),
        ]
        #expect(try merges(found + others) == ["a": "b", "c": "b"])
    }

    @Test("Digests of keys that only look alike are told apart: bytes count")
    func alikeKeys() throws {
        let keys = ["digest:caf\u{E9}", "digest:cafe\u{301}", "digest:caf\u{E9}"]
        let held = zip(["a", "b", "c"], keys).map { Held(id: $0, isHeld: false, groupKey: $1) }
        #expect(try merges(held) == ["c": "a"])
    }

    @Test("A digest of a person's own is one over all categories of an app, for each time of the day; beside it what only quiet hours held stays by itself")
    func ownDigests() throws {
        func held(_ id: String, _ kind: String, app: AppID = .house) throws -> (delivery: Delivery, severity: Severity) {
            var payload = Payload()
            payload.kind = kind
            let delivery = Delivery(
                id: try #require(DeliveryID(id)), createdAt: .noon, recipient: .ana, member: .ana, alert: nil, channelName: "push", payload: payload,
                heldSince: .noon, app: app)
            return (delivery, .watch)
        }
        let all = [
            try held("a", "posts"), try held("b", "offers"), try held("c", "bills"), try held("d", "posts", app: .shop), try held("e", "offers", app: .shop),
            try held("f", "posts"),
        ]
        let (evening, morning) = (CivilTime(literal: "18:00"), CivilTime(literal: "09:00"))
        let times = zip(all, [evening, evening, morning, evening, evening, nil])
        let digests = Dictionary(uniqueKeysWithValues: times.compactMap { one, time in time.map { (one.delivery.id, $0) } })
        let merges = HeldDigest.merges(of: all, digests: digests)
        #expect(Dictionary(uniqueKeysWithValues: merges.map { ($0.key.text, $0.value.text) }) == ["b": "a", "e": "d"])
    }
}
