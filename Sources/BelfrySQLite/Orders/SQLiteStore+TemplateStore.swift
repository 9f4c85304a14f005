import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: TemplateStore {
    public func save(_ contents: String, asTemplate name: TemplateID, of app: AppID, countMax: Int, now: Instant) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await write { db -> Bool in
            let last = try Self.templates("AND name = ? ORDER BY version DESC LIMIT 1", of: app, [name.text], db).first
            guard last?.contents != contents else { return false }
            if last == nil {
                let sql = "SELECT count(DISTINCT name) FROM templates WHERE app_id = ?"
                let count = try Int.fetchOne(db, sql: sql, arguments: [app.text]) ?? 0
                guard count < countMax else { throw Problem.tooManyTemplates(countMax: countMax) }
            }
            let version = (last?.version ?? 0) + 1
            try db.execute(
                sql: "INSERT INTO templates (app_id, name, version, created_at, contents) VALUES (\(placeholders(5)))",
                arguments: [app.text, name.text, version, now.sql, contents.sql])
            try db.execute(
                sql: "DELETE FROM templates WHERE app_id = ? AND name = ? AND version <= ?",
                arguments: [app.text, name.text, version - TemplateRecord.versionCountMax])
            return true
        }
    }

    public func template(_ name: TemplateID, of app: AppID) async throws -> TemplateRecord? {
        try await pool.read { db in try Self.templates("AND name = ? ORDER BY version DESC LIMIT 1", of: app, [name.text], db).first }
    }

    public func templates(of app: AppID, countMax: Int) async throws -> [TemplateRecord] {
        let isLatest = "AND version = (SELECT max(version) FROM templates later WHERE later.app_id = templates.app_id AND later.name = templates.name)"
        return try await pool.read { db in try Self.templates("\(isLatest) ORDER BY name LIMIT ?", of: app, [countMax], db) }
    }

    public func versions(ofTemplate name: TemplateID, of app: AppID) async throws -> [TemplateRecord] {
        try await pool.read { db in
            try Self.templates("AND name = ? ORDER BY version DESC LIMIT ?", of: app, [name.text, TemplateRecord.versionCountMax], db)
        }
    }

    public func removeTemplate(_ name: TemplateID, of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM templates WHERE app_id = ? AND name = ?", arguments: [app.text, name.text])
            return db.changesCount > 0
        }
    }

    private static func templates(_ condition: String, of app: AppID, _ arguments: StatementArguments, _ db: Database) throws -> [TemplateRecord] {
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT CAST(name AS BLOB) AS name, version, created_at, contents FROM templates WHERE app_id = ? \(condition)"),
            arguments: [app.text] + arguments)
        return rows.compactMap { row in
            guard let name: TemplateID = row.identifier("name"), let version = row.integer("version"), let contents = row.text("contents") else { return nil }
            return TemplateRecord(name: name, app: app, version: version, createdAt: row.instant("created_at") ?? .min, contents: contents)
        }
    }
}

extension Schema {
    static let templates = """
        -- What apps tell again and again by its name, and what it said before: a template stands as its latest version says.
        CREATE TABLE templates (
            app_id TEXT NOT NULL,
            name TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            created_at TEXT NOT NULL DEFAULT \(now),
            contents TEXT NOT NULL CHECK (json_valid(contents)),
            PRIMARY KEY (app_id, name, version)
        ) WITHOUT ROWID, STRICT;
        """
}
