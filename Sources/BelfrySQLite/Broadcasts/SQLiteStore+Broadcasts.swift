import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// What is told to many at once: taken in, looked at, called off.

extension SQLiteStore: BroadcastStore {
    public func begin(_ broadcast: Broadcast, under key: IdempotencyKey?, now: Instant) async throws -> BroadcastBeginning {
        try await write { db in
            if let key {
                let row = try StoredRow.fetchOne(
                    db, sql: "SELECT * FROM broadcasts WHERE app_id = ? AND idempotency_key = ?", arguments: [broadcast.app.text, key.text])
                if let row {
                    guard row.text("request_hash") == key.fingerprint, let known = Self.broadcast(row) else { throw Problem.idempotencyKeyReused }
                    if row.text("status") != BroadcastProgress.Status.filling.rawValue, let progress = try Self.progress(known.id, db) {
                        return .sealed(progress)
                    }
                    // Whoever takes that one in may still be at it: what they append and seal from now on is of one that was called off.
                    try Self.callOffIntake(of: known, now, db)
                }
            }
            try db.execute(
                sql: """
                    INSERT INTO broadcasts (id, app_id, created_at, updated_at, channel, payload, member_user_id, deliver_after, expires_at, priority,
                        status, idempotency_key, request_hash, fallback_channels)
                    VALUES (\(placeholders(10)), 'filling', ?, ?, ?)
                    """,
                arguments: [
                    broadcast.id.text, broadcast.app.text, broadcast.createdAt.sql, now.sql, broadcast.channelName, try broadcast.payload.stored(),
                    broadcast.member?.text, broadcast.deliverAfter?.sql, broadcast.expiresAt?.sql, broadcast.priority.rank, key?.text,
                    key?.fingerprint, broadcast.storedFallbackChannels,
                ])
            return .begun(broadcast)
        }
    }

