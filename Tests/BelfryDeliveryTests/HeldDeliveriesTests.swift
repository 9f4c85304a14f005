import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// One night in Los Angeles: Ana's quiet hours are 22:00 to 07:00, and what comes is held.
@Suite("Held for quiet hours")
struct HeldDeliveriesTests {
    /// 23:00, four o'clock and 07:00 there.
    private static let night = Instant(literal: "2026-01-26T07:00:00Z")
    private static let beforeDawn = Instant(literal: "2026-01-26T12:00:00Z")
    private static let morning = Instant(literal: "2026-01-26T15:00:00Z")

    private func makeWorkshop(_ change: (inout Preferences) -> Void = { _ in }) async -> Workshop {
        await Workshop(at: Self.night) {
            $0.quietHours = .night
            $0.quietHoursAction = .defer
            $0.timezone = "America/Los_Angeles"
            change(&$0)
        }
    }

    private func delivery(_ number: Int, of alert: Int? = nil, level: EpisodeLevel = .days3) -> Delivery {
        .example(number, of: alert, level: level, createdAt: Self.night - .seconds(60 - number))
    }

    /// Under one collapse key with all others of it.
    private func ofDoor(_ number: Int, level: EpisodeLevel = .days3, at moment: Instant) -> Delivery {
        var delivery = Delivery.example(number, level: level, createdAt: moment)
        delivery.payload.collapseKey = CollapseKey(literal: "door")
        return delivery
    }

    @Test("What comes at 23:00 waits until 07:00, and not a millisecond less")
    func heldUntilMorning() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        let report = try await workshop.processBatch()
        #expect((report.processedCount, report.deferredCount, report.sentCount) == (1, 1, 0))
        let row = try await workshop.store.row(1)
        #expect(row.status == "pending" && row.reason == .quietHours && row.delivery.heldSince == Self.night)
        #expect(row.nextAttemptAt == Self.morning)

