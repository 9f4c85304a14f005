import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: HookStore {
    public func save(_ hook: HookRecord, countMax: Int, now: Instant) async throws -> HookRecord {
        try await pool.write { db in
            // Two at once count one behind the other, and neither has people or the secret of both.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", hook.app, Exclusive.hooks.rawValue)
            let known = try Self.hooks("AND name = $2", of: hook.app, hook.name, db).first
            if known == nil {
                let last = try db.row(
                    "SELECT 1 FROM hooks WHERE app_id = $1 AND name <> $2 OFFSET $3 LIMIT 1", hook.app, hook.name, countMax - 1)
                guard last == nil else { throw Problem.tooManyHooks(countMax: countMax) }
            }
            let hook = try hook.taking(theSecretsOf: known, now: now)
            try db.execute(
                """
                INSERT INTO hooks (app_id, name, created_at, request, scheme, header, secret, former_secret, former_ends_at)
                VALUES ($1, $2, $3, $4::json, $5, $6, $7, $8, $9)
                ON CONFLICT (app_id, name) DO UPDATE SET request = excluded.request, scheme = excluded.scheme, header = excluded.header,
                    secret = excluded.secret, former_secret = excluded.former_secret, former_ends_at = excluded.former_ends_at
                """, hook.app, hook.name, hook.createdAt, hook.request, hook.signature.scheme.rawValue, hook.signature.header, hook.secret?.text,
                hook.former?.text, hook.formerEndsAt)
            try db.execute("DELETE FROM hook_people WHERE app_id = $1 AND hook = $2", hook.app, hook.name)
            try db.execute(
                "INSERT INTO hook_people (app_id, hook, user_id) SELECT $1, $2, given.id FROM unnest($3::text[]) AS given (id)", hook.app, hook.name,
                hook.recipients)
            return hook
        }
    }

    public func hook(_ name: HookID, of app: AppID) async throws -> HookRecord? {
        try await pool.single { db in try Self.hooks("AND name = $2", of: app, name, db).first }
    }

    public func hooks(of app: AppID, countMax: Int) async throws -> [HookRecord] {
        try await pool.single { db in try Self.hooks("ORDER BY name LIMIT $2", of: app, countMax, db) }
    }

    public func removeHook(_ name: HookID, of app: AppID) async throws -> Bool {
        try await pool.write { db -> Bool in
            // Whoever saves it at the same time keeps the secret that it has, and would bring it back with that.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", app, Exclusive.hooks.rawValue)
            return try db.change("DELETE FROM hooks WHERE app_id = $1 AND name = $2", app, name) > 0
        }
    }

    /// A row that can't be read, as somebody may write it by hand, is none: nobody may post there then.
    private static func hooks(_ condition: String, of app: AppID, _ parameter: any SQLConvertible, _ db: Connection) throws -> [HookRecord] {
        let rows = try db.rows(
            """
            SELECT name, created_at, request, scheme, header, secret, former_secret, former_ends_at,
                (SELECT json_agg(user_id) FROM hook_people WHERE hook_people.app_id = hooks.app_id AND hook_people.hook = hooks.name) AS people
            FROM hooks WHERE app_id = $1 \(condition)
            """, app, parameter)
        return rows.compactMap { row in
            guard let name: HookID = row.identifier("name"), let request = row.text("request"),
                let scheme: HookSignature.Scheme = row.choice("scheme"), let signature = HookSignature(scheme, header: row.text("header"))
            else { return nil }
            let people = row.text("people").flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
            return HookRecord(
                name: name, app: app, createdAt: row.instant("created_at") ?? .min, request: request, recipients: people.compactMap { UserID($0) },
                signature: signature, secret: row.text("secret").flatMap(HookSecret.init),
                former: row.text("former_secret").flatMap(HookSecret.init), formerEndsAt: row.instant("former_ends_at"))
        }
    }
}
