import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Stops a device after so many calls, as if its process had been killed between two of them.
///
/// From then on nothing that it does reaches the world; what it is told doesn't matter any more.
final class Fuse: Sendable {
    private let left: Mutex<Int>

    /// - Parameter callCount: how many calls come through; nil for all.
    init(callCount: Int?) {
        left = Mutex(callCount ?? .max)
    }

    var isBlown: Bool { left.withLock { $0 <= 0 } }

    fileprivate func burn() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }
}

/// The doors of a device that may be killed.
struct FusedCentre: NotificationCentre {
    let centre: SimulatedCentre
    let fuse: Fuse

    func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        if fuse.burn() { try centre.add(notification) }
    }

    func removePending(_ identifiers: [NotificationID]) { if fuse.burn() { centre.removePending(identifiers) } }
    func pending() -> PendingList { fuse.burn() ? centre.pending() : PendingList() }
    func delivered() -> [DeliveredNotification] { fuse.burn() ? centre.delivered() : [] }
    func removeDelivered(_ identifiers: [NotificationID]) { if fuse.burn() { centre.removeDelivered(identifiers) } }
    func setCategories(_ categories: [DescribedCategory]) { if fuse.burn() { centre.setCategories(categories) } }
    func permission() -> NotificationPermission { centre.permission() }
    func requestPermission(_ kind: PermissionKind) -> NotificationPermission {
        fuse.burn() ? centre.requestPermission(kind) : .undetermined
    }
}

/// Thrown to a device that has been killed.
struct Killed: Error {}

struct FusedStore: DeviceStore {
    let store: any DeviceStore
    let fuse: Fuse

    private func living() throws { if !fuse.burn() { throw Killed() } }

    func record(ledgerSince since: Instant) async throws -> DeviceRecord {
        try living()
        return try await store.record(ledgerSince: since)
    }

    func history(since: Instant) async throws -> [LedgerLine] {
        try living()
        return try await store.history(since: since)
    }

    func subjectsTold(of category: String) async throws -> Set<String> {
        try living()
        return try await store.subjectsTold(of: category)
    }

    func apply(_ change: JournalChange) async throws -> Bool {
        try living()
        return try await store.apply(change)
    }

    func save(_ edits: FactEdits) async throws {
        try living()
        try await store.save(edits)
    }

    func changes(since mark: Int) async throws -> FactChanges {
        try living()
        return try await store.changes(since: mark)
    }

    func changeSignals() -> AsyncStream<Void> { store.changeSignals() }
}
