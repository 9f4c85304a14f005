import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

// What is over is forgotten: whole months at once, everything else a few rows at a time.

extension PostgresStore {
    public func prunable(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        try await pool.snapshot { db in
            var report = PruneReport()
            for month in try Self.monthsOver("notification_queue", cutoffs, db) {
                // All of it is counted by an index, and the few that stay are looked up, instead of reading each of those that go.
                let all = try Self.count("FROM \(month.partition)", db)
                let staying = "ARRAY(\(Self.staying(in: month)))"
                report.add(all - (try Self.count("FROM \(month.partition) WHERE id = ANY (\(staying))", db, [month.first])), .deliveries)
                let ways = "FROM notification_transmissions WHERE \(Self.isOfMonth("delivery_id"))"
                let allWays = try Self.count(ways, db, [month.first])
                report.add(allWays - (try Self.count("\(ways) AND delivery_id = ANY (\(staying))", db, [month.first])), .transmissions)
            }
            for month in try Self.monthsOver("broadcast_results", cutoffs, db) {
                report.add(try Self.count("FROM \(month.partition)", db), .broadcastResults)
            }
            for rule in PruneRule.all {
                report.add(try Self.count("FROM \(rule.table) WHERE \(rule.condition)", db, rule.parameters(cutoffs)), rule.kind)
            }
            return report
        }
    }

    /// The identifiers of what is alive in a month, and of what is told along with something that is; `$1` is its first day.
    private static func staying(in month: Month) -> String {
        """
        SELECT id FROM \(LiveSchema.table) WHERE status = 'pending' AND \(isOfMonth("id"))
        UNION SELECT id FROM (\(LeaseSchema.leased)) AS leased WHERE \(isOfMonth("id"))
        UNION SELECT id FROM \(month.partition) delivery WHERE merged_into IS NOT NULL AND NOT (\(PruneRule.isOver))
        """
    }

    /// Of an identifier, that it is of the month whose first day is `$1`.
    private static func isOfMonth(_ column: String) -> String {
        """
        \(column) >= belfry_identifier_at($1::timestamp AT TIME ZONE 'UTC')
            AND \(column) < belfry_identifier_at(($1::timestamp + interval '1 month') AT TIME ZONE 'UTC')
        """
    }

    private static func count(_ source: String, _ db: Connection, _ parameters: [(any SQLConvertible)?] = []) throws -> Int {
        try db.send("SELECT count(*) AS count \(source)", parameters).rows().first?.integer("count") ?? 0
    }

    public func prune(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        // A transaction for each kind and month: what can't go keeps nothing else from going.
        var report = await attempt("months", cutoffs) { try await dropMonths(cutoffs) } ?? PruneReport()
        report.add(await attempt("others", cutoffs) { try await pruneOthers(cutoffs) } ?? PruneReport())
        for rule in PruneRule.all where !rule.isWithDeliveries {
            let count = await attempt("\(rule.kind) \(rule.table)", cutoffs) {
                try await pool.write { db in
                    try Self.planByIndex(db)
                    return try db.send(rule.removal, rule.parameters(cutoffs)).changeCount()
                }
            }
            report.add(count ?? 0, rule.kind)
        }
        // As long as others go, they go on.
        if report.isEmpty, let stuck = stuckPrunes.withLock({ $0.values.first { $0.until > cutoffs.now } }) { throw stuck.error }
        return report
    }

    /// Does one thing by itself. What has failed isn't tried again for some minutes: it may take long each time, or lock others out.
    /// - Returns: nil where it failed now, or lately.
    @discardableResult
    private func attempt<Result>(_ name: String, _ cutoffs: PruneCutoffs, _ step: () async throws -> Result) async -> Result? {
        if let stuck = stuckPrunes.withLock({ $0[name] }), stuck.until > cutoffs.now { return nil }
        do {
            let result = try await step()
            stuckPrunes.withLock { $0[name] = nil }
            return result
        } catch {
            stuckPrunes.withLock { $0[name] = StuckPrune(error: error, until: cutoffs.now + StuckPrune.wait) }
            return nil
        }
    }

