import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: RemovalStore {
    public func leaseRemovals(_ terms: RemovalTerms) async throws -> [RemovalErrand] {
        // Mostly there is nothing: nobody has to be locked for that, and nothing written.
        let isAnything = try await pool.single { db in try db.row("SELECT 1 FROM removals WHERE due_at <= $1 LIMIT 1", terms.now) != nil }
        guard isAnything else { return [] }
        return try await pool.write { db in
            try Self.planByIndex(db)
            // Found once, however it is joined: else more than are wanted might be.
            return try db.rows(
                """
                WITH due AS MATERIALIZED (
                    SELECT app_id, delivery_id FROM removals WHERE due_at <= $2 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
                UPDATE removals errand SET due_at = $1, attempts = attempts + 1 FROM due
                WHERE errand.app_id = due.app_id AND errand.delivery_id = due.delivery_id
                RETURNING errand.app_id, errand.delivery_id, errand.attempts, errand.waits, errand.cause, errand.successor_id
                """, terms.until, terms.now, terms.countMax
            ).compactMap { row in
                guard let delivery: DeliveryID = row.identifier("delivery_id"), let app: AppID = row.identifier("app_id") else { return nil }
                return RemovalErrand(
                    delivery: delivery, app: app, attempt: row.integer("attempts") ?? 1, waitCount: row.integer("waits") ?? 0,
                    cause: RemovalCause(row.choice("cause"), successor: row.identifier("successor_id")))
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?, isCounted: Bool) async throws {
        try await pool.write { db in
            try Self.planByIndex(db)
            for (id, end) in ends.sorted(by: { $0.key < $1.key }) {
                try db.execute(
                    """
                    UPDATE notification_transmissions SET removed_at = $4, stays_why = $5
                    WHERE id = $1 AND delivery_id = $2 AND app_id = $3 AND removed_at IS NULL
                    """, id, errand.delivery, errand.app, end.removedAt, end.staysBecause)
            }
            let own = "WHERE app_id = $1 AND delivery_id = $2 AND attempts = $3"
            if let moment {
                try db.execute(
                    "UPDATE removals SET due_at = $4, waits = waits + $5 \(own)", errand.app, errand.delivery, errand.attempt, moment, isCounted ? 0 : 1)
            } else {
                try db.execute("DELETE FROM removals \(own)", errand.app, errand.delivery, errand.attempt)
            }
        }
    }
}

extension PostgresStore {
    /// Has deliveries disappear from now on. What is to disappear everywhere stays so, whatever takes its place; and whoever has in hand what has another
    /// cause now has it no more.
    static func noteRemovals(_ causes: [Selected: RemovalCause], _ now: Instant, _ db: Connection) throws {
        guard !causes.isEmpty else { return }
        // In one order, so that nobody waits in a ring.
        let sorted = causes.sorted { ($0.key.app, $0.key.id) < ($1.key.app, $1.key.id) }
        try db.execute(
            """
            INSERT INTO removals AS known (app_id, delivery_id, due_at, cause, successor_id)
            SELECT given.app_id, given.id, $1::timestamptz, given.cause, given.successor
            FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS given (id, app_id, cause, successor)
            ON CONFLICT (app_id, delivery_id) DO UPDATE SET due_at = excluded.due_at, cause = excluded.cause, successor_id = excluded.successor_id,
                attempts = known.attempts + 1, waits = known.waits + 1
                WHERE known.cause = '\(RemovalCause.Name.replaced.rawValue)'
            """, now, sorted.map(\.key.id), sorted.map(\.key.app), sorted.map(\.value.name.rawValue), sorted.map { $0.value.successor?.text })
    }

    /// Has what an alert told, and corrected data withdrew at this moment, disappear.
    static func noteWithdrawn(_ alert: AlertID, _ now: Instant, _ db: Connection) throws {
        let told = try db.rows(
            """
            SELECT id FROM notification_queue queue WHERE app_id = $1 AND channel = ANY($2::text[]) AND \(isToldAlone)
                AND alert_state_id = $3 AND retracted_at = $4 AND retracted_by IS NULL
            """, AppID.house, removableChannels, alert, now)
        try noteRemovals(of: told, of: .house, .takenBack, now, db)
    }

    /// Has what others were told of what one has done for all disappear.
    static func noteDone(_ ids: [String], of app: AppID, _ now: Instant, _ db: Connection) throws {
        let told = try db.rows(
            """
            SELECT id FROM notification_queue queue WHERE app_id = $1 AND channel = ANY($2::text[]) AND \(isToldAlone)
                AND id = ANY($3::text[]) AND id BETWEEN $4 AND $5
            """, app, removableChannels, ids, ids.min(), ids.max())
        try noteRemovals(of: told, of: app, .done, now, db)
    }

    private static func noteRemovals(of told: [Row], of app: AppID, _ cause: RemovalCause, _ now: Instant, _ db: Connection) throws {
        let ids = Set(told.compactMap { $0.identifier("id") as DeliveryID? })
        try noteRemovals(Dictionary(uniqueKeysWithValues: ids.map { (Selected(id: $0, app: app.text), cause) }), now, db)
    }

    /// What holds after all is to stay.
    static func keepShown(_ deliveries: [Row], _ db: Connection) throws {
        guard !deliveries.isEmpty else { return }
        try db.execute(
            "DELETE FROM removals WHERE app_id = $1 AND delivery_id = ANY($2::text[]) AND cause = '\(RemovalCause.Name.takenBack.rawValue)'", AppID.house,
            deliveries.compactMap { $0.text("id") })
    }

    private static let removableChannels = RemovalErrand.channels.map(\.rawValue)

    private static let isToldAlone = "(status IN ('sending', 'sent') OR attempts > 0) AND \(isAlone("queue"))"

    /// That it tells of nothing else: a summary tells of others, too. Asked of each by itself, so that it is looked up, however it is planned.
    private static func isAlone(_ row: String) -> String {
        "(SELECT 1 FROM notification_queue merged WHERE merged.app_id = $1 AND merged.merged_into = \(row).id LIMIT 1) IS NULL"
    }

    /// What was told before in the places of what was sent is to disappear. A summary tells of others, too, and gives way to nothing.
    static func noteReplaced(by sent: [AttemptResult], _ now: Instant, _ db: Connection) throws {
        let asked = try sent.compactMap { result in
            try result.place.map { place in (successor: result.delivery, app: place.app, answer: try askTold(in: place, besides: result.delivery, db)) }
        }
        var causes: [Selected: RemovalCause] = [:]
        for (successor, app, answer) in asked {
            for row in try answer.rows() {
                if let id: DeliveryID = row.identifier("id") { causes[Selected(id: id, app: app.text)] = .replaced(by: successor) }
            }
        }
        try noteRemovals(causes, now, db)
    }

    private static func askTold(in place: MessagePlace, besides successor: DeliveryID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT id FROM (
                SELECT id, status FROM notification_queue
                WHERE app_id = $1 AND recipient_user_id = $2 AND channel = $3 AND \(Schema.collapseKey) = $4
                ORDER BY created_at DESC LIMIT \(MessagePlace.countMax)) AS told
            WHERE id <> $5 AND (status = 'sending' OR status = 'sent' AND EXISTS (
                    SELECT 1 FROM notification_transmissions way WHERE way.app_id = $1 AND way.delivery_id = told.id
                        AND way.removed_at IS NULL AND way.stays_why IS NULL AND way.status = ANY($6::text[])))
                AND \(isAlone("told"))
            """, place.app, place.recipient, place.channelName, place.key.text, successor, Transmission.Status.shown.map(\.rawValue))
    }
}
