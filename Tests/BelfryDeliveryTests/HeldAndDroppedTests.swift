import BelfryMemory
import BelfryModel
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What drops out while it is held for quiet hours")
struct HeldAndDroppedTests: HeldAtNight {
    /// Under one collapse key with all others of it.
    private func ofDoor(_ number: Int, level: EpisodeLevel = .days3, at moment: Instant) -> Delivery {
        var delivery = Delivery.example(number, level: level, createdAt: moment)
        delivery.payload.collapseKey = CollapseKey(literal: "door")
        return delivery
    }

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
}
