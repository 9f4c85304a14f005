import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// What is told to many at once: taken in, looked at, called off.

extension PostgresStore: BroadcastStore {
    public func begin(_ broadcast: Broadcast, under key: IdempotencyKey?, now: Instant) async throws -> BroadcastBeginning {
        try await pool.write { db in
            guard try !Self.insert(broadcast, under: key, now, db), let key else { return .begun(broadcast) }
            let row = try db.row(
                "SELECT * FROM broadcasts WHERE app_id = $1 AND idempotency_key = $2 FOR UPDATE", broadcast.app, key.text)
            // It was given up, or begun anew, between the two statements.
            guard let row else { throw PostgresError.overtaken }
            guard row.text("request_hash") == key.fingerprint, let known = Self.broadcast(row) else { throw Problem.idempotencyKeyReused }
            if row.text("status") != BroadcastProgress.Status.filling.rawValue, let progress = try Self.progress(known.id, db) {
                return .sealed(progress)
            }
            // Whoever takes that one in may still be at it: what they append and seal from now on is of one that was called off.
            try Self.callOffIntake(of: known, now, db)
            _ = try Self.insert(broadcast, under: key, now, db)
            return .begun(broadcast)
        }
    }

    public func giveUpIntake(of broadcast: Broadcast) async throws {
        try await pool.write { db in
            let count = try db.change(
                "DELETE FROM broadcasts WHERE app_id = $1 AND id = $2 AND status = 'filling'", broadcast.app, broadcast.id)
            if count > 0 { try Self.forgetBatches(of: broadcast, db) }
        }
    }

    private static func callOffIntake(of broadcast: Broadcast, _ now: Instant, _ db: Connection) throws {
        let count = try db.change(
            """
            UPDATE broadcasts SET status = 'cancelled', idempotency_key = NULL, request_hash = NULL, updated_at = $3
            WHERE app_id = $1 AND id = $2 AND status = 'filling'
            """, broadcast.app, broadcast.id, now)
        if count > 0 { try forgetBatches(of: broadcast, db) }
    }

    private static func forgetBatches(of broadcast: Broadcast, _ db: Connection) throws {
        try db.execute("DELETE FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2", broadcast.app, broadcast.id)
    }

    /// - Returns: false where there is one under the key.
    private static func insert(_ broadcast: Broadcast, under key: IdempotencyKey?, _ now: Instant, _ db: Connection) throws -> Bool {
        try db.change(
            """
            INSERT INTO broadcasts (id, app_id, created_at, updated_at, channel, payload, member_user_id, deliver_after, expires_at, priority,
                status, idempotency_key, request_hash, fallback_channels)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'filling', $11, $12, $13)
            ON CONFLICT (app_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
            """, broadcast.id, broadcast.app, broadcast.createdAt, now, broadcast.channelName, try broadcast.payload.stored(), broadcast.member,
            broadcast.deliverAfter, broadcast.expiresAt, broadcast.priority.rank, key?.text, key?.fingerprint,
            broadcast.storedFallbackChannels) > 0
    }

