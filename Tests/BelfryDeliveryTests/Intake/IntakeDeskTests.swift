import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// Reports of Alertmanager, taken in for Ana in the inbox unless a test says otherwise.
@Suite("Reports of other programs are told once, and their end in the place of their beginning")
struct IntakeDeskTests {
    private let store = MemoryStore()

    private func take(
        _ alerts: [(String, name: String)], _ parameters: [String: String] = [:], startsAt: String = "2026-01-25T11:58:00Z", truncatedCount: Int = 0,
        deliveryCountMax: Int = 1000, now: Instant = .noon
    ) async throws -> IntakeDesk.Receipt {
        let listed = alerts.map { status, name in
            #"{"status": "\#(status)", "labels": {"alertname": "\#(name)"}, "startsAt": "\#(startsAt)", "fingerprint": "\#(name)"}"#
        }
        let group = alerts.contains { $0.0 == "firing" } ? "firing" : "resolved"
        let body = #"""
            {"version": "4", "groupKey": "house", "status": "\#(group)", "truncatedAlerts": \#(truncatedCount), "alerts": [\#(listed.joined(separator: ", "))]}
            """#
        return try await desk(deliveryCountMax).take(
            IntakeReport(from: .alertmanager, Data(body.utf8)),
            for: IntakeTarget(["to": "ana", "channel": "in_app"].merging(parameters) { $1 }), of: .shop, now: now)
    }

    private let identifiers = SequentialIdentifiers()

    private func desk(_ deliveryCountMax: Int = 1000) -> IntakeDesk {
        IntakeDesk(
            store: store, routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.inApp])), identifiers: identifiers, deliveryCountMax: deliveryCountMax
        ) { text in
            // Of tests alone: what differs in them differs in few characters.
            let hash = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
            return String(repeating: "0", count: 40) + String(hash, radix: 16) + String(repeating: "0", count: 24)
        }
    }

    /// Title and status, the earliest first.
    private func queued(of user: UserID = .ana) async -> [String] {
        await store.deliveries(DeliverySelection(recipient: user)).reversed().map { "\($0.delivery.payload.title ?? "") \($0.status)" }
    }

    /// As if a worker had told all that waits.
    private func tell() async throws {
        let worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.inApp: [.inbox: ScriptedSender()]]), holder: "worker",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { .noon }, chance: { 0.5 }, observe: { _ in })
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
    }

    @Test("The same state that is reported again is told once; a new turn of it is told again")
    func repeated() async throws {
        let first = try await take([("firing", "Disk")])
        #expect(first.deliveries.count == 1 && !first.isRepeated)
        let second = try await take([("firing", "Disk")], now: .noon + .seconds(4 * 3600))
        #expect(second.isRepeated && second.deliveries == first.deliveries)
        let later = try await take([("firing", "Disk")], startsAt: "2026-01-26T11:58:00Z")
        #expect(!later.isRepeated)
        #expect(await queued() == ["Disk pending", "Disk pending"])
    }

    @Test("Who wants to be told again is, in the place of the first")
    func toldAgain() async throws {
        _ = try await take([("firing", "Disk")], ["repeat": "tell"])
        _ = try await take([("firing", "Disk")], ["repeat": "tell"])
        let deliveries = await store.deliveries(DeliverySelection())
        #expect(deliveries.count == 2 && deliveries[0].delivery.payload.collapseKey != nil)
        #expect(deliveries[0].delivery.payload.collapseKey == deliveries[1].delivery.payload.collapseKey)
    }

    @Test("What still waits is called off when it is over, and nobody hears of it; repeated, the end isn't told either")
    func calledOff() async throws {
        let firing = try await take([("firing", "Disk")])
        let over = try await take([("resolved", "Disk")])
        #expect(over.calledOff == firing.deliveries && over.deliveries.isEmpty && !over.isRepeated)
        let again = try await take([("resolved", "Disk")])
        #expect(again.isRepeated && again.calledOff.isEmpty)
        #expect(await queued() == ["Disk cancelled"])
    }

    @Test("Who was told that it began is told that it is over, in its place, once; and that waits however often it is repeated")
    func replaced() async throws {
        _ = try await take([("firing", "Disk")])
        try await tell()
        let over = try await take([("resolved", "Disk")])
        #expect(over.deliveries.count == 1 && over.calledOff.isEmpty)
        let again = try await take([("resolved", "Disk")])
        #expect(again.isRepeated && again.calledOff.isEmpty)
        #expect(await queued() == ["Disk sent", "Resolved: Disk pending"])
        let rows = await store.deliveries(DeliverySelection())
        #expect(Set(rows.map(\.delivery.payload.collapseKey)).count == 1)
    }

    @Test("What waits is called off when it is over, though its own words may read as if it were")
    func readsAsOver() async throws {
        let firing = try await take([("firing", "Resolved: by hand")])
        #expect(try await take([("resolved", "Resolved: by hand")]).calledOff == firing.deliveries)
    }

    @Test("What waits is found behind however much else waits")
    func behindOthers() async throws {
        let firing = try await take([("firing", "Disk")])
        let others = (1...DeliverySelection.countMaxOfChange).map { number in
            Delivery(
                id: DeliveryID(literal: "z-\(number)"), createdAt: .noon, recipient: .ana, member: .ana, alert: nil, channelName: "in_app",
                payload: Payload(), app: .shop)
        }
        _ = try await store.enqueue(others, under: nil, digestWindow: nil, now: .noon)
        #expect(try await take([("resolved", "Disk")]).calledOff == firing.deliveries)
    }

    @Test("Over a channel where it still waits it is called off and not told to be over, and over the others it is")
    func byChannel() async throws {
        _ = try await take([("firing", "Disk")], ["channel": "email,in_app"])
        // Ana takes no mails: what goes there is left out, so what waits is a later step put by hand.
        try await tell()
        let email = await store.deliveries(DeliverySelection(channelName: "email")).map(\.status)
        #expect(email == ["skipped"])
        let told = try #require(await store.deliveries(DeliverySelection(channelName: "in_app")).first?.delivery)
        let waiting = Delivery(
            id: DeliveryID(literal: "later"), createdAt: .noon, recipient: .ana, member: .ana, alert: nil, channelName: "sms", payload: told.payload, app: .shop)
        _ = try await store.enqueue([waiting], under: nil, digestWindow: nil, now: .noon)
        let over = try await take([("resolved", "Disk")], ["channel": "email,in_app"])
        #expect(over.calledOff == [waiting.id])
        let channels = await store.deliveries(DeliverySelection(ids: over.deliveries)).map(\.delivery.channelName)
        #expect(Set(channels) == ["email", "in_app"])
    }

    @Test("Other people's, another program's and another alert's are left alone")
    func others() async throws {
        _ = try await take([("firing", "Disk")], ["to": "ben"])
        _ = try await take([("firing", "Fan")])
        let over = try await take([("resolved", "Disk")])
        #expect(over.calledOff.isEmpty && over.deliveries.count == 1)
        #expect(await queued(of: .ben) == ["Disk pending"])
    }

    @Test("More than ten are told as one, until all of them are over; what waits of those that are is called off")
    func many() async throws {
        _ = try await take([("firing", "A1")])
        let twelve = (1...12).map { ($0 == 1 ? "resolved" : "firing", name: "A\($0)") }
        let all = try await take(twelve)
        #expect(all.deliveries.count == 1 && all.calledOff.count == 1)
        #expect(await queued() == ["A1 cancelled", "Alerts (12) pending"])
        #expect(try await take(twelve).isRepeated)
        try await tell()
        _ = try await take((2...6).map { ("firing", name: "A\($0)") })
        #expect(await queued().last == "Alerts (5) pending", "not five messages of what was told before")
        try await tell()
        _ = try await take((2...6).map { ("resolved", name: "A\($0)") })
        #expect(await queued().last == "Resolved: Alerts (5) pending")
        try await tell()
        _ = try await take([("firing", "A1"), ("firing", "A2")], startsAt: "2026-01-26T11:58:00Z")
        #expect(await queued().suffix(2) == ["A1 pending", "A2 pending"])
    }

    @Test("Where a program leaves some of a group out all are told as one, so that those are counted of whom it says nothing")
    func partial() async throws {
        let receipt = try await take([("firing", "A1"), ("firing", "A2")], truncatedCount: 7)
        #expect(receipt.deliveries.count == 1)
        #expect(await queued() == ["Alerts (9) pending"])
    }

    @Test("Where one by one would be more than may come of a call, all are told as one; where that is too many still it is refused")
    func countMax() async throws {
        let receipt = try await take([("firing", "A1"), ("firing", "A2")], ["to": "ana,ben"], deliveryCountMax: 3)
        #expect(receipt.deliveries.count == 2)
        await #expect(throws: Problem.tooManyItems(countMax: 1)) { _ = try await take([("firing", "B")], ["to": "ana,ben"], deliveryCountMax: 1) }
        #expect(await queued() == ["Alerts (2) pending"])
    }

    @Test("What a program says that it has said before is told where that never came, and else isn't unless that is wanted")
    func saidBefore() async throws {
        func take(_ parameters: [String: String] = [:], status: Int = 0, time: String = "t-1") async throws -> IntakeDesk.Receipt {
            let heartbeat = #"{"status": \#(status), "time": "\#(time)", "important": \#(status == 1)}"#
            let body = #"{"heartbeat": \#(heartbeat), "monitor": {"id": 7, "name": "Photos"}, "msg": "Photos"}"#
            return try await desk().take(
                IntakeReport(from: .uptimeKuma, Data(body.utf8)), for: IntakeTarget(["to": "ana"].merging(parameters) { $1 }), of: .shop, now: .noon)
        }
        #expect(try await take().deliveries.count == 1)
        #expect(try await take(time: "t-2") == IntakeDesk.Receipt())
        #expect(try await take(["repeat": "tell"], time: "t-3").deliveries.count == 1)
        try await tell()
        #expect(try await take(status: 1, time: "t-4").deliveries.count == 1)
        #expect(try await take(time: "t-5").deliveries.count == 1, "it is down again")
    }
}
