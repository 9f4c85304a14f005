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

    /// - Parameters:
    ///   - held: how many wait; one in a hundred of them is due.
    ///   - finished: how many were sent, in the last twelve months.
    init(workplace: Workplace, report: Report, held: Int, finished: Int) async throws {
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent("postgres-growth"))
        let keeper = try RawPostgres(uri: cluster.uri)
        let full = "\(Report.count(held)) held and \(Report.count(finished)) sent"
        var queues: [(String, PostgresStore)] = []
        for (number, name) in ["an empty queue", "an empty one of as many months", full].enumerated() {
            try keeper.run("CREATE DATABASE growth_\(number)")
            let uri = cluster.uri.replacingOccurrences(of: "/postgres", with: "/growth_\(number)", options: .backwards)
            let store = try await PostgresStore(try PostgresAddress(uri), clock: nil)
            try await World.fill(store)
            let raw = try RawPostgres(uri: uri)
            try raw.run("SELECT belfry_make_months('\(number == 0 ? "2026-01-01" : "2025-02-01")', 3)")
            if number == 2 {
                try keeper.withoutDurability { try raw.fillMonths(held: held, finished: finished) }
                report.note("postgres-growth: \(full) take \(try raw.sizes())")
            }
            try await World.enqueue(0..<Self.batchSize, into: store)
            try raw.run("VACUUM ANALYZE")
            queues.append((name, store))
        }
        try keeper.run("CHECKPOINT")
        // What the system still has to write would be written in the middle of the commits that are measured.
        try Programs.run("sync")
        self.queues = queues
    }

    var contenders: [Contender] {
        queues.enumerated().map { number, queue in
            Contender(
                name: Self.title(queue.name), unit: .milliseconds, operationCount: Self.leaseCount,
                beside: number == 0 ? nil : Self.title(queues[0].name), counted: { cluster.cost },
                round: {
                    try await cluster.measure {
                        for _ in 0..<Self.leaseCount { try await queue.store.leaseAndGiveBack(Self.batchSize) }
                    }
                })
        }
    }

    private static func title(_ name: String) -> String { "500 leased and given back, \(name)" }
}

// MARK: Rows of Belfry's own table, written behind its back

extension RawPostgres {
    /// What is written meanwhile is gone where the machine dies, and the log of it may grow.
    fileprivate func withoutDurability(_ body: () throws -> Void) throws {
        for setting in ["fsync = off", "full_page_writes = off", "max_wal_size = '8GB'"] { try run("ALTER SYSTEM SET \(setting)") }
        try run("SELECT pg_reload_conf()")
        try body()
        try run("ALTER SYSTEM RESET ALL")
        try run("SELECT pg_reload_conf()")
    }

    /// The finished ones month by month, as life spreads them, and what waits in the last.
    fileprivate func fillMonths(held: Int, finished: Int) throws {
        try run("SET maintenance_work_mem TO '512MB'")
        let (morning, noon) = (World.morning.fixedWidthText, World.noon.fixedWidthText)
        for month in 0..<12 {
            let first = "('2025-02-01'::timestamp + interval '\(month) months')"
            let isLast = month == 11
            let end = isLast ? "'\(morning)'::timestamp" : "(\(first) + interval '1 month')"
            try inMonth(String(format: "%04d_%02d", month < 11 ? 2025 : 2026, month < 11 ? month + 2 : 1), first) { partition in
                // Nobody writes to what is finished: it is packed as tightly as it can be, for the disk's sake.
                try run("ALTER TABLE \(partition) SET (fillfactor = 100)")
                try write(finished / 12, from: first, to: end, "'sent', NULL, at", into: partition)
                guard isLast else { return }
                try run("ALTER TABLE \(partition) SET (fillfactor = 40)")
                let tomorrow = "'\(noon)'::timestamptz + interval '1 day' + n * interval '0.1 s'"
                try write(held - held / 100, from: first, to: end, "'pending', \(tomorrow), NULL", into: partition)
                try write(held / 100, from: "('\(morning)'::timestamp + interval '1 s')", to: "'\(noon)'::timestamp", "'pending', NULL, NULL", into: partition)
            }
        }
        try run("SELECT belfry_fill_live()")
    }

    /// Takes a partition off, without its indexes, and puts it back: its indexes are made then.
    private func inMonth(_ month: String, _ first: String, _ body: (_ partition: String) throws -> Void) throws {
        let partition = "notification_queue_\(month)"
        try run("ALTER TABLE notification_queue DETACH PARTITION \(partition)")
        try run("ALTER TABLE \(partition) DROP CONSTRAINT \(partition)_pkey")
        try run(
            """
            DO $$ DECLARE name text; BEGIN
                FOR name IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = '\(partition)'::regclass LOOP EXECUTE 'DROP INDEX ' || name; END LOOP;
            END $$
            """)
        try body(partition)
        func identifier(_ moment: String) -> String { "belfry_identifier_at(\(moment) AT TIME ZONE 'UTC')" }
        try run(
            """
            ALTER TABLE notification_queue ATTACH PARTITION \(partition)
            FOR VALUES FROM (\(identifier(first))) TO (\(identifier("(\(first) + interval '1 month')")))
            """)
    }

    /// To a million people, one after the other.
    private func write(_ count: Int, from begin: String, to end: String, _ state: String, into partition: String) throws {
        guard count > 0 else { return }
        try run(
            """
            INSERT INTO \(partition) (id, created_at, updated_at, recipient_user_id, member_user_id, channel, payload, status, next_attempt_at, sent_at)
            SELECT belfry_identifier_at(at) || '-7' || substr(chance, 1, 3) || '-8' || substr(chance, 4, 3) || '-' || substr(chance, 7, 12),
                at, at, 'admin-' || n % 1000000, 'member-' || n % 1000000, 'push',
                '{"kind":"pattern_alert","metric_type":"steps","level":3}', \(state)
            FROM generate_series(1, \(count)) AS n, LATERAL (SELECT md5(n::text) AS chance,
                (\(begin) + (\(end) - \(begin)) * (n / \(count + 1)::float8)) AT TIME ZONE 'UTC' AS at) AS made
            """)
    }

    /// Of the queue, and of what stands beside it for what waits.
    fileprivate func sizes() throws -> String {
        try prepare(
            "sizes",
            """
            SELECT string_agg(pg_size_pretty(size) || ' of ' || part, ', ') FROM (
                SELECT 'months' AS part, sum(pg_total_relation_size(inhrelid)) AS size FROM pg_inherits WHERE inhparent = 'notification_queue'::regclass
                UNION ALL SELECT 'what waits', pg_total_relation_size('notification_queue_live')) AS known
            """)
        return try texts("sizes", []).first ?? ""
    }
}
