import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: MetricStore {
    public func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) async throws
        -> IngestReport
    {
        let report = try await pool.write { db in
            var report = IngestReport()
            var changed: Set<UserID> = []
            try Self.lock(Set(days.map(\.user)), .observations, db)
            for day in days {
                if try Self.upsert(day, now, db) {
                    report.changedDayCount += 1
                    changed.insert(day.user)
                } else {
                    report.unchangedDayCount += 1
                }
            }
            guard let evaluate else {
                try Self.mark(changed.sorted(), at: now, db)
                return report
            }
            for member in changed.sorted() {
                let mark = try Self.askMark(of: member, now, db)
                let applied = try Self.evaluate(member, markedAs: mark, now, evaluate, db)
                report.changedAlerts += applied.changedAlerts
                report.queuedDeliveryCount += applied.queuedDeliveryCount
            }
            return report
        }
        if report.changedDayCount > 0 { ring() }
        return report
    }

    public func store(_ sessions: [ExerciseSession], now: Instant) async throws -> Int {
        try await pool.write { db in
            // Sent together, and counted after.
            let answers = try sessions.map { session in
                try db.send(
                    """
                    INSERT INTO exercise_sessions AS known (user_id, source, started_at, local_date, kind, duration_seconds, created_at)
                    VALUES ($1, $2, $3, $4, $5, $6, $7)
                    ON CONFLICT (user_id, source, started_at) DO UPDATE
                    SET local_date = excluded.local_date, kind = excluded.kind, duration_seconds = excluded.duration_seconds
                    WHERE (known.local_date, known.kind, known.duration_seconds)
                        IS DISTINCT FROM (excluded.local_date, excluded.kind, excluded.duration_seconds)
                    """, session.user, session.source, session.startedAt, session.date, session.kind, session.durationSeconds, now)
            }
            return try answers.count { try $0.changeCount() > 0 }
        }
    }

    public func sessions(of member: UserID, since date: CivilDate) async throws -> [ExerciseSession] {
        try await pool.single { db in
            try db.rows("SELECT * FROM exercise_sessions WHERE user_id = $1 AND local_date >= $2 ORDER BY started_at, source", member, date)
                .compactMap { row in
                    guard let startedAt = row.instant("started_at"), let date = row.date("local_date") else { return nil }
                    return ExerciseSession(
                        user: member, source: row.text("source") ?? "", startedAt: startedAt, date: date, kind: row.text("kind"),
                        durationSeconds: row.integer("duration_seconds") ?? 0)
                }
        }
    }

    public func history(of member: UserID, since date: CivilDate) async throws -> MemberHistory {
        try await pool.snapshot { try Self.history(of: member, since: date, $0) }
    }

    public func reportedDays(of members: [UserID], since date: CivilDate) async throws -> [UserID: ReportedDays] {
        try await pool.snapshot { db in
            let profiles = try db.send("SELECT user_id, timezone FROM user_profiles WHERE user_id = ANY($1::text[])", members)
            // Sent one after the other, and answered together.
            let asked = try members.map { (member: $0, reports: try Self.reports(of: $0, since: date, db), stays: try Self.askStays(of: $0, db)) }
            let timezones = try profiles.rows().reduce(into: [UserID: String]()) { timezones, row in
                if let user: UserID = row.identifier("user_id") { timezones[user] = row.text("timezone") }
            }
            return try asked.reduce(into: [UserID: ReportedDays]()) { days, answer in
                days[answer.member] = ReportedDays(
                    reports: try Self.values(of: answer.reports), timezone: timezones[answer.member] ?? Preferences().timezone,
                    stays: try answer.stays.rows().compactMap(Self.stay))
            }
        }
    }

    public func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) async throws
        -> EvaluationReport
    {
        let due = try await pool.single { db in
            try db.rows("SELECT user_id FROM evaluation_marks WHERE due_at <= $1 ORDER BY due_at, user_id LIMIT $2", now, countMax)
                .compactMap { $0.text("user_id") }
        }
        let unreadable = due.filter { UserID($0) == nil }
        // What somebody has written under a name that is nobody's would be due for ever.
        if !unreadable.isEmpty {
            try await pool.write { try $0.execute("DELETE FROM evaluation_marks WHERE user_id = ANY($1::text[]) AND due_at <= $2", unreadable, now) }
        }
        var report = EvaluationReport()
        for member in due.compactMap(UserID.init) {
            do {
                let applied = try await pool.write { try Self.evaluateMarked(member, now, evaluate, $0) }
                guard let applied else { continue }
                report.memberCount += 1
                report.changedAlerts += applied.changedAlerts
                report.queuedDeliveryCount += applied.queuedDeliveryCount
            } catch where Self.isOfItsRows(error) {
                try await pool.write { try Self.postponeMark(of: member, to: now + failedEvaluationWait, $0) }
                report.failedMemberCount += 1
                // The deliveries have waited long enough.
                if Self.isOfWaiting(error) { break }
            }
        }
        if report.queuedDeliveryCount > 0 { ring() }
        return report
    }

    /// Whether somebody holds a lock that it would have to wait for, or it took too long.
    private static func isOfWaiting(_ error: any Error) -> Bool {
        guard case .refused(let sqlState, _, _, _)? = error as? PostgresError else { return false }
        return ["55P03", "57014"].contains(sqlState)
    }

    /// Whether a member's own rows are to blame; where the database is, everybody waits.
    private static func isOfItsRows(_ error: any Error) -> Bool {
        guard let error = error as? PostgresError else { return true }
        guard case .refused(let sqlState, _, _, _) = error else { return false }
        return sqlState.hasPrefix("22") || sqlState.hasPrefix("23") || isOfWaiting(error)
    }

    /// - Returns: nil where another worker was quicker.
    private static func evaluateMarked(
        _ member: UserID, _ now: Instant, _ evaluate: (MemberHistory) -> MemberEvaluation, _ db: Connection
    ) throws -> EvaluationReport? {
        let standing = try Migrations.askStanding(db)
        try lock([member], .observations, db)
        let mark = try askMark(of: member, now, db)
        guard try mark.rows().first?.flag("is_due") == true else { return nil }
        try Migrations.check(standing)
        return try self.evaluate(member, markedAs: mark, now, evaluate, db)
    }

    public func markForEvaluation(_ members: [UserID], at moment: Instant) async throws {
        try await pool.write { try Self.mark(Set(members).sorted(), at: moment, $0) }
        ring()
    }

    public func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) async throws -> RoundProgress {
        // Of several workers one goes on with it; for the others it is through, for now.
        try await pool.write { db in
            try db.execute("INSERT INTO evaluation_round (id, round_date) VALUES (1, $1) ON CONFLICT DO NOTHING", day)
            let stored = try db.row("SELECT * FROM evaluation_round WHERE id = 1 FOR UPDATE")
            let isOfDay = stored?.date("round_date") == day
            let isThrough = isOfDay && stored?.flag("is_through") == true
            guard !isThrough || again else { return RoundProgress(markedCount: 0, isThrough: true) }
            let cursor = isThrough || !isOfDay ? "" : stored?.text("cursor_user_id") ?? ""
            // From one person to the next, however many days each has.
            try Self.planByIndex(db)
            let members = try db.rows(
                """
                WITH RECURSIVE worn AS (
                    (SELECT user_id FROM wearable_daily_metrics WHERE user_id > $1 ORDER BY user_id LIMIT 1)
                    UNION ALL
                    SELECT next.user_id FROM worn CROSS JOIN LATERAL (
                        SELECT user_id FROM wearable_daily_metrics WHERE user_id > worn.user_id ORDER BY user_id LIMIT 1) AS next)
                SELECT user_id FROM (SELECT user_id FROM worn LIMIT $2) reported
                UNION SELECT user_id FROM (SELECT DISTINCT user_id FROM pattern_alert_state
                    WHERE user_id > $1 AND episode_status = 'active' ORDER BY user_id LIMIT $2) alerted
                ORDER BY user_id LIMIT $2
                """, cursor, countMax
            ).compactMap { $0.text("user_id") }
            try Self.mark(members.compactMap(UserID.init), at: now, db)
            let progress = RoundProgress(markedCount: members.count, isThrough: members.count < countMax)
            try db.execute(
                "UPDATE evaluation_round SET round_date = $1, cursor_user_id = $2, is_through = $3 WHERE id = 1", day, members.last ?? cursor,
                progress.isThrough)
            return progress
        }
    }

    public func nextEvaluationMoment() async throws -> Instant? {
        try await pool.single { db in
            let row = try db.row("SELECT min(due_at) AS due_at FROM evaluation_marks")
            return row.flatMap { $0.isNull("due_at") ? nil : Self.dueAt($0) }
        }
    }
}

