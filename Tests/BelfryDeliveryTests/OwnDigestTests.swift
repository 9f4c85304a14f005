import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// Ana, in UTC, has what isn't critical told at 18:00. It is noon.
@Suite("A person's own digest")
struct OwnDigestTests {
    private static let digest = Instant.noon + .seconds(6 * 3600)

    private func makeWorkshop(_ change: @escaping (inout Preferences) -> Void = { _ in }) async -> Workshop {
        await Workshop {
            $0.digestAt = CivilTime(literal: "18:00")
            change(&$0)
        }
    }

    private func delivery(_ number: Int, _ kind: String? = nil, level: EpisodeLevel = .days3, _ change: (inout Payload) -> Void = { _ in }) -> Delivery {
        var delivery = Delivery.example(number, level: level, createdAt: .noon - .seconds(60 - number))
        delivery.payload.kind = kind ?? delivery.payload.kind
        change(&delivery.payload)
        return delivery
    }

    @Test("What comes through the day is told as one at its time, over all categories; a critical one is told at once")
    func summary() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1), delivery(2, "posts"), delivery(3, "offers"), delivery(4, level: .days14))
        #expect(try await workshop.processBatch().deferredCount == 3)
        #expect(workshop.sender.sent == [.example(4)])
        let held = try await workshop.store.row(2)
        #expect(held.status == "pending" && held.reason == .ownDigest && held.nextAttemptAt == Self.digest)
        let explainer = Explainer(zones: SystemTimeZoneDatabase())
        let explanation = explainer.explain(held, to: .ana)
        #expect(explanation.sentence == "Held until 18:00 (UTC), because you have what isn't critical told once a day, as one.")
        #expect(explanation.isReplayedAlike == true && explanation.whatWouldChange?.contains("Once a day, as one, at") == true)

        workshop.clock.set(to: Self.digest + .seconds(5))
        let report = try await workshop.processBatch()
        #expect((report.sentCount, report.skippedCount) == (1, 2))
        #expect(workshop.sender.notifications.all.last?.content.title == "3 updates that waited for you")
        for number in [2, 3] { #expect(try await workshop.store.row(number).mergedInto == .example(1)) }
    }

    @Test("A category has a time of its own, or is told at once")
    func categories() async throws {
        let workshop = await makeWorkshop {
            $0.digestByCategory = DigestTimes(["posts": CivilTime(literal: "20:00")], atOnce: ["offers"])
        }
        try await workshop.store.enqueue(delivery(1), delivery(2, "posts"), delivery(3, "offers"))
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(3)])
        #expect(try await workshop.store.row(1).nextAttemptAt == Self.digest)
        #expect(try await workshop.store.row(2).nextAttemptAt == Self.digest + .seconds(2 * 3600))
    }

    @Test("What somebody waits for an answer to, what is told on duty and what tries the way is told at once, and says so")
    func awaited() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(
            delivery(1) { $0.oneOfUs = true }, delivery(2) { $0.rota = RotaID(literal: "nurses") }, delivery(3, Payload.testKind))
        try await workshop.processBatch()
        for number in 1...3 {
            let row = try await workshop.store.row(number)
            #expect(row.status == "sent" && row.reason == .cannotWaitForDigest)
        }
        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(try await workshop.store.row(1), to: .ana)
        #expect(explanation.sentence.hasPrefix("Sent, because it couldn't wait for your digest: ") && explanation.isReplayedAlike == true)
    }

    @Test("What waits is decided anew when the person wants another time, or none")
    func changed() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1))
        try await workshop.processBatch()
        var wanted = Preferences()
        wanted.digestAt = CivilTime(literal: "15:00")
        try await workshop.store.save([.digestAt], of: wanted, for: .ana, now: .noon)
        try await workshop.processBatch()
        #expect(try await workshop.store.row(1).nextAttemptAt == .noon + .seconds(3 * 3600))
        try await workshop.store.save([.digestAt], of: Preferences(), for: .ana, now: .noon)
        try await workshop.processBatch()
        #expect(try await workshop.reason(1) == .allowed)
    }
}