        workshop.clock.set(to: Self.morning - .milliseconds(1))
        #expect(try await workshop.processBatch().processedCount == 0)
        workshop.clock.set(to: Self.morning)
        #expect(try await workshop.processBatch().sentCount == 1)
        #expect(try await workshop.reason(1) == .allowed)
    }

    @Test("Several become one summary under the identifier of the oldest, and a critical one is sent alone")
    func summary() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1), delivery(2, level: .days7), delivery(3), delivery(4, level: .days14))
        #expect(try await workshop.processBatch().deferredCount == 4)
        workshop.clock.set(to: Self.morning)
        let report = try await workshop.processBatch()
        #expect((report.processedCount, report.sentCount, report.skippedCount) == (4, 2, 2))
        #expect(workshop.sender.sent == [.example(1), .example(4)])

        let contents = Dictionary(uniqueKeysWithValues: workshop.sender.notifications.all.map { ($0.delivery.id, $0.content) })
        let summary = try #require(contents[.example(1)])
        #expect(summary.title == "3 updates that waited for you" && summary.severity == .attention)
        #expect(summary.body.split(separator: "\n").count == 3)
        #expect(contents[.example(4)]?.title == "Ben's steps are down" && contents[.example(4)]?.severity == .critical)
        for number in [2, 3] {
            let row = try await workshop.store.row(number)
            #expect(row.status == "skipped" && row.reason == .mergedIntoSummary && row.mergedInto == .example(1))
        }
    }

    @Test("A summary leads nowhere and takes nothing's place, though what it tells does; what stays alone keeps its own")
    func links() async throws {
        let workshop = await makeWorkshop()
        for (number, level) in [(1, EpisodeLevel.days3), (2, .days3), (3, .days14)] {
            var delivery = delivery(number, level: level)
            delivery.payload.link = NotificationLink(literal: "example-app://orders/\(number)")
            delivery.payload.collapseKey = CollapseKey("door-\(number)")
            try await workshop.store.enqueue(delivery)
        }
        _ = try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        _ = try await workshop.processBatch()
        let links = Dictionary(uniqueKeysWithValues: workshop.sender.notifications.all.map { ($0.delivery.id, $0.delivery.payload.link?.text) })
        #expect(links == [.example(1): nil, .example(3): "example-app://orders/3"])
        #expect(workshop.sender.notifications.all.map(\.collapseID).sorted() == ["7:default:door-3", "alert-1"])
    }

    @Test("A summary that is put off takes its parts along when it is tried again")
    func summaryRetried() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1), delivery(2))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        workshop.sender.answer(1, .retry(why: "HTTP 503", after: nil))
        try await workshop.processBatch()
        try await workshop.goOn()
        try await workshop.processBatch()
        #expect(workshop.sender.notifications.all.map(\.content.title) == Array(repeating: "2 updates that waited for you", count: 2))
        #expect(try await workshop.status(1) == "sent")
    }

    @Test("Who is erased while a worker has a summary in hand is told of no more, and neither is a summary that was theirs", arguments: [true, false])
    func erasedInHand(isFirst: Bool) async throws {
        let workshop = await makeWorkshop()
        for number in 1...3 {
            let isAboutBen = number == (isFirst ? 1 : 2)
            var delivery = Delivery.example(number, about: isAboutBen ? .ben : .ana, createdAt: Self.night - .seconds(60 - number))
            delivery.payload.memberName = isAboutBen ? "Ben" : "Ana"
            try await workshop.store.enqueue(delivery)
        }
        try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        let (clock, sender, store) = (workshop.clock, workshop.sender, workshop.store)
        let worker = Worker(
            queue: ForgetfulQueue(store, didLease: { _ = try await store.erase(.ben, leaving: nil, now: Self.morning) }),
            zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.inbox: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "erasing"), now: { clock.now }, chance: { 0.5 })
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(sender.notifications.all.map(\.content.title) == (isFirst ? [] : ["2 updates that waited for you"]))
        #expect(sender.notifications.all.allSatisfy { !$0.content.body.contains("Ben") })
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(sender.sent == (isFirst ? [.example(2)] : [.example(1)]), "what waited with it is told by itself, and nothing twice")
    }

    @Test("What may pass quiet hours is sent at once, the rest is held")
    func criticalPasses() async throws {
        let workshop = await makeWorkshop { $0.quietHoursLevel = .criticalOnly }
        try await workshop.store.enqueue(delivery(1), delivery(2, level: .days14))
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(2)])
        #expect(try await workshop.reason(1) == .quietHoursNotCritical)
        #expect(try await workshop.reason(2) == .criticalInQuietHours)
    }

    // MARK: By her own clock

    private func delivery(_ number: Int, at local: String, expiresAt: Instant? = nil) -> Delivery {
        var payload = delivery(number).payload
        payload.deliverAtLocal = CivilDateTime(literal: local)
        return delivery(number).with(payload: payload, expiresAt: expiresAt)
    }

    @Test("What is meant for six by her clock waits until then, and then for the quiet hours to end")
    func localMoment() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1, at: "2026-01-26T06:00"))
        try await workshop.processBatch()
        let row = try await workshop.store.row(1)
        #expect(row.reason == .beforeLocalMoment && row.nextAttemptAt == Self.morning - .seconds(3600))
        try await workshop.goOn()
        try await workshop.processBatch()
        let quiet = try await workshop.store.row(1)
        #expect(quiet.reason == .quietHours && quiet.nextAttemptAt == Self.morning)
        try await workshop.goOn()
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(1)])
    }

    @Test("Who moves while it waits is told by the new clock, of each by itself")
    func movedBeforeLocalMoment() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1, at: "2026-01-26T09:00"), delivery(2, at: "2026-01-26T09:00"))
        #expect(try await workshop.processBatch().deferredCount == 2)
        await workshop.prefer { $0.timezone = "Europe/Berlin" }
        #expect(try await workshop.processBatch().deferredCount == 2)
        #expect(try await workshop.store.row(1).nextAttemptAt == Instant(literal: "2026-01-26T08:00:00Z"))
        try await workshop.goOn()
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(1), .example(2)])
    }

    @Test("Its age counts from its moment by her clock, and what has expired by then isn't told")
    func ageByLocalMoment() async throws {
        // Nine in the morning there, four days later.
        let moment = Instant(literal: "2026-01-30T17:00:00Z")
        for (late, expiresAt, reason) in [
            (Duration.seconds(86_400) - .milliseconds(1), nil, Reason.allowed), (.seconds(86_400), nil, .expired), (.zero, moment, .expired),
        ] as [(Duration, Instant?, Reason)] {
            let workshop = await makeWorkshop()
            try await workshop.store.enqueue(delivery(1, at: "2026-01-30T09:00", expiresAt: expiresAt))
            try await workshop.processBatch()
            workshop.clock.set(to: moment + late)
            try await workshop.processBatch()
            #expect(try await workshop.reason(1) == reason, "\(late)")
        }
    }

    @Test("Where the clock is among the last, what is put off at its moment is tried again")
    func retriedAfterLocalMoment() async throws {
        let workshop = await Workshop(at: Self.night) { $0.timezone = "Pacific/Pago_Pago" }
        var payload = Payload()
        payload.title = "Good morning"
        let local = CivilDateTime(literal: "2026-01-27T09:00")
        payload.deliverAtLocal = local
        let order = Delivery(
            id: .example(1), createdAt: Self.night, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue,
            payload: payload, deliverAfter: local.firstMomentAnywhere)
        try await workshop.store.enqueue(order)
        workshop.sender.answer(1, .retry(why: "HTTP 503", after: nil))
        for status in ["pending", "pending", "sent"] {
            try await workshop.goOn()
            try await workshop.processBatch()
            #expect(try await workshop.status(1) == status)
        }
        #expect(workshop.sender.sent == [.example(1), .example(1)])
    }

    // MARK: What drops out while it waits

    @Test("Whose episode is over by the morning is not told")
    func resolved() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        try await workshop.processBatch()
        try await workshop.store.accept(.example(1, resolved: .recovered))
        workshop.clock.set(to: Self.morning)
        #expect(try await workshop.processBatch().skippedCount == 1)
        #expect(try await workshop.reason(1) == .resolved)
    }

    @Test("Of two of one episode the later is told")
    func superseded() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.beforeDawn)
        try await workshop.store.enqueue(delivery(2, of: 1, level: .days7))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .superseded)
        #expect(workshop.sender.sent == [.example(2)])
    }

    @Test("What an app tells under a key at night takes the place of what is held under it", arguments: [true, false])
    func replaced(isToldAtNight: Bool) async throws {
        let workshop = await makeWorkshop { $0.quietHoursLevel = .criticalOnly }
        try await workshop.store.enqueue(ofDoor(1, at: Self.night))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.beforeDawn)
        try await workshop.store.enqueue(ofDoor(2, level: isToldAtNight ? .days14 : .days3, at: Self.beforeDawn))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .superseded)
        #expect(workshop.sender.sent == [.example(2)])
    }

    @Test("What is tried again doesn't take back the place of what an app told under its key meanwhile")
    func replacedBeforeRetry() async throws {
        let workshop = await Workshop()
        workshop.sender.answer(1, .retry(why: "busy", after: nil))
        try await workshop.store.enqueue(ofDoor(1, at: workshop.clock.now))
        try await workshop.processBatch()
        #expect(try await workshop.status(1) == "pending")
        let retryAt = try #require(await workshop.store.nextDueMoment())
        workshop.clock.set(to: workshop.clock.now + .milliseconds(1))
        try await workshop.store.enqueue(ofDoor(2, at: workshop.clock.now))
        try await workshop.processBatch()
        workshop.clock.set(to: retryAt)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .superseded)
        #expect(workshop.sender.sent == [.example(1), .example(2)], "once each")
    }

    @Test("What gives way after its worker died over it says that it may have arrived")
    func replacedAfterRescue() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(ofDoor(1, at: workshop.clock.now))
        try await workshop.store.lease(at: workshop.clock.now, holder: "dead", token: "token-of-the-dead")
        workshop.clock.set(to: workshop.clock.now + .milliseconds(1))
        try await workshop.store.enqueue(ofDoor(2, at: workshop.clock.now))
        _ = await workshop.store.rescue(now: workshop.clock.now) { $0 == "dead" }
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(2)])
        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(try await workshop.store.row(1))
        #expect(explanation.sentence.hasSuffix(" took its place. But sending it had been begun before and was broken off, so it may have arrived."))
        #expect(explanation.isReplayedAlike == true)
    }

    @Test("What is of no use in the morning is not told")
    func expired() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1).with(expiresAt: Self.beforeDawn))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.morning)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .expired)
    }

    @Test("What the family hides during the night is not told")
    func hidden() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1), delivery(2))
        try await workshop.processBatch()
        _ = await workshop.store.snooze(.example(1), until: .sunday + 1, dayCount: 1, by: .ana, now: Self.beforeDawn)
        _ = await workshop.store.dismiss(.example(2), by: .ben, now: Self.beforeDawn)
        workshop.clock.set(to: Self.morning)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .snoozed)
        #expect(try await workshop.reason(2) == .dismissed)
        #expect(workshop.sender.sent == [])
    }

    // MARK: Another wish

    @Test("Who travels to where it is day gets what was held at once")
    func movedZone() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1), delivery(2))
        try await workshop.processBatch()
        await workshop.prefer {
            $0.quietHours = .night
            $0.quietHoursAction = .defer
            $0.timezone = "Europe/Berlin"  // 08:00
        }
        #expect(try await workshop.processBatch().sentCount == 1)
        #expect(workshop.sender.notifications.all.map(\.content.title) == ["2 updates that waited for you"])
    }

    @Test("A later end of the quiet hours holds it longer, and it was held since the first time")
    func laterEnd() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        try await workshop.processBatch()
        workshop.clock.set(to: Self.beforeDawn)
        await workshop.prefer {
            $0.quietHours = DailyWindow(start: DailyWindow.night.start, end: CivilTime(literal: "09:30"))
            $0.quietHoursAction = .defer
            $0.timezone = "America/Los_Angeles"
        }
        #expect(try await workshop.processBatch().deferredCount == 1)
        let row = try await workshop.store.row(1)
        #expect(row.nextAttemptAt == Self.morning + .seconds(9000) && row.delivery.heldSince == Self.night)
    }

    @Test("Who switches the channel off while it waits is not told")
    func switchedOff() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        try await workshop.processBatch()
        await workshop.prefer { $0.notifyPush = false }
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .pushDisabled)
    }
}
