import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

/// A person's own reminders from the terminal: rows that their devices share, written as one more device of theirs writes them.
public struct ReminderDesk: Sendable {
    let store: any Store
    let zones: any TimeZoneDatabase

    public init(store: any Store, zones: any TimeZoneDatabase) { (self.store, self.zones) = (store, zones) }

    /// By their identifiers.
    public func reminders(of person: UserID, now: Instant) async throws -> [ReminderBody] {
        let (shared, _) = try await shared(of: person, now: now)
        return shared.records.map { ReminderBody($0, in: shared) }
    }

    /// - Parameter record: a new one.
    /// - Throws: ``Problem`` where a device couldn't use it, or the person's devices share as much as they may.
    public func add(_ record: FactRecord, of person: UserID, now: Instant) async throws -> ReminderBody {
        let record = try FactTable.reminders.checkedEdit(record)
        let (shared, mark) = try await shared(of: person, with: [record], now: now)
        if case .failure(let problem) = shared.read(record) { throw problem }
        try await push(SyncChanges.Rows(created: [record]), since: mark, of: person, now: now)
        return ReminderBody(record, in: shared)
    }

    /// - Returns: what it was; nil where there is none of the name.
    /// - Throws: `Problem.syncConflict` where a device is just changing it.
    public func remove(_ id: String, of person: UserID, now: Instant) async throws -> ReminderBody? {
        let (shared, mark) = try await shared(of: person, now: now)
        guard let record = shared.record(named: id) else { return nil }
        try await push(SyncChanges.Rows(deleted: [id]), since: mark, of: person, now: now)
        return ReminderBody(record, in: shared)
    }

    private func shared(of person: UserID, with more: [FactRecord] = [], now: Instant) async throws -> (SharedReminders, mark: Int) {
        let answer = try await store.pull(SyncPull(since: nil), of: person)
        var rows = answer.changes.tables.mapValues { $0.saved.sorted { $0.id < $1.id } }
        rows[.reminders, default: []] += more
        let preferences = try await store.preferences(of: person).read().preferences
        let facts = PersonPlanner.Facts(rows: rows, mark: answer.timestamp, preferences: preferences)
        let zone = zones.rules(named: preferences.timezone) ?? .utc
        return (SharedReminders(facts, now: now, zone: zone, zones: zones), answer.timestamp)
    }

    private func push(_ rows: SyncChanges.Rows, since mark: Int, of person: UserID, now: Instant) async throws {
        let push = SyncPush(id: nil, changes: SyncChanges(tables: [.reminders: rows]), pulledAt: mark)
        switch try await store.push(push, of: person, now: now) {
        case .taken: return
        case .conflict: throw Problem.syncConflict
        case .full: throw Problem.tooMuchShared(rowCountMax: SharedSize.rowCountMax, byteCountMax: SharedSize.byteCountMax)
        }
    }
}

/// A reminder as `belfry reminder` prints it: its columns, and when it comes next.
public struct ReminderBody: Encodable, Sendable {
    public let id: String
    public let title: String
    /// Nil where it never does, or is switched off.
    public let next: Instant?
    public let isOff: Bool
    /// Why no device can use it; nil where one can.
    public let problem: Problem?
    private let columns: [String: FactValue]

    init(_ record: FactRecord, in shared: SharedReminders) {
        (id, columns) = (record.id, record.withoutNulls.columns)
        let named = record.text("title")
        title = named.isEmpty ? record.id : named
        switch shared.read(record) {
        case .success(let reminder):
            (isOff, problem) = (!reminder.isEnabled, nil)
            next = reminder.isEnabled ? Reminders.next(of: reminder, for: shared.recipient) : nil
        case .failure(let found): (isOff, problem, next) = (false, found, nil)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = columns
        members["id"] = .text(id)
        members["next"] = next.map { .text($0.description) }
        members["problem"] = problem.map { .text($0.code) }
        try members.encode(to: encoder)
    }
}