    public func giveUpIntake(of broadcast: Broadcast) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM broadcasts WHERE app_id = ? AND id = ? AND status = 'filling'",
                arguments: [broadcast.app.text, broadcast.id.text])
            if db.changesCount > 0 { try Self.forgetBatches(of: broadcast, db) }
        }
    }

    private static func callOffIntake(of broadcast: Broadcast, _ now: Instant, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE broadcasts SET status = 'cancelled', idempotency_key = NULL, request_hash = NULL, updated_at = ?
                WHERE app_id = ? AND id = ? AND status = 'filling'
                """, arguments: [now.sql, broadcast.app.text, broadcast.id.text])
        if db.changesCount > 0 { try forgetBatches(of: broadcast, db) }
    }

    private static func forgetBatches(of broadcast: Broadcast, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM broadcast_batches WHERE app_id = ? AND broadcast_id = ?", arguments: [broadcast.app.text, broadcast.id.text])
    }

    public func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int) async throws {
        try await write { try Self.append(batches, to: broadcast, firstNumber: firstNumber, $0) }
    }

    static func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO broadcast_batches (app_id, broadcast_id, number, recipient_count, recipients, recipient_values)
                VALUES (\(placeholders(6)))
                """)
        for (offset, batch) in batches.enumerated() {
            try statement.execute(
                arguments: [
                    broadcast.app.text, broadcast.id.text, firstNumber + offset, batch.recipients.count,
                    FlatJSON.list(of: batch.recipients.lazy.map(\.text)), batch.values.map(PersonalValues.list),
                ])
        }
    }

    public func recipients(of broadcast: Broadcast, batch number: Int) async throws -> RecipientBatch? {
        try await pool.read { try Self.list(of: broadcast, number: number, $0)?.batch }
    }

    public func seal(_ broadcast: Broadcast, now: Instant) async throws {
        try await write { db in _ = try Self.seal(broadcast, now, db) }
    }

    /// - Returns: false where it isn't filling any more.
    static func seal(_ broadcast: Broadcast, _ now: Instant, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE broadcasts SET status = 'ready', updated_at = ?1, recipient_count = (
                    SELECT coalesce(sum(recipient_count), 0) FROM broadcast_batches WHERE app_id = ?2 AND broadcast_id = ?3)
                WHERE app_id = ?2 AND id = ?3 AND status = 'filling'
                """, arguments: [now.sql, broadcast.app.text, broadcast.id.text])
        guard db.changesCount > 0 else { return false }
        try db.execute(
            sql: """
                INSERT INTO broadcast_leases (app_id, broadcast_id, number, priority, due_at)
                SELECT app_id, broadcast_id, number, ?1, ?2 FROM broadcast_batches WHERE app_id = ?3 AND broadcast_id = ?4
                """,
            arguments: [
                broadcast.priority.rank, (broadcast.deliverAfter ?? broadcast.createdAt).sql, broadcast.app.text, broadcast.id.text,
            ])
        return true
    }

    public func progress(of id: BroadcastID) async throws -> BroadcastProgress? {
        try await pool.read { try Self.progress(id, $0) }
    }

    static func progress(_ id: BroadcastID, _ db: Database) throws -> BroadcastProgress? {
        try StoredRow.fetchOne(db, sql: "\(progressQuery) WHERE id = ?", arguments: [id.text]).flatMap(progress)
    }

    public func broadcasts(of app: AppID?, before: BroadcastID?, countMax: Int) async throws -> [BroadcastProgress] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "\(Self.progressQuery) WHERE (?1 IS NULL OR app_id = ?1) AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3",
                arguments: [app?.text, before?.text, countMax]
            ).compactMap(Self.progress)
        }
    }

    private static let progressQuery = "SELECT *, \(sum("sent")), \(sum("skipped")), \(sum("queued")) FROM broadcasts"

    private static func sum(_ fate: String) -> String {
        """
        (SELECT coalesce(sum(\(fate)_count), 0) FROM broadcast_results told
        WHERE told.app_id = broadcasts.app_id AND told.broadcast_id = broadcasts.id) AS \(fate)
        """
    }

    private static func progress(_ row: StoredRow) -> BroadcastProgress? {
        guard let broadcast = broadcast(row), let status: BroadcastProgress.Status = row.choice("status") else { return nil }
        return BroadcastProgress(
            broadcast: broadcast, status: status, recipientCount: row.integer("recipient_count") ?? 0, sentCount: row.integer("sent") ?? 0,
            skippedCount: row.integer("skipped") ?? 0, queuedCount: row.integer("queued") ?? 0)
    }

    static func broadcast(_ row: StoredRow) -> Broadcast? {
        guard let id: BroadcastID = row.identifier("id"), let app: AppID = row.identifier("app_id") else { return nil }
        return Broadcast(
            id: id, app: app, createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0), channelName: row.text("channel") ?? "",
            fallbackChannelNames: Broadcast.fallbackChannelNames(stored: row.text("fallback_channels")),
            payload: Payload(stored: row.text("payload") ?? ""), member: row.identifier("member_user_id"),
            deliverAfter: row.instant("deliver_after"), expiresAt: row.instant("expires_at"),
            priority: row.integer("priority").flatMap(DeliveryPriority.init(rank:)) ?? .normal)
    }

    public func everybody(after user: UserID?, countMax: Int) async throws -> [UserID] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT user_id FROM (SELECT * FROM (SELECT user_id FROM user_profiles WHERE user_id > ?1 ORDER BY user_id LIMIT ?2)
                        UNION SELECT * FROM (SELECT DISTINCT user_id FROM family_members WHERE user_id > ?1 ORDER BY user_id LIMIT ?2))
                    ORDER BY user_id LIMIT ?2
                    """, arguments: [user?.text ?? "", countMax]
            ).compactMap { $0.identifier("user_id") }
        }
    }

    public func member(_ id: DeliveryID) async throws -> DeliveryOverview? {
        try await pool.read { try Self.member(id, $0)?.overview }
    }

    /// A member of a broadcast as its batch knows it, the broadcast with the status that is kept of it, and whether the member may have been told.
    static func member(
        _ id: DeliveryID, _ db: Database
    ) throws -> (overview: DeliveryOverview, broadcast: Broadcast, status: BroadcastProgress.Status?, mayBeTold: Bool)? {
        guard let place = Broadcast.Place(id), place.step == 0 else { return nil }
        let row = try StoredRow.fetchOne(
            db,
            sql: """
                SELECT broadcasts.*, json_extract(batch.recipients, '$[' || ?1 || ']') AS recipient,
                    json_extract(batch.recipient_values, '$[' || ?1 || ']') AS own_values, coalesce(lease.lease_count, 0) AS lease_count
                FROM broadcasts JOIN broadcast_batches batch ON batch.app_id = broadcasts.app_id AND batch.broadcast_id = broadcasts.id
                LEFT JOIN broadcast_leases lease
                    ON lease.app_id = batch.app_id AND lease.broadcast_id = batch.broadcast_id AND lease.number = batch.number
                WHERE broadcasts.id = ?2 AND batch.number = ?3
                """, arguments: [place.index, place.broadcast.text, place.batch])
        guard let row, let broadcast = Self.broadcast(row), let recipient: UserID = row.identifier("recipient") else { return nil }
        let values = row.text("own_values").flatMap { try? JSONDecoder().decode(PersonalValues.self, from: Data($0.utf8)) }
        guard let delivery = broadcast.delivery(to: recipient, batch: place.batch, index: place.index, with: values) else { return nil }
        let status: BroadcastProgress.Status? = row.choice("status")
        let log = try Self.log(of: broadcast, number: place.batch, db)
        let overview =
            log.lazy.compactMap { $0.entry?.overview(of: delivery, at: place.index, recordedAt: $0.recordedAt) }.first
            ?? DeliveryOverview(waiting: delivery, isCancelled: status == .cancelled)
        return (overview, broadcast, status, overview.mayBeTold(isInHand: row.integer("lease_count") ?? 0 > 0))
    }

    /// What was written down of a batch; without an entry where somebody has edited it.
    static func log(of broadcast: Broadcast, number: Int, _ db: Database) throws -> [(entry: BroadcastLogEntry?, recordedAt: Instant)] {
        try StoredRow.fetchAll(
            db,
            sql: """
                SELECT recorded_at, results, sent_count, skipped_count, queued_count FROM broadcast_results
                WHERE app_id = ? AND broadcast_id = ? AND number = ?
                """, arguments: [broadcast.app.text, broadcast.id.text, number]
        ).map { row in
            let entry = row.text("results").flatMap { try? JSONDecoder().decode(BroadcastLogEntry.self, from: Data($0.utf8)) }
            let isSound = entry?.isAsCounted(
                sent: row.integer("sent_count"), skipped: row.integer("skipped_count"), queued: row.integer("queued_count"))
            return (isSound == true ? entry : nil, row.instant("recorded_at") ?? broadcast.createdAt)
        }
    }
}