// MARK: Marks

extension PostgresStore {
    /// - Parameter members: each once, in their order, so that two who mark the same don't wait for each other in a ring.
    static func mark(_ members: [UserID], at moment: Instant, _ db: Connection) throws {
        guard !members.isEmpty else { return }
        try db.execute(
            """
            INSERT INTO evaluation_marks (user_id, due_at) SELECT member, $2::timestamptz FROM unnest($1::text[]) AS member
            ON CONFLICT (user_id) DO UPDATE SET due_at = least(evaluation_marks.due_at, excluded.due_at)
            """, members, moment)
    }

    /// Asks for a member's mark. Each that is set is another version of its row, also where it says the same.
    static func askMark(of member: UserID, _ now: Instant, _ db: Connection) throws -> Answer {
        try db.send("SELECT xmin::text AS version, due_at <= $2 AS is_due FROM evaluation_marks WHERE user_id = $1", member, now)
    }

    /// Removes a member's mark, unless it was set since it was asked for: whoever did that has changed something that nobody has read yet.
    static func removeMark(of member: UserID, _ mark: Answer, _ db: Connection) throws {
        guard let version = try mark.rows().first?.text("version") else { return }
        try db.execute("DELETE FROM evaluation_marks WHERE user_id = $1 AND xmin::text = $2", member, version)
    }

