import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: RotaStore {
    public func save(_ rota: Rota, named name: RotaID, of app: AppID, countMax: Int, now: Instant) async throws {
        try await write { db in
            let key: StatementArguments = [app.text, name.text]
            let isKnown = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM rotas WHERE app_id = ? AND name = ?)", arguments: key) ?? false
            if !isKnown {
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM rotas WHERE app_id = ?", arguments: [app.text]) ?? 0
                guard count < countMax else { throw Problem.tooManyRotas(countMax: countMax) }
            }
            try db.execute(
                sql: """
                    INSERT INTO rotas (app_id, name, created_at, handovers, place_count) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (app_id, name) DO UPDATE SET handovers = excluded.handovers, place_count = excluded.place_count
                    """, arguments: [app.text, name.text, now.sql, rota.handovers.json, rota.places.count])
            try db.execute(sql: "DELETE FROM rota_people WHERE app_id = ? AND rota = ?", arguments: key)
            for (place, person) in rota.places.enumerated() {
                guard let person else { continue }
                try db.cachedStatement(sql: "INSERT INTO rota_people (app_id, rota, user_id, place) VALUES (?, ?, ?, ?)")
                    .execute(arguments: [app.text, name.text, person.text, place])
            }
        }
    }

    public func rota(_ name: RotaID, of app: AppID) async throws -> RotaRecord? {
        try await pool.read { db in try Self.rotas("WHERE app_id = ? AND name = ?", [app.text, name.text], countMax: 1, db).first }
    }

    public func rotas(of app: AppID, before: RotaID?, countMax: Int) async throws -> [RotaRecord] {
        try await pool.read { db in
            let (condition, last): (String, StatementArguments) = before.map { ("AND name < ?", [$0.text]) } ?? ("", [])
            return try Self.rotas("WHERE app_id = ? \(condition) ORDER BY name DESC", [app.text] + last, countMax: countMax, db)
        }
    }

    public func removeRota(_ name: RotaID, of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM rotas WHERE app_id = ? AND name = ?", arguments: [app.text, name.text])
            return db.changesCount > 0
        }
    }

    public func save(
        _ override: Rota.Override, inRota name: RotaID, of app: AppID, over: CivilDateTime, countMax: Int
    ) async throws -> Bool {
        try await write { db in
            let key: StatementArguments = [app.text, name.text]
            guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM rotas WHERE app_id = ? AND name = ?)", arguments: key) ?? false else { return false }
            try db.execute(
                sql: "DELETE FROM rota_overrides WHERE app_id = ? AND rota = ? AND (until_local <= ? OR from_local = ?)",
                arguments: key + [over.description, override.from.description])
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM rota_overrides WHERE app_id = ? AND rota = ?", arguments: key) ?? 0
            guard count < countMax else { throw Problem.tooManyItems(countMax: countMax) }
            try db.execute(
                sql: "INSERT INTO rota_overrides (app_id, rota, from_local, until_local, user_id) VALUES (?, ?, ?, ?, ?)",
                arguments: key + [override.from.description, override.until.description, override.user.text])
            return true
        }
    }

    public func removeOverride(from: CivilDateTime, inRota name: RotaID, of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM rota_overrides WHERE app_id = ? AND rota = ? AND from_local = ?", arguments: [app.text, name.text, from.description])
            return db.changesCount > 0
        }
    }

    /// Has due steps of escalations go to whoever is on duty by now.
    static func handOver(_ deliveries: inout [Delivery], tried: Set<DeliveryID>, _ terms: LeaseTerms, _ db: Database) throws {
        try terms.handOver(&deliveries, tried: tried) { name, app in
            try rotas("WHERE app_id = ? AND name = ?", [app.text, name.text], countMax: 1, db).first?.rota
        } keep: { handover in
            let (delivery, former) = (handover.delivery, handover.former.text)
            try db.cachedStatement(
                sql: """
                    UPDATE notification_queue SET recipient_user_id = ?1, updated_at = ?2,
                        member_user_id = CASE member_user_id WHEN ?3 THEN ?1 ELSE member_user_id END
                    WHERE route_key = ?4 AND recipient_user_id = ?3 AND app_id = ?5 AND status = 'pending'
                        AND json_extract(payload, '$.rota') = ?6 AND json_extract(payload, '$.escalation') IS NOT NULL
                        AND (reason IS NULL OR reason NOT IN (\(toSend)))
                    """
            ).execute(arguments: [delivery.recipient.text, terms.now.sql, former, delivery.route?.key, delivery.app.text, handover.rota.text])
        }
    }

    private static let toSend = Reason.allCases.filter(\.isToSend).map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// A row that can't be read, as somebody may write it by hand, takes nobody's place: the cursor passes it over.
    private static func rotas(
        _ selection: String, _ arguments: StatementArguments, countMax: Int, _ db: Database
    ) throws -> [RotaRecord] {
        let rows = try StoredRow.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT CAST(app_id AS BLOB) AS app_id, CAST(name AS BLOB) AS name, created_at, handovers, place_count FROM rotas \(selection)
                    """), arguments: arguments)
        var found: [RotaRecord] = []
        while found.count < countMax, let row = try rows.next() {
            guard let app: AppID = row.identifier("app_id"), let name: RotaID = row.identifier("name"),
                let handovers = row.text("handovers").flatMap({ try? JSONDecoder().decode(Rota.Handovers.self, from: Data($0.utf8)) })
            else { continue }
            var places = [UserID?](repeating: nil, count: max(0, min(row.integer("place_count") ?? 0, Rota.peopleCountMax)))
            let people = try StoredRow.fetchAll(
                db.cachedStatement(sql: "SELECT CAST(user_id AS BLOB) AS user_id, place FROM rota_people WHERE app_id = ? AND rota = ?"),
                arguments: [app.text, name.text])
            for person in people {
                guard let place = person.integer("place"), places.indices.contains(place) else { continue }
                places[place] = person.identifier("user_id")
            }
            let overrides = try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: "SELECT from_local, until_local, CAST(user_id AS BLOB) AS user_id FROM rota_overrides WHERE app_id = ? AND rota = ?"),
                arguments: [app.text, name.text]
            ).compactMap { row -> Rota.Override? in
                guard let from = row.text("from_local").flatMap({ CivilDateTime($0) }), let until = row.text("until_local").flatMap({ CivilDateTime($0) }),
                    let user: UserID = row.identifier("user_id")
                else { return nil }
                return Rota.Override(from: from, until: until, user: user)
            }
            found.append(
                RotaRecord(
                    name: name, app: app, createdAt: row.instant("created_at") ?? .min,
                    rota: Rota(places, handovers: handovers, overrides: overrides)))
        }
        return found
    }
}

extension Schema {
    static let rotas = """
        -- Who is on duty when, by their turn: when they hand over, and how many places there are, also of those who were erased.
        CREATE TABLE rotas (
            app_id TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now),
            handovers TEXT NOT NULL CHECK (json_valid(handovers)),
            place_count INTEGER NOT NULL CHECK (place_count > 0),
            PRIMARY KEY (app_id, name)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE rota_people (
            app_id TEXT NOT NULL,
            rota TEXT NOT NULL,
            user_id TEXT NOT NULL,
            -- From 0.
            place INTEGER NOT NULL,
            PRIMARY KEY (app_id, rota, user_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX rota_people_user ON rota_people (user_id, app_id, rota);
        -- Somebody else for a while, as the clock of the rota's zone shows it: 2026-12-24T18:00:00.
        CREATE TABLE rota_overrides (
            app_id TEXT NOT NULL,
            rota TEXT NOT NULL,
            from_local TEXT NOT NULL,
            until_local TEXT NOT NULL CHECK (until_local > from_local),
            user_id TEXT NOT NULL,
            PRIMARY KEY (app_id, rota, from_local)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX rota_overrides_user ON rota_overrides (user_id, app_id, rota, from_local);
        -- Whoever is in it goes with it.
        CREATE TRIGGER rotas_gone AFTER DELETE ON rotas BEGIN
            DELETE FROM rota_people WHERE app_id = OLD.app_id AND rota = OLD.name;
            DELETE FROM rota_overrides WHERE app_id = OLD.app_id AND rota = OLD.name;
        END;
        """
}
