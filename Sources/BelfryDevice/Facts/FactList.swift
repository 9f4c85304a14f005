import BelfryModel
import BelfryPorts

/// A row that can't be used, and why; the others count. Of a person's own settings it is one column, and the other columns count.
public struct RefusedFact: Hashable, Sendable {
    public let table: FactTable
    public let id: String
    /// Its field is the column, or ends with it.
    public let problem: Problem
}

/// The facts of one table by their identifiers, in an order that doesn't depend on how they came.
struct FactList<Fact: Decodable & Sendable>: Sendable {
    let table: FactTable
    /// Whether a column that can't be used counts as if it weren't there, as what a newer app has written, instead of its whole row.
    private let isColumnwise: Bool
    /// In the order of ``ids``.
    private(set) var facts: [Fact] = []
    private var ids: [String] = []
    private var refusedByID: [String: [Problem]] = [:]

    init(_ table: FactTable, isColumnwise: Bool = false) {
        self.table = table
        self.isColumnwise = isColumnwise
    }

    /// What is wrong with the rows, or the columns, that can't be used.
    var refused: [RefusedFact] {
        refusedByID.sorted { $0.key < $1.key }.flatMap { id, problems in
            problems.map { RefusedFact(table: table, id: id, problem: $0) }
        }
    }
    var isEmpty: Bool { facts.isEmpty }

    /// What a row says; nil where there is none of that identifier, or it can't be used.
    subscript(id: String) -> Fact? {
        let position = position(of: id)
        return position < ids.count && ids[position] == id ? facts[position] : nil
    }

    mutating func apply(_ changes: FactChanges) {
        let records = changes.records[table] ?? []
        guard !facts.isEmpty || !refusedByID.isEmpty else { return fill(records) }
        for id in changes.deleted[table] ?? [] { remove(id) }
        for record in records { put(record) }
    }

    /// All at once, where there was nothing: putting thousands in their places one by one would cost their square.
    private mutating func fill(_ records: [FactRecord]) {
        for record in records.sorted(by: { $0.id < $1.id }) {
            let (fact, problems) = read(record)
            if !problems.isEmpty { refusedByID[record.id] = problems }
            if let fact {
                facts.append(fact)
                ids.append(record.id)
            }
        }
    }

    private mutating func put(_ record: FactRecord) {
        let (fact, problems) = read(record)
        if let fact {
            let position = position(of: record.id)
            if position < ids.count, ids[position] == record.id {
                facts[position] = fact
            } else {
                facts.insert(fact, at: position)
                ids.insert(record.id, at: position)
            }
        } else {
            remove(record.id)
        }
        refusedByID[record.id] = problems.isEmpty ? nil : problems
    }

    /// What a row says, nil where it can't be used, and all that is wrong with it.
    private func read(_ record: FactRecord) -> (fact: Fact?, problems: [Problem]) {
        var record = record
        var problems: [Problem] = []
        while true {
            switch record.decoded(as: Fact.self, from: table) {
            case .success(let fact): return (fact, problems)
            case .failure(let problem):
                problems.append(problem)
                guard isColumnwise, let column = problem.column, record.columns.removeValue(forKey: column) != nil else { return (nil, problems) }
            }
        }
    }

    private mutating func remove(_ id: String) {
        refusedByID[id] = nil
        let position = position(of: id)
        guard position < ids.count, ids[position] == id else { return }
        facts.remove(at: position)
        ids.remove(at: position)
    }

    /// Where it is, or would be.
    private func position(of id: String) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
