import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: PeopleIntake {
    public func take(_ people: [ImportedPerson], addingAddresses: Bool, isDryRun: Bool, now: Instant) async throws -> [ImportedPerson.Fate] {
        guard isDryRun else { return try await write { try Self.take(people, addingAddresses: addingAddresses, $0) { try Self.carryOut($0, now: now, $1) } } }
        return try await pool.read { try Self.take(people, addingAddresses: addingAddresses, $0) { _, _ in } }
    }

    private static func take(
        _ people: [ImportedPerson], addingAddresses: Bool, _ db: Database, _ carryOut: (ImportedChange, Database) throws -> Void
    ) throws -> [ImportedPerson.Fate] {
        try people.map { person in
            let others = try person.devices.isEmpty ? [] : tokensOfOthers(among: person, db)
            let (change, fate) = person.change(to: try known(person.user, db), addingAddresses: addingAddresses, others: others)
            if let change { try carryOut(change, db) }
            return fate
        }
    }

    private static func tokensOfOthers(among person: ImportedPerson, _ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db.cachedStatement(sql: "SELECT device_token FROM device_tokens WHERE device_token \(isListed) AND user_id <> ? AND is_active = 1"),
            arguments: [person.devices.map(\.token).jsonList, person.user.text])
    }

    private static func known(_ user: UserID, _ db: Database) throws -> KnownPerson {
        func rows(_ sql: String) throws -> [StoredRow] { try StoredRow.fetchAll(db.cachedStatement(sql: sql), arguments: [user.text]) }
        func subscriptions(_ table: String) throws -> Set<CategorySubscription> {
            let rows = try rows("SELECT category, channel FROM \(table) WHERE user_id = ?")
            return Set(rows.compactMap { row in row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) } })
        }
        var known = KnownPerson()
        known.preferences = try rows("SELECT * FROM user_profiles WHERE user_id = ?").first.map { storedPreferences($0).read().preferences }
        known.isKnown = try known.preferences != nil || !rows("SELECT 1 FROM family_members WHERE user_id = ? LIMIT 1").isEmpty
        known.points = try rows("SELECT * FROM contact_points WHERE user_id = ?").compactMap(contactPoint)
        let devices = try rows("SELECT device_token, is_active FROM device_tokens WHERE user_id = ?")
        known.tokens = Set(devices.compactMap { $0.text("device_token") })
        known.deviceCount = devices.count { $0.integer("is_active") == 1 }
        (known.off, known.on) = (try subscriptions("unwanted_categories"), try subscriptions("wanted_categories"))
        return known
    }

    private static func carryOut(_ change: ImportedChange, now: Instant, _ db: Database) throws {
        let user = change.user
        try save(ProfileChange(change.keys, of: change.preferences, move: change.move), for: user, now: now, db)
        for id in change.vouchedFor {
            try db.execute(sql: "UPDATE contact_points SET verified_at = ?1, updated_at = ?1 WHERE id = ?2", arguments: [now.sql, id.text])
        }
        for id in change.silenced {
            try db.execute(
                sql: "UPDATE contact_points SET silenced_at = ?1, silence_reason = 'opted_out', updated_at = ?1 WHERE id = ?2",
                arguments: [now.sql, id.text])
        }
        for point in change.newPoints {
            let (draft, silence) = (point.draft, point.isSilent ? ContactPoint.Silence.Why.optedOut.rawValue : nil)
            try db.execute(
                sql: """
                    INSERT INTO contact_points (id, user_id, channel, address, created_at, updated_at, verified_at, silenced_at, silence_reason)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5, CASE WHEN ?6 IS NOT NULL THEN ?5 END, ?6)
                    ON CONFLICT DO NOTHING
                    """, arguments: [draft.id.text, user.text, draft.channel.rawValue, draft.value, now.sql, silence])
        }
        for device in change.newDevices { try register(device, of: user, now: now, db) }
        try set(change.subscriptions, of: user, now: now, db)
    }
}
