import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

extension Schema {
    static let upkeep = """
        -- Who keeps the store in order, and when that was last done. An advisory lock elects them; the lease is SQLite's.
        CREATE TABLE upkeep (
            id integer PRIMARY KEY CHECK (id = 1),
            holder text NOT NULL,
            elected_at \(moment) NOT NULL,
            lease_until \(moment),
            ran_at \(moment)
        );
        """
}

extension PostgresStore: UpkeepStore {
    public func electUpkeep(_ terms: UpkeepTerms) async throws -> Bool {
        guard try await seat.take(terms.holder) else { return false }
        do {
            try await checkVersion()
        } catch {
            try await seat.leave(terms.holder)
            throw error
        }
        try await pool.single { db in
            try db.execute(
                """
                INSERT INTO upkeep AS known (id, holder, elected_at) VALUES (1, $1, $2)
                ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, elected_at = excluded.elected_at WHERE known.holder <> excluded.holder
                """, terms.holder, terms.now)
        }
        return true
    }

    public func resignUpkeep(_ holder: String) async throws { try await seat.leave(holder) }

    public func maintain(by holder: String, now: Instant) async throws {
        let (isAnyUncounted, isAnyReportDelayed, hasRoom, outgrown) = try await pool.single { db in
            let uncounted = try db.send("SELECT EXISTS (SELECT 1 FROM delivery_events) AS uncounted")
            let delayed = try db.send(Self.isAnyReportDelayed)
            let outgrown = try Self.askOutgrown(db)
            let room = try db.send(
                """
                SELECT bool_and(to_regclass(parent || to_char(now() AT TIME ZONE 'UTC' + make_interval(months => ahead), '_YYYY_MM')) IS NOT NULL) AS made
                FROM unnest($1::text[]) AS parent, generate_series(0, $2::integer) AS ahead
                """, MonthSchema.parents, MonthSchema.monthsAhead)
            return (
                try uncounted.rows().first?.flag("uncounted") ?? false, try delayed.rows().first?.flag("delayed") ?? false,
                try room.rows().first?.flag("made") ?? false, try outgrown.rows().compactMap { $0.text("name") }
            )
        }
        // What fails keeps nothing else from being done.
        var failure: (any Error)?
        func attempt(_ step: () async throws -> Void) async {
            do { try await step() } catch { failure = failure ?? error }
        }
        await attempt { try await pool.single { try $0.execute("UPDATE upkeep SET ran_at = $2 WHERE holder = $1", holder, now) } }
        if !hasRoom, now >= roomBusyUntil.withLock({ $0 }) {
            await attempt {
                do {
                    try await pool.write { db in
                        try Self.beginMoving(db)
                        _ = try db.row("SELECT belfry_make_months(now()::date, $1::integer) AS made", MonthSchema.monthsAhead)
                    }
                } catch {
                    if case PostgresError.refused(let sqlState, _, _, _) = error, Self.isBusy.contains(sqlState) {
                        roomBusyUntil.withLock { $0 = now + Self.busyMonthsWait }
                    }
                    throw error
                }
            }
        }
        await attempt { try await finishCallingOff(now: now) }
        if isAnyReportDelayed { await attempt { try await applyDelayed() } }
        if isAnyUncounted { await attempt { try await countEvents() } }
        // Each by itself, because a large one takes seconds.
        for name in outgrown { await attempt { try await pool.run { try $0.runScript("ANALYZE (SKIP_LOCKED) \(name)") } } }
        if let failure { throw failure }
    }

    /// The tables of our schema in which there is more than twice of what the planner knows, quoted: autovacuum would have them analysed within
    /// a minute or more, and until then statements read them whole that were planned when they were small.
    private static func askOutgrown(_ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT format('%I.%I', schemaname, statistics.relname) AS name
            FROM pg_stat_user_tables AS statistics JOIN pg_class ON pg_class.oid = relid
            WHERE schemaname = current_schema() AND pg_has_role(relowner, 'USAGE')
                AND n_mod_since_analyze >= \(changeCountMin) AND n_live_tup > 2 * reltuples
            """)
    }

    /// A table of fewer rows is read quickly by any plan.
    private static let changeCountMin = 1000

    public func upkeep() async throws -> UpkeepStanding? {
        try await pool.single { db in
            try db.row("SELECT * FROM upkeep").flatMap { row in
                guard let holder = row.text("holder"), let electedAt = row.instant("elected_at") else { return nil }
                return UpkeepStanding(holder: holder, electedAt: electedAt, ranAt: row.instant("ran_at"))
            }
        }
    }

    /// Before months are made or dropped. Whoever waits for a table holds up all who come after: not for long, and rather another time.
    static func beginMoving(_ db: Connection) throws {
        try db.execute("SET LOCAL lock_timeout TO '2s'")
        try db.execute("SET LOCAL \(MonthSchema.moving) TO 'on'")
    }

    /// A lock wasn't to be had in time, or the whole took too long (PostgreSQL documentation, appendix A).
    static let isBusy: Set = ["55P03", "57014"]
    static let busyMonthsWait = Duration.seconds(600)
}
