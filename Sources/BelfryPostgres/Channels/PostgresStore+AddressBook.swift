import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: AddressBook {
    public func save(_ draft: ContactPoint.Draft, of user: UserID, verification: ContactPoint.Verification, now: Instant) async throws -> ContactPoint {
        let change: (verifiedAt: Instant?, codeHash: String?, codeExpiresAt: Instant?)
        switch verification {
        case .vouchedFor: change = (now, nil, nil)
        case .byCode(let hash, let expiresAt): change = (nil, hash, expiresAt)
        }
        return try await pool.write { db in
            // Of two that are added at once, the second sees the first.
            try Self.lock([user], .addresses, db)
            let formerCount = try Self.contactPointCount(of: user, db)
            let row = try db.row(
                """
                INSERT INTO contact_points AS known (id, user_id, channel, address, created_at, updated_at, verified_at, code_hash, code_expires_at)
                VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz, $6, $7, $8)
                ON CONFLICT (user_id, channel, address) DO UPDATE SET updated_at = excluded.updated_at,
                    verified_at = coalesce(known.verified_at, excluded.verified_at), code_hash = coalesce(excluded.code_hash, known.code_hash),
                    code_expires_at = coalesce(excluded.code_expires_at, known.code_expires_at),
                    code_attempts = CASE WHEN excluded.code_hash IS NULL THEN known.code_attempts ELSE 0 END
                RETURNING *
                """,
                draft.id, user, draft.channel.rawValue, draft.value, now, change.verifiedAt, change.codeHash, change.codeExpiresAt)
            try ContactPoint.checkCount(try Self.contactPointCount(of: user, db), formerly: formerCount)
            // Only where somebody gave the row that is there an identifier that can't be read.
            guard let point = row.flatMap(Self.contactPoint) else { throw PostgresError.unreadable }
            return point
        }
    }

    public func verify(_ id: AddressID, of user: UserID, codeHash: String, now: Instant) async throws -> ContactPoint.VerificationResult {
        try await pool.write { db in
            // Locked, so that codes that are tried at once count one by one.
            let row = try db.row("SELECT * FROM contact_points WHERE id = $1 AND user_id = $2 FOR UPDATE", id, user)
            guard let row else { return .unknown }
            let wrongCount = row.integer("code_attempts") ?? 0
            guard let hash = row.text("code_hash"), let expiresAt = row.instant("code_expires_at"), now < expiresAt,
                wrongCount < ContactPoint.wrongCodeCountMax, row.text("address")?.isEmpty == false
            else { return .codeVoid }
            guard hash == codeHash else {
                try db.execute("UPDATE contact_points SET code_attempts = code_attempts + 1 WHERE id = $1", id)
                return .wrongCode(attemptsLeft: ContactPoint.wrongCodeCountMax - wrongCount - 1)
            }
            // Whoever shows again that it is theirs wants to hear there again.
            try db.execute(
                """
                UPDATE contact_points SET verified_at = coalesce(verified_at, $2::timestamptz), updated_at = $2::timestamptz, code_hash = NULL,
                    code_expires_at = NULL, code_attempts = 0, silenced_at = NULL, silence_reason = NULL WHERE id = $1
                """, id, now)
            return .verified
        }
    }

    public func link(codeHash: String, over channel: DeliveryChannel, to value: String, now: Instant) async throws -> UserID? {
        let waitingFor = """
            FROM contact_points WHERE code_hash = $1 AND code_expires_at > $2 AND channel = $3
                AND (address = '' OR address = $4 AND silenced_at IS NULL)
            """
        return try await pool.write { db in
            let owner = try db.row("SELECT user_id \(waitingFor)", codeHash, now, channel.rawValue, value)
            guard let user: UserID = owner?.identifier("user_id") else { return nil }
            // As whoever adds one: of two at once, the second sees the first.
            try Self.lock([user], .addresses, db)
            let row = try db.row(
                "SELECT id, address, code_expires_at \(waitingFor) AND user_id = $5 FOR UPDATE", codeHash, now, channel.rawValue, value, user)
            guard let row, let waiting = row.text("id"), let expiresAt = row.instant("code_expires_at") else { return nil }
            guard row.text("address")?.isEmpty == true else { return user }
            let known = try db.row(
                "SELECT id FROM contact_points WHERE user_id = $1 AND channel = $2 AND address = $3 FOR UPDATE", user, channel.rawValue, value)?.text("id")
            if known != nil { try db.execute("DELETE FROM contact_points WHERE id = $1", waiting) }
            // Whoever shows again that it is theirs wants to hear there again. The code is kept to be known again, and void for whoever would type it in.
            try db.execute(
                """
                UPDATE contact_points SET address = $2, verified_at = coalesce(verified_at, $3::timestamptz), updated_at = $3::timestamptz,
                    code_hash = $4, code_expires_at = $5, code_attempts = $6, silenced_at = NULL, silence_reason = NULL WHERE id = $1
                """, known ?? waiting, value, now, codeHash, expiresAt, ContactPoint.wrongCodeCountMax)
            return user
        }
    }

    public func contactPoints(of user: UserID) async throws -> [ContactPoint] {
        try await pool.single { db in
            try db.rows("SELECT * FROM contact_points WHERE user_id = $1 ORDER BY created_at, id", user).compactMap(Self.contactPoint)
        }
    }

    public func owners(ofMailbox value: String) async throws -> [MailboxOwner] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT * FROM contact_points WHERE channel = 'email' AND verified_at IS NOT NULL AND lower(address) = lower($1::text COLLATE "C")
                ORDER BY created_at, id LIMIT \(ContactPoint.countMax)
                """, value
            ).compactMap { row in
                guard let user: UserID = row.identifier("user_id"), let point = Self.contactPoint(row) else { return nil }
                return MailboxOwner(user: user, point: point)
            }
        }
    }

    public func removeContactPoint(_ id: AddressID, of user: UserID) async throws -> Bool {
        try await pool.write { db in try db.change("DELETE FROM contact_points WHERE id = $1 AND user_id = $2", id, user) > 0 }
    }

    public func devices(of user: UserID) async throws -> [RegisteredDevice] {
        try await pool.single { db in
            try db.rows("SELECT * FROM device_tokens WHERE user_id = $1 ORDER BY coalesce(registered_at, updated_at), id", user)
                .compactMap { row in
                    guard let id: AddressID = row.identifier("id"), let platform: DeviceToken.Platform = row.choice("platform") else { return nil }
                    return RegisteredDevice(
                        id: id, platform: platform, appVersion: row.text("app_version"), isActive: row.flag("is_active"),
                        lastUsedAt: row.instant("last_used_at") ?? Instant(secondsSinceEpoch: 0))
                }
        }
    }

    public func removeDevice(_ id: AddressID, of user: UserID) async throws -> Bool {
        try await pool.write { db in try db.change("DELETE FROM device_tokens WHERE id = $1 AND user_id = $2", id, user) > 0 }
    }

    public func setSubscription(_ isSubscribed: Bool, at address: AddressID, of user: UserID, category: String?, now: Instant) async throws -> Bool {
        try await pool.write { db in
            let known = try db.row("SELECT channel FROM contact_points WHERE id = $1 AND user_id = $2", address, user)
            guard let channel: DeliveryChannel = known?.choice("channel") else { return false }
            switch (category, isSubscribed) {
            case (let category?, _):
                try Self.set([CategorySubscription(category: category, channel: channel): isSubscribed], of: user, now: now, db)
            case (nil, true):
                try db.execute(
                    """
                    UPDATE contact_points SET silenced_at = NULL, silence_reason = NULL, updated_at = $2
                    WHERE id = $1 AND silence_reason = 'opted_out'
                    """, address, now)
            case (nil, false):
                try db.execute(
                    """
                    UPDATE contact_points SET silenced_at = $2::timestamptz, silence_reason = 'opted_out', updated_at = $2::timestamptz
                    WHERE id = $1 AND silenced_at IS NULL
                    """, address, now)
            }
            return true
        }
    }

    public func switchedOff(by user: UserID) async throws -> Set<CategorySubscription> {
        try await pool.single { db in
            let rows = try db.rows("SELECT category, channel FROM unwanted_categories WHERE user_id = $1", user)
            // Without those over a channel that means nothing to us.
            return Set(
                rows.compactMap { row in
                    row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) }
                })
        }
    }

    public func switchedOn(by user: UserID) async throws -> Set<CategorySubscription> {
        try await pool.single { db in
            let rows = try db.rows("SELECT category, channel FROM wanted_categories WHERE user_id = $1", user)
            return Set(rows.compactMap { row in row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) } })
        }
    }

    public func setSubscriptions(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant) async throws {
        try await pool.write { db in
            // Of two who switch off at once, the second sees the first.
            try Self.lock([user], .addresses, db)
            let former = (off: try Self.switchedOffCount(of: user, db), on: try Self.switchedOnCount(of: user, db))
            try Self.set(changes, of: user, now: now, db)
            try CategorySubscription.checkCount(try Self.switchedOffCount(of: user, db), formerly: former.off)
            try CategorySubscription.checkOnCount(try Self.switchedOnCount(of: user, db), formerly: former.on)
        }
    }

    static func set(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant, _ db: Connection) throws {
        for (subscription, isSubscribed) in changes {
            let (category, channel) = (subscription.category, subscription.channel.rawValue)
            let (chosen, other) = isSubscribed ? ("wanted_categories", "unwanted_categories") : ("unwanted_categories", "wanted_categories")
            try db.execute("DELETE FROM \(other) WHERE user_id = $1 AND category = $2 AND channel = $3", user, category, channel)
            try db.execute(
                "INSERT INTO \(chosen) (user_id, category, channel, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                user, category, channel, now)
        }
    }

    public func mutedCategories(of user: UserID, now: Instant) async throws -> [String: Instant] {
        try await pool.single { db in
            let rows = try db.rows("SELECT category, muted_until FROM unwanted_categories WHERE user_id = $1 AND muted_until > $2", user, now)
            return rows.reduce(into: [:]) { ends, row in ends[row.text("category") ?? ""] = row.instant("muted_until") }
        }
    }

    public func mute(_ category: String, until end: Instant?, of user: UserID, now: Instant) async throws {
        try await pool.write { db in
            // Of two at once, the second sees the first.
            try Self.lock([user], .addresses, db)
            try db.execute("DELETE FROM unwanted_categories WHERE user_id = $1 AND muted_until <= $2", user, now)
            let formerCount = try Self.mutedCount(of: user, db)
            let channel = CategorySubscription.everyChannel
            guard let end else {
                return try db.execute("DELETE FROM unwanted_categories WHERE user_id = $1 AND category = $2 AND channel = $3", user, category, channel)
            }
            try db.execute(
                """
                INSERT INTO unwanted_categories (user_id, category, channel, created_at, muted_until) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (user_id, category, channel) DO UPDATE SET created_at = excluded.created_at, muted_until = excluded.muted_until
                """, user, category, channel, now, end)
            try CategorySubscription.checkCount(try Self.mutedCount(of: user, db), formerly: formerCount)
        }
    }

    private static func mutedCount(of user: UserID, _ db: Connection) throws -> Int {
        let row = try db.row("SELECT count(*) AS count FROM unwanted_categories WHERE user_id = $1 AND muted_until IS NOT NULL", user)
        return row?.integer("count") ?? 0
    }

    private static func switchedOffCount(of user: UserID, _ db: Connection) throws -> Int {
        try db.row("SELECT count(*) AS count FROM unwanted_categories WHERE user_id = $1 AND muted_until IS NULL", user)?.integer("count") ?? 0
    }

    private static func switchedOnCount(of user: UserID, _ db: Connection) throws -> Int {
        try db.row("SELECT count(*) AS count FROM wanted_categories WHERE user_id = $1", user)?.integer("count") ?? 0
    }

    private static func contactPointCount(of user: UserID, _ db: Connection) throws -> Int {
        try db.row("SELECT count(*) AS count FROM contact_points WHERE user_id = $1", user)?.integer("count") ?? 0
    }

    /// Nil where somebody wrote an identifier or a channel that means nothing to us.
    static func contactPoint(_ row: Row) -> ContactPoint? {
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
