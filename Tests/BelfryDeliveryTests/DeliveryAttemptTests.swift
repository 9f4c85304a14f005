import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("An attempt at several addresses")
struct DeliveryAttemptTests {
    let store = MemoryStore()
    let clock = TestClock(at: .noon)
    let sender = AddressSender()
    let worker: Worker

    /// Ana has two phones, `a` and `b`, and wants push notifications.
    init() async {
        let (clock, sender) = (clock, sender)
        worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.apple: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
        var preferences = Preferences()
        preferences.notifyPush = true
        await store.save([.notifyPush], of: preferences, for: .ana, now: .morning)
        for (index, token) in ["a", "b"].enumerated() {
            await store.register(
                DeviceToken(token: token, platform: .ios, appVersion: nil, osVersion: nil), of: .ana, now: .morning + .seconds(index))
        }
    }

    @discardableResult
    private func process() async throws -> BatchReport {
        try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
    }

    private func goOn() async throws {
        clock.set(to: try #require(await store.nextDueMoment()))
        try await process()
    }

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

    /// A worker takes everything, and is gone before it has recorded anything.
    private func dieOver(token: String = "dead") async throws {
        try await store.lease(at: clock.now, holder: "dead", token: token)
        let count = await store.rescue(now: clock.now) { $0 == "dead" }
        #expect(count == 1)
    }

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

/// Answers at each token as it was told, and then accepts.
final class AddressSender: Sender, Reconciler {
    private struct State {
        var script: [String: [Outcome]] = [:]
        var policy = LostAnswerPolicy.repeatSafely
        /// Nil where nobody can be asked.
        var reconciliation: Reconciliation? = .unknown
        var sendingHook: Hook?
        var askingHook: Hook?
    }

    typealias Hook = @Sendable () async -> Void

    private let state = Mutex(State())
    struct Question: Sendable {
        let since: Instant
        let until: Instant
        let askedAt: Instant
    }

    private let notifications = Notes<OutgoingNotification>()
    private let asked = Notes<Question>()

    var provider: Provider { .apns }
    var reconciler: (any Reconciler)? { state.withLock { $0.reconciliation == nil } ? nil : self }
    var afterLostAnswer: LostAnswerPolicy { state.withLock(\.policy) }
    var settlingTime: Duration { .seconds(20) }
    var questions: [Question] { asked.all }
    var sent: [String] { notifications.all.map { Self.token(of: $0) } }
    var names: [TransmissionID] { notifications.all.map(\.transmission) }

    func script(_ outcomes: [String: [Outcome]]) {
        state.withLock { $0.script = outcomes }
    }

    func set(_ policy: LostAnswerPolicy, answering reconciliation: Reconciliation?) {
        state.withLock {
            $0.policy = policy
            $0.reconciliation = reconciliation
        }
    }

    /// Called in the middle of each send.
    func whileSending(_ hook: Hook?) {
        state.withLock { $0.sendingHook = hook }
    }

    /// Called in the middle of each question.
    func whileAsking(_ hook: Hook?) {
        state.withLock { $0.askingHook = hook }
    }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        notifications.add(notification)
        await state.withLock(\.sendingHook)?()
        return state.withLock { state in
            let token = Self.token(of: notification)
            guard let next = state.script[token]?.first else { return SendResult(.delivered) }
            state.script[token]?.removeFirst()
            return SendResult(next)
        }
    }

    func reconcile(
        _ notification: OutgoingNotification, since earliest: Instant, until latest: Instant, now: Instant,
        isAnothers: @Sendable (_ providerMessageID: String) async throws -> Bool
    ) async -> Reconciliation {
        asked.add(Question(since: earliest, until: latest, askedAt: now))
        await state.withLock(\.askingHook)?()
        let answer = state.withLock(\.reconciliation) ?? .unknown
        guard case .arrived(let message?) = answer else { return answer }
        return (try? await isAnothers(message)) == false ? answer : .missing
    }

    private static func token(of notification: OutgoingNotification) -> String {
        if case .apple(let token, _) = notification.address.target { token } else { "" }
    }
}
