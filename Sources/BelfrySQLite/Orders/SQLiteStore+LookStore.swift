import BelfryModel
import BelfryPorts
import Foundation
import GRDB

extension SQLiteStore: LookStore {
    public func save(_ look: AppLook, of app: AppID) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO app_looks AS known (app_id, name, names, color, logo_url, reply_to, footer) VALUES (\(placeholders(7)))
                    ON CONFLICT (app_id) DO UPDATE SET name = excluded.name, names = excluded.names, color = excluded.color,
                        logo_url = excluded.logo_url, reply_to = excluded.reply_to, footer = excluded.footer
                    WHERE (known.name, known.names, known.color, known.logo_url, known.reply_to, known.footer)
                        IS NOT (excluded.name, excluded.names, excluded.color, excluded.logo_url, excluded.reply_to, excluded.footer)
                    """, arguments: [app.text, look.name, look.storedNames, look.color?.text, look.logo?.text, look.replyTo, look.footer])
            return db.changesCount > 0
        }
    }

    public func removeLook(of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM app_looks WHERE app_id = ?", arguments: [app.text])
            return db.changesCount > 0
        }
    }

    public func looks(of apps: Set<AppID>) async throws -> [AppID: AppLook] {
        guard !apps.isEmpty else { return [:] }
        return try await pool.read { db in
            let rows = try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT CAST(app_id AS BLOB) AS app_id, name, names, color, logo_url, reply_to, footer FROM app_looks WHERE app_id \(isListed)
                        """), arguments: [apps.map(\.text).jsonList])
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

extension Schema {
    /// How apps present themselves, and whose a message in an inbox is; null where it came before that was kept.
    static let looks = """
        CREATE TABLE app_looks (
            app_id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
            -- By language, as JSON.
            names TEXT,
            color TEXT CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
            logo_url TEXT CHECK (logo_url LIKE 'https://%' AND length(logo_url) <= 2048),
            reply_to TEXT CHECK (length(reply_to) <= 254),
            -- Stands at the end of mails.
            footer TEXT CHECK (length(footer) BETWEEN 1 AND 300)
        ) WITHOUT ROWID, STRICT;
        ALTER TABLE inbox_messages ADD COLUMN app_id TEXT;
        """
}
