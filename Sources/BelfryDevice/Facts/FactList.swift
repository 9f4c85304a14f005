import BelfryModel
import BelfryPorts

/// A row that can't be used, and why; the others count.
public struct RefusedFact: Hashable, Sendable {
    public let table: FactTable
    public let id: String
    /// Its field is the column, or ends with it.
    public let problem: Problem
}

/// The facts of one table by their identifiers, in an order that doesn't depend on how they came.
struct FactList<Fact: Decodable & Sendable>: Sendable {
    let table: FactTable
    /// In the order of ``ids``.
    private(set) var facts: [Fact] = []
    private var ids: [String] = []
    private var refusedByID: [String: Problem] = [:]

    init(_ table: FactTable) {
        self.table = table
    }

    /// What is wrong with the rows that can't be used.
    var refused: [RefusedFact] { refusedByID.sorted { $0.key < $1.key }.map { RefusedFact(table: table, id: $0.key, problem: $0.value) } }
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
            switch record.decoded(as: Fact.self, from: table) {
            case .success(let fact):
                facts.append(fact)
                ids.append(record.id)
            case .failure(let problem): refusedByID[record.id] = problem
            }
        }
    }

    private mutating func put(_ record: FactRecord) {
        switch record.decoded(as: Fact.self, from: table) {
        case .success(let fact):
            refusedByID[record.id] = nil
            let position = position(of: record.id)
            if position < ids.count, ids[position] == record.id {
                facts[position] = fact
            } else {
                facts.insert(fact, at: position)
                ids.insert(record.id, at: position)
            }
        case .failure(let problem):
            remove(record.id)
            refusedByID[record.id] = problem
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
