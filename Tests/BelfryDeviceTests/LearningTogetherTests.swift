import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

@Suite("Several who learn the facts at the same time")
struct LearningTogetherTests {
    @Test("What was deleted while a tap and the first pass both learnt the facts is known to be gone", .timeLimit(.minutes(10)))
    func deletedMeanwhile() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("gym", due: "2026-12-02"))
        let store = SlowStore(device: bench.device)
        let orchestrator = Orchestrator(
            store: store, centre: bench.centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
        let pass = Task { await orchestrator.reconcile(.launch, now: Bench.morning) }
        await store.untilAsked()
        try await bench.device.save(FactEdits(deleted: [.budgetItems: ["gym"]]))
        let rent = NotificationID(subject: "bills|rent|due_day", date: try #require(CivilDate("2026-11-30")))
        let tap = Task {
            try await orchestrator.handle(
                NotificationResponse(identifier: rent, moment: Bench.morning, action: .open, parts: [rent]), now: Bench.morning)
        }
        await store.untilAsked()
        store.answerFirst()
        _ = await pass.value
        store.answerFirst()
        #expect(try await tap.value == .show(.bill("rent")))
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00"], "what was tapped was told, and what was deleted isn't")
    }
}

/// A store whose first two answers about facts are on their way until they are let through.
private final class SlowStore: DeviceStore {
    private let device: MemoryDevice
    private let askCount = Shared(0)
    private let waiting = Shared<[CheckedContinuation<Void, Never>]>([])
    private let (asks, ask) = AsyncStream.makeStream(of: Void.self)

    init(device: MemoryDevice) { self.device = device }

    func untilAsked() async { for await _ in asks.prefix(1) {} }

    func answerFirst() {
        let first = waiting.value.first
        waiting.change { $0.removeFirst() }
        first?.resume()
    }

    func changes(since mark: Int) async throws -> FactChanges {
        let changes = await device.changes(since: mark)
        askCount.change { $0 += 1 }
        guard askCount.value <= 2 else { return changes }
        await withCheckedContinuation { continuation in
            waiting.change { $0.append(continuation) }
            ask.yield()
        }
        return changes
    }

    func save(_ edits: FactEdits) async throws { try await device.save(edits) }
    func changeSignals() -> AsyncStream<Void> { device.changeSignals() }
    func record(ledgerSince since: Instant) async throws -> DeviceRecord { await device.record(ledgerSince: since) }
    func history(since: Instant) async throws -> [LedgerLine] { await device.history(since: since) }
    func subjectsTold(of category: String) async throws -> Set<String> { await device.subjectsTold(of: category) }
    func apply(_ change: JournalChange) async throws -> Bool { try await device.apply(change) }
}
