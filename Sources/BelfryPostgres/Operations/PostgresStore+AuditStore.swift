import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: AuditStore {
    public func note(_ entry: AuditEntry) async throws { try await pool.single { try Self.leave(entry, $0) } }

    /// Leaves the line of a transaction, or adds to that which one before has left.
    static func leave(_ entry: AuditEntry, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO audit_log AS known (id, happened_at, actor_kind, actor_name, actor_user_id, action, subject, user_id, outcome, changed_count,
                details, request)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (id) DO UPDATE
                SET changed_count = coalesce(known.changed_count + excluded.changed_count, excluded.changed_count, known.changed_count)
            """, entry.id, entry.at, entry.actor.kind.rawValue, entry.actor.name, entry.actor.person, entry.actionName, entry.subject, entry.person,
            entry.outcome.rawValue, entry.changedCount, try json(Dictionary(uniqueKeysWithValues: entry.details.map { ($0.key.rawValue, $0.value) })),
            entry.request)
    }

    public func auditEntries(_ selection: AuditSelection) async throws -> [AuditEntry] {
        let (sql, values) = Self.query(for: selection)
        return try await pool.single { db in
            let parameters: [(any SQLConvertible)?] = values
            return try db.send(sql, parameters).rows().compactMap(Self.auditEntry)
        }
    }

    /// What has to stand in one column is asked for by the place of a line in its index. Were it equated, the planner might go through the order of all
    /// lines instead, and through millions of them where few are meant.
    static func query(for selection: AuditSelection) -> (sql: String, values: [String]) {
        var values: [String] = []
        func bound(_ value: String) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        let lead = selection.isFoundByFilter ? selection.filters.first : nil
        var conditions: [String] = []
        for (columns, value) in selection.filters.dropFirst(lead == nil ? 0 : 1) {
            let value = bound(value)
            conditions.append("(\(columns.map { "\($0) = \(value)" }.joined(separator: " OR ")))")
        }
        // As it stands in the partial index.
        if let outcome = selection.outcome { conditions.append("outcome = '\(outcome.rawValue)'") }
        if let from = selection.from { conditions.append("happened_at >= \(bound(from.fixedWidthText))") }
        if let until = selection.until { conditions.append("happened_at < \(bound(until.fixedWidthText))") }
        let (direction, end) = (selection.after == nil ? "DESC" : "ASC", "LIMIT \(selection.countMax)")
        // What an identifier begins with is none, so that it may be left out as well.
        let first = bound([selection.firstIdentifier, selection.after?.text].compactMap { $0 }.max() ?? "")
        let last = [selection.lastIdentifier, selection.before?.text].compactMap { $0 }.min().map(bound)
        guard let lead else {
            let all = ["id > \(first)"] + (last.map { ["id < \($0)"] } ?? []) + conditions
            return ("SELECT * FROM audit_log WHERE \(all.joined(separator: " AND ")) ORDER BY id \(direction) \(end)", values)
        }
        let value = bound(lead.value)
        let found = lead.columns.map { column in
            let upper = last.map { "(\(column), id) < (\(value), \($0))" } ?? "\(column) <= \(value)"
            let all = ["\(column) IS NOT NULL", "(\(column), id) > (\(value), \(first))", upper] + conditions
            return """
                SELECT * FROM (SELECT * FROM audit_log WHERE \(all.joined(separator: " AND ")) ORDER BY \(column) \(direction), id \(direction) \(end))
                    AS found
                """
        }
        return ("\(found.joined(separator: " UNION ")) ORDER BY id \(direction) \(end)", values)
    }

    private static func auditEntry(_ row: Row) -> AuditEntry? {
        AuditEntry(
            id: row.identifier("id"), at: row.instant("happened_at"),
            actor: AuditEntry.Actor(kind: row.text("actor_kind") ?? "", name: row.text("actor_name"), person: row.identifier("actor_user_id")),
            action: row.text("action"), subject: row.text("subject"), person: row.identifier("user_id"), outcome: row.text("outcome"),
            changedCount: row.integer("changed_count"),
            details: (try? JSONDecoder().decode([String: String].self, from: Data((row.text("details") ?? "").utf8))) ?? [:], request: row.text("request"))
    }
}