    /// Deliveries that are in no month, with their transmissions. Very many of the old ones may wait still: they are passed over a part at a time,
    /// and another call goes on from there.
    private func pruneOthers(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        while true {
            let start = prunedUpTo.withLock(\.self)
            let (report, end) = try await pool.write { try Self.pruneOthers(from: start, cutoffs, $0) }
            // Where a part has more than goes at once, the rest of it is next.
            if report[.deliveries] < PruneCutoffs.countMax { prunedUpTo.withLock { $0 = end ?? .first } }
            if end == nil || !report.isEmpty { return report }
        }
    }

    /// - Returns: what went, and where the next part begins; nil where there is none.
    private static func pruneOthers(from start: PrunedPlace, _ cutoffs: PruneCutoffs, _ db: Connection) throws -> (PruneReport, PrunedPlace?) {
        try planByIndex(db)
        let end = try db.row(
            """
            SELECT created_at, id FROM notification_queue_other
            WHERE created_at < $1 AND (created_at, id) >= ($2::timestamptz, $3::text) ORDER BY created_at, id OFFSET \(PrunedPlace.partCount) LIMIT 1
            """, cutoffs.deliveries, start.createdAt, start.id
        ).map { PrunedPlace(createdAt: $0.text("created_at") ?? "", id: $0.text("id") ?? "") }
        let over = try db.rows(
            """
            DELETE FROM notification_queue WHERE (id, app_id) IN (
                SELECT id, app_id FROM notification_queue_other delivery
                WHERE \(PruneRule.deliveries) AND (created_at, id) >= ($2::timestamptz, $3::text) AND (created_at, id) < ($4::timestamptz, $5::text)
                ORDER BY created_at, id LIMIT \(PruneCutoffs.countMax))
                AND status NOT IN ('pending', 'sending')
            RETURNING id, app_id
            """, cutoffs.deliveries, start.createdAt, start.id, end?.createdAt ?? "infinity", end?.id ?? ""
        ).map { (id: $0.text("id"), app: $0.text("app_id")) }
        var report = PruneReport()
        report.add(over.count, .deliveries)
        if !over.isEmpty {
            // Found by their names, of which another app may have one too.
            let ways = try db.change(
                """
                DELETE FROM notification_transmissions WHERE delivery_id = ANY($1::text[])
                    AND (delivery_id, app_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
                """, over.map(\.id), over.map(\.app))
            report.add(ways, .transmissions)
        }
        return (report, end)
    }

    /// Those that are over as a whole. Where somebody reads for long, as a dump does, they stay for now: everybody else would wait behind us
    /// for the same lock.
    private func dropMonths(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        var report = PruneReport()
        guard cutoffs.now >= monthsBusyUntil.withLock({ $0 }) else {
            report.hasBusyMonths = true
            return report
        }
        let months = try await pool.single { db in
            try Self.monthsOver("notification_queue", cutoffs, db) + Self.monthsOver("broadcast_results", cutoffs, db)
        }
        for month in months {
            report.add(await attempt(month.partition, cutoffs) { try await drop(month) } ?? PruneReport())
            guard report.hasBusyMonths else { continue }
            monthsBusyUntil.withLock { $0 = cutoffs.now + Self.busyMonthsWait }
            return report
        }
        for orphans in Self.orphans { await attempt("orphans \(orphans.table)", cutoffs) { try await forget(orphans) } }
        return report
    }

    /// - Returns: what went with it, or that others are busy with it.
    private func drop(_ month: Month) async throws -> PruneReport {
        var report = PruneReport()
        do {
            let counts = try await pool.write { db in
                try Self.beginMoving(db)
                return try month.isOfQueue ? Self.dropFromQueue(month, db) : Self.dropFromResults(month, db)
            }
            for (kind, count) in counts { report.add(count, kind) }
        } catch PostgresError.refused(let sqlState, _, _, _) where Self.isBusy.contains(sqlState) {
            report.hasBusyMonths = true
        }
        return report
    }

