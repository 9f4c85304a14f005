import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: RotaStore {
    public func save(_ rota: Rota, named name: RotaID, of app: AppID, countMax: Int, now: Instant) async throws {
        try await pool.write { db in
            // Two at once count one behind the other, and neither has people of both.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", app, Exclusive.rotas.rawValue)
            if try db.row("SELECT 1 FROM rotas WHERE app_id = $1 AND name = $2", app, name) == nil {
                let last = try db.row("SELECT 1 FROM rotas WHERE app_id = $1 OFFSET $2 LIMIT 1", app, countMax - 1)
                guard last == nil else { throw Problem.tooManyRotas(countMax: countMax) }
            }
            try db.execute(
                """
                INSERT INTO rotas (app_id, name, created_at, handovers, place_count) VALUES ($1, $2, $3, $4::json, $5)
                ON CONFLICT (app_id, name) DO UPDATE SET handovers = excluded.handovers, place_count = excluded.place_count
                """, app, name, now, rota.handovers.json, rota.places.count)
            try db.execute("DELETE FROM rota_people WHERE app_id = $1 AND rota = $2", app, name)
            let people = rota.places.enumerated().compactMap { place, person in person.map { (place, $0) } }
            try db.execute(
                """
                INSERT INTO rota_people (app_id, rota, user_id, place)
                SELECT $1, $2, given.id, given.place FROM unnest($3::text[], $4::bigint[]) AS given (id, place)
                """, app, name, people.map(\.1), people.map(\.0))
        }
    }

    public func rota(_ name: RotaID, of app: AppID) async throws -> RotaRecord? {
        try await pool.single { db in
            try Self.rotaRows("WHERE app_id = $1 AND name = $2", [app, name], db).first.flatMap(Self.rotaRecord)
        }
    }

    public func rotas(of app: AppID, before: RotaID?, countMax: Int) async throws -> [RotaRecord] {
        try await pool.single { db in
            // A row that can't be read, as somebody may write it by hand, takes nobody's place: more are asked for.
            var (found, last) = ([RotaRecord](), before?.text)
            while true {
                let rows = try Self.rotaRows(
                    "WHERE app_id = $1 AND ($2::text IS NULL OR name < $2) ORDER BY name DESC LIMIT $3", [app, last, countMax], db)
                found += rows.compactMap(Self.rotaRecord)
                guard rows.count == countMax, found.count < countMax, let end = rows.last?.text("name") else { return Array(found.prefix(countMax)) }
                last = end
            }
        }
    }

    public func removeRota(_ name: RotaID, of app: AppID) async throws -> Bool {
        try await pool.write { db in try db.change("DELETE FROM rotas WHERE app_id = $1 AND name = $2", app, name) > 0 }
    }

    public func save(
        _ override: Rota.Override, inRota name: RotaID, of app: AppID, over: CivilDateTime, countMax: Int
    ) async throws -> Bool {
        try await pool.write { db in
            // Two at once count one behind the other, and whoever removes it finds what was added.
            guard try db.row("SELECT 1 FROM rotas WHERE app_id = $1 AND name = $2 FOR UPDATE", app, name) != nil else { return false }
            try db.execute(
                "DELETE FROM rota_overrides WHERE app_id = $1 AND rota = $2 AND (until_local <= $3 OR from_local = $4)", app, name, over.description,
                override.from.description)
            let last = try db.row("SELECT 1 FROM rota_overrides WHERE app_id = $1 AND rota = $2 OFFSET $3 LIMIT 1", app, name, countMax - 1)
            guard last == nil else { throw Problem.tooManyItems(countMax: countMax) }
            try db.execute(
                "INSERT INTO rota_overrides (app_id, rota, from_local, until_local, user_id) VALUES ($1, $2, $3, $4, $5)", app, name,
                override.from.description, override.until.description, override.user)
            return true
        }
    }

    public func removeOverride(from: CivilDateTime, inRota name: RotaID, of app: AppID) async throws -> Bool {
        try await pool.write { db in
            try db.change("DELETE FROM rota_overrides WHERE app_id = $1 AND rota = $2 AND from_local = $3", app, name, from.description) > 0
        }
    }

    /// Has due steps of escalations go to whoever is on duty by now. What another lease has locked of the same is handed over there.
    static func handOver(_ deliveries: inout [Delivery], tried: Set<DeliveryID>, _ terms: LeaseTerms, _ db: Connection) throws {
        try terms.handOver(&deliveries, tried: tried) { name, app in
            try rotaRows("WHERE app_id = $1 AND name = $2", [app, name], db).first.flatMap(rotaRecord)?.rota
        } keep: { handover in
            let delivery = handover.delivery
            try db.execute(
                """
                WITH theirs AS MATERIALIZED (
                    SELECT id FROM notification_queue WHERE app_id = $1 AND route_key = $2 AND recipient_user_id = $3 AND status = 'pending'
                        AND payload ->> 'rota' = $4 AND payload -> 'escalation' IS NOT NULL AND (reason IS NULL OR reason NOT IN (\(toSend)))
                    ORDER BY route_step FOR UPDATE SKIP LOCKED)
                UPDATE notification_queue SET recipient_user_id = $5, updated_at = $6,
                    member_user_id = CASE member_user_id WHEN $3 THEN $5 ELSE member_user_id END
                WHERE app_id = $1 AND id = ANY (ARRAY(SELECT id FROM theirs))
                """, delivery.app, delivery.route?.key, handover.former, handover.rota, delivery.recipient, terms.now)
        }
    }

    private static let toSend = Reason.allCases.filter(\.isToSend).map { "'\($0.rawValue)'" }.joined(separator: ", ")

    private static func rotaRows(_ selection: String, _ parameters: [(any SQLConvertible)?], _ db: Connection) throws -> [Row] {
        try db.send(
            """
            SELECT app_id, name, created_at, handovers, place_count,
                (SELECT json_agg(json_build_object('user', user_id, 'place', place)) FROM rota_people
                    WHERE rota_people.app_id = rotas.app_id AND rota_people.rota = rotas.name) AS people,
                (SELECT json_agg(json_build_object('user', user_id, 'from', from_local, 'until', until_local)) FROM rota_overrides
                    WHERE rota_overrides.app_id = rotas.app_id AND rota_overrides.rota = rotas.name) AS overrides
            FROM rotas \(selection)
            """, parameters
        ).rows()
    }

    private struct StoredPlace: Decodable {
        let user: String
        let place: Int
    }

    private struct StoredOverride: Decodable {
        let user: String
        let from: String
        let until: String

        /// Nil where somebody has written something else there.
        var override: Rota.Override? {
            guard let from = CivilDateTime(from), let until = CivilDateTime(until), let user = UserID(user) else { return nil }
            return Rota.Override(from: from, until: until, user: user)
        }
    }

    private static func rotaRecord(_ row: Row) -> RotaRecord? {
        func read<Value: Decodable>(_ type: Value.Type, _ text: String?) -> Value? {
            text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
        guard let app: AppID = row.identifier("app_id"), let name: RotaID = row.identifier("name"),
            let handovers = read(Rota.Handovers.self, row.text("handovers"))
        else { return nil }
        var places = [UserID?](repeating: nil, count: max(0, min(row.integer("place_count") ?? 0, Rota.peopleCountMax)))
        for person in read([StoredPlace].self, row.text("people")) ?? [] where places.indices.contains(person.place) {
            places[person.place] = UserID(person.user)
        }
        let overrides = read([StoredOverride].self, row.text("overrides"))?.compactMap(\.override) ?? []
        return RotaRecord(
            name: name, app: app, createdAt: row.instant("created_at") ?? .min, rota: Rota(places, handovers: handovers, overrides: overrides))
    }
}
