import BelfryModel

/// What everybody must end up with, kept without any of the code that is examined: the edits of each device count for each column in the
/// order in which their pushes were taken.
struct SyncBook {
    /// What the server must have, without nulls.
    private(set) var rows: [String: [String: FactValue]] = [:]
    /// Edits that no push carries yet, by device and row.
    private var waiting: [[String: Edit]]
    /// Edits that a push carries.
    private var sent: [[String: Edit]?]
    /// Rows as a push brought them of which the device doesn't know yet that it was taken.
    private var unanswered: [[String: Edit]]
    /// What each device deleted by pushes since its last pull: it doesn't hear of these from others.
    private var ownDeletions: [Set<String>]

    /// What a device wants of one row.
    private struct Edit: Equatable {
        /// Nil where the row is deleted.
        var columns: [String: FactValue]?
        /// Made anew after the device deleted it: all other columns are empty.
        var isAnew = false

        func followed(by later: Edit) -> Edit {
            guard let laterColumns = later.columns, !later.isAnew else { return later }
            guard let columns else { return Edit(columns: laterColumns, isAnew: true) }
            return Edit(columns: columns.merging(laterColumns) { _, last in last }, isAnew: isAnew)
        }
    }

    init(deviceCount: Int) {
        waiting = Array(repeating: [:], count: deviceCount)
        sent = Array(repeating: nil, count: deviceCount)
        unanswered = Array(repeating: [:], count: deviceCount)
        ownDeletions = Array(repeating: [], count: deviceCount)
    }

    // MARK: Edits

    mutating func save(_ columns: [String: FactValue], in id: String, on device: Int) {
        add(Edit(columns: columns), to: id, on: device)
    }

    mutating func delete(_ id: String, on device: Int) {
        add(Edit(columns: nil), to: id, on: device)
    }

    private mutating func add(_ edit: Edit, to id: String, on device: Int) {
        waiting[device][id] = waiting[device][id]?.followed(by: edit) ?? edit
    }

    // MARK: The line

    func isOnTheWay(_ device: Int) -> Bool { sent[device] != nil }

    mutating func sent(by device: Int) {
        sent[device] = waiting[device]
        waiting[device] = [:]
    }

    /// A push has reached the server, or hasn't.
    mutating func settle(_ device: Int, isTaken: Bool, isAnswered: Bool) {
        let carried = sent[device] ?? [:]
        sent[device] = nil
        guard isTaken else {
            waiting[device] = carried.merging(waiting[device]) { $0.followed(by: $1) }
            return
        }
        for (id, edit) in carried {
            if let columns = edit.columns {
                let present = edit.isAnew ? [:] : rows[id] ?? [:]
                rows[id] = present.merging(columns) { _, new in new }.filter { $0.value != .null }
                ownDeletions[device].remove(id)
            } else {
                rows[id] = nil
                ownDeletions[device].insert(id)
            }
        }
        let taken = Dictionary(uniqueKeysWithValues: carried.keys.map { ($0, Edit(columns: rows[$0])) })
        forget(taken, on: device)
        if !isAnswered { unanswered[device] = taken }
    }

    /// A device has merged an answer.
    mutating func merged(saved: [String], deleted: [String], on device: Int) {
        forget(unanswered[device], on: device)
        unanswered[device] = [:]
        // Whoever deletes wins over whoever edits, but not over what the same device has made anew since.
        for id in deleted where !ownDeletions[device].contains(id) || waiting[device][id]?.columns == nil { waiting[device][id] = nil }
        ownDeletions[device] = []
        forget(rows.filter { saved.contains($0.key) }.mapValues { Edit(columns: $0) }, on: device)
    }

    /// An edit that brings what is known to be there already is none any more.
    private mutating func forget(_ known: [String: Edit], on device: Int) {
        for (id, edit) in waiting[device] {
            guard let present = known[id] else { continue }
            guard var columns = edit.columns else {
                if present.columns == nil { waiting[device][id] = nil }
                continue
            }
            if edit.isAnew {
                for column in FactTable.budgetItems.columns where columns[column.name] == nil { columns[column.name] = .null }
            }
            columns = columns.filter { $0.value != present.columns?[$0.key] ?? .null }
            waiting[device][id] = columns.isEmpty && rows[id] != nil ? nil : Edit(columns: columns)
        }
    }
}
