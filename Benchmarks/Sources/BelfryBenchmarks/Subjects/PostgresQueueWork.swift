import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySystem
import BelfryTime
import Foundation

/// The queue on a PostgreSQL of its own: deliveries queued, and the worker's whole round, beside the limits at the same batch size.
///
/// Processor time is ours and the server's together.
struct PostgresQueueWork {
    private let cluster: PostgresCluster
    private let store: PostgresStore
    private let worker: Worker
    private let raw: RawPostgres
    private let rawColleague: RawPostgres
    private let numbers = Numbers()

    init(zones: any TimeZoneDatabase, workplace: Workplace) async throws {
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent("postgres"))
        store = try await PostgresStore(try PostgresAddress(cluster.uri), clock: nil)
        try await World.fill(store)
        worker = Worker(
            queue: store, zones: zones, switchboard: Switchboard([.push: [.inbox: NobodysSender()]]), holder: "benchmark", identifiers: UUIDv7Source(),
            now: { World.noon }, chance: { 0.5 })
        raw = try RawPostgres(uri: cluster.uri)
        rawColleague = try .colleague(uri: cluster.uri)
        // As on a database that was there in those days.
        try raw.run("SELECT belfry_make_months('2026-01-01', 3)")
        try raw.prepareStatementsOnBelfry()
    }

    var contenders: [Contender] { enqueueing + [(1, 500), (100, 5000), (500, 10_000)].flatMap { draining(batchSize: $0, rowCount: $1) } }

    /// What is queued is there before the round begins; what a round needs to make it isn't the queue's.
    private var enqueueing: [Contender] {
        let (batchSize, rowCount) = (500, 10_000)
        let (deliveries, rawRows, rowsOfBelfry) = (Prepared<[Delivery]>(), Prepared<RawPostgres.Rows>(), Prepared<RawPostgres.Rows>())
        func batches() -> [Range<Int>] {
            let range = numbers.take(rowCount)
            return stride(from: range.lowerBound, to: range.upperBound, by: batchSize).map { $0..<$0 + batchSize }
        }
        return [
            contender("enqueue, \(batchSize) a transaction", rowCount, beside: "raw insert, \(batchSize) a transaction") {
                try await emptied()
                deliveries.values = batches().map { $0.map(World.delivery) }
            } work: {
                for batch in deliveries.values { try await World.enqueue(batch, ofOneAlert: numbers.take(1).lowerBound, into: store) }
                return rowCount
            },
            contender("raw insert, \(batchSize) a transaction", rowCount) {
                try raw.run("TRUNCATE raw_queue")
                rawRows.values = batches().map(RawPostgres.Rows.init)
            } work: {
                for batch in rawRows.values { try raw.insert(batch) }
                return rowCount
            },
            contender("raw insert into Belfry's table, \(batchSize) a transaction", rowCount, beside: "raw insert, \(batchSize) a transaction") {
                try await emptied()
                rowsOfBelfry.values = batches().map(RawPostgres.Rows.init)
            } work: {
                for batch in rowsOfBelfry.values { try raw.insertIntoBelfry(batch) }
                return rowCount
            },
        ]
    }

    private func draining(batchSize: Int, rowCount: Int) -> [Contender] {
        let limit = "raw record and claim in one, batch \(batchSize)"
        return [
            contender("lease, decide, record, batch \(batchSize)", rowCount, beside: limit) {
                try await fill(rowCount)
            } work: {
                try await Self.drain(worker, batchSize: batchSize)
            },
            // As a worker's loop does where more waits than a batch holds.
            contender("lease, decide, record, two batches of \(batchSize) at once", rowCount, beside: "\(limit), two at once") {
                try await fill(rowCount)
            } work: { [worker] in
                async let other = Self.drain(worker, batchSize: batchSize)
                return try await Self.drain(worker, batchSize: batchSize) + other
            },
            contender("raw claim, then record, on Belfry's tables, batch \(batchSize)", rowCount, beside: limit) {
                try await fill(rowCount)
            } work: {
                try raw.drainBelfry(batchSize: batchSize)
            },
            contender("raw claim, then record, batch \(batchSize)", rowCount, beside: limit) {
                try fillRaw(rowCount)
            } work: {
                try raw.drain(batchSize: batchSize)
            },
            contender(limit, rowCount) {
                try fillRaw(rowCount)
            } work: {
                try raw.drainFused(batchSize: batchSize)
            },
            contender("\(limit), two at once", rowCount) {
                try fillRaw(rowCount)
            } work: { [rawColleague] in
                async let other = Task { try rawColleague.drainFused(batchSize: batchSize) }.value
                let own = try raw.drainFused(batchSize: batchSize)
                return try await own + other
            },
        ]
    }

    private func fill(_ rowCount: Int) async throws {
        try await emptied()
        try await World.enqueue(numbers.take(rowCount), into: store)
        try raw.run("VACUUM ANALYZE notification_queue")
    }

    /// Until nothing is due.
    private static func drain(_ worker: Worker, batchSize: Int) async throws -> Int {
        var count = 0
        while case let sent = try await worker.processBatch(countMax: batchSize, ageMax: World.ageMax).sentCount, sent > 0 { count += sent }
        return count
    }

    private func emptied() async throws {
        try raw.run("TRUNCATE notification_queue, pattern_alert_state, wearable_daily_metrics, wearable_metric_revisions")
    }

    private func fillRaw(_ rowCount: Int) throws {
        try raw.run("TRUNCATE raw_queue")
        try raw.insert(RawPostgres.Rows(numbers.take(rowCount)))
        try raw.run("VACUUM ANALYZE raw_queue")
    }

    private func contender(
        _ name: String, _ rowCount: Int, beside: String? = nil, fill: @escaping () async throws -> Void, work: @escaping () async throws -> Int
    ) -> Contender {
        Contender(
            name: name, unit: .perSecond("rows"), operationCount: rowCount, beside: beside, prepare: fill, counted: { cluster.cost },
            round: {
                try await cluster.measure {
                    guard try await work() == rowCount else { throw Missing(what: "a row that was to be processed") }
                }
            })
    }
}

/// What a round finds ready.
private final class Prepared<Value> {
    var values: [Value] = []
}

extension World {
    /// Puts deliveries into the queue that tell many of one alert, by the only way in.
    static func enqueue(_ deliveries: [Delivery], ofOneAlert number: Int, into store: some MetricStore) async throws {
        let day = DailyMetrics(
            user: identifier("somebody"), date: CivilDateTime(utc: morning).date, source: "benchmark", values: [.steps: Double(number)])
        let report = try await store.ingest([day], now: morning) { _ in
            MemberEvaluation(changes: [AlertChange(alert: alert(number), deliveries: deliveries)])
        }
        guard report.queuedDeliveryCount == deliveries.count else { throw Missing(what: "a delivery in the queue") }
    }
}
