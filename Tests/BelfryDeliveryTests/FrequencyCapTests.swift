import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("How much a person wants on one day")
struct FrequencyCapTests {
    @Test("A worker tells no more on one day than the person wants, says why, and begins anew on the next")
    func worker() async throws {
        let workshop = await Workshop { $0.dailyCountMax = 1 }
        try await workshop.store.enqueue(.example(1), .example(2))
        try await workshop.processBatch()
        #expect(try await workshop.fate(1) == "sent allowed")
        #expect(try await workshop.fate(2) == "skipped frequency_capped")

        try await workshop.store.enqueue(.example(3), .example(4, level: .days14))
        try await workshop.processBatch()
        #expect(try await workshop.fate(3) == "skipped frequency_capped")
        #expect(try await workshop.fate(4) == "sent allowed", "what is critical passes")

        workshop.clock.set(to: .noon + .seconds(86_400))
        try await workshop.store.enqueue(.example(5, createdAt: .noon + .seconds(80_000)))
        try await workshop.processBatch()
        #expect(try await workshop.fate(5) == "sent allowed")

        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(try await workshop.store.row(3), to: .ana)
        #expect(explanation.sentence == "Not sent, because you had been told as much on that day as you want (1).")
        #expect(explanation.isReplayedAlike == true && explanation.whatWouldChange?.contains("Notifications a day at most") == true)
        let lines = StoredInputs(explanation).lines(in: .english) { $0.description }
        let said = lines.map { "\($0.name): \($0.value)" }
        #expect(said.contains("At most a day: 1") && said.contains("Told before on that day: 1"))
    }

    @Test("What its provider put off doesn't count before it is told, so that it finds its own place still free")
    func retry() async throws {
        let workshop = await Workshop { $0.dailyCountMax = 1 }
        try await workshop.store.enqueue(.example(1))
        try await workshop.store.lease()
        try await workshop.store.record(1, .retry(at: .noon + .seconds(60), error: "busy"))
        workshop.clock.set(to: .noon + .seconds(60))
        try await workshop.processBatch()
        #expect(try await workshop.fate(1) == "sent allowed")
    }
}

extension Workshop {
    fileprivate func fate(_ number: Int) async throws -> String {
        let row = try await store.row(number)
        return "\(row.status) \(row.reason?.rawValue ?? "–")"
    }
}
