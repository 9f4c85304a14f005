import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: TemplateStore {
    public func save(_ contents: String, asTemplate name: TemplateID, of app: AppID, countMax: Int, now: Instant) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await pool.write { db in
            // Two at once count one behind the other, and give no version twice.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", app, Exclusive.templates.rawValue)
            let last = try Self.templates("AND name = $2 ORDER BY version DESC LIMIT 1", of: app, name, db).first
            guard last?.contents != contents else { return 0 }
            if last == nil {
                let names = try db.row("SELECT 1 FROM (SELECT DISTINCT name FROM templates WHERE app_id = $1) AS known OFFSET $2 LIMIT 1", app, countMax - 1)
                guard names == nil else { throw Problem.tooManyTemplates(countMax: countMax) }
            }
            let version = (last?.version ?? 0) + 1
            try db.execute(
                "DELETE FROM templates WHERE app_id = $1 AND name = $2 AND version <= $3", app, name, version - TemplateRecord.versionCountMax)
            return try db.change(
                "INSERT INTO templates (app_id, name, version, created_at, contents) VALUES ($1, $2, $3, $4, $5::json)", app, name, version, now, contents)
        }
    }

    public func template(_ name: TemplateID, of app: AppID) async throws -> TemplateRecord? {
        try await pool.single { db in try Self.templates("AND name = $2 ORDER BY version DESC LIMIT 1", of: app, name, db).first }
    }

    public func templates(of app: AppID, countMax: Int) async throws -> [TemplateRecord] {
        let isLatest = "AND version = (SELECT max(version) FROM templates later WHERE later.app_id = templates.app_id AND later.name = templates.name)"
        return try await pool.single { db in try Self.templates("\(isLatest) ORDER BY name LIMIT $2", of: app, countMax, db) }
    }

    public func versions(ofTemplate name: TemplateID, of app: AppID) async throws -> [TemplateRecord] {
        try await pool.single { db in
            try Self.templates("AND name = $2 ORDER BY version DESC LIMIT \(TemplateRecord.versionCountMax)", of: app, name, db)
        }
    }

    public func removeTemplate(_ name: TemplateID, of app: AppID) async throws -> Bool {
        try await pool.write { db -> Bool in
            // Else the version that is saved at the same time would stay alone, counted on from those that are gone.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", app, Exclusive.templates.rawValue)
            return try db.change("DELETE FROM templates WHERE app_id = $1 AND name = $2", app, name) > 0
        }
    }

    private static func templates(_ condition: String, of app: AppID, _ parameter: any SQLConvertible, _ db: Connection) throws -> [TemplateRecord] {
        let rows = try db.rows("SELECT name, version, created_at, contents::text AS contents FROM templates WHERE app_id = $1 \(condition)", app, parameter)
        return rows.compactMap { row in
            guard let name: TemplateID = row.identifier("name"), let version = row.integer("version"), let contents = row.text("contents") else { return nil }
            return TemplateRecord(name: name, app: app, version: version, createdAt: row.instant("created_at") ?? .min, contents: contents)
        }
    }
}
