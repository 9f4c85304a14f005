import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfryTime
import Foundation

/// What a lease and its record cost on PostgreSQL, the more waits that isn't due, and the more is finished.
struct PostgresGrowth {
    private let cluster: PostgresCluster
    private let queues: [(name: String, store: PostgresStore)]
    private static let batchSize = 500
    private static let leaseCount = 10
    private static let sizes: [(name: String, held: Int, finished: Int)] = [("an empty queue", 0, 0), ("1,000,000 held and 1,000,000 sent", 1_000_000, 1_000_000)]

    init(workplace: Workplace) async throws {
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent("postgres-growth"))
        let keeper = try RawPostgres(uri: cluster.uri)
        var queues: [(String, PostgresStore)] = []
        for (number, size) in Self.sizes.enumerated() {
            try keeper.run("CREATE DATABASE growth_\(number)")
            let uri = cluster.uri.replacingOccurrences(of: "/postgres", with: "/growth_\(number)", options: .backwards)
            let store = try await PostgresStore(try PostgresAddress(uri), leaseClock: .callers)
            try await World.fill(store)
            let raw = try RawPostgres(uri: uri)
            try raw.fillQueue(held: size.held, finished: size.finished)
            try await World.enqueue(0..<Self.batchSize, into: store)
            try raw.run("VACUUM ANALYZE")
            queues.append((size.name, store))
        }
        self.queues = queues
    }

    var contenders: [Contender] {
        queues.enumerated().map { number, queue in
            Contender(
                name: Self.title(queue.name), unit: .milliseconds, operationCount: Self.leaseCount,
                beside: number == 0 ? nil : Self.title(queues[0].name), counted: { cluster.cost },
                round: {
                    try await cluster.measure {
                        for _ in 0..<Self.leaseCount { try await Self.leaseAndGiveBack(queue.store) }
                    }
                })
        }
    }

    private static func title(_ name: String) -> String { "500 leased and given back, \(name)" }

    private static func leaseAndGiveBack(_ store: PostgresStore) async throws {
        let terms = LeaseTerms(countMax: batchSize, now: World.noon, until: World.noon + .seconds(60), holder: "benchmark", token: "token")
        let batch = try await store.lease(terms) { candidates in
            candidates.map { Verdict(delivery: $0.delivery.id, judgement: .decided(.send(.allowed)), inputs: "{}") }
        }
        guard batch.toSend.count == batchSize else { throw Missing(what: "a due delivery") }
        try await store.record(
            batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .returned) }, now: World.noon)
    }
}

extension RawPostgres {
    /// Rows of Belfry's own table, written behind its back.
    func fillQueue(held: Int, finished: Int) throws {
        let columns = "notification_queue (id, created_at, recipient_user_id, member_user_id, channel, payload, status, next_attempt_at, sent_at)"
        let payload = #"'{"kind":"pattern_alert","metric_type":"steps","level":3}'"#
        let (morning, tomorrow) = (World.morning.fixedWidthText, (World.noon + .seconds(24 * 3600)).fixedWidthText)
        func rows(_ count: Int, _ prefix: String, _ status: String, _ next: String, _ sent: String) -> String {
            """
            INSERT INTO \(columns) SELECT '\(prefix)-' || n, '\(morning)'::timestamptz, 'admin-' || n % 500, 'member-' || n % 500, 'push', \(payload),
                '\(status)', \(next), \(sent) FROM generate_series(1, \(count)) AS n
            """
        }
        if held > 0 { try run(rows(held, "held", "pending", "'\(tomorrow)'", "NULL")) }
        if finished > 0 { try run(rows(finished, "sent", "sent", "NULL", "'\(morning)'")) }
    }
}