    static func postponeMark(of member: UserID, to moment: Instant, _ db: Connection) throws {
        try db.execute(
            "INSERT INTO evaluation_marks (user_id, due_at) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at",
            member, moment)
    }

    /// What of a person only one transaction at a time may change, because it reads much and concludes from it.
    enum Exclusive: Int {
        case observations = 1
        case facts = 2
        /// Of a route, by its key.
        case routes = 3
        /// Whose a device is, by its token.
        case devices = 4
        /// Where a person is reached beside their devices.
        case addresses = 5
        /// Of a digest, by its app and key.
        case digests = 6
        /// What stands in inboxes of a person, or about them.
        case messages = 7
        /// What takes the place of a recipient's earlier messages, by its key.
        case collapses = 8
        /// How many schedules an app has.
        case schedules = 9
        /// Of what is told one person under a key of an app.
        case throttles = 10
        /// How many open audiences an app has.
        case audiences = 11
        /// How many rotas an app has.
        case rotas = 12
        /// How many categories an app has declared.
        case categories = 13
        /// How many hooks an app has.
        case hooks = 14
        /// How many templates an app has, and which version is the latest.
        case templates = 15
    }

    /// A number that nobody else uses for locks of two numbers: `pers` in ASCII.
    private static let personLockClass = 0x7065_7273
    /// All locks of a server stand in one table of its memory, which has room for some thousands; so persons share these.
    private static let personStripeCount: UInt64 = 4096

    /// Waits until nobody else is at these persons; holds them until the transaction ends.
    ///
    /// - Parameter alone: false where others may be at them who say so too.
    static func lock(_ users: Set<UserID>, _ subject: Exclusive, alone: Bool = true, _ db: Connection) throws {
        let stripes = Set(
            users.map { user in
                var hash = StableHash()
                hash.add(user.text)
                return subject.rawValue * Int(personStripeCount) + Int(hash.value % personStripeCount)
            }
        ).sorted()
        // In one order, so that nobody waits in a ring.
        try db.execute(
            "SELECT pg_advisory_xact_lock\(alone ? "" : "_shared")($1::integer, stripe::integer) FROM unnest($2::bigint[]) AS given (stripe)",
            personLockClass, stripes)
    }
}
