import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: MetricStore {
    public func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) async throws
        -> IngestReport
    {
        try await write { db in
            var report = IngestReport()
            var changed: Set<UserID> = []
            for day in days {
                if try Self.upsert(day, now, db) {
                    report.changedDayCount += 1
                    changed.insert(day.user)
                } else {
                    report.unchangedDayCount += 1
                }
            }
            for member in changed.sorted() {
                guard let evaluate else {
                    try Self.mark(member, at: now, db)
                    continue
                }
                let applied = try Self.evaluate(member, now, evaluate, db)
                report.changedAlerts += applied.changedAlerts
                report.queuedDeliveryCount += applied.queuedDeliveryCount
            }
            return report
        }
    }

    public func store(_ sessions: [ExerciseSession], now: Instant) async throws -> Int {
        try await write { db in
            try sessions.count { session in
                try db.cachedStatement(
                    sql: """
                        INSERT INTO exercise_sessions (user_id, source, started_at, local_date, kind, duration_seconds, created_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET local_date = excluded.local_date, kind = excluded.kind, duration_seconds = excluded.duration_seconds
                        WHERE (local_date, kind, duration_seconds) IS NOT (excluded.local_date, excluded.kind, excluded.duration_seconds)
                        """
                ).execute(arguments: [
                    session.user.text, session.source, session.startedAt.sql, session.date.description, session.kind, session.durationSeconds, now.sql,
                ])
                return db.changesCount > 0
            }
        }
    }

    public func sessions(of member: UserID, since date: CivilDate) async throws -> [ExerciseSession] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT * FROM exercise_sessions WHERE user_id = ? AND local_date >= ? ORDER BY started_at, source",
                arguments: [member.text, date.description]
            ).compactMap { row in
                guard let startedAt = row.instant("started_at"), let date = row.date("local_date") else { return nil }
                return ExerciseSession(
                    user: member, source: row.text("source") ?? "", startedAt: startedAt, date: date, kind: row.text("kind"),
                    durationSeconds: row.integer("duration_seconds") ?? 0)
            }
        }
    }

    public func history(of member: UserID, since date: CivilDate) async throws -> MemberHistory {
        try await pool.read { try Self.history(of: member, since: date, $0) }
    }

    public func reportedDays(of members: [UserID], since date: CivilDate) async throws -> [UserID: ReportedDays] {
        try await pool.read { db in
            try members.reduce(into: [UserID: ReportedDays]()) { days, member in
                days[member] = ReportedDays(
                    reports: try Self.reports(of: member, since: date, db), timezone: try Self.timezone(of: member, db),
                    stays: try Self.stays(of: member, db))
            }
        }
    }

    public func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) async throws
        -> EvaluationReport
    {
        let due = try await pool.read { db in
            try Migrations.check(db)
            return try StoredRow.fetchAll(
                db, sql: "SELECT CAST(user_id AS BLOB) AS member FROM evaluation_marks WHERE due_at <= ? ORDER BY due_at, user_id LIMIT ?",
                arguments: [now.sql, countMax])
        }
        let members: [UserID?] = due.map { $0.identifier("member") }
        let unreadable = zip(due, members).filter { $0.1 == nil }.map { $0.0.value(in: "member") }
        if !unreadable.isEmpty { try await write { try Self.removeMarks(named: unreadable, $0) } }
        var report = EvaluationReport()
        for member in members.compactMap(\.self) {
            do {
                let applied = try await write { try Self.evaluate(member, now, evaluate, $0) }
                report.memberCount += 1
                report.changedAlerts += applied.changedAlerts
                report.queuedDeliveryCount += applied.queuedDeliveryCount
            } catch {
                try await write { try Self.setMark(of: member, to: now + failedEvaluationWait, $0) }
                report.failedMemberCount += 1
            }
        }
        return report
    }

    public func markForEvaluation(_ members: [UserID], at moment: Instant) async throws {
        try await write { db in
            for member in members { try Self.mark(member, at: moment, db) }
        }
    }

    public func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) async throws -> RoundProgress {
        try await write { db in
            let stored = try StoredRow.fetchOne(db, sql: "SELECT * FROM evaluation_round WHERE round_date = ?", arguments: [day.description])
            let isThrough = stored?.integer("is_through") == 1
            guard !isThrough || again else { return RoundProgress(markedCount: 0, isThrough: true) }
            let cursor = isThrough ? "" : stored?.text("cursor_user_id") ?? ""
            // From one person to the next, however many days each has.
            let members = try String.fetchAll(
                db,
                sql: """
                    WITH RECURSIVE worn (person) AS (
                        SELECT min(user_id) FROM wearable_daily_metrics WHERE user_id > ?1
                        UNION ALL
                        SELECT (SELECT min(user_id) FROM wearable_daily_metrics WHERE user_id > person) FROM worn WHERE person IS NOT NULL)
                    SELECT user_id FROM (SELECT person AS user_id FROM worn WHERE person IS NOT NULL LIMIT ?2)
                    UNION SELECT user_id FROM (SELECT DISTINCT user_id FROM pattern_alert_state INDEXED BY pattern_alert_state_active
                        WHERE user_id > ?1 AND episode_status = 'active' ORDER BY user_id LIMIT ?2)
                    ORDER BY user_id LIMIT ?2
                    """, arguments: [cursor, countMax])
            for member in members.compactMap(UserID.init) { try Self.mark(member, at: now, db) }
            let progress = RoundProgress(markedCount: members.count, isThrough: members.count < countMax)
            try db.execute(
                sql: "INSERT OR REPLACE INTO evaluation_round (id, round_date, cursor_user_id, is_through) VALUES (1, ?, ?, ?)",
                arguments: [day.description, members.last ?? cursor, progress.isThrough])
            return progress
        }
    }

    public func nextEvaluationMoment() async throws -> Instant? {
        try await pool.read { db in
            try String.fetchOne(db.cachedStatement(sql: "SELECT min(due_at) FROM evaluation_marks")).flatMap(Instant.init)
        }
    }
}

