import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: FamilyStore {
    public func save(_ family: FamilyRecord, now: Instant) async throws {
        // In one order, so that two who save the same family at once don't wait for each other in a ring. Of one named twice the last counts.
        let members = Dictionary(family.members.map { ($0.user, $0) }, uniquingKeysWith: { $1 }).values.sorted { $0.user < $1.user }
        // A new name alone is something that was done, too.
        let isChanged = try await pool.write(counting: { (_: Bool) in nil }) { db in
            try db.execute(
                "INSERT INTO families (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                family.id, family.name, now)
            // Whoever else saves the family waits at its row: nobody comes in meanwhile.
            let present = try db.row(
                "SELECT count(*) AS count, count(*) FILTER (WHERE user_id = ANY($2::text[])) AS named_count FROM family_members WHERE family_id = $1",
                family.id, members.map(\.user))
            let (formerCount, namedCount) = (present?.integer("count") ?? 0, present?.integer("named_count") ?? 0)
            try FamilyRecord.checkMemberCount(formerCount - namedCount + members.count, formerly: formerCount)
            let changeCount = try db.change(
                """
                INSERT INTO family_members (family_id, user_id, first_name, role, shares_alerts, created_at)
                SELECT $1::text, member.*, $6::timestamptz FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) AS member
                ON CONFLICT (family_id, user_id) DO UPDATE SET first_name = excluded.first_name, role = excluded.role
                WHERE (family_members.first_name, family_members.role) IS DISTINCT FROM (excluded.first_name, excluded.role)
                """, family.id, members.map(\.user), members.map(\.firstName), members.map(\.role.rawValue), members.map(\.sharesAlerts), now)
            guard changeCount > 0 else { return false }
            try Self.markMembers(of: family.id, at: now, db)
            return true
        }
        if isChanged { ring() }
    }

    public func family(_ id: FamilyID) async throws -> FamilyRecord? {
        try await pool.snapshot { try Self.families([id], $0).first }
    }

    public func families(of user: UserID) async throws -> [FamilyRecord] {
        try await pool.snapshot { db in
            let ids = try db.rows("SELECT family_id FROM family_members WHERE user_id = $1 ORDER BY family_id", user)
                .compactMap { $0.identifier("family_id") as FamilyID? }
            return try Self.families(ids, db)
        }
    }

    /// In the order of their identifiers. A family is there as soon as somebody is in it, even if nobody gave it a name.
    private static func families(_ ids: [FamilyID], _ db: Connection) throws -> [FamilyRecord] {
        let names = try db.send("SELECT id, name FROM families WHERE id = ANY($1::text[])", ids)
        let rows = try db.send(
            """
            SELECT family_id, user_id, first_name, role, shares_alerts FROM family_members WHERE family_id = ANY($1::text[]) ORDER BY user_id
            """, ids)
        let named = Dictionary(
            try names.rows().compactMap { row in (row.identifier("id") as FamilyID?).map { ($0, row.text("name") ?? $0.text) } }
        ) { first, _ in first }
        let members = Dictionary(grouping: try rows.rows()) { $0.identifier("family_id") as FamilyID? }
        return ids.compactMap { id in
            let members = (members[id] ?? []).compactMap { row in
                row.identifier("user_id").map {
                    FamilyMember(
                        user: $0, firstName: row.text("first_name") ?? "", role: row.choice("role") ?? .member,
                        sharesAlerts: row.flag("shares_alerts"))
                }
            }
            guard named[id] != nil || !members.isEmpty else { return nil }
            return FamilyRecord(id: id, name: named[id] ?? id.text, members: members)
        }
    }

    public func isKnown(_ user: UserID) async throws -> Bool {
        try await pool.single { db in
            try db.row(
                """
                SELECT EXISTS (SELECT 1 FROM family_members WHERE user_id = $1) OR EXISTS (SELECT 1 FROM user_profiles WHERE user_id = $1) AS known
                """, user)?.flag("known") ?? false
        }
    }

    public func stays(of user: UserID) async throws -> [MemberHistory.Stay] {
        try await pool.single { try Self.askStays(of: user, $0).rows().compactMap(Self.stay) }
    }

    public func register(_ token: DeviceToken, of user: UserID, now: Instant) async throws {
        try await pool.write { db in
            // Of two persons who register one device at once, each would see nothing of the other, and it would be told what is for both.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", token.token, Exclusive.devices.rawValue)
            try Self.register(token, of: user, now: now, db)
        }
    }

    /// Whoever calls it holds the token's lock.
    static func register(_ token: DeviceToken, of user: UserID, now: Instant, _ db: Connection) throws {
        try db.execute(
            "UPDATE device_tokens SET is_active = false, updated_at = $3 WHERE device_token = $1 AND user_id <> $2 AND is_active", token.token, user,
            now)
        try db.execute(
            """
            INSERT INTO device_tokens (user_id, device_token, platform, app_version, os_version, is_active, last_used_at, created_at, updated_at,
                registered_at)
            VALUES ($1, $2, $3, $4, $5, true, $6, $6, $6, $6)
            ON CONFLICT (user_id, device_token) DO UPDATE SET platform = excluded.platform, app_version = excluded.app_version,
            os_version = excluded.os_version, is_active = true, last_used_at = excluded.last_used_at, updated_at = excluded.updated_at,
            registered_at = excluded.registered_at
            """, user, token.token, token.platform.rawValue, token.appVersion, token.osVersion, now)
        try db.execute(
            """
            DELETE FROM device_tokens WHERE id IN (
                SELECT id FROM device_tokens WHERE user_id = $1 AND device_token <> $2
                ORDER BY is_active DESC, coalesce(registered_at, updated_at) DESC, id DESC OFFSET $3)
            """, user, token.token, DeviceToken.countMax - 1)
    }
}

// MARK: Who belongs to a family, and consents

extension PostgresStore {
    public func invite(_ invitation: FamilyInvitation, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                "INSERT INTO family_invitations (code_hash, family_id, role, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
                invitation.codeHash, invitation.family, invitation.role.rawValue, now, invitation.expiresAt)
        }
    }

    public func acceptInvitation(codeHash: String, by member: FamilyMember, now: Instant) async throws -> FamilyID? {
        let family = try await pool.write { db -> FamilyID? in
            let used = try db.row(
                "DELETE FROM family_invitations WHERE code_hash = $1 AND expires_at > $2 RETURNING family_id, role", codeHash, now)
            guard let used, let family: FamilyID = used.identifier("family_id") else { return nil }
            // As whoever saves it does: where two accept at once, the second sees whom the first has brought.
            _ = try db.row("SELECT id FROM families WHERE id = $1 FOR UPDATE", family)
            let newCount = try db.change(
                """
                INSERT INTO family_members (family_id, user_id, first_name, role, shares_alerts, created_at) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (family_id, user_id) DO NOTHING
                """, family, member.user, member.firstName, used.text("role"), member.sharesAlerts, now)
            let count = try db.row("SELECT count(*) AS count FROM family_members WHERE family_id = $1", family)?.integer("count") ?? 0
            try FamilyRecord.checkMemberCount(count, formerly: count - newCount)
            try Self.markMembers(of: family, at: now, db)
            return family
        }
        if family != nil { ring() }
        return family
    }

    public func setConsent(_ sharesAlerts: Bool, of user: UserID, in family: FamilyID, now: Instant) async throws -> Bool {
        try await changeFamily(family, now) { db in
            try db.change("UPDATE family_members SET shares_alerts = $1 WHERE family_id = $2 AND user_id = $3", sharesAlerts, family, user)
        }
    }

    public func remove(_ user: UserID, from family: FamilyID, now: Instant) async throws -> Bool {
        try await changeFamily(family, now) { db in
            try db.change("DELETE FROM family_members WHERE family_id = $1 AND user_id = $2", family, user)
        }
    }

    /// - Parameter change: says how many rows it has changed.
    /// - Returns: false where there were none.
    private func changeFamily(_ family: FamilyID, _ now: Instant, _ change: @escaping @Sendable (Connection) throws -> Int) async throws -> Bool {
        let isChanged = try await pool.write { db in
            guard try change(db) > 0 else { return false }
            try Self.markMembers(of: family, at: now, db)
            return true
        }
        if isChanged { ring() }
        return isChanged
    }

    /// Whoever may be told of whom has changed: what goes on may be news to somebody now, and is looked at again.
    static func markMembers(of family: FamilyID, at now: Instant, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO evaluation_marks (user_id, due_at)
            SELECT user_id, $2::timestamptz FROM family_members WHERE family_id = $1 AND EXISTS (
                SELECT 1 FROM pattern_alert_state alert WHERE alert.user_id = family_members.user_id AND alert.episode_status = 'active')
            ORDER BY user_id
            ON CONFLICT (user_id) DO UPDATE SET due_at = least(evaluation_marks.due_at, excluded.due_at)
            """, family, now)
    }
}
