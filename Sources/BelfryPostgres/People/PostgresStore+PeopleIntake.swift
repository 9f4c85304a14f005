import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: PeopleIntake {
    public func take(_ people: [ImportedPerson], addingAddresses: Bool, isDryRun: Bool, now: Instant) async throws -> [ImportedPerson.Fate] {
        guard isDryRun else {
            let fates = try await pool.write { db in
                try Self.lockImported(people, db)
                return try Self.take(people, addingAddresses: addingAddresses, locking: "ORDER BY user_id FOR UPDATE", db) { try Self.carryOut($0, now: now, db) }
            }
            if fates.contains(where: \.isChange) { ring() }
            return fates
        }
        return try await pool.snapshot { try Self.take(people, addingAddresses: addingAddresses, locking: "", $0) { _ in } }
    }

    /// Of two that change the same at once, the second sees the first.
    private static func lockImported(_ people: [ImportedPerson], _ db: Connection) throws {
        try lock(Set(people.map(\.user)), .addresses, db)
        let tokens = Set(people.flatMap(\.devices).map(\.token)).sorted()
        guard !tokens.isEmpty else { return }
        // In one order, so that nobody waits in a ring.
        try db.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(token, $2)) FROM unnest($1::text[]) AS given (token)", tokens, Exclusive.devices.rawValue)
    }

    private static func take(
        _ people: [ImportedPerson], addingAddresses: Bool, locking: String, _ db: Connection, _ carryOut: (ImportedChange) throws -> Void
    ) throws -> [ImportedPerson.Fate] {
        let (known, others) = try known(among: people, locking: locking, db)
        // With the devices that one of them is given here the next isn't reached.
        var given: Set<String> = []
        return try people.map { person in
            let (change, fate) = person.change(
                to: known[person.user] ?? KnownPerson(), addingAddresses: addingAddresses, others: given.union(others[person.user] ?? []))
            if let change {
                given.formUnion(change.newDevices.map(\.token))
                try carryOut(change)
            }
            return fate
        }
    }

    /// All of them by a few statements that go out together.
    ///
    /// - Parameter locking: has nobody change their profiles until the transaction ends; empty where it changes nothing.
    /// - Returns: what is known of those of whom something is, and which of the tokens that each brings reach somebody else.
    private static func known(
        among people: [ImportedPerson], locking: String, _ db: Connection
    ) throws -> (known: [UserID: KnownPerson], others: [UserID: Set<String>]) {
        try planWithoutScans(db)
        let users = people.map(\.user).sorted()
        func ask(_ columns: String, _ table: String, _ ending: String = "") throws -> Answer {
            try db.send("SELECT \(columns) FROM \(table) WHERE user_id = ANY($1::text[]) \(ending)", users)
        }
        let profiles = try ask("*", "user_profiles", locking)
        let members = try ask("DISTINCT user_id", "family_members")
        let points = try ask("*", "contact_points")
        let devices = try ask("user_id, device_token, is_active", "device_tokens")
        let off = try ask("user_id, category, channel", "unwanted_categories")
        let on = try ask("user_id, category, channel", "wanted_categories")
        let tokens = people.flatMap { person in person.devices.map { (user: person.user, token: $0.token) } }
        let taken = try tokens.isEmpty ? nil : db.send(
            """
            SELECT given.user_id, given.token FROM unnest($1::text[], $2::text[]) AS given (user_id, token) WHERE EXISTS (
                SELECT 1 FROM device_tokens other WHERE other.device_token = given.token AND other.user_id <> given.user_id AND other.is_active)
            """, tokens.map(\.user), tokens.map(\.token))
        var known: [UserID: KnownPerson] = [:]
        func note(_ answer: Answer, _ take: (inout KnownPerson, Row) -> Void) throws {
            for row in try answer.rows() {
                if let user: UserID = row.identifier("user_id") { take(&known[user, default: KnownPerson()], row) }
            }
        }
        func subscription(_ row: Row) -> CategorySubscription? {
            row.choice("channel").map { CategorySubscription(category: row.text("category") ?? "", channel: $0) }
        }
        try note(profiles) { ($0.isKnown, $0.preferences) = (true, storedPreferences($1).read().preferences) }
        try note(members) { person, _ in person.isKnown = true }
        try note(points) { person, row in contactPoint(row).map { person.points.append($0) } }
        try note(devices) { person, row in
            row.text("device_token").map { _ = person.tokens.insert($0) }
            if row.flag("is_active") { person.deviceCount += 1 }
        }
        try note(off) { person, row in subscription(row).map { _ = person.off.insert($0) } }
        try note(on) { person, row in subscription(row).map { _ = person.on.insert($0) } }
        var others: [UserID: Set<String>] = [:]
        for row in try taken?.rows() ?? [] {
            if let user: UserID = row.identifier("user_id"), let token = row.text("token") { others[user, default: []].insert(token) }
        }
        return (known, others)
    }

    /// Nothing of it is waited for: it goes out with what is to be done for others.
    private static func carryOut(_ change: ImportedChange, now: Instant, _ db: Connection) throws {
        let user = change.user
        try save(ProfileChange(change.keys, of: change.preferences, move: change.move), for: user, isNew: change.makesProfile, now: now, db)
        for id in change.vouchedFor {
            try db.execute("UPDATE contact_points SET verified_at = $2::timestamptz, updated_at = $2::timestamptz WHERE id = $1", id, now)
        }
        for id in change.silenced {
            try db.execute(
                """
                UPDATE contact_points SET silenced_at = $2::timestamptz, silence_reason = 'opted_out', updated_at = $2::timestamptz WHERE id = $1
                """, id, now)
        }
        for point in change.newPoints {
            let (draft, silence) = (point.draft, point.isSilent ? ContactPoint.Silence.Why.optedOut.rawValue : nil)
            try db.execute(
                """
                INSERT INTO contact_points (id, user_id, channel, address, created_at, updated_at, verified_at, silenced_at, silence_reason)
                VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz, $5::timestamptz,
                    CASE WHEN $6::text IS NOT NULL THEN $5::timestamptz END, $6::text)
                ON CONFLICT DO NOTHING
                """, draft.id, user, draft.channel.rawValue, draft.value, now, silence)
        }
        for device in change.newDevices { try register(device, of: user, now: now, db) }
        try set(change.subscriptions, of: user, now: now, db)
    }
}
