import BelfryModel
import BelfryPorts
import BelfryTime

// What came of batches of recipients: a log that is only appended to, and rows of the queue for whoever has more to come.

extension PostgresStore {
    public func record(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant
    ) async throws -> Bool {
        let record = BatchRecord(results, of: batch, then: next, now)
        return try await Self.unlessLocked {
            try await pool.run { db in
                let kept = try db.transaction { db -> Answer? in
                    try db.execute(Self.shortPatience)
                    if next == .goesOn, try Self.isRecorded(record, db) { return nil }
                    return try Self.keep(record, db)
                }
                guard let kept, try kept.changeCount() == 0 else { return true }
                // What ended a batch, or gave it back, has no lease any more.
                return try db.transaction(nil) { try Self.isRecorded(record, $0) }
            }
        }
    }

    /// What is kept of results, put together before a connection is taken.
    struct BatchRecord: Sendable {
        let results: [MemberResult]
        let batch: LeasedBroadcastBatch
        let next: BatchLeaseNext
        let now: Instant
        let entry: BroadcastLogEntry
        /// The entry as it is stored.
        let stored: String
        let rows: [MemberRow]
        let attempts: [AttemptResult]

        init(_ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, _ now: Instant) {
            (self.results, self.batch, self.next, self.now) = (results, batch, next, now)
            entry = BroadcastLogEntry(results, of: batch)
            stored = entry.json
            (rows, attempts) = (batch.rows(results, now: now), batch.attempts(results))
        }
    }

    /// - Returns: what changed no row where the lease was lost; then nothing is kept.
    static func keep(_ record: BatchRecord, _ db: Connection) throws -> Answer {
        let kept = try append(record, db)
        var (rows, attempts) = (record.rows, record.attempts)
        let broadcast = record.batch.broadcast
        // Where nothing more hangs on it, it goes out with the commit.
        guard !rows.isEmpty || !attempts.isEmpty || record.next == .isReturned, try kept.changeCount() > 0 else { return kept }
        let isCancelled = try forgetCancelled(broadcast.id, of: broadcast.app, db)
        if !rows.isEmpty || !attempts.isEmpty {
            let meant = try stillMeant(record.results, of: record.batch, db)
            if meant.count < record.results.count {
                (rows, attempts) = (record.batch.rows(meant, now: record.now), record.batch.attempts(meant))
            }
        }
        try queue(isCancelled ? rows.map(\.calledOff) : rows, of: broadcast, record.now, db)
        if !attempts.isEmpty, let failed = try RecordedTransmissions(attempts, db)?.record(attempts, db) {
            try goOn(afterMembers: failed, record.now, db)
        }
        return kept
    }

    /// Appends to the log, and changes no row where the lease was lost.
    ///
    /// Counts as the triggers of the queue do; what becomes a row is counted by them.
    private static func append(_ record: BatchRecord, _ db: Connection) throws -> Answer {
        let (batch, next, now, entry) = (record.batch, record.next, record.now, record.entry)
        let change =
            switch next {
            case .goesOn: "UPDATE broadcast_leases SET entries = entries + 1"
            case .ends: "DELETE FROM broadcast_leases"
            case .isReturned: "UPDATE broadcast_leases SET entries = entries + 1, \(givenBack)"
            }
        let broadcast = batch.broadcast
        let told = entry.groups.filter { $0.fate != .queued }
        let events = told.isEmpty ? [] : ["queued"] + told.map(\.fate.rawValue)
        return try db.send(
            """
            WITH held AS (\(change) WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 AND lease_token = $4
                RETURNING app_id, broadcast_id, number, entries),
            told AS (INSERT INTO delivery_events (app_id, day, channel, category, event, reason, count)
                SELECT held.app_id, belfry_event_day(CASE given.event WHEN 'queued' THEN $10::timestamptz ELSE $5::timestamptz END),
                    belfry_event_channel($11), belfry_event_category($12::text), given.event, belfry_event_reason(given.event, given.reason),
                    given.count
                FROM held CROSS JOIN unnest($13::text[], $14::text[], $15::bigint[]) AS given (event, reason, count))
            INSERT INTO broadcast_results (app_id, broadcast_id, number, entry, recorded_at, sent_count, skipped_count, queued_count, results)
            SELECT app_id, broadcast_id, number, entries\(next == .ends ? " + 1" : ""), $5::timestamptz, $6, $7, $8, $9::json FROM held
            """, broadcast.app, broadcast.id, batch.number, batch.token, now, entry.count(.sent), entry.count(.skipped), entry.count(.queued),
            record.stored, broadcast.createdAt, broadcast.channelName, broadcast.payload.category, events,
            told.isEmpty ? [] : [""] + told.map { $0.reason?.rawValue ?? "" },
            told.isEmpty ? [] : [told.map(\.members.count).reduce(0, +)] + told.map(\.members.count))
    }

