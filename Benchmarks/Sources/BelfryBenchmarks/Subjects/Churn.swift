import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySystem
import BelfryTime
import Foundation
import Synchronization

/// What an hour of steady work leaves behind on PostgreSQL: a producer of plain SQL, a worker's loop and the upkeep, while others wait until tomorrow.
///
/// Tells a line a minute itself: what is measured is whether anything grows that shouldn't.
struct Churn {
    private let report: Report
    private let cluster: PostgresCluster
    private let zones: any TimeZoneDatabase
    private let minuteCount: Int

    private static let heldCount = 100_000
    private static let countPerSecond = 500
    private static let stepsPerSecond = 10

    init(zones: any TimeZoneDatabase, workplace: Workplace, report: Report, minuteCount: Int) throws {
        (self.zones, self.report, self.minuteCount) = (zones, report, minuteCount)
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent("churn"))
    }

    func measured() async throws -> [Contender] {
        let clock = DatabaseClock { .systemNow() }
        let store = try await PostgresStore(try PostgresAddress(cluster.uri), clock: clock)
        try await World.fill(store)
        let keeper = try RawPostgres(uri: cluster.uri)
        // Nobody's night holds anything up.
        try keeper.run("UPDATE user_profiles SET quiet_hours_start = NULL, quiet_hours_end = NULL")
        try keeper.run(Self.rows(Self.heldCount, "now() + interval '1 day'"))
        try keeper.run("VACUUM ANALYZE")
        try keeper.prepare("standing", Self.standing)
        let sender = CountingSender()
        let (doorbell, upkeepBell) = (Doorbell(), Doorbell())
        let worker = Worker(
            queue: store, broadcasts: store, zones: zones, switchboard: Switchboard([.push: [.inbox: sender]]), holder: "benchmark",
            identifiers: UUIDv7Source(), now: clock.now, chance: { 0.5 })
        let loop = WorkerLoop(worker: worker, doorbell: doorbell, batchCountMax: 500)
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: .seconds(400 * 86_400)), holder: "benchmark", doorbell: upkeepBell,
            now: clock.now)
        store.listen { doorbell.ring() }
        let running = [Task { await loop.run() }, Task { await upkeep.run() }]
        let producing = Task { [uri = cluster.uri] in try await Self.produce(into: uri) }
        var minutes: [Minute] = []
        for number in 1...max(1, minuteCount) {
            let own = try await Cost.measure { try await cluster.measure { try await Task.sleep(for: .seconds(60)) } }
            let minute = try Minute(
                keeper.texts("standing", []), sentCount: sender.count, residentByteCount: try Pushes.residentByteCount(),
                ownSeconds: own.cpuSeconds, serverSeconds: cluster.cost.cpuSeconds - own.cpuSeconds)
            report.note("churn: minute \(number): \(minute.text)")
            minutes.append(minute)
        }
        producing.cancel()
        _ = try? await producing.value
        doorbell.stop()
        upkeepBell.stop()
        for task in running { await task.value }
        store.close()
        return []
    }

    /// At a steady pace: whoever was late catches up.
    private static func produce(into uri: String) async throws {
        let database = try RawPostgres(uri: uri)
        let sql = rows(countPerSecond / stepsPerSecond, "NULL")
        let begin = ContinuousClock.now
        for step in 0... {
            try await Task.sleep(until: begin + .milliseconds(1000 / stepsPerSecond * step))
            try database.run(sql)
        }
    }

    /// As somebody writes them who knows nothing of Belfry but its table.
    private static func rows(_ count: Int, _ next: String) -> String {
        """
        INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload, idempotency_key, next_attempt_at)
        SELECT 'admin-' || n % 500, 'member-' || n % 500, 'push', '{"title": "Hello"}', gen_random_uuid(), \(next) FROM generate_series(1, \(count)) AS n
        """
    }

    /// The queue's months and what is in none of them; what waits; the keys. Of each: dead rows, bytes, bytes of its indexes.
    private static let standing = """
        SELECT value::text FROM (
            SELECT part, sum(n_dead_tup) AS dead, sum(pg_table_size(relid)) AS size, sum(pg_indexes_size(relid)) AS indexes
            FROM pg_stat_user_tables, LATERAL (SELECT CASE WHEN relname ~ '^notification_queue_(\\d|other)' THEN 1
                WHEN relname = 'notification_queue_live' THEN 2 WHEN relname = 'notification_queue_keys' THEN 3 END AS part) AS known
            WHERE part IS NOT NULL GROUP BY part) AS parts, unnest(ARRAY[dead, size, indexes]) WITH ORDINALITY AS figure (value, place) ORDER BY part, place
        """

    /// How things stood at the end of a minute, and what it took.
    private struct Minute {
        let figures: [Int]
        let sentCount: Int
        let residentByteCount: Int
        let ownSeconds: Double
        let serverSeconds: Double

        init(_ texts: [String], sentCount: Int, residentByteCount: Int, ownSeconds: Double, serverSeconds: Double) throws {
            figures = texts.compactMap { Int($0) }
            guard figures.count == 9 else { throw Missing(what: "a table of the queue") }
            (self.sentCount, self.residentByteCount, self.ownSeconds, self.serverSeconds) = (sentCount, residentByteCount, ownSeconds, serverSeconds)
        }

        var text: String {
            let parts = zip(["queue", "waiting", "keys"], [0, 3, 6]).map { name, place in
                "\(name) \(figures[place]) dead, \(Self.mebibytes(figures[place + 1])) and \(Self.mebibytes(figures[place + 2])) MiB of indexes"
            }
            return "\(sentCount) sent; \(parts.joined(separator: "; ")); the process holds \(Self.mebibytes(residentByteCount)) MiB; "
                + "CPU \(Report.text(ownSeconds)) s, the server's \(Report.text(serverSeconds)) s"
        }

        private static func mebibytes(_ count: Int) -> String { String(format: "%.1f", Double(count) / 1_048_576) }
    }
}

/// Takes everything at once, and counts.
private final class CountingSender: Sender {
    private let counter = Mutex(0)

    var provider: Provider { .inbox }
    var count: Int { counter.withLock(\.self) }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        counter.withLock { $0 += 1 }
        return SendResult(.delivered)
    }
}
