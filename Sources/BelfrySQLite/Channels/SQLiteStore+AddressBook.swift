import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: AddressBook {
    public func save(_ draft: ContactPoint.Draft, of user: UserID, verification: ContactPoint.Verification, now: Instant) async throws -> ContactPoint {
        try await write { db in
            let change: (verifiedAt: String?, codeHash: String?, codeExpiresAt: String?)
            switch verification {
            case .vouchedFor: change = (now.sql, nil, nil)
            case .byCode(let hash, let expiresAt): change = (nil, hash, expiresAt.sql)
            }
            let formerCount = try Self.contactPointCount(of: user, db)
            try db.execute(
                sql: """
                    INSERT INTO contact_points (id, user_id, channel, address, created_at, updated_at, verified_at, code_hash, code_expires_at)
                    VALUES (\(placeholders(9)))
                    ON CONFLICT (user_id, channel, address) DO UPDATE SET updated_at = excluded.updated_at,
                        verified_at = coalesce(verified_at, excluded.verified_at), code_hash = coalesce(excluded.code_hash, code_hash),
                        code_expires_at = coalesce(excluded.code_expires_at, code_expires_at),
                        code_attempts = CASE WHEN excluded.code_hash IS NULL THEN code_attempts ELSE 0 END
                    """,
                arguments: [
                    draft.id.text, user.text, draft.channel.rawValue, draft.value, now.sql, now.sql, change.verifiedAt, change.codeHash,
                    change.codeExpiresAt,
                ])
            try ContactPoint.checkCount(try Self.contactPointCount(of: user, db), formerly: formerCount)
            let row = try StoredRow.fetchOne(
                db, sql: "SELECT * FROM contact_points WHERE user_id = ? AND channel = ? AND address = ?",
                arguments: [user.text, draft.channel.rawValue, draft.value])
            guard let point = row.flatMap(Self.contactPoint) else { throw DatabaseError(message: "a contact point can't be read back") }
            return point
        }
    }

    public func verify(_ id: AddressID, of user: UserID, codeHash: String, now: Instant) async throws -> ContactPoint.VerificationResult {
        try await write { db in
            let row = try StoredRow.fetchOne(db, sql: "SELECT * FROM contact_points WHERE id = ? AND user_id = ?", arguments: [id.text, user.text])
            guard let row else { return .unknown }
            let wrongCount = row.integer("code_attempts") ?? 0
            guard let hash = row.text("code_hash"), let expiresAt = row.instant("code_expires_at"), now < expiresAt,
                wrongCount < ContactPoint.wrongCodeCountMax, row.text("address")?.isEmpty == false
            else { return .codeVoid }
            guard hash == codeHash else {
                try db.execute(sql: "UPDATE contact_points SET code_attempts = code_attempts + 1 WHERE id = ?", arguments: [id.text])
                return .wrongCode(attemptsLeft: ContactPoint.wrongCodeCountMax - wrongCount - 1)
            }
            // Whoever shows again that it is theirs wants to hear there again.
            try db.execute(
                sql: """
                    UPDATE contact_points SET verified_at = coalesce(verified_at, ?1), updated_at = ?1, code_hash = NULL, code_expires_at = NULL,
                        code_attempts = 0, silenced_at = NULL, silence_reason = NULL WHERE id = ?2
                    """, arguments: [now.sql, id.text])
            return .verified
        }
    }

    public func link(codeHash: String, over channel: DeliveryChannel, to value: String, now: Instant) async throws -> UserID? {
        try await write { db in
            let row = try StoredRow.fetchOne(
                db,
                sql: """
                    SELECT * FROM contact_points
                    WHERE code_hash = ? AND channel = ? AND (address = '' OR address = ? AND silenced_at IS NULL)
                    """, arguments: [codeHash, channel.rawValue, value.sql])
            guard let row, let waiting = row.text("id"), let user: UserID = row.identifier("user_id"), let expiresAt = row.instant("code_expires_at"),
                now < expiresAt
            else { return nil }
            guard row.text("address")?.isEmpty == true else { return user }
            let known = try String.fetchOne(
                db, sql: "SELECT id FROM contact_points WHERE user_id = ? AND channel = ? AND address = ?",
                arguments: [user.text, channel.rawValue, value.sql])
            if known != nil { try db.execute(sql: "DELETE FROM contact_points WHERE id = ?", arguments: [waiting]) }
            // Whoever shows again that it is theirs wants to hear there again. The code is kept to be known again, and void for whoever would type it in.
            try db.execute(
                sql: """
                    UPDATE contact_points SET address = ?1, verified_at = coalesce(verified_at, ?2), updated_at = ?2, code_hash = ?4,
                        code_expires_at = ?5, code_attempts = ?6, silenced_at = NULL, silence_reason = NULL WHERE id = ?3
                    """,
                arguments: [value.sql, now.sql, known ?? waiting, codeHash, expiresAt.sql, ContactPoint.wrongCodeCountMax])
            return user
        }
    }

    public func contactPoints(of user: UserID) async throws -> [ContactPoint] {
        try await pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT * FROM contact_points WHERE user_id = ? ORDER BY created_at, id", arguments: [user.text])
                .compactMap(Self.contactPoint)
        }
    }

    public func owners(ofMailbox value: String) async throws -> [MailboxOwner] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT * FROM contact_points WHERE channel = 'email' AND verified_at IS NOT NULL AND lower(address) = lower(?)
                    ORDER BY created_at, id LIMIT \(ContactPoint.countMax)
                    """, arguments: [value.sql]
            ).compactMap { row in
                guard let user: UserID = row.identifier("user_id"), let point = Self.contactPoint(row) else { return nil }
                return MailboxOwner(user: user, point: point)
            }
        }
    }

    public func removeContactPoint(_ id: AddressID, of user: UserID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM contact_points WHERE id = ? AND user_id = ?", arguments: [id.text, user.text])
            return db.changesCount > 0
        }
    }

    public func devices(of user: UserID) async throws -> [RegisteredDevice] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT * FROM device_tokens WHERE user_id = ? ORDER BY coalesce(registered_at, updated_at), id", arguments: [user.text]
            ).compactMap { row in
                guard let id: AddressID = row.identifier("id"), let platform: DeviceToken.Platform = row.choice("platform") else { return nil }
                return RegisteredDevice(
                    id: id, platform: platform, appVersion: row.text("app_version"), isActive: row.integer("is_active") == 1,
                    lastUsedAt: row.instant("last_used_at") ?? Instant(secondsSinceEpoch: 0))
            }
        }
    }

    public func removeDevice(_ id: AddressID, of user: UserID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM device_tokens WHERE id = ? AND user_id = ?", arguments: [id.text, user.text])
            return db.changesCount > 0
        }
    }

    public func setSubscription(_ isSubscribed: Bool, at address: AddressID, of user: UserID, category: String?, now: Instant) async throws -> Bool {
        try await write { db in
            let row = try StoredRow.fetchOne(
                db, sql: "SELECT channel FROM contact_points WHERE id = ? AND user_id = ?", arguments: [address.text, user.text])
            guard let channel: DeliveryChannel = row?.choice("channel") else { return false }
            switch (category, isSubscribed) {
            case (let category?, _):
                try Self.set([CategorySubscription(category: category, channel: channel): isSubscribed], of: user, now: now, db)
            case (nil, true):
                try db.execute(
                    sql: """
                        UPDATE contact_points SET silenced_at = NULL, silence_reason = NULL, updated_at = ?
                        WHERE id = ? AND silence_reason = 'opted_out'
                        """, arguments: [now.sql, address.text])
            case (nil, false):
                try db.execute(
                    sql: """
                        UPDATE contact_points SET silenced_at = ?1, silence_reason = 'opted_out', updated_at = ?1
                        WHERE id = ?2 AND silenced_at IS NULL
                        """, arguments: [now.sql, address.text])
            }
            return true
        }
    }

    public func switchedOff(by user: UserID) async throws -> Set<CategorySubscription> {
        try await pool.read { db in
            let rows = try StoredRow.fetchAll(db, sql: "SELECT category, channel FROM unwanted_categories WHERE user_id = ?", arguments: [user.text])
            // Without those over a channel that means nothing to us.
            return Set(
                rows.compactMap { row in
                    row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) }
                })
        }
    }

    public func switchedOn(by user: UserID) async throws -> Set<CategorySubscription> {
        try await pool.read { db in
            let rows = try StoredRow.fetchAll(db, sql: "SELECT category, channel FROM wanted_categories WHERE user_id = ?", arguments: [user.text])
            return Set(rows.compactMap { row in row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) } })
        }
    }

    public func setSubscriptions(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant) async throws {
        try await write { db in
            let former = (off: try Self.switchedOffCount(of: user, db), on: try Self.switchedOnCount(of: user, db))
            try Self.set(changes, of: user, now: now, db)
            try CategorySubscription.checkCount(try Self.switchedOffCount(of: user, db), formerly: former.off)
            try CategorySubscription.checkOnCount(try Self.switchedOnCount(of: user, db), formerly: former.on)
        }
    }
}

extension SQLiteStore {
    static func set(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant, _ db: Database) throws {
        for (subscription, isSubscribed) in changes {
            let (chosen, other) = isSubscribed ? ("wanted_categories", "unwanted_categories") : ("unwanted_categories", "wanted_categories")
            let key: StatementArguments = [user.text, subscription.category.sql, subscription.channel.rawValue]
            try db.execute(sql: "DELETE FROM \(other) WHERE user_id = ? AND category = ? AND channel = ?", arguments: key)
            try db.execute(
                sql: "INSERT INTO \(chosen) (user_id, category, channel, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: key + [now.sql])
        }
    }

    public func mutedCategories(of user: UserID, now: Instant) async throws -> [String: Instant] {
        try await pool.read { db in
            let rows = try StoredRow.fetchAll(
                db, sql: "SELECT category, muted_until FROM unwanted_categories WHERE user_id = ? AND muted_until > ?", arguments: [user.text, now.sql])
            return rows.reduce(into: [:]) { ends, row in ends[row.text("category") ?? ""] = row.instant("muted_until") }
        }
    }

    public func mute(_ category: String, until end: Instant?, of user: UserID, now: Instant) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM unwanted_categories WHERE user_id = ? AND muted_until <= ?", arguments: [user.text, now.sql])
            let formerCount = try Self.mutedCount(of: user, db)
            let key: StatementArguments = [user.text, category, CategorySubscription.everyChannel]
            try db.execute(sql: "DELETE FROM unwanted_categories WHERE user_id = ? AND category = ? AND channel = ?", arguments: key)
            guard let end else { return }
            try db.execute(
                sql: "INSERT INTO unwanted_categories (user_id, category, channel, created_at, muted_until) VALUES (?, ?, ?, ?, ?)",
                arguments: key + [now.sql, end.sql])
            try CategorySubscription.checkCount(try Self.mutedCount(of: user, db), formerly: formerCount)
        }
    }

    private static func mutedCount(of user: UserID, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM unwanted_categories WHERE user_id = ? AND muted_until IS NOT NULL", arguments: [user.text]) ?? 0
    }

    private static func switchedOffCount(of user: UserID, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM unwanted_categories WHERE user_id = ? AND muted_until IS NULL", arguments: [user.text]) ?? 0
    }

    private static func switchedOnCount(of user: UserID, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM wanted_categories WHERE user_id = ?", arguments: [user.text]) ?? 0
    }

    private static func contactPointCount(of user: UserID, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM contact_points WHERE user_id = ?", arguments: [user.text]) ?? 0
    }

    /// Nil where somebody wrote an identifier or a channel that means nothing to us.
    static func contactPoint(_ row: StoredRow) -> ContactPoint? {
        guard let id: AddressID = row.identifier("id"), let channel: DeliveryChannel = row.choice("channel"), let value = row.text("address")
        else { return nil }
        let silence = row.instant("silenced_at").flatMap { since in
            row.choice("silence_reason").map { ContactPoint.Silence(since: since, why: $0) }
        }
        return ContactPoint(
            id: id, channel: channel, value: value, createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0),
            verifiedAt: row.instant("verified_at"), silence: silence)
    }
}
