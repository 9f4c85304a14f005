import Foundation
import GRDB
import Testing

/// A server's SQLite file, read and written behind its back, as people do with `sqlite3`.
struct StoreFile {
    private let queue: DatabaseQueue

    init(_ url: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        queue = try DatabaseQueue(path: url.path, configuration: configuration)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try queue.read { try Row.fetchAll($0, sql: sql, arguments: arguments) }
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row {
        try #require(try rows(sql, arguments).first, "no row of \(sql)")
    }

    func count(_ sql: String) throws -> Int {
        try row("SELECT count(*) AS n FROM \(sql)")["n"]
    }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    }

    // MARK: The queue

    /// The delivery, or the only one.
    func delivery(_ id: String? = nil) throws -> Row {
        try row("SELECT * FROM notification_queue WHERE id = ?1 OR ?1 IS NULL", [id])
    }

    /// Writes a delivery by hand, with no more than what has to be there, and gives its identifier.
    @discardableResult
    func queue(
        _ channel: String, to recipient: String = "ana", about member: String = "ben", of alert: String? = nil, payload: String = "{}",
        createdAt moment: String? = nil
    ) throws -> String {
        let row = try queue.writeWithoutTransaction { db in
            try Row.fetchOne(
                db,
                sql: """
                    INSERT INTO notification_queue (recipient_user_id, member_user_id, alert_state_id, channel, payload, status)
                    VALUES (?, ?, ?, ?, ?, 'pending') RETURNING id
                    """, arguments: [recipient, member, alert, channel, payload])
        }
        let id: String = try #require(row)["id"]
        if let moment { try execute("UPDATE notification_queue SET created_at = \(moment) WHERE id = ?", [id]) }
        return id
    }
}
