import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySystem
import BelfryTime
import Foundation

/// What is told to many at once on PostgreSQL: taken in, and then leased, decided, handed to a sender who does nothing, and recorded; a batch of
/// 500 recipients at a time, beside the limit for batches of that size.
struct BulkWork {
    private let cluster: PostgresCluster
    private let store: PostgresStore
    private let worker: Worker
    private let desk: BroadcastDesk
    private let raw: RawBatches
    private let recipient: @Sendable (Int) -> UserID

    private static let recipientCount = 200_000
    /// A prime that doesn't divide their number: each comes once.
    private static let stride = 7_919
    private static let order = """
        {"title": "Water is off on Tuesday", "body": "From 9 to 12, in all of Elm Street.", "channels": ["push"], "severity": "watch"}
        """

    /// - Parameter isToEverybody: each recipient is somebody else, with settings of their own; or else the admins of all families come again and again.
    init(isToEverybody: Bool = false, zones: any TimeZoneDatabase, workplace: Workplace) async throws {
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent(isToEverybody ? "postgres-everybody" : "postgres-bulk"))
        recipient = { isToEverybody ? World.identifier("person-\($0)") : World.admin($0) }
        store = try await PostgresStore(try PostgresAddress(cluster.uri), clock: nil)
        try await World.fill(store)
        worker = Worker(
            queue: store, broadcasts: store, zones: zones, switchboard: Switchboard([.push: [.inbox: NobodysSender()]]), holder: "benchmark",
            identifiers: UUIDv7Source(), now: { World.noon }, chance: { 0.5 })
        desk = BroadcastDesk(store: store, identifiers: UUIDv7Source()) { _ in nil }
        raw = try RawBatches(uri: cluster.uri, count: Self.recipientCount)
        guard isToEverybody else { return }
        try raw.database.run(
            """
            INSERT INTO user_profiles (user_id, notify_push, timezone, quiet_hours_start, quiet_hours_end, quiet_hours_notification_level)
            SELECT 'person-' || number, true, timezone, quiet_hours_start, quiet_hours_end, quiet_hours_notification_level
            FROM generate_series(0, \(Self.recipientCount - 1)) AS number
            JOIN user_profiles admin ON admin.user_id = 'admin-' || number % \(World.familyCount);
            ANALYZE user_profiles
            """)
    }

    /// Only what costs more the more people there are.
    var contendersToEverybody: [Contender] {
        [
            processing("broadcast leased, decided, recorded, to as many people"),
            processing("broadcast leased, decided, recorded, to as many criss-cross", isCrissCross: true),
        ]
    }

    var contenders: [Contender] {
        [
            contender("broadcast taken in", beside: "raw batches of 500 written, a lease each") {
                try await emptied()
            } work: {
                try await takeIn()
            },
            contender("raw batches of 500 written, a lease each") {
                try raw.empty()
            } work: {
                try raw.fill()
            },
            processing("broadcast leased, decided, recorded"),
            contender("raw batches of 500 leased, read and logged") {
                try raw.empty()
                try raw.fill()
                try raw.database.run("VACUUM ANALYZE raw_batch_rows, raw_batch_leases")
            } work: {
                guard try raw.drain() == Self.recipientCount else { throw Missing(what: "a row that was to be processed") }
            },
            // As one would write it who keeps no list of who fared alike.
            contender("raw batches of 500 leased, read and logged, a line each") {
                try raw.empty()
                try raw.fill()
                try raw.database.run("VACUUM ANALYZE raw_batch_rows, raw_batch_leases")
            } work: {
                guard try raw.drain(aLineEach: true) == Self.recipientCount else { throw Missing(what: "a row that was to be processed") }
            },
        ]
    }

    /// - Parameter isCrissCross: those of a batch don't stand beside each other in the order of their names.
    private func processing(_ name: String, isCrissCross: Bool = false) -> Contender {
        contender(name, beside: "raw batches of 500 leased, read and logged") {
            try await emptied()
            try await takeIn(isCrissCross: isCrissCross)
            try raw.database.run("VACUUM ANALYZE broadcast_leases, broadcast_batches")
        } work: {
            var count = 0
            while count < Self.recipientCount {
                let sent = try await worker.processBroadcasts(ageMax: World.ageMax).sentCount
                guard sent > 0 else { throw Missing(what: "a batch that was to be processed") }
                count += sent
            }
        }
    }

    private func takeIn(isCrissCross: Bool = false) async throws {
        let order = try JSONDecoder().decode(NotificationOrder.self, from: Data(Self.order.utf8))
        let recipients = AsyncStream<BroadcastRecipient> { continuation in
            for number in 0..<Self.recipientCount {
                let somebody = recipient(isCrissCross ? number * Self.stride % Self.recipientCount : number)
                continuation.yield(BroadcastRecipient(NamedRecipient(somebody), at: number))
            }
            continuation.finish()
        }
        _ = try await desk.take(order, of: .house, to: .named(recipients), under: nil, now: World.morning)
    }

    private func emptied() async throws {
        try raw.database.run("TRUNCATE broadcasts, broadcast_batches, broadcast_leases, broadcast_results")
    }

    private func contender(
        _ name: String, beside: String? = nil, fill: @escaping () async throws -> Void, work: @escaping () async throws -> Void
    ) -> Contender {
        Contender(
            name: name, unit: .perSecond("recipients"), operationCount: Self.recipientCount, beside: beside, prepare: fill,
            counted: { cluster.cost }, round: { try await cluster.measure(work) })
    }
}

