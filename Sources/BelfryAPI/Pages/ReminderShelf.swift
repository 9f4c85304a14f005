import BelfryDashboard
import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

/// Reads and writes a person's own reminders as one more device of theirs does: the last writer of a column wins, and whoever deletes over whoever edits.
struct ReminderShelf {
    let services: Services

    /// How often a write that another device's was faster than is tried.
    private static let attemptCountMax = 5

    func facts(of person: UserID) async throws -> PersonPlanner.Facts { try await PersonPlanner(services: services).facts(of: person) }

    /// What a row was before it was written.
    struct Former {
        let row: FactRecord
        /// Of the columns that were changed.
        let changed: FactRecord
        let title: String
    }

    /// Writes columns of a row.
    ///
    /// - Parameter change: the columns, of which only those that are otherwise are written; nil where the row is to be deleted. It is asked again where
    ///   another device was faster.
    /// - Returns: nil where there was no such row.
    /// - Throws: ``Problem`` where the person's devices share as much as they may, or others write all the time.
    func write(
        _ id: String, of visitor: PageVisitor, _ change: (_ row: FactRecord?, _ rows: ReminderRows) throws -> [String: FactValue]?
    ) async throws -> Former? {
        for _ in 0..<Self.attemptCountMax {
            let facts = try await facts(of: visitor.person)
            let rows = ReminderRows(facts, for: visitor, zones: services.zones)
            let row = rows.shared.record(named: id)
            let columns = try change(row, rows)
            let written = columns?.filter { $0.value != row?.columns[$0.key] ?? .null }
            var changes = SyncChanges.Rows()
            if let written, !written.isEmpty {
                let record = FactRecord(id: id, columns: written)
                if row == nil { changes.created = [record] } else { changes.updated = [record] }
            } else if columns == nil, row != nil {
                changes.deleted = [id]
            }
            if !changes.isEmpty {
                guard try await push(changes, since: facts.mark, of: visitor.person) else { continue }
            }
            return row.map { row in
                let changed = (written ?? [:]).keys.map { ($0, row.columns[$0] ?? .null) }
                return Former(row: row, changed: FactRecord(id: id, columns: Dictionary(uniqueKeysWithValues: changed)), title: rows.title(of: row))
            }
        }
        throw Problem.syncConflict
    }

    /// - Returns: false where another device has changed the row since.
    private func push(_ changes: SyncChanges.Rows, since mark: Int, of person: UserID) async throws -> Bool {
        let push = SyncPush(id: nil, changes: SyncChanges(tables: [.reminders: changes]), pulledAt: mark)
        switch try await services.store.push(push, of: person, now: services.now()) {
        case .taken: return true
        case .conflict: return false
        case .full: throw Problem.tooMuchShared(rowCountMax: SharedSize.rowCountMax, byteCountMax: SharedSize.byteCountMax)
        }
    }

    // MARK: What a form brings

    enum Saved {
        case added(id: String)
        case changed(title: String, before: FactRecord)
        /// Somebody has deleted it.
        case gone
    }

    /// Saves what a form has otherwise than it began with: what a device has changed of the rest meanwhile stays.
    ///
    /// - Parameters:
    ///   - columns: as of ``ReminderDraft/columns()``.
    ///   - former: what the form began with; nil where it is of a new one.
    /// - Throws: ``ReminderDraft/Faults`` where a device couldn't read it.
    func save(_ columns: [String: FactValue], insteadOf former: FactRecord?, id: String, of visitor: PageVisitor) async throws -> Saved {
        let before = former.flatMap { try? ReminderDraft($0).columns() } ?? [:]
        let changed = former == nil ? columns : columns.filter { $0.value != before[$0.key] }
        var (isGone, isTaken) = (false, false)
        let written = try await write(id, of: visitor) { row, rows in
            isGone = former != nil && row == nil
            // A press of the button that comes again is none; another reminder under the same name is.
            isTaken = former == nil && row.map { row in columns.contains { $0.value != row.columns[$0.key] ?? .null } } ?? false
            guard !isGone, !isTaken else { return [:] }
            try check(FactRecord(id: id, columns: (row?.columns ?? [:]).merging(changed) { _, new in new }), rows)
            return changed
        }
        if isGone { return .gone }
        if isTaken { return try await save(columns, insteadOf: nil, id: services.intake.evaluator.identifiers.next(now: visitor.now), of: visitor) }
        guard former != nil, let written else { return .added(id: id) }
        return .changed(title: columns.text("title"), before: written.changed)
    }

    /// As every device will read it.
    private func check(_ record: FactRecord, _ rows: ReminderRows) throws {
        do {
            let record = try FactTable.reminders.checkedEdit(record)
            if case .failure(let problem) = rows.shared.read(record) { throw problem }
        } catch let problem as Problem {
            throw ReminderDraft.Faults(problem) ?? problem
        }
    }
}

extension [String: FactValue] {
    fileprivate func text(_ column: String) -> String { if case .text(let text) = self[column] { text } else { "" } }
}
