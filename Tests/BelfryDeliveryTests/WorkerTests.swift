import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("The worker")
struct WorkerTests {
    // MARK: One delivery

    @Test("What is due is sent with its words, once")
    func delivered() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let report = try await workshop.processBatch()
        #expect((report.processedCount, report.sentCount, report.failedCount) == (1, 1, 0))
        let row = try await workshop.store.row(1)
        #expect(row.status == "sent" && row.reason == .allowed && row.sentAt == .noon && row.delivery.attemptCount == 1)
        let content = try #require(workshop.sender.notifications.all.first?.content)
        #expect(content.title == "Ben's steps are down" && content.severity == .watch)
        #expect(try await workshop.processBatch().processedCount == 0)
        #expect(workshop.sender.sent == [.example(1)])
    }

    @Test("It is worded in the language that its recipient chose")
    func language() async throws {
        let workshop = await Workshop()
        var preferences = await workshop.store.preferences(of: .ana).read().preferences
        preferences.language = .german
        try await workshop.store.save(preferences, of: .ana, now: .morning)
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let content = try #require(workshop.sender.notifications.all.first?.content)
        #expect(content.title == "Ben: Schritte unter dem Üblichen" && content.language == .german)
    }

    @Test("What says nothing of its severity is as grave as its alert")
    func severityOfAlert() async throws {
        let workshop = await Workshop()
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ben, alert: .example(1), channelName: "push", payload: Payload())
        try await workshop.store.accept([AlertChange(alert: .example(1, level: .days21), deliveries: [delivery])])
        try await workshop.processBatch()
        #expect(workshop.sender.notifications.all.map(\.content.severity) == [.critical])
    }

    @Test("What a provider puts off is tried again at its moment, under the same identifier")
    func retryThenDelivered() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, .retry(why: "HTTP 503", after: nil))
        let report = try await workshop.processBatch()
        #expect((report.processedCount, report.sentCount, report.failedCount) == (1, 0, 1))
        let row = try await workshop.store.row(1)
        #expect(row.status == "pending" && row.delivery.attemptCount == 1 && row.lastError == "HTTP 503")
        #expect(row.nextAttemptAt == .noon + .milliseconds(2500))

        #expect(try await workshop.processBatch().processedCount == 0)
        try await workshop.goOn()
        #expect(try await workshop.processBatch().sentCount == 1)
        let sent = try await workshop.store.row(1)
        #expect(sent.status == "sent" && sent.delivery.attemptCount == 2 && sent.lastError == nil)
        #expect(workshop.sender.sent == [.example(1), .example(1)])
    }

    @Test("A provider that names a time is waited for")
    func retryAfter() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, .retry(why: "HTTP 429", after: .seconds(600)))
        try await workshop.processBatch()
        #expect(try await workshop.store.row(1).nextAttemptAt == .noon + .seconds(600))
    }

    @Test(
        "What a provider refuses, or cannot reach any more, is given up at once",
        arguments: [Outcome.rejected(why: "HTTP 400"), .addressGone(why: "HTTP 410")])
    func refused(outcome: Outcome) async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, outcome)
        #expect(try await workshop.processBatch().failedCount == 1)
        let row = try await workshop.store.row(1)
        #expect(row.status == "failed" && row.delivery.attemptCount == 1 && row.lastError?.hasPrefix("HTTP 4") == true)
    }

    @Test("A provider that is away for long gets it when it is back")
    func longOutage() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, [Outcome](repeating: .retry(why: "HTTP 503", after: nil), count: 12))
        for attempt in 1...12 {
            try await workshop.processBatch()
            let row = try await workshop.store.row(1)
            #expect(row.status == "pending" && row.delivery.attemptCount == min(attempt, 4) && row.lastError == "HTTP 503")
            try await workshop.goOn()
        }
        #expect(workshop.clock.now > .noon + .seconds(3600))
        #expect(try await workshop.processBatch().sentCount == 1)
        let row = try await workshop.store.row(1)
        #expect(row.status == "sent" && row.delivery.attemptCount == 5 && row.lastError == nil)
    }

    @Test("A provider that stays away is tried for as long as the notification is of use, which is given up then")
    func endlessOutage() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, [Outcome](repeating: .retry(why: "HTTP 503", after: nil), count: 1000))
        try await workshop.processBatch()
        while await workshop.store.nextDueMoment() != nil {
            try await workshop.goOn()
            try await workshop.processBatch()
        }
        let row = try await workshop.store.row(1)
        #expect(row.status == "failed" && row.delivery.attemptCount == 5 && row.lastError == "HTTP 503")
        let end = Delivery.example(1).end(ageMax: .seconds(24 * 3600))
        #expect(workshop.clock.now < end && workshop.clock.now + .seconds(3600) > end)
    }

    @Test("Where a program tells repetitions apart, a lost answer is repeated for as long as the notification is of use")
    func lostAnswersOfProgram() async throws {
        let workshop = await Workshop(afterLostAnswer: .repeatUntilAnswered)
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, [Outcome](repeating: .ambiguous(why: "no_answer"), count: 12))
        for _ in 1...12 {
            try await workshop.processBatch()
            #expect(try await workshop.status(1) == "pending")
            try await workshop.goOn()
        }
        #expect(try await workshop.processBatch().sentCount == 1)
        let handedOver = workshop.sender.notifications.all
        #expect(handedOver.count == 13 && Set(handedOver.map(\.transmission)).count == 1)
    }

    @Test("A lost answer is repeated four times, and then given up")
    func fiveLostAnswers() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        workshop.sender.answer(1, (1...5).map { .ambiguous(why: "\($0)") })
        for attempt in 1...4 {
            try await workshop.processBatch()
            let row = try await workshop.store.row(1)
            #expect(row.status == "pending" && row.delivery.attemptCount == attempt)
            try await workshop.goOn()
        }
        #expect(try await workshop.processBatch().failedCount == 1)
        let row = try await workshop.store.row(1)
        #expect(row.status == "failed" && row.delivery.attemptCount == 5 && row.lastError == "5")
        #expect(await workshop.store.nextDueMoment() == nil)
    }

    // MARK: A batch

    @Test("The report counts how each went")
    func report() async throws {
        let workshop = await Workshop()
        let sleeper = UserID(literal: "sleeper")
        await workshop.prefer(sleeper) {
            $0.quietHours = DailyWindow(start: CivilTime(literal: "11:00"), end: CivilTime(literal: "13:00"))
            $0.quietHoursAction = .defer
        }
        try await workshop.store.enqueue(
            .example(1), .example(2), .example(3), .example(4, to: sleeper), Delivery.example(5).with(channelName: "pigeon"), .example(6),
            .example(7, over: .sms))
        _ = await workshop.store.dismiss(.example(3), by: .ana, now: .noon)
        workshop.sender.answer(2, .rejected(why: "HTTP 400"))
        workshop.sender.answer(6, .retry(why: "HTTP 503", after: nil))
        let report = try await workshop.processBatch()
        #expect(report.processedCount == 7)
        #expect((report.sentCount, report.skippedCount, report.failedCount, report.deferredCount) == (1, 2, 3, 1))
        var statuses: [String] = []
        for number in 1...7 { statuses.append(try await workshop.status(number)) }
        #expect(statuses == ["sent", "failed", "skipped", "pending", "failed", "pending", "skipped"])
    }

    @Test("What it did and saw is told as it happens")
    func events() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let told = workshop.events.all.map { event in
            switch event {
            case .decided(let verdict): "decided \(verdict.delivery)"
            case .attempted(let id, let channel, _, let outcome): "attempted \(id) over \(channel.rawValue): \(outcome)"
            default: "\(event)"
            }
        }
        #expect(told == ["decided delivery-1", "attempted delivery-1 over push: delivered"])
    }

    @Test("It sends sixteen at once, and no more", .timeLimit(.minutes(10)))
    func concurrency() async throws {
        let workshop = await Workshop()
        let numbers = 1...60
        try await workshop.store.accept(
            numbers.map { AlertChange(alert: .example($0), deliveries: [.example($0)]) })
        let (crowd, gate) = (Crowd(), Gate())
        workshop.sender.whileSending { _ in
            if crowd.enter() == Worker.concurrentSendCountMax { gate.open() }
            await gate.wait()
            for _ in 0..<20 { await Task.yield() }
            crowd.leave()
        }
        #expect(try await workshop.processBatch().sentCount == 60)
        #expect(crowd.countMax == 16)
        #expect(workshop.sender.sent == numbers.map { .example($0) }.sorted())
    }

    // MARK: Leases

    @Test("A worker whose lease was taken from it changes nothing, and says so")
    func lostLease() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let (store, clock) = (workshop.store, workshop.clock)
        workshop.sender.whileSending { _ in
            // It sleeps through its lease, and another worker takes over.
            clock.advance(by: .seconds(61))
            _ = await store.rescue(now: clock.now) { _ in false }
            _ = try? await store.lease(at: clock.now, holder: "worker-2", token: "token-of-2")
        }
        try await workshop.processBatch()
        let lost = workshop.events.all.compactMap { if case .leaseLost(let id) = $0 { id } else { nil } }
        #expect(lost == [.example(1)])
        let row = try await workshop.store.row(1)
        #expect(row.status == "sending" && row.delivery.attemptCount == 0)
        #expect(try await store.record(1, .sent, token: "token-of-2", at: clock.now) == [])
    }

    @Test(
        "Where whoever waits for a batch is cancelled, no send is cut off, nothing more is begun, and all is recorded", .timeLimit(.minutes(10)))
    func cancelled() async throws {
        let workshop = await Workshop()
        let numbers = 1...40
        try await workshop.store.accept(numbers.map { AlertChange(alert: .example($0), deliveries: [.example($0)]) })
        let (gate, wereCutOff) = (Gate(), Notes<Bool>())
        workshop.sender.whileSending { _ in
            await gate.wait()
            wereCutOff.add(Task.isCancelled)
        }
        let task = Task { try await workshop.processBatch() }
        await gate.untilSomebodyComes()
        task.cancel()
        gate.open()
        let report = try await task.value
        let sent = workshop.sender.sent
        #expect((1...16).contains(sent.count) && report.sentCount == sent.count)
        #expect(!wereCutOff.all.contains(true))
        for number in numbers {
            #expect(try await workshop.status(number) == (sent.contains(.example(number)) ? "sent" : "pending"))
        }
    }

    @Test("Told to stop before it begins, it gives everything back, uncounted")
    func stoppedBefore() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1), .example(2))
        let report = try await workshop.processBatch { true }
        #expect((report.processedCount, report.sentCount, report.failedCount) == (0, 0, 0))
        #expect(workshop.sender.sent == [])
        let row = try await workshop.store.row(1)
        #expect(row.status == "pending" && row.delivery.attemptCount == 0)
        #expect(try await workshop.processBatch().sentCount == 2)
    }

    @Test("Told to stop in the middle, it finishes what it has begun and gives back the rest, uncounted")
    func stoppedBetween() async throws {
        let workshop = await Workshop()
        let numbers = 1...60
        try await workshop.store.accept(
            numbers.map { AlertChange(alert: .example($0), deliveries: [.example($0)]) })
        let sender = workshop.sender
        let report = try await workshop.processBatch { sender.sent.count >= 3 }
        #expect(report.processedCount == sender.sent.count && report.sentCount == sender.sent.count)
        #expect((3..<60).contains(sender.sent.count))
        for number in numbers {
            let row = try await workshop.store.row(number)
            let wasSent = sender.sent.contains(.example(number))
            #expect(row.status == (wasSent ? "sent" : "pending") && row.delivery.attemptCount == (wasSent ? 1 : 0))
        }
    }
}

/// Counts how many are in the room, and remembers the most there ever were.
private final class Crowd: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var countMax: Int { counts.withLock { $0.most } }

    /// - Returns: how many there are now.
    func enter() -> Int {
        counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
            return $0.now
        }
    }

    func leave() {
        counts.withLock { $0.now -= 1 }
    }
}