    private static func dropFromQueue(_ month: Month, _ db: Connection) throws -> [PruneReport.Kind: Int] {
        let dropped = try db.row("SELECT * FROM belfry_drop_month($1)", month.first)
        return [.deliveries: dropped?.integer("deliveries") ?? 0, .transmissions: dropped?.integer("transmissions") ?? 0]
    }

    private static func dropFromResults(_ month: Month, _ db: Connection) throws -> [PruneReport.Kind: Int] {
        let count = try count("FROM \(month.partition)", db)
        try db.execute("DROP TABLE \(month.partition)")
        return [.broadcastResults: count]
    }

    /// What is left of deliveries whose month is gone.
    struct Orphans: Sendable {
        let table: String
        let key: String
        /// The column that names the delivery.
        let delivery: String
        let condition: String
    }

    static let orphans = [
        // An identifier may be a little younger than its row.
        Orphans(
            table: LiveSchema.table, key: "id, app_id", delivery: "id", condition: "status = 'failed' AND created_at < \(firstMonth) + interval '1 day'"),
        Orphans(table: MonthSchema.keys, key: "app_id, idempotency_key", delivery: "delivery_id", condition: "created_at < \(firstMonth)"),
    ]

    /// A few at a time, so that nobody waits for them, as far as it comes.
    private func forget(_ orphans: Orphans) async throws {
        for _ in 0..<Self.orphanStepCountMax {
            let count = try await pool.write { try Self.forget(orphans, $0) }
            if count < Self.orphanCountMax { return }
        }
    }

    /// - Returns: how many went.
    static func forget(_ orphans: Orphans, _ db: Connection) throws -> Int {
        // The planner doesn't know how few are that old: it would read all of them, and the whole queue beside.
        try planByIndex(db)
        return try db.change(
            """
            DELETE FROM \(orphans.table) WHERE (\(orphans.key)) IN (
                SELECT \(orphans.key) FROM \(orphans.table) known
                WHERE \(orphans.condition)
                    AND NOT EXISTS (SELECT 1 FROM notification_queue queue WHERE queue.id = known.\(orphans.delivery) AND queue.app_id = known.app_id)
                ORDER BY created_at LIMIT \(orphanCountMax))
            """)
    }

    /// When the first month begins that is there.
    private static let firstMonth = """
        (SELECT min(to_date(substring(relname FROM '_(\\d{4}_\\d\\d)$'), 'YYYY_MM'))::timestamp AT TIME ZONE 'UTC'
            FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'notification_queue'::regclass)
        """
    private static let orphanCountMax = 5000
    private static let orphanStepCountMax = 50

    private struct Month: Sendable {
        let partition: String
        let first: CivilDate
        /// Of the log of broadcasts else.
        let isOfQueue: Bool
    }

    /// The partitions of the months that end before the cutoff.
    private static func monthsOver(_ parent: String, _ cutoffs: PruneCutoffs, _ db: Connection) throws -> [Month] {
        try db.rows(
            """
            SELECT quote_ident(relname) AS partition, month FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid,
                to_date(substring(relname FROM '_(\\d{4}_\\d\\d)$'), 'YYYY_MM') AS month
            WHERE inhparent = $1::regclass AND (month + interval '1 month') AT TIME ZONE 'UTC' <= $2::timestamptz ORDER BY month
            """, parent, cutoffs.deliveries
        ).compactMap { row in
            guard let partition = row.text("partition"), let first = row.date("month") else { return nil }
            return Month(partition: partition, first: first, isOfQueue: parent == "notification_queue")
        }
    }
}

/// Among the deliveries that are in no month, in the order of their making: the first of a part that is to be looked at.
struct PrunedPlace: Sendable {
    let createdAt: String
    let id: String

    /// Before all of them.
    static let first = PrunedPlace(createdAt: "-infinity", id: "")
    /// So many are looked at in one transaction.
    fileprivate static let partCount = 5000
}

/// What couldn't be forgotten, and until when that isn't tried again.
struct StuckPrune: Sendable {
    let error: any Error
    let until: Instant

    /// As upkeep waits until it tries again.
    fileprivate static let wait = Duration.seconds(300)
}