// MARK: Marks

extension SQLiteStore {
    static func mark(_ member: UserID, at moment: Instant, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO evaluation_marks (user_id, due_at) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET due_at = min(due_at, excluded.due_at)
                """
        ).execute(arguments: [member.text, moment.sql])
    }

    /// What somebody has written under a name that is nobody's would be due for ever.
    private static func removeMarks(named names: [DatabaseValue], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM evaluation_marks WHERE user_id = \(stored)")
        for name in names { try statement.execute(arguments: [name]) }
    }

    static func setMark(of member: UserID, to moment: Instant?, _ db: Database) throws {
        guard let moment else {
            return try db.cachedStatement(sql: "DELETE FROM evaluation_marks WHERE user_id = ?").execute(arguments: [member.text])
        }
        try db.cachedStatement(
            sql: "INSERT INTO evaluation_marks (user_id, due_at) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at"
        ).execute(arguments: [member.text, moment.sql])
    }
}

// MARK: Days

extension SQLiteStore {
    /// Stores what is newer of a day.
    /// - Returns: whether a value changed, or is final now.
    private static func upsert(_ day: DailyMetrics, _ now: Instant, _ db: Database) throws -> Bool {
        let key: StatementArguments = [day.user.text, day.date.description, day.source]
        let stored = try StoredRow.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM wearable_daily_metrics WHERE user_id = ? AND metric_date = ? AND source = ?"), arguments: key)
        let revisions = stored == nil ? [] : try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM wearable_metric_revisions WHERE user_id = ? AND metric_date = ? AND source = ?"), arguments: key)
        let known = stored.map { reportedValues(in: $0, revisions: revisions, of: day.date) } ?? [:]
        var changes: [(Metric, ReportedValue)] = []
        for metric in Metric.allCases {
            switch day.update(of: metric, known: known[metric], now: now) {
            case .nothing: break
            case .revision(let reported): try save(reported.revision, of: metric, reported.value, day, db)
            case .value(let reported):
                try save(reported.revision, of: metric, reported.value, day, db)
                changes.append((metric, reported))
            }
        }
        guard !changes.isEmpty else { return false }
        let columns = changes.map(\.0.rawValue)
        try db.cachedStatement(
            sql: """
                INSERT INTO wearable_daily_metrics (user_id, metric_date, source, created_at, updated_at, \(columns.joined(separator: ", ")))
                VALUES (\(placeholders(5 + columns.count)))
                ON CONFLICT (user_id, metric_date, source) DO UPDATE SET
                updated_at = excluded.updated_at, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                """
        ).execute(arguments: key + [now.sql, now.sql] + StatementArguments(changes.map(\.1.value)))
        return true
    }

    private static func save(_ revision: Revision, of metric: Metric, _ value: Double, _ day: DailyMetrics, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO wearable_metric_revisions (user_id, metric_date, source, metric_type, precedence, source_updated_at, version,
                    received_at, payload_hash, is_final, is_plausible) VALUES (\(placeholders(11)))
                """
        ).execute(arguments: [
            day.user.text, day.date.description, day.source, metric.rawValue, revision.precedence, revision.sourceUpdatedAt.sql, revision.version,
            revision.receivedAt.sql, Int64(bitPattern: revision.payloadHash), revision.isFinal, metric.isPlausible(value),
        ])
    }

    /// A day's values, each with its revision; one that somebody wrote by hand is as old as its row.
    private static func reportedValues(in row: StoredRow, revisions: [StoredRow], of date: CivilDate) -> [Metric: ReportedValue] {
        let source = row.text("source") ?? ""
        var known: [Metric: Revision] = [:]
        for row in revisions {
            if let metric: Metric = row.choice("metric_type"), let revision = revision(row) { known[metric] = revision }
        }
        let writtenAt = row.instant("updated_at") ?? Instant(secondsSinceEpoch: 0)
        var values: [Metric: ReportedValue] = [:]
        for metric in Metric.allCases {
            guard let value = row.number(metric.rawValue) else { continue }
            values[metric] = ReportedValue(
                date: date, source: source, value: value, revision: known[metric] ?? Revision(sourceUpdatedAt: writtenAt, receivedAt: writtenAt))
        }
        return values
    }

    private static func revision(_ row: StoredRow) -> Revision? {
        guard let sourceUpdatedAt = row.instant("source_updated_at"), let receivedAt = row.instant("received_at") else { return nil }
        return Revision(
            precedence: row.integer("precedence") ?? 0, sourceUpdatedAt: sourceUpdatedAt, version: row.integer("version") ?? 0, receivedAt: receivedAt,
            payloadHash: UInt64(bitPattern: Int64(row.integer("payload_hash") ?? 0)), isFinal: row.integer("is_final") == 1)
    }

    /// What is stored of a member's days from a date on; revisions of the latest only, because the newest is chosen already where they come in, and
    /// older days are over whatever theirs says. Of those, what is a nap's stays so; SQLite would rather read all that there ever were.
    static func reports(of member: UserID, since date: CivilDate, _ db: Database) throws -> [Metric: [ReportedValue]] {
        var revisions: [String: [StoredRow]] = [:]
        for row in try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM wearable_metric_revisions WHERE user_id = ?1 AND metric_date >=
                        (SELECT date(max(metric_date), '-7 days') FROM wearable_daily_metrics WHERE user_id = ?1)
                    UNION ALL SELECT * FROM wearable_metric_revisions INDEXED BY wearable_metric_revisions_naps
                        WHERE user_id = ?1 AND metric_date >= ?2 AND precedence = \(Revision.napPrecedence)
                    """), arguments: [member.text, date.description])
        {
            revisions[dayKey(row), default: []].append(row)
        }
        var reports: [Metric: [ReportedValue]] = [:]
        let days = try StoredRow.fetchCursor(
            db.cachedStatement(sql: "SELECT * FROM wearable_daily_metrics WHERE user_id = ? AND metric_date >= ? ORDER BY metric_date, source"),
            arguments: [member.text, date.description])
        while let row = try days.next() {
            guard let date = row.date("metric_date") else { continue }
            for (metric, reported) in reportedValues(in: row, revisions: revisions[dayKey(row)] ?? [], of: date) {
                reports[metric, default: []].append(reported)
            }
        }
        return reports
    }

    private static func dayKey(_ row: StoredRow) -> String { "\(row.text("metric_date") ?? "")\t\(row.text("source") ?? "")" }
}
