import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Held for quiet hours")
struct HeldDeliveriesTests: HeldAtNight {
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
