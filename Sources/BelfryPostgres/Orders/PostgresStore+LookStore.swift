import BelfryModel
import BelfryPorts
import Foundation

extension PostgresStore: LookStore {
    public func save(_ look: AppLook, of app: AppID) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await pool.write { db in
            try db.change(
                """
                INSERT INTO app_looks AS known (app_id, name, names, color, logo_url, reply_to, footer) VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (app_id) DO UPDATE SET name = excluded.name, names = excluded.names, color = excluded.color, logo_url = excluded.logo_url,
                    reply_to = excluded.reply_to, footer = excluded.footer
                WHERE (known.name, known.names, known.color, known.logo_url, known.reply_to, known.footer)
                    IS DISTINCT FROM (excluded.name, excluded.names, excluded.color, excluded.logo_url, excluded.reply_to, excluded.footer)
                """, app, look.name, look.storedNames, look.color?.text, look.logo?.text, look.replyTo, look.footer)
        }
    }

    public func removeLook(of app: AppID) async throws -> Bool {
        try await pool.write { db in try db.change("DELETE FROM app_looks WHERE app_id = $1", app) > 0 }
    }

    public func looks(of apps: Set<AppID>) async throws -> [AppID: AppLook] {
        guard !apps.isEmpty else { return [:] }
        return try await pool.single { db in
            let rows = try db.rows(
                "SELECT app_id, name, names, color, logo_url, reply_to, footer FROM app_looks WHERE app_id = ANY($1::text[])", Array(apps))
            return rows.reduce(into: [:]) { looks, row in
                guard let app: AppID = row.identifier("app_id") else { return }
                looks[app] = AppLook(
                    storedName: row.text("name"), names: row.text("names").map(Self.names) ?? [:], color: row.text("color"), logo: row.text("logo_url"),
                    replyTo: row.text("reply_to"), footer: row.text("footer"))
            }
        }
    }

    /// Nothing where they can't be read.
    private static func names(_ text: String) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
    }
}
