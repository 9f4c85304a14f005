import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("An answer of a provider that was lost")
struct LostAnswerTests: AttemptsAtTwoPhones {
    let phones: TwoPhones

    init() async { phones = await TwoPhones() }

    @Test("An answer that was lost is asked after before anything is sent again", arguments: [
        (Reconciliation.arrived(providerMessageID: "m-1"), 1, "sent"), (.missing, 2, "sent"), (.unknown, 1, "pending"),
    ])
    func reconciled(answer: Reconciliation, sendCount: Int, status: String) async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: answer)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        #expect(await store.transmissions(of: .example(1)).map(\.status) == [.ambiguous])
        try await goOn()
        #expect(sender.sent.count == sendCount)
        #expect(try await store.row(1).status == status)
    }

    @Test("Between the questions the moment of handing over stays, and the second comes when what was taken has settled")
    func settling() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .unknown)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        try await goOn()
        try await goOn()
        #expect(sender.questions.map(\.since) == [.noon, .noon] && sender.questions.map(\.until) == [.noon, .noon])
        #expect(try #require(sender.questions.last).askedAt >= .noon + sender.settlingTime)
        #expect(await store.transmissions(of: .example(1)).map(\.status) == [.ambiguous])
    }

    @Test("Where nobody can be asked, the report has a minute from one attempt to the next, whatever the chance")
    func reportAwaited() async throws {
        let (clock, sender) = (clock, sender)
        let worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.apple: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0 })
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: nil)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        var moments: [Instant] = []
        for _ in 1...Delivery.attemptCountMax {
            moments.append(clock.now)
            _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
            if let next = await store.nextDueMoment() { clock.set(to: next) }
        }
        let row = try await store.row(1)
        #expect(row.status == "failed" && row.lastError == "no_answer" && sender.sent.count == 1)
        #expect(moments[4] - moments[1] == DeliveryAttempt.reportWait * 3)
    }

    @Test("An answer that stays lost, where nobody can be asked, is given up as that in the end, and never sent again")
    func neverKnown() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.reconcile, answering: .unknown)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        for _ in 1..<Delivery.attemptCountMax { try await goOn() }
        let row = try await store.row(1)
        #expect(row.status == "failed" && row.lastError == "no_answer" && sender.sent.count == 1)
    }

    @Test(
        "Where nobody can be asked and no report comes, a lost answer is given up at once, whoever was to send it then",
        arguments: [LostAnswerPolicy.giveUp, .reconcile])
    func givenUp(before: LostAnswerPolicy) async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(before, answering: nil)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        #expect(await store.transmissions(of: .example(1)).map(\.status) == [before == .giveUp ? .failed : .ambiguous])
        if before != .giveUp {
            sender.set(.giveUp, answering: nil)
            try await goOn()
        }
        let row = try await store.row(1)
        #expect(row.status == "failed" && row.lastError == "no_answer" && sender.sent == ["a"])
        #expect(await store.transmissions(of: .example(1)).map(\.status) == [.failed])
    }

    @Test("There, what a dead worker may have handed over is sent at once: to wait would tell nobody more")
    func diedOverGivenUp() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(.giveUp, answering: nil)
        try await store.enqueue(.example(1))
        try await dieOver()
        try await process()
        #expect(try await store.row(1).status == "sent")
        #expect(sender.sent == ["a"])
    }

    @Test("A lost answer is repeated four times at most, however long another address is tried on")
    func lostBesideOutage() async throws {
        sender.script([
            "a": [Outcome](repeating: .ambiguous(why: "no_answer"), count: 20), "b": [Outcome](repeating: .retry(why: "busy", after: nil), count: 7),
        ])
        try await store.enqueue(.example(1))
        try await process()
        for _ in 1...7 { try await goOn() }
        #expect(sender.sent.count { $0 == "a" } == Delivery.attemptCountMax)
        #expect(sender.sent.count { $0 == "b" } == 8)
        #expect(try await store.row(1).status == "sent")
        #expect(await Set(store.transmissions(of: .example(1)).map(\.status)) == [.failed, .accepted])
    }

    @Test("An answer that is lost for the first time after an outage is repeated once, or asked after", arguments: [LostAnswerPolicy.repeatSafely, .reconcile])
    func lostAfterOutage(policy: LostAnswerPolicy) async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.set(policy, answering: .missing)
        sender.script(["a": [Outcome](repeating: .retry(why: "HTTP 503", after: nil), count: 6) + [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        for _ in 1...6 { try await goOn() }
        #expect(try await store.row(1).status == "pending")
        try await goOn()
        #expect(try await store.row(1).status == "sent")
        #expect(sender.sent.count == 8 && sender.questions.count == (policy == .reconcile ? 1 : 0))
    }

    @Test("Where a repetition is told by its name, a lost answer is repeated under it")
    func repeatedSafely() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        try await goOn()
        #expect(sender.sent == ["a", "a"] && Set(sender.names).count == 1)
        #expect(try await store.row(1).status == "sent")
    }

    @Test("A report that came in between spares the repetition")
    func reportedMeanwhile() async throws {
        _ = await store.removeDevice(store.devices(of: .ana)[1].id, of: .ana)
        sender.script(["a": [.ambiguous(why: "no_answer")]])
        try await store.enqueue(.example(1))
        try await process()
        let id = try #require(await store.transmissions(of: .example(1)).first?.id)
        let report = ProviderReport(
            provider: .apns, eventID: "e-1", occurredAt: .noon, content: .status(.delivered, of: .transmission(id), why: nil, addressFate: nil))
        await store.apply([report], now: .noon)
        try await goOn()
        #expect(sender.sent == ["a"])
        #expect(try await store.row(1).status == "sent")
    }
}
