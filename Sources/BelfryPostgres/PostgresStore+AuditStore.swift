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
            """, entry.id, entry.at, entry.actor.kind.rawValue, entry.actor.name, entry.actor.person, entry.action.rawValue, entry.subject, entry.person,
            entry.outcome.rawValue, entry.changedCount, try json(Dictionary(uniqueKeysWithValues: entry.details.map { ($0.key.rawValue, $0.value) })),
            entry.request)
    }

    public func auditEntries(_ selection: AuditSelection) async throws -> [AuditEntry] {
        var (conditions, parameters): ([String], [String]) = (["true"], [])
        func add(_ condition: String, _ value: String?) {
            guard let value else { return }
            conditions.append(condition.replacing("$", with: "$\(conditions.count)"))
            parameters.append(value)
        }
        add("(actor_name = $ OR actor_user_id = $)", selection.actor)
        add("actor_kind = $", selection.kind?.rawValue)
        add("action = $", selection.action?.rawValue)
        add("(subject = $ OR user_id = $)", selection.subject)
        add("outcome = $", selection.outcome?.rawValue)
        add("happened_at >= $", selection.from?.fixedWidthText)
        add("happened_at < $", selection.until?.fixedWidthText)
        add("id >= $", selection.firstIdentifier)
        add("id < $", selection.before?.text)
        add("id > $", selection.after?.text)
        let order = selection.after == nil ? "DESC" : "ASC"
        let sql = "SELECT * FROM audit_log WHERE \(conditions.joined(separator: " AND ")) ORDER BY id \(order) LIMIT \(selection.countMax)"
        return try await pool.single { [parameters] db in
            let values: [(any SQLConvertible)?] = parameters
            return try db.send(sql, values).rows().compactMap(Self.auditEntry)
        }
    }

    /// Nil where a later version wrote it, of something that isn't known here.
    private static func auditEntry(_ row: Row) -> AuditEntry? {
        guard let id: AuditEntryID = row.identifier("id"), let at = row.instant("happened_at"),
            let action = AuditEntry.Action(rawValue: row.text("action") ?? ""),
            let actor = AuditEntry.Actor(
                kind: row.text("actor_kind") ?? "", name: row.text("actor_name"), person: row.identifier("actor_user_id")),
            let outcome = AuditEntry.Outcome(rawValue: row.text("outcome") ?? "")
        else { return nil }
        let known = (try? JSONDecoder().decode([String: String].self, from: Data((row.text("details") ?? "").utf8))) ?? [:]
        let details = known.compactMap { name, text in AuditEntry.Detail(rawValue: name).map { ($0, text) } }
        return AuditEntry(
            id: id, at: at, by: actor, action, of: row.text("subject"), person: row.identifier("user_id"), outcome: outcome,
            changedCount: row.integer("changed_count"), details: Dictionary(uniqueKeysWithValues: details), request: row.text("request"))
    }
}
