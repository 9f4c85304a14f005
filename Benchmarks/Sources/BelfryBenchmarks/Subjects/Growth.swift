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
                for _ in 0..<Self.leaseCount { try await store.leaseAndGiveBack(Self.batchSize) }
            }
        }
    }

    private static func name(_ heldCount: Int) -> String {
        "lease 500 and give back, \(heldCount == 0 ? "none" : Report.text(Double(heldCount))) held"
    }
}

extension DeliveryQueue {
    /// Leases so many, decides to send all of them, and gives them back untried.
    func leaseAndGiveBack(_ count: Int) async throws {
        let terms = LeaseTerms(countMax: count, now: World.noon, until: World.noon + .seconds(60), holder: "benchmark", token: "token")
        let batch = try await lease(terms) { candidates in
            candidates.map { Verdict(delivery: $0.delivery.id, judgement: .decided(.send(.allowed)), inputs: "{}") }
        }
        guard batch.toSend.count == count else { throw Missing(what: "a due delivery") }
        try await record(
            batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .returned) }, now: World.noon)
    }
}
