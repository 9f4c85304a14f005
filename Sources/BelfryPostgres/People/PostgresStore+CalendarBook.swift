import BelfryModel
import BelfryPorts
import BelfryTime

/// By which link somebody's calendar is read. Where the queue is spread over nodes it stays with the one that is asked.
enum CalendarSchema {
    static let sql = """
        -- By which link somebody's calendar is read; its hash only.
        CREATE TABLE calendar_links (
            user_id \(Schema.identifier) PRIMARY KEY,
            token_hash text COLLATE "C" NOT NULL UNIQUE,
            detail text NOT NULL,
            created_at \(Schema.moment) NOT NULL
        );
        """
}

extension PostgresStore: CalendarBook {
    public func save(_ link: CalendarLink, hash: String, of user: UserID) async throws {
        try await pool.write { db in
            try db.execute(
                """
                INSERT INTO calendar_links (user_id, token_hash, detail, created_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, detail = excluded.detail, created_at = excluded.created_at
                """, user, hash, link.detail.rawValue, link.createdAt)
        }
    }

    public func calendarLink(of user: UserID) async throws -> CalendarLink? {
        try await pool.single { db in
            try db.row("SELECT detail, created_at FROM calendar_links WHERE user_id = $1", user).flatMap(Self.link)
        }
    }

    public func removeCalendarLink(of user: UserID) async throws -> Bool {
        try await pool.write { db in try db.row("DELETE FROM calendar_links WHERE user_id = $1 RETURNING user_id", user) != nil }
    }

    public func calendar(hash: String) async throws -> OpenedCalendar? {
        try await pool.single { db in
            guard let row = try db.row("SELECT user_id, detail, created_at FROM calendar_links WHERE token_hash = $1", hash),
                let user: UserID = row.identifier("user_id"), let link = Self.link(row)
            else { return nil }
            return OpenedCalendar(user: user, link: link)
        }
    }

    /// What a later version says of it is less than anything: nothing is shown then that isn't meant to be.
    private static func link(_ row: Row) -> CalendarLink? {
        row.instant("created_at").map { CalendarLink(detail: row.choice("detail") ?? .busy, createdAt: $0) }
    }
}
