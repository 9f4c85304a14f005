import BelfryModel
import BelfryPorts
import Synchronization

/// The facts of a device in memory, for tests and simulation.
public actor MemoryDevice: FactStore {
    private(set) var facts = DeviceFacts()
    var journal = JournalTables()
    private nonisolated let signals = ChangeSignals()

    public init() {}

    public func save(_ edits: FactEdits) throws {
        try change { facts in
            for (table, records) in edits.saved {
                for record in records { facts.save(try table.checkedEdit(record), in: table) }
            }
            for (table, ids) in edits.deleted {
                for id in ids { facts.delete(id, in: table) }
            }
        }
    }

    public func changes(since mark: Int) -> FactChanges {
        facts.changes(since: mark)
    }

    public nonisolated func changeSignals() -> AsyncStream<Void> {
        signals.stream()
    }

    public func syncState() -> SyncState {
        facts.syncState
    }

    public func merge(_ answer: SyncAnswer, after state: SyncState) throws -> Bool {
        guard facts.syncState == state else { return false }
        try change { try $0.merge(answer) }
        return true
    }

    public func openPush(_ id: String, rowCountMax: Int, leavingOut rows: [FactTable: Set<String>]) -> SyncPush? {
        facts.openPush(id, rowCountMax: rowCountMax, leavingOut: rows)
    }

    public func closePush(_ id: String) {
        facts.closePush(id)
    }

    /// Changes the facts all at once; not at all where `body` throws.
    private func change(_ body: (inout DeviceFacts) throws -> Void) rethrows {
        var draft = facts
        try body(&draft)
        let isNews = draft.mark != facts.mark
        facts = draft
        if isNews { signals.send() }
    }
}

/// Tells everybody who listens that something has changed; what nobody has read yet counts once.
final class ChangeSignals: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let count = Mutex(0)

    /// Begins with a signal.
    func stream() -> AsyncStream<Void> {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { [weak self] _ in self?.listeners.withLock { $0[number] = nil } }
            listeners.withLock { $0[number] = continuation }
            continuation.yield()
        }
    }

    func send() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }
}
