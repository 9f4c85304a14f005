import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: HookStore {
    public func save(_ hook: HookRecord, countMax: Int, now: Instant) async throws -> HookRecord {
        try await write { db in
            let key: StatementArguments = [hook.app.text, hook.name.text]
            let known = try Self.hooks("AND name = ?", of: hook.app, [hook.name.text], db).first
            if known == nil {
                let count = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM hooks WHERE app_id = ? AND name <> ?", arguments: key) ?? 0
                guard count < countMax else { throw Problem.tooManyHooks(countMax: countMax) }
            }
            let hook = try hook.taking(theSecretsOf: known, now: now)
            let values = [
                hook.request, hook.signature.scheme.rawValue, hook.signature.header, hook.secret?.text, hook.former?.text, hook.formerEndsAt?.sql,
            ]
            try db.execute(
                sql: """
                    INSERT INTO hooks (app_id, name, created_at, request, scheme, header, secret, former_secret, former_ends_at)
                    VALUES (\(placeholders(9)))
                    ON CONFLICT (app_id, name) DO UPDATE SET request = excluded.request, scheme = excluded.scheme, header = excluded.header,
                        secret = excluded.secret, former_secret = excluded.former_secret, former_ends_at = excluded.former_ends_at
                    """, arguments: key + [hook.createdAt.sql] + StatementArguments(values.map { $0?.sql }))
            try db.execute(sql: "DELETE FROM hook_people WHERE app_id = ? AND hook = ?", arguments: key)
            for user in hook.recipients {
                try db.cachedStatement(sql: "INSERT INTO hook_people (app_id, hook, user_id) VALUES (?, ?, ?)").execute(arguments: key + [user.text])
            }
            return hook
        }
    }

    public func hook(_ name: HookID, of app: AppID) async throws -> HookRecord? {
        try await pool.read { db in try Self.hooks("AND name = ?", of: app, [name.text], db).first }
    }

    public func hooks(of app: AppID, countMax: Int) async throws -> [HookRecord] {
        try await pool.read { db in try Self.hooks("ORDER BY name LIMIT ?", of: app, [countMax], db) }
    }

    public func removeHook(_ name: HookID, of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM hooks WHERE app_id = ? AND name = ?", arguments: [app.text, name.text])
            return db.changesCount > 0
        }
    }

    /// A row that can't be read, as somebody may write it by hand, is none: nobody may post there then.
    private static func hooks(_ condition: String, of app: AppID, _ arguments: StatementArguments, _ db: Database) throws -> [HookRecord] {
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT CAST(name AS BLOB) AS name, created_at, request, scheme, header, secret, former_secret, former_ends_at
                    FROM hooks WHERE app_id = ? \(condition)
                    """),
            arguments: [app.text] + arguments)
        return try rows.compactMap { row in
            guard let name: HookID = row.identifier("name"), let request = row.text("request"),
                let scheme: HookSignature.Scheme = row.choice("scheme"), let signature = HookSignature(scheme, header: row.text("header"))
            else { return nil }
            let people = try StoredRow.fetchAll(
                db.cachedStatement(sql: "SELECT CAST(user_id AS BLOB) AS user_id FROM hook_people WHERE app_id = ? AND hook = ?"),
                arguments: [app.text, name.text])
            return HookRecord(
                name: name, app: app, createdAt: row.instant("created_at") ?? .min, request: request,
                recipients: people.compactMap { $0.identifier("user_id") }, signature: signature, secret: row.text("secret").flatMap(HookSecret.init),
                former: row.text("former_secret").flatMap(HookSecret.init), formerEndsAt: row.instant("former_ends_at"))
        }
    }
}

extension Schema {
    static let hooks = """
        -- Where any program may post a document, and what is told of it.
        CREATE TABLE hooks (
            app_id TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now),
            request TEXT NOT NULL CHECK (json_valid(request)),
            -- How whoever posts shows that they may: 'key', or what the secret signs and in which header that stands.
            scheme TEXT NOT NULL,
            header TEXT,
            secret TEXT,
            PRIMARY KEY (app_id, name),
            CHECK ((scheme = 'key') = (secret IS NULL))
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE hook_people (
            app_id TEXT NOT NULL,
            hook TEXT NOT NULL,
            user_id TEXT NOT NULL,
            PRIMARY KEY (app_id, hook, user_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX hook_people_user ON hook_people (user_id, app_id, hook);
        -- Whoever is told of it goes with it.
        CREATE TRIGGER hooks_gone AFTER DELETE ON hooks BEGIN
            DELETE FROM hook_people WHERE app_id = OLD.app_id AND hook = OLD.name;
        END;
        """

    /// The secret that counts beside a new one, and until when.
    static let formerSecrets = """
        ALTER TABLE hooks ADD COLUMN former_secret TEXT;
        ALTER TABLE hooks ADD COLUMN former_ends_at TEXT;
        """
}
