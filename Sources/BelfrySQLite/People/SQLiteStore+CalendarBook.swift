import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension Schema {
    static let calendars = """
        -- By which link somebody's calendar is read; its hash only.
        CREATE TABLE calendar_links (
            user_id TEXT PRIMARY KEY NOT NULL,
            token_hash TEXT NOT NULL UNIQUE,
            detail TEXT NOT NULL,
            created_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
        """
}

extension SQLiteStore: CalendarBook {
    public func save(_ link: CalendarLink, hash: String, of user: UserID) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO calendar_links (user_id, token_hash, detail, created_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, detail = excluded.detail, created_at = excluded.created_at
                    """, arguments: [user.text, hash, link.detail.rawValue, link.createdAt.sql])
        }
    }

    public func calendarLink(of user: UserID) async throws -> CalendarLink? {
        try await pool.read { db in
            try StoredRow.fetchOne(db, sql: "SELECT detail, created_at FROM calendar_links WHERE user_id = ?", arguments: [user.text]).flatMap(Self.link)
        }
    }

    public func removeCalendarLink(of user: UserID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM calendar_links WHERE user_id = ?", arguments: [user.text])
            return db.changesCount > 0
        }
    }

    public func calendar(hash: String) async throws -> OpenedCalendar? {
        try await pool.read { db in
            guard
                let row = try StoredRow.fetchOne(
                    db.cachedStatement(sql: "SELECT user_id, detail, created_at FROM calendar_links WHERE token_hash = ?"), arguments: [hash]),
                let user: UserID = row.identifier("user_id"), let link = Self.link(row)
            else { return nil }
            return OpenedCalendar(user: user, link: link)
        }
    }

    /// What a later version says of it is less than anything: nothing is shown then that isn't meant to be.
    private static func link(_ row: StoredRow) -> CalendarLink? {
        row.instant("created_at").map { CalendarLink(detail: row.choice("detail") ?? .busy, createdAt: $0) }
    }
}