/// The limit: rows in batches that nobody changes, each with one lease, and a log that is appended to; one connection of libpq, and no decision.
private final class RawBatches {
    let database: RawPostgres
    /// The lines of each, as they are written; to put them together isn't the queue's.
    private let batches: [String]

    private static let batchSize = 500
    private static let line = "{\"sent\":[0,\(batchSize - 1)]}"
    private static let lineEach = "{" + (0..<batchSize).map { "sent-\($0)" }.joined(separator: ",") + "}"

    init(uri: String, count: Int) throws {
        batches = (0..<count / Self.batchSize).map { batch in
            (0..<Self.batchSize).map { "\(batch)\t\($0)\tadmin-\($0)\t\(RawPostgres.payload)\n" }.joined()
        }
        database = try RawPostgres(uri: uri)
        try database.run(
            """
            CREATE TABLE raw_batch_rows (batch bigint NOT NULL, place integer NOT NULL, recipient text NOT NULL, payload text NOT NULL,
                PRIMARY KEY (batch, place));
            CREATE TABLE raw_batch_leases (batch bigint PRIMARY KEY, lease_until timestamptz) WITH (fillfactor = 50);
            CREATE TABLE raw_batch_results (batch bigint NOT NULL, recorded_at timestamptz NOT NULL, results text NOT NULL)
            """)
        try database.prepare("batch-leased", "INSERT INTO raw_batch_leases (batch) VALUES ($1::bigint)")
        try database.prepare(
            "batch-claim",
            """
            WITH lease AS (UPDATE raw_batch_leases SET lease_until = now() + interval '60 s' WHERE batch = (
                SELECT batch FROM raw_batch_leases WHERE lease_until IS NULL ORDER BY batch LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING batch)
            SELECT batch, recipient, payload FROM raw_batch_rows JOIN lease USING (batch)
            """)
        try database.prepare(
            "batch-record",
            """
            WITH ended AS (DELETE FROM raw_batch_leases WHERE batch = $1::bigint RETURNING batch)
            INSERT INTO raw_batch_results SELECT batch, now(), $2 FROM ended
            """)
        try database.prepare(
            "batch-record-each",
            """
            WITH ended AS (DELETE FROM raw_batch_leases WHERE batch = $1::bigint RETURNING batch)
            INSERT INTO raw_batch_results SELECT batch, now(), member FROM ended, unnest($2::text[]) AS member
            """)
    }

    func empty() throws { try database.run("TRUNCATE raw_batch_rows, raw_batch_leases, raw_batch_results") }

    func fill() throws {
        for (batch, lines) in batches.enumerated() {
            try database.run("BEGIN")
            try database.copy("COPY raw_batch_rows FROM STDIN", lines)
            try database.discard("batch-leased", [String(batch)])
            try database.run("COMMIT")
        }
    }

    /// - Parameter aLineEach: the log has a line for each row instead of one for the batch.
    func drain(aLineEach: Bool = false) throws -> Int {
        var count = 0
        while true {
            let claimed = try database.texts("batch-claim", [])
            guard let batch = claimed.first else { return count }
            try database.discard(aLineEach ? "batch-record-each" : "batch-record", [batch, aLineEach ? Self.lineEach : Self.line])
            count += claimed.count
        }
    }
}