    public func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int) async throws {
        let lists = batches.map { FlatJSON.list(of: $0.recipients.lazy.map(\.text)) }
        let values = batches.map { $0.values.map(PersonalValues.list) }
        try await pool.write { db in
            try db.execute(
                """
                INSERT INTO broadcast_batches (app_id, broadcast_id, number, recipient_count, recipients, recipient_values)
                SELECT $1, $2, $3::bigint + given.place - 1, given.count, given.recipients::json, given.own_values::json
                FROM unnest($4::bigint[], $5::text[], $6::text[]) WITH ORDINALITY AS given (count, recipients, own_values, place)
                """, broadcast.app, broadcast.id, firstNumber, batches.map(\.recipients.count), lists, values)
        }
    }

    public func recipients(of broadcast: Broadcast, batch number: Int) async throws -> RecipientBatch? {
        try await pool.single { db in
            try db.row(
                "SELECT recipients, recipient_values FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2 AND number = $3", broadcast.app,
                broadcast.id, number
            ).flatMap { Self.batch($0) }
        }
    }

    public func seal(_ broadcast: Broadcast, now: Instant) async throws {
        try await pool.write { db in _ = try Self.seal(broadcast, now, db) }
        ring()
    }

    /// - Returns: false where it isn't filling any more, or nobody is in it.
    static func seal(_ broadcast: Broadcast, _ now: Instant, _ db: Connection) throws -> Bool {
        try db.change(
            """
            WITH sealed AS (
                UPDATE broadcasts SET status = 'ready', updated_at = $3, recipient_count = (
                    SELECT coalesce(sum(recipient_count), 0) FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2)
                WHERE app_id = $1 AND id = $2 AND status = 'filling' RETURNING id, app_id, priority, coalesce(deliver_after, created_at) AS due_at)
            INSERT INTO broadcast_leases (app_id, broadcast_id, number, priority, due_at)
            SELECT sealed.app_id, sealed.id, batch.number, sealed.priority, sealed.due_at
            FROM sealed JOIN broadcast_batches batch ON batch.app_id = sealed.app_id AND batch.broadcast_id = sealed.id
            """, broadcast.app, broadcast.id, now) > 0
    }

    public func progress(of id: BroadcastID) async throws -> BroadcastProgress? {
        try await pool.single { try Self.progress(id, $0) }
    }

    static func progress(_ id: BroadcastID, _ db: Connection) throws -> BroadcastProgress? {
        try db.row("\(progressQuery) WHERE broadcasts.id = $1", id).flatMap(progress)
    }

    public func broadcasts(of app: AppID?, before: BroadcastID?, countMax: Int) async throws -> [BroadcastProgress] {
        try await pool.single { db in
            try db.rows(
                """
                \(Self.progressQuery)
                WHERE ($1::text IS NULL OR app_id = $1) AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3
                """, app, before, countMax
            ).compactMap(Self.progress)
        }
    }

    private static let progressQuery = """
        SELECT broadcasts.*, told.* FROM broadcasts CROSS JOIN LATERAL (
            SELECT coalesce(sum(sent_count), 0) AS sent, coalesce(sum(skipped_count), 0) AS skipped, coalesce(sum(queued_count), 0) AS queued
            FROM broadcast_results WHERE broadcast_results.app_id = broadcasts.app_id AND broadcast_results.broadcast_id = broadcasts.id) AS told
        """

    private static func progress(_ row: Row) -> BroadcastProgress? {
        guard let broadcast = broadcast(row), let status: BroadcastProgress.Status = row.choice("status") else { return nil }
        return BroadcastProgress(
            broadcast: broadcast, status: status, recipientCount: row.integer("recipient_count") ?? 0, sentCount: row.integer("sent") ?? 0,
            skippedCount: row.integer("skipped") ?? 0, queuedCount: row.integer("queued") ?? 0)
    }

    static func broadcast(_ row: Row) -> Broadcast? {
        guard let id: BroadcastID = row.identifier("id"), let app: AppID = row.identifier("app_id") else { return nil }
        return Broadcast(
            id: id, app: app, createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0), channelName: row.text("channel") ?? "",
            fallbackChannelNames: Broadcast.fallbackChannelNames(stored: row.text("fallback_channels")),
            payload: Payload(stored: row.text("payload") ?? ""), member: row.identifier("member_user_id"),
            deliverAfter: row.instant("deliver_after"), expiresAt: row.instant("expires_at"),
            priority: row.integer("priority").flatMap(DeliveryPriority.init(rank:)) ?? .normal)
    }

    public func everybody(after user: UserID?, countMax: Int) async throws -> [UserID] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT user_id FROM (
                    (SELECT user_id FROM user_profiles WHERE user_id > $1 ORDER BY user_id LIMIT $2)
                    UNION (SELECT DISTINCT user_id FROM family_members WHERE user_id > $1 ORDER BY user_id LIMIT $2)) AS known
                ORDER BY user_id LIMIT $2
                """, user?.text ?? "", countMax
            ).compactMap { $0.identifier("user_id") }
        }
    }

    public func member(_ id: DeliveryID) async throws -> DeliveryOverview? {
        guard Broadcast.Place(id) != nil else { return nil }
        return try await pool.single { try Self.member(id, $0)?.overview }
    }

    /// A member of a broadcast as its batch knows it, the broadcast, and whether the member may have been told.
    static func member(_ id: DeliveryID, _ db: Connection) throws -> (overview: DeliveryOverview, broadcast: Broadcast, mayBeTold: Bool)? {
        guard let place = Broadcast.Place(id), place.step == 0 else { return nil }
        let row = try db.row(
            """
            SELECT broadcasts.*, batch.recipients->>$3::integer AS recipient, batch.recipient_values->$3::integer AS own_values,
                coalesce(lease.lease_count, 0) AS lease_count
            FROM broadcasts JOIN broadcast_batches batch ON batch.app_id = broadcasts.app_id AND batch.broadcast_id = broadcasts.id
            LEFT JOIN broadcast_leases lease ON lease.app_id = batch.app_id AND lease.broadcast_id = batch.broadcast_id AND lease.number = batch.number
            WHERE broadcasts.id = $1 AND batch.number = $2
            """, place.broadcast, place.batch, place.index)
        guard let row, let broadcast = Self.broadcast(row), let recipient: UserID = row.identifier("recipient") else { return nil }
        let values = row.text("own_values").flatMap { try? JSONDecoder().decode(PersonalValues.self, from: Data($0.utf8)) }
        guard let delivery = broadcast.delivery(to: recipient, batch: place.batch, index: place.index, with: values) else { return nil }
        let log = try db.rows(
            "SELECT * FROM broadcast_results WHERE app_id = $1 AND broadcast_id = $2 AND number = $3", broadcast.app, broadcast.id, place.batch)
        let overview =
            log.lazy.compactMap { entry in
                Self.entry(entry)?.overview(of: delivery, at: place.index, recordedAt: entry.instant("recorded_at") ?? broadcast.createdAt)
            }.first ?? DeliveryOverview(waiting: delivery, isCancelled: row.text("status") == BroadcastProgress.Status.cancelled.rawValue)
        return (overview, broadcast, overview.mayBeTold(isInHand: row.integer("lease_count") ?? 0 > 0))
    }

    /// Nil where somebody has edited it.
    static func entry(_ row: Row) -> BroadcastLogEntry? {
        let entry = row.text("results").flatMap { try? JSONDecoder().decode(BroadcastLogEntry.self, from: Data($0.utf8)) }
        let isSound = entry?.isAsCounted(
            sent: row.integer("sent_count"), skipped: row.integer("skipped_count"), queued: row.integer("queued_count"))
        return isSound == true ? entry : nil
    }
}
