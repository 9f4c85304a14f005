import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("An attempt at several addresses")
struct DeliveryAttemptTests: AttemptsAtTwoPhones {
    let phones: TwoPhones

    init() async { phones = await TwoPhones() }

    @Test("Every address has it once, under a name of its own that stays the same")
    func everyAddress() async throws {
        try await store.enqueue(.example(1))
        sender.script(["b": [.retry(why: "busy", after: nil)]])
        try await process()
        #expect(try await store.row(1).status == "pending")
        try await goOn()
        #expect(sender.sent == ["a", "b", "b"], "what a has is not sent there again")
        #expect(Set(sender.names).count == 2)
        let row = try await store.row(1)
        #expect(row.status == "sent" && row.delivery.attemptCount == 2)
        #expect(await store.transmissions(of: .example(1)).map(\.status) == [.accepted, .accepted])
    }

    @Test("A delivery that one address took counts as sent, whatever became of the other")
    func oneOfTwo() async throws {
        try await store.enqueue(.example(1))
        sender.script(["a": [.addressGone(why: "unregistered")]])
        try await process()
        #expect(try await store.row(1).status == "sent")
        #expect(await store.devices(of: .ana).map(\.isActive) == [false, true])
    }

    @Test("Whoever sleeps through its lease at one address begins nothing at the next, which is told once, by whoever comes then")
    func sleptBetween() async throws {
        try await store.enqueue(.example(1))
        let (store, clock) = (store, clock)
        sender.whileSending {
            clock.advance(by: .seconds(61))
            _ = await store.rescue(now: clock.now) { _ in false }
        }
        try await process()
        #expect(sender.sent == ["a"])
        sender.whileSending(nil)
        try await process()
        #expect(sender.sent == ["a", "a", "b"], "what a has was never recorded")
        #expect(try await store.row(1).status == "sent")
    }

    @Test("Nor does it after it has asked what became of a lost answer")
    func sleptOverQuestion() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .missing)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        let (store, clock) = (store, clock)
        sender.whileAsking {
            clock.advance(by: .seconds(61))
            _ = await store.rescue(now: clock.now) { _ in false }
        }
        try await goOn()
        #expect(sender.sent == ["a"])
        sender.whileAsking(nil)
        try await process()
        #expect(sender.sent == ["a", "a"])
        #expect(try await store.row(1).status == "sent")
    }

    @Test("Told to stop between two addresses, it keeps what the first came to, and the second has its turn later, uncounted")
    func stoppedBetween() async throws {
        try await store.enqueue(.example(1))
        let sender = sender
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) { !sender.sent.isEmpty }
        let row = try await store.row(1)
        #expect(sender.sent == ["a"] && row.status == "pending" && row.delivery.attemptCount == 0)
        try await process()
        #expect(sender.sent == ["a", "b"])
        #expect(try await store.row(1).status == "sent")
    }

    @Test("Where all are gone the delivery has failed, with the reason, and the next finds nobody to send to")
    func noneOfTwo() async throws {
        try await store.enqueue(.example(1))
        sender.script(["a": [.addressGone(why: "unregistered")], "b": [.addressGone(why: "unregistered")]])
        try await process()
        #expect(try await store.row(1).status == "failed")
        try await store.enqueue(.example(2))
        try await process()
        let next = try await store.row(2)
        #expect(next.status == "failed" && next.lastError == Switchboard.noAddress && sender.sent.count == 2)
    }

    @Test("What one of the house’s own places took isn’t sent there again while a phone isn’t through")
    func ownPlace() async throws {
        let desk = ScriptedSender()
        let (clock, sender) = (clock, sender)
        let worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(),
            switchboard: Switchboard([.push: [.apple: sender, .desktop: desk]], desktopOwner: .ana), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
        sender.script(["a": [.notTried(why: "provider_failing", after: .seconds(30)), .retry(why: "busy", after: nil)]])
        try await store.enqueue(.example(1))
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        for _ in 0..<2 {
            clock.set(to: try #require(await store.nextDueMoment()))
            _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        }
        #expect(sender.sent == ["a", "b", "a", "a"] && desk.sent == [.example(1)])
        #expect(try await store.row(1).status == "sent")
        #expect(await store.transmissions(of: .example(1)).count == 3)
        try await store.enqueue(.example(2))
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(desk.sent == [.example(1), .example(2)])
        #expect(await store.transmissions(of: .example(2)).count == 2, "where all are through at once nothing of it has to be kept")
    }

    @Test("What a provider is to be spared of is postponed, and counts as no attempt")
    func postponed() async throws {
        try await store.enqueue(.example(1))
        let rest = Outcome.notTried(why: "provider_failing", after: .seconds(30))
        sender.script(["a": [rest], "b": [rest]])
        let report = try await process()
        let row = try await store.row(1)
        #expect(row.status == "pending" && row.nextAttemptAt == .noon + .seconds(30) && row.delivery.attemptCount == 0)
        #expect(report.deferredCount == 1)
    }
}
