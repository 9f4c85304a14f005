import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: StatusLog {
    public func askForStatuses(of app: AppID, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                """
                INSERT INTO \(StatusSchema.webhooks) (app_id, asked_at) VALUES ($1, $2)
                ON CONFLICT (app_id) DO UPDATE SET asked_at = excluded.asked_at
                """, app, now)
        }
    }

    public func hastenStatuses(of app: AppID) async throws {
        try await pool.write { try $0.execute("UPDATE \(StatusSchema.webhooks) SET next_attempt_at = NULL WHERE app_id = $1", app) }
    }

    public func leaseStatuses(of app: AppID, _ terms: StatusTerms) async throws -> StatusBatch? {
        // Mostly there is nothing, or it is to be tried later: nobody has to be locked for that, and nothing written.
        let isAnything = try await pool.single { db in
            try db.row(
                "SELECT * FROM \(StatusSchema.webhooks) WHERE app_id = $1 AND EXISTS (SELECT 1 FROM \(StatusSchema.changes) WHERE app_id = $1)", app
            ).map { Self.isFree($0, terms) } ?? false
        }
        guard isAnything else { return nil }
        return try await pool.write { db in
            let asked = try db.row("SELECT * FROM \(StatusSchema.webhooks) WHERE app_id = $1 FOR UPDATE SKIP LOCKED", app)
            guard let seat = asked, Self.isFree(seat, terms) else { return nil }
            try Self.giveUp(before: terms.now - StatusBatch.ageMax, of: app, now: terms.now, db)
            let changes = try Self.changes(of: app, terms.countMax, db)
            guard !changes.isEmpty else { return nil }
            try db.execute(
                "UPDATE \(StatusSchema.webhooks) SET leased_by = $2, lease_until = $3 WHERE app_id = $1", app, terms.holder, terms.until)
            return StatusBatch(app: app, holder: terms.holder, changes: changes, failureCount: max(0, seat.integer("failures") ?? 0))
        }
    }

    public func settle(_ batch: StatusBatch, _ result: StatusBatch.Result) async throws {
        try await pool.write { db in
            let free = "leased_by = NULL, lease_until = NULL WHERE app_id = $1 AND leased_by = $2"
            switch result {
            case .told:
                // In the order in which a lease locks: the app first.
                try db.execute(
                    """
                    UPDATE \(StatusSchema.webhooks) SET failures = 0, failing_since = NULL, why = NULL, next_attempt_at = NULL, \(free)
                    """, batch.app, batch.holder)
                try db.execute(
                    "DELETE FROM \(StatusSchema.changes) WHERE app_id = $1 AND id = ANY($2::bigint[])", batch.app, batch.changes.map(\.number))
            case .failed(let why, let moment, let retryAt):
                try db.execute(
                    """
                    UPDATE \(StatusSchema.webhooks) SET failures = failures + 1, failing_since = coalesce(failing_since, $3), why = $4,
                        next_attempt_at = $5, \(free)
                    """, batch.app, batch.holder, moment, why, retryAt)
            }
        }
    }

    public func statusStandings() async throws -> [StatusStanding] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT asking.app_id, asking.failing_since, asking.why, asking.given_up, asking.given_up_at,
                    (SELECT change.happened_at FROM \(StatusSchema.changes) change WHERE change.app_id = asking.app_id ORDER BY change.id LIMIT 1) AS oldest_at
                FROM \(StatusSchema.webhooks) asking ORDER BY asking.app_id
                """
            ).compactMap { row in
                guard let app: AppID = row.identifier("app_id") else { return nil }
                let why = row.text("why")
                return StatusStanding(
                    app: app, oldestAt: row.instant("oldest_at"),
                    failure: row.instant("failing_since").flatMap { since in why.map { StatusStanding.Failure(since: since, why: $0) } },
                    givenUpCount: row.integer("given_up") ?? 0, givenUpAt: row.instant("given_up_at"))
            }
        }
    }

    /// Of a row of `status_webhooks`.
    private static func isFree(_ seat: Row, _ terms: StatusTerms) -> Bool {
        terms.mayTake(leasedBy: seat.text("leased_by"), until: seat.instant("lease_until"), nextAttemptAt: seat.instant("next_attempt_at"))
    }

    private static func giveUp(before cutoff: Instant, of app: AppID, now: Instant, _ db: Connection) throws {
        let count = try db.change("DELETE FROM \(StatusSchema.changes) WHERE app_id = $1 AND happened_at < $2", app, cutoff)
        guard count > 0 else { return }
        try db.execute("UPDATE \(StatusSchema.webhooks) SET given_up = given_up + $2::bigint, given_up_at = $3 WHERE app_id = $1", app, count, now)
    }

    /// What can't be read goes: it would stand before all others for ever.
    private static func changes(of app: AppID, _ countMax: Int, _ db: Connection) throws -> [StatusChange] {
        while true {
            let rows = try db.rows("SELECT * FROM \(StatusSchema.changes) WHERE app_id = $1 ORDER BY id LIMIT $2", app, countMax)
            let changes = rows.compactMap(change)
            if !changes.isEmpty || rows.isEmpty {
                return try changes.map { change in try change.broadcast.map { change.counting(try progress($0, db)) } ?? change }
            }
            let numbers = rows.compactMap { $0.integer("id") }
            try db.execute("DELETE FROM \(StatusSchema.changes) WHERE app_id = $1 AND id = ANY($2::bigint[])", app, numbers)
        }
    }

    private static func change(_ row: Row) -> StatusChange? {
        guard let number = row.integer("id"), let delivery: DeliveryID = row.identifier("delivery_id"), let kind: StatusChange.Kind = row.choice("event"),
            let happenedAt = row.instant("happened_at")
        else { return nil }
        return StatusChange(
            number: number, delivery: delivery, channelName: row.text("channel"), kind: kind, reason: row.text("reason"),
            attemptCount: row.integer("attempts"), happenedAt: happenedAt)
    }
}

// MARK: What providers report

/// What a provider has reported of a transmission.
struct ReportedStatus {
    let kind: StatusChange.Kind
    let transmission: Transmission
    let why: String?
    let moment: Instant

    /// Keeps them for the apps that have asked.
    static func store(_ all: [ReportedStatus], _ db: Connection) throws {
        guard !all.isEmpty else { return }
        let apps = Set(all.map(\.transmission.app)).sorted()
        let rows = try db.rows("SELECT app_id FROM \(StatusSchema.webhooks) WHERE app_id = ANY($1::text[])", apps)
        let asking = Set(rows.compactMap { row -> AppID? in row.identifier("app_id") })
        let wanted = all.filter { asking.contains($0.transmission.app) }
        guard !wanted.isEmpty else { return }
        let deliveries = wanted.map(\.transmission.delivery)
        let queued = try db.rows(
            "SELECT app_id, id, channel FROM notification_queue WHERE app_id = ANY($1::text[]) AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4",
            asking.sorted(), deliveries, deliveries.min(), deliveries.max())
        // Of one name each app may have one.
        var channels: [AppID: [DeliveryID: String]] = [:]
        for row in queued {
            guard let app: AppID = row.identifier("app_id"), let id: DeliveryID = row.identifier("id") else { continue }
            channels[app, default: [:]][id] = row.text("channel")
        }
        try db.execute(
            """
            INSERT INTO \(StatusSchema.changes) (app_id, delivery_id, channel, event, reason, happened_at)
            SELECT given.app, given.delivery, given.channel, given.event, given.reason, given.at
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
                WITH ORDINALITY AS given (app, delivery, channel, event, reason, at, place) ORDER BY given.place
            """, wanted.map(\.transmission.app), deliveries, wanted.map { channels[$0.transmission.app]?[$0.transmission.delivery] },
            wanted.map(\.kind.rawValue), wanted.map { StatusChange.code(of: $0.why) }, wanted.map(\.moment))
    }
}
