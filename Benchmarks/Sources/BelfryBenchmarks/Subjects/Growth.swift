import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfryTime

/// What a lease costs the longer the queue is of what is not yet due.
struct Growth {
    private let queues: [(heldCount: Int, store: SQLiteStore)]
    private static let batchSize = 500
    private static let leaseCount = 10

    init(workplace: Workplace) async throws {
        var queues: [(Int, SQLiteStore)] = []
        for heldCount in [0, 100_000, 1_000_000] {
            let name = "growth-\(heldCount).sqlite"
            let store = try await World.store(name, in: workplace)
            if heldCount > 0 { try await RawQueue(path: workplace.path(name), table: .belfry).addHeld(heldCount) }
            try await World.enqueue(0..<Self.batchSize, into: store)
            queues.append((heldCount, store))
        }
        self.queues = queues
    }

    var contenders: [Contender] {
        queues.map { heldCount, store in
            Contender(
                name: Self.name(heldCount), unit: .milliseconds, operationCount: Self.leaseCount, beside: heldCount == 0 ? nil : Self.name(0)
            ) {
                for _ in 0..<Self.leaseCount { try await Self.leaseAndGiveBack(store) }
            }
        }
    }

    private static func name(_ heldCount: Int) -> String {
        "lease 500 and give back, \(heldCount == 0 ? "none" : Report.text(Double(heldCount))) held"
    }

    private static func leaseAndGiveBack(_ store: SQLiteStore) async throws {
        let terms = LeaseTerms(countMax: batchSize, now: World.noon, until: World.noon + .seconds(60), holder: "benchmark", token: "token")
        let batch = try await store.lease(terms) { candidates in
            candidates.map { Verdict(delivery: $0.delivery.id, judgement: .decided(.send(.allowed)), inputs: "{}") }
        }
        guard batch.toSend.count == batchSize else { throw Missing(what: "a due delivery") }
        try await store.record(
            batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .returned) }, now: World.noon)
    }
}
