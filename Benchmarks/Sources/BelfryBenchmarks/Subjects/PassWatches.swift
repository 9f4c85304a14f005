import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfryTime

/// What passes cost, as a whole and in their parts.
final class PassWatches: @unchecked Sendable {
    let whole = Stopwatch()
    let store = Stopwatch()
    let calls = Stopwatch()
    /// Of the last round.
    private var parts: [Part: Cost] = [:]

    enum Part: String, CaseIterable {
        case store = "the store"
        case thinking = "thinking"
        case calls = "the centre"
    }

    func clear() { _ = take() }

    /// The cost of the round that has ended.
    func take() -> Cost {
        let cost = whole.take()
        let (inStore, inCentre) = (store.take(), calls.take())
        parts = [.store: inStore, .thinking: cost - inStore - inCentre, .calls: inCentre]
        return cost
    }

    /// Contenders that stand behind the whole and do nothing but tell what it spent on each part.
    func parts(of name: String, operationCount: Int) -> [Contender] {
        Part.allCases.map { part in
            Contender(
                name: "\(name): \(part.rawValue)", unit: .milliseconds, operationCount: operationCount,
                counted: { self.parts[part] ?? Cost() }, round: {})
        }
    }
}

/// A device's store whose time is counted.
struct WatchedStore: DeviceJournal, FactSource {
    let store: SQLiteDevice
    let watch: Stopwatch

    func record(ledgerSince since: Instant) async throws -> DeviceRecord { try await watch.measure { try await store.record(ledgerSince: since) } }
    func history(since: Instant) async throws -> [LedgerLine] { try await watch.measure { try await store.history(since: since) } }
    func subjectsTold(of category: String) async throws -> Set<String> { try await watch.measure { try await store.subjectsTold(of: category) } }
    func apply(_ change: JournalChange) async throws -> Bool { try await watch.measure { try await store.apply(change) } }
    func save(_ edits: FactEdits) async throws { try await watch.measure { try await store.save(edits) } }
    func changes(since mark: Int) async throws -> FactChanges { try await watch.measure { try await store.changes(since: mark) } }
    func changeSignals() -> AsyncStream<Void> { store.changeSignals() }
}

/// The least that a notification centre can do: keep what it is asked for.
actor ListCentre {
    var requests: [NotificationID: PendingRequest] = [:]

    func add(_ notification: ScheduledNotification) { requests[notification.identifier] = notification.request }
    func remove(_ identifiers: [NotificationID]) {
        for identifier in identifiers { requests[identifier] = nil }
    }
}

/// A centre whose time is counted.
struct WatchedCentre: NotificationCentre {
    let centre: ListCentre
    let watch: Stopwatch

    func add(_ notification: ScheduledNotification) async throws(CentreProblem) { await watch.measure { await centre.add(notification) } }
    func removePending(_ identifiers: [NotificationID]) async { await watch.measure { await centre.remove(identifiers) } }
    func pending() async -> PendingList { PendingList(await watch.measure { await Array(centre.requests.values) }) }
    func delivered() async -> [DeliveredNotification] { [] }
    func removeDelivered(_ identifiers: [NotificationID]) async {}
    func setCategories(_ categories: [DescribedCategory]) async {}
    func permission() async -> NotificationPermission { .granted }
    func requestPermission(_ kind: PermissionKind) async -> NotificationPermission { .granted }
}
