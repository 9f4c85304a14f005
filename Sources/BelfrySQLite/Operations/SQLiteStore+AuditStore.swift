import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension Schema {
    static let audit = """
        -- Who did what: lines are added, and go by their age.
        CREATE TABLE audit_log (
            id TEXT PRIMARY KEY NOT NULL,
            happened_at TEXT NOT NULL,
            actor_kind TEXT NOT NULL,
            -- An app or an account of a machine; null where it is a person, or whoever has the admin secret.
            actor_name TEXT,
            actor_user_id TEXT,
            action TEXT NOT NULL,
            -- The thing, which is never a person.
            subject TEXT,
            -- Whose things they were.
            user_id TEXT,
            outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
            changed_count INTEGER,
            details TEXT NOT NULL DEFAULT '{}',
            request TEXT
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX audit_log_at ON audit_log (happened_at);
        CREATE INDEX audit_log_user ON audit_log (user_id, id) WHERE user_id IS NOT NULL;
        CREATE INDEX audit_log_actor ON audit_log (actor_user_id) WHERE actor_user_id IS NOT NULL;
        CREATE INDEX audit_log_subject ON audit_log (subject, id) WHERE subject IS NOT NULL;
        CREATE TRIGGER audit_log_stays BEFORE UPDATE OF id, happened_at, actor_kind, actor_name, action, subject, outcome, details, request ON audit_log
        BEGIN
            SELECT RAISE(ABORT, 'audit_log: lines are never changed');
        END;
        """

    /// What the log is asked for by, each in the order of lines. Most lines tell of what was done: those that don't are found by their own.
    static let auditFilters = """
        DROP INDEX audit_log_actor;
        CREATE INDEX audit_log_actor ON audit_log (\(AuditSelection.actorColumn), id);
        CREATE INDEX audit_log_kind ON audit_log (actor_kind, id);
        CREATE INDEX audit_log_action ON audit_log (action, id);
        CREATE INDEX audit_log_refused ON audit_log (id) WHERE outcome = 'refused';
        """
}

extension SQLiteStore: AuditStore {
    /// One transaction, which leaves a line in the audit log where somebody answers for it.
    ///
    /// - Parameter count: how many were changed; nil where nobody counts them.
    func write<Value: Sendable>(
        counting count: @escaping @Sendable (Value) -> Int? = { Audit.count(of: $0) }, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        // The writer's queue knows nothing of whose task it is.
        guard let entry = Audit.line?() else { return try await pool.write(body) }
        return try await pool.write { db in
            let value = try body(db)
            if let entry = entry.counting(count(value)) { try Self.leave(entry, db) }
            return value
        }
    }

    public func note(_ entry: AuditEntry) async throws { try await pool.write { try Self.leave(entry, $0) } }

    private static func leave(_ entry: AuditEntry, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO audit_log AS known (id, happened_at, actor_kind, actor_name, actor_user_id, action, subject, user_id, outcome, changed_count,
                details, request)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE
                SET changed_count = coalesce(known.changed_count + excluded.changed_count, excluded.changed_count, known.changed_count)
                """,
            arguments: [
                entry.id.text, entry.at.sql, entry.actor.kind.rawValue, entry.actor.name?.sql, entry.actor.person?.text, entry.actionName.sql, entry.subject?.sql,
                entry.person?.text, entry.outcome.rawValue, entry.changedCount, try entry.details.json(), entry.request?.sql,
            ])
    }

    public func auditEntries(_ selection: AuditSelection) async throws -> [AuditEntry] {
        let (sql, values) = Self.query(for: selection)
        return try await pool.read { try StoredRow.fetchAll($0, sql: sql, arguments: StatementArguments(values)).compactMap(Self.auditEntry) }
    }

    static func query(for selection: AuditSelection) -> (sql: String, values: [String]) {
        var values: [String] = []
        func bound(_ value: String) -> String {
            values.append(value)
            return "?\(values.count)"
        }
        let lead = selection.isFoundByFilter ? selection.filters.first : nil
        var conditions: [String] = []
        for (columns, value) in selection.filters.dropFirst(lead == nil ? 0 : 1) {
            let value = bound(value)
            conditions.append("(\(columns.map { "\($0) = \(value)" }.joined(separator: " OR ")))")
        }
        // As it stands in the partial index.
        if let outcome = selection.outcome { conditions.append("outcome = '\(outcome.rawValue)'") }
        if let from = selection.from { conditions.append("happened_at >= \(bound(from.sql))") }
        if let until = selection.until { conditions.append("happened_at < \(bound(until.sql))") }
        // What an identifier begins with is none, so that it may be left out as well.
        if let first = [selection.firstIdentifier, selection.after?.text].compactMap({ $0 }).max() { conditions.append("id > \(bound(first))") }
        if let last = [selection.lastIdentifier, selection.before?.text].compactMap({ $0 }).min() { conditions.append("id < \(bound(last))") }
        let order = "ORDER BY id \(selection.after == nil ? "DESC" : "ASC") LIMIT \(selection.countMax)"
        let value = lead.map { bound($0.value) }
        func lines(_ more: [String]) -> String {
            let all = more + conditions
            return "SELECT * FROM audit_log \(all.isEmpty ? "" : "WHERE \(all.joined(separator: " AND "))") \(order)"
        }
        guard let lead, let value else { return (lines([]), values) }
        // Each in its own order, and as many as are asked for: of both columns at once all lines would be sorted.
        let found = lead.columns.map { "SELECT * FROM (\(lines(["\($0) = \(value)"])))" }
        return ("\(found.joined(separator: " UNION ")) \(order)", values)
    }

    private static func auditEntry(_ row: StoredRow) -> AuditEntry? {
        AuditEntry(
            id: row.text("id").flatMap(AuditEntryID.init), at: row.instant("happened_at"),
            actor: AuditEntry.Actor(
                kind: row.text("actor_kind") ?? "", name: row.text("actor_name"), person: row.text("actor_user_id").flatMap(UserID.init)),
            action: row.text("action"), subject: row.text("subject"), person: row.text("user_id").flatMap(UserID.init), outcome: row.text("outcome"),
            changedCount: row.integer("changed_count"),
            details: (try? JSONDecoder().decode([String: String].self, from: Data((row.text("details") ?? "").utf8))) ?? [:], request: row.text("request"))
    }
}

extension [AuditEntry.Detail: String] {
    fileprivate func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Dictionary<String, String>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })), as: UTF8.self)
    }
}