    /// Whether the same was recorded at the same moment: then the answer was lost, and it is asked again.
    private static func isRecorded(_ record: BatchRecord, _ db: Connection) throws -> Bool {
        let batch = record.batch
        return try db.row(
            """
            SELECT 1 AS known FROM broadcast_results
            WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 AND recorded_at = $4 AND results::text = $5
            """, batch.broadcast.app, batch.broadcast.id, batch.number, record.now, record.stored) != nil
    }

    /// What was called off meanwhile isn't begun again. Whoever calls it off from now on waits until this transaction is through, and finds what it leaves.
    ///
    /// One that was called off isn't locked: whoever removes the last of its leases has to be its only one, and two who shared it would wait for each other.
    /// - Returns: whether it was.
    static func forgetCancelled(_ id: BroadcastID, of app: AppID, _ db: Connection) throws -> Bool {
        let open = try db.row("SELECT status FROM broadcasts WHERE app_id = $1 AND id = $2 AND status <> 'cancelled' FOR SHARE", app, id)
        guard open == nil else { return false }
        let row = try db.row("SELECT status FROM broadcasts WHERE app_id = $1 AND id = $2", app, id)
        guard row?.text("status") == BroadcastProgress.Status.cancelled.rawValue else { return false }
        try db.execute("DELETE FROM broadcast_leases WHERE app_id = $1 AND broadcast_id = $2 AND lease_until IS NULL", app, id)
        return true
    }

    /// Whom a batch has told is told over the next channel where a provider has reported of all of that that it has come to nothing after all.
    ///
    /// Two who report of the last places of a member at once would each take the other's for told: who is second waits for the first. Whoever calls the
    /// broadcast off, or erases somebody, waits until this transaction is through, and finds what it leaves.
    /// - Returns: whether anybody goes on.
    @discardableResult
    static func goOn(afterMembers deliveries: [DeliveryID], _ now: Instant, _ db: Connection) throws -> Bool {
        var isAnyNew = false
        for delivery in Set(deliveries).sorted() {
            guard let place = Broadcast.Place(delivery), let known = try member(delivery, db), !known.broadcast.fallbackChannelNames.isEmpty
            else { continue }
            let broadcast = known.broadcast
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", delivery, Exclusive.routes.rawValue)
            guard try !forgetCancelled(broadcast.id, of: broadcast.app, db) else { continue }
            try db.execute(
                "SELECT 1 FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 FOR SHARE", broadcast.app, broadcast.id,
                place.batch)
            guard let told = try member(delivery, db)?.overview, told.status == Delivery.Status.sent.rawValue, told.delivery.recipient != .erased,
                try askTransmissions(of: [delivery], db).rows().compactMap(transmission).haveFailed
            else { continue }
            try queue(broadcast.furtherRows(after: told.delivery, now: now), of: broadcast, now, db)
            isAnyNew = true
        }
        return isAnyNew
    }

