import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: AuditStore {
    public func note(_ entry: AuditEntry) {
        transaction { $0.leave(entry) }
    }

    public func auditEntries(_ selection: AuditSelection) -> [AuditEntry] {
        let found = tables.audit.values.filter { entry in
            selection.contains(entry) && (selection.before.map { entry.id < $0 } ?? true) && (selection.after.map { entry.id > $0 } ?? true)
        }
        let isOldestFirst = selection.after != nil
        return Array(found.sorted { isOldestFirst ? $0.id < $1.id : $0.id > $1.id }.prefix(selection.countMax))
    }
}

extension Tables {
    /// Leaves the line of a transaction, or adds to that which one before has left.
    mutating func leave(_ entry: AuditEntry) {
        var kept = audit[entry.id] ?? entry
        if audit[entry.id] != nil, let count = entry.changedCount { kept.changedCount = (kept.changedCount ?? 0) + count }
        audit[entry.id] = kept
    }

    mutating func forgetInAudit(_ person: UserID) {
        audit = audit.mapValues { $0.without(person) }
    }
}
