import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfrySQLite

/// The stores in memory are small enough to be looked through, and thousands of traces were played on them. Those on SQLite do the same.
@Suite("Stores of facts on SQLite answer as those in memory")
struct SyncEquivalenceTests {
    @Test("A device and a server on SQLite give the same answers as those in memory, whatever is asked of them")
    func equivalence() async throws {
        var generator = SeededGenerator(seed: .seed())
        for trace in 1...8 {
            let memory = Pair(device: MemoryDevice(), server: MemoryStore())
            try await withTemporaryPath { path in
                let device = try SQLiteDevice(path: path + "-device")
                let server = try SQLiteStore(path: path)
                defer {
                    try? device.close()
                    try? server.close()
                }
                let sqlite = Pair(device: device, server: server)
                for step in 1...150 {
                    let move = Move(using: &generator)
                    let expected = try await memory.make(move)
                    let answer = try await sqlite.make(move)
                    try #require(answer == expected, "trace \(trace), step \(step): \(move)")
                }
            }
        }
    }
}

/// What is asked of a device or a server.
private enum Move {
    case edit(String, [String: FactValue])
    case delete(String)
    case changes(since: Int)
    case pull
    case merge(isPushTaken: Bool?)
    case openPush(String, rowCountMax: Int, leavingOut: Set<String>)
    /// The device's open push goes to the server.
    case push(isAnswered: Bool)
    /// What another device of the person pushes.
    case otherPush(SyncPush, Instant)

    init(using generator: inout SeededGenerator) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let id = "bill-\(number(1...3))"
        var columns: [String: FactValue] = [:]
        for name in ["name", "rrule"] where number(1...2) == 1 { columns[name] = [.null, .text("a"), .text("b")][number(0...2)] }
        switch number(1...11) {
        case 1, 2, 3: self = .edit(id, columns)
        case 4: self = .delete(id)
        case 5: self = .changes(since: number(0...20))
        case 6: self = .pull
        case 7: self = .merge(isPushTaken: [nil, true, false][number(0...2)])
        case 8: self = .openPush("push-\(number(1...9))", rowCountMax: number(1...4), leavingOut: number(1...2) == 1 ? [id] : [])
        case 9: self = .push(isAnswered: number(1...3) > 1)
        default:
            let rows =
                number(1...4) == 1
                ? SyncChanges.Rows(deleted: [id]) : SyncChanges.Rows(updated: [FactRecord(id: id, columns: columns)])
            let name = number(1...2) == 1 ? "other-\(number(1...20))" : nil
            let seen = [0, 1, Int(Instant.noon.millisecondsSinceEpoch) + number(0...30), .max][number(0...3)]
            let push = SyncPush(id: name, changes: SyncChanges(tables: [.budgetItems: rows]), pulledAt: seen)
            self = .otherPush(push, [.morning, .noon][number(0...1)])
        }
    }
}

/// A device and a server of one kind.
private struct Pair {
    let device: any FactStore
    let server: any SyncStore

    /// - Returns: what is answered.
    func make(_ move: Move) async throws -> String {
        switch move {
        case .edit(let id, let columns): try await device.edit(id, columns)
        case .delete(let id): try await device.delete(id)
        case .changes(let mark): return text(try await device.changes(since: mark))
        case .pull: return try await answer(since: try await device.syncState().pulledAt)
        case .merge(let isPushTaken):
            let state = try await device.syncState()
            var answer = try await server.pull(SyncPull(since: state.pulledAt, openPush: state.openPush), of: .ana)
            answer.isPushTaken = isPushTaken ?? answer.isPushTaken
            return "\(try await device.merge(answer, after: state))"
        case .openPush(let id, let rowCountMax, let rows):
            return text(try await device.openPush(id, rowCountMax: rowCountMax, leavingOut: [.budgetItems: rows])?.changes)
        case .push(let isAnswered):
            guard let push = try await device.openPush("own", rowCountMax: 100, leavingOut: [:]) else { return "nothing to push" }
            let result = try await server.push(push, of: .ana, now: .noon)
            if result == .taken, isAnswered { try await device.closePush("own") }
            return "\(result) " + text(push.changes)
        case .otherPush(let push, let now): return "\(try await server.push(push, of: .ana, now: now))"
        }
        return text(try await device.changes(since: 0))
    }

    private func answer(since: Int?) async throws -> String {
        let answer = try await server.pull(SyncPull(since: since, openPush: "other-1"), of: .ana)
        return "\(answer.timestamp) \(answer.isPushTaken ?? false) " + text(answer.changes)
    }

    // Rows in the order of their names: an answer may have them in any.

    private func text(_ changes: SyncChanges?) -> String {
        let rows = changes?.tables[.budgetItems] ?? .init()
        return "created \(text(rows.created)) updated \(text(rows.updated)) deleted \(rows.deleted.sorted())"
    }

    private func text(_ changes: FactChanges) -> String {
        // The marks are the store's own; which rows are news is not.
        "\(text(changes.records[.budgetItems] ?? [])) deleted \((changes.deleted[.budgetItems] ?? []).sorted())"
    }

    private func text(_ records: [FactRecord]) -> String {
        records.sorted { $0.id < $1.id }.map { record in
            record.id + " " + record.columns.filter { $0.value != .null }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }.joined(separator: ", ")
    }
}