    private static func queue(_ rows: [MemberRow], of broadcast: Broadcast, _ now: Instant, _ db: Connection) throws {
        guard !rows.isEmpty else { return }
        let deliveries = rows.map(\.delivery)
        // Mostly all are told the same.
        let own: [String?] = try deliveries.map { try $0.payload == broadcast.payload ? nil : $0.payload.stored() }
        let common: [(any SQLConvertible)?] = [
            broadcast.app, broadcast.id, broadcast.createdAt, now, broadcast.channelName, try broadcast.payload.stored(), broadcast.expiresAt,
            broadcast.deliverAfter, broadcast.priority.rank, deliveries.map(\.id), deliveries.map(\.recipient), deliveries.map(\.member),
            rows.map(\.status.rawValue), rows.map(\.attemptCount), rows.map(\.heldSince), rows.map(\.nextAttemptAt), rows.map(\.lastError),
            rows.map { $0.reason?.rawValue }, rows.map(\.inputs), own, rows.map(\.rescueCount),
        ]
        try noteEvents(rows, of: broadcast, now, db)
        // Over one channel there is no more to say of each.
        guard !broadcast.fallbackChannelNames.isEmpty else { return try db.execute(queueing(alongRoutes: false), common) }
        let decidedAt: [Instant?] = rows.map { $0.isDecided ? now : nil }
        let routes: [(any SQLConvertible)?] = [
            deliveries.map(\.channelName), deliveries.map(\.deliverAfter), decidedAt, deliveries.map(\.route?.key), deliveries.map(\.route?.step),
            deliveries.map(\.route?.until.rawValue),
        ]
        try db.execute(queueing(alongRoutes: true), common + routes)
    }

    /// What has become of them by now: the triggers take them for rows that were queued just now.
    private static func noteEvents(_ rows: [MemberRow], of broadcast: Broadcast, _ now: Instant, _ db: Connection) throws {
        let rows = rows.filter { $0.event != nil }
        guard !rows.isEmpty else { return }
        let (channels, events) = (rows.map(\.delivery.channelName), rows.compactMap(\.event?.rawValue))
        try db.execute(
            """
            INSERT INTO delivery_events (app_id, day, channel, category, event, reason, count)
            SELECT $1, belfry_event_day($2::timestamptz), belfry_event_channel(given.channel), belfry_event_category($3::text), given.event,
                belfry_event_reason(given.event, given.reason), count(*)
            FROM unnest($4::text[], $5::text[], $6::text[]) AS given (channel, event, reason) GROUP BY given.channel, given.event, given.reason
            """, broadcast.app, now, broadcast.payload.category, channels, events, rows.map { $0.reason?.rawValue ?? "" })
        try db.execute(
            StatusSchema.noteGiven, broadcast.app, now, rows.map(\.delivery.id), channels, events, rows.map(\.eventCode), rows.map(\.attemptCount))
    }

    /// - Parameter isRouted: whether each has a channel and a moment of its own, and a place in its route.
    private static func queueing(alongRoutes isRouted: Bool) -> String {
        """
        INSERT INTO notification_queue (id, app_id, broadcast_id, created_at, updated_at, recipient_user_id, member_user_id, channel, payload,
            expires_at, deliver_after, priority, status, attempts, held_since, next_attempt_at, last_error, reason, decision_inputs,
            rescues, decided_at\(isRouted ? ", route_key, route_step, route_until" : ""))
        SELECT given.id, $1, $2, $3, $4, given.recipient, given.member, \(isRouted ? "coalesce(given.channel, $5)" : "$5"),
            coalesce(given.payload, $6)::jsonb, $7, \(isRouted ? "coalesce(given.deliver_after, $8)" : "$8"), $9, given.status, given.attempts,
            given.held_since, given.next_attempt_at, given.error, given.reason, given.inputs::json, given.rescues,
            \(isRouted ? "given.decided_at, given.route_key, given.route_step, given.route_until" : "$4")
        FROM unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::timestamptz[], $16::timestamptz[], $17::text[],
            $18::text[], $19::text[], $20::text[], $21::bigint[]
                \(isRouted ? ", $22::text[], $23::timestamptz[], $24::timestamptz[], $25::text[], $26::bigint[], $27::text[]" : ""))
            AS given (id, recipient, member, status, attempts, held_since, next_attempt_at, error, reason, inputs, payload,
                rescues\(isRouted ? ", channel, deliver_after, decided_at, route_key, route_step, route_until" : ""))
        ON CONFLICT (id, app_id) DO NOTHING
        """
    }
}
