import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What a dead worker may have handed over")
struct DoubtAfterDeathTests: AttemptsAtTwoPhones {
    let phones: TwoPhones

    init() async { phones = await TwoPhones() }

    @Test("What a dead worker may have handed over is asked after before it is sent", arguments: [
        (Reconciliation.arrived(providerMessageID: "m-1"), 0, "sent"), (.missing, 1, "sent"), (.unknown, 0, "pending"),
    ])
    func diedOver(answer: Reconciliation, sendCount: Int, status: String) async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: answer)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        let row = try await store.row(1)
        #expect(sender.sent.count == sendCount && row.status == status)
        #expect(sender.questions.map(\.since) == [row.delivery.createdAt] && sender.questions.map(\.until) == [.noon])
    }

    @Test("What stays unknown after a death is asked after again, from the moment at which it was doubted, and is sent in the end")
    func neverKnownAfterDeath() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .unknown)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        let doubted = try await store.row(1)
        #expect(doubted.delivery.attemptCount == 0 && doubted.nextAttemptAt == .noon + sender.settlingTime)
        #expect(doubted.lastError?.hasPrefix("taken_over: ") == true)
        for _ in 1..<Delivery.attemptCountMax { try await goOn() }
        #expect(sender.sent.isEmpty)
        try await goOn()
        #expect(try await store.row(1).status == "sent")
        #expect(sender.sent == ["a"] && Set(sender.questions.map(\.until)) == [.noon])
    }

    @Test("Where nobody can be asked after a death, the report has a minute, whether it comes before or after", arguments: [true, false, nil] as [Bool?])
    func reportAfterDeath(isEarly: Bool?) async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: nil)
        try await store.enqueue(.example(1))
        let address = try #require(await store.devices(of: .ana).first).id
        let report = ProviderReport(
            provider: .apns, eventID: "e-1", occurredAt: .noon,
            content: .status(.sent, of: .transmission(TransmissionID(delivery: .example(1), address: address)), why: nil, addressFate: nil))
        if isEarly == true { await store.apply([report], now: .noon) }
        try await dieOver()
        try await process()
        let row = try await store.row(1)
        #expect(sender.sent.isEmpty && row.status == "pending" && row.nextAttemptAt == .noon + DeliveryAttempt.reportWait)
        if isEarly == false { await store.apply([report], now: .noon) }
        try await goOn()
        #expect(try await store.row(1).status == "sent")
        #expect(sender.sent == (isEarly == nil ? ["a"] : []))
    }

    @Test("What the provider has may be another's, as whoever sent that has recorded: then this one is sent too")
    func anothersMessage() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .arrived(providerMessageID: "m-1"))
        let other = Delivery.example(2, over: .inApp)
        try await store.enqueue(other)
        try await store.lease(holder: "worker-2", token: "other")
        let address = try #require(await store.devices(of: .ana).first).id
        let recorded = Transmission(
            id: TransmissionID(delivery: other.id, address: address), delivery: other.id, of: other.app, address: address, provider: .apns,
            status: .accepted, providerMessageID: "m-1", updatedAt: .noon)
        await store.record(
            [AttemptResult(delivery: other.id, token: "other", disposition: .sent, transmissions: [TransmissionResult(recorded)])], now: .noon)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        #expect(sender.sent == ["a"])
    }

    @Test("A further death is a further doubt")
    func diedTwice() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: nil)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        clock.set(to: try #require(await store.nextDueMoment()))
        try await dieOver(token: "dead-2")
        try await process()
        #expect(sender.sent.isEmpty)
        try await goOn()
        #expect(sender.sent == ["a"])
    }

    @Test("A doubt that was settled is raised by no later attempt, until somebody dies over it again")
    func settledOnce() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .missing)
        sender.script(["a": [Outcome](repeating: .retry(why: "HTTP 503", after: nil), count: 3)])
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        try await goOn()
        #expect(sender.sent.count == 2 && sender.questions.count == 1)
        #expect(try await store.row(1).lastError == "HTTP 503", "only where it was tried it says why nobody is asked")
        clock.set(to: try #require(await store.nextDueMoment()))
        try await dieOver(token: "dead-2")
        try await process()
        try await goOn()
        #expect(sender.sent.count == 4 && sender.questions.count == 2)
        #expect(try await store.row(1).status == "sent")
    }

    @Test("So it is, where nobody can be asked, and its report is waited for once")
    func waitedForOnce() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: nil)
        sender.script(["a": [.retry(why: "HTTP 503", after: nil)]])
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        try await goOn()
        #expect(sender.sent.count == 1)
        try await goOn()
        #expect(sender.sent.count == 2)
        #expect(try await store.row(1).status == "sent")
    }

    @Test("What is tried again after it was given up has its deaths counted anew, and the first of these is a doubt")
    func diedAfterRedrive() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .missing)
        sender.script(["a": [.retry(why: "HTTP 503", after: nil)]])
        try await store.enqueue(.example(1))
        try await dieOver()
        // It ends two seconds after noon, before it could be tried again.
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(4 * 3600 + 1))
        #expect(try await store.row(1).status == "failed")
        clock.advance(by: .seconds(1))
        _ = await store.redrive(DeliverySelection(), now: clock.now)
        try await dieOver(token: "dead-2")
        try await process()
        #expect(sender.sent.count == 2 && sender.questions.count == 2)
    }

    @Test("What was given up over deaths is doubted anew when it is tried again, whatever doubt of the first of them was put down")
    func redrivenAfterDeaths() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: nil)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        clock.set(to: try #require(await store.nextDueMoment()))
        // They may have handed it over, and put nothing down.
        for death in 2...rescueCountMax { try await dieOver(token: "dead-\(death)") }
        #expect(try await store.row(1).status == "failed")
        clock.advance(by: .seconds(1))
        _ = await store.redrive(DeliverySelection(), now: clock.now)
        try await process()
        #expect(sender.sent.isEmpty)
        #expect(try await store.row(1).nextAttemptAt == clock.now + DeliveryAttempt.reportWait)
        try await goOn()
        #expect(sender.sent == ["a"])
    }
}
