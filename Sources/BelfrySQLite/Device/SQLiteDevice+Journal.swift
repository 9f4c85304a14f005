import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteDevice: DeviceJournal {
    public func record(ledgerSince since: Instant) async throws -> DeviceRecord {
        try await pool.read { db in
            var record = DeviceRecord(state: try Self.state(db) ?? DeviceState())
            let asked = try StoredRow.fetchCursor(db, sql: "SELECT * FROM pending_notifications ORDER BY moment, identifier")
            while let row = try asked.next() {
                if let one = row.asked { record.asked.append(one) }
            }
            record.habits = try Self.habits(db)
            record.ledger = try Self.lines(
                db, where: "told_at < ? AND outcome = 'told'", since) + Self.lines(db, where: "told_at >= ?", since)
            record.snoozes = try StoredRow.fetchAll(db, sql: "SELECT * FROM notification_snoozes ORDER BY until, identifier").compactMap { row in
                guard let identifier = row.text("identifier").flatMap(NotificationID.init), let until = row.instant("until") else { return nil }
                return Snooze(identifier: identifier, until: until)
            }
            record.dismissals = try StoredRow.fetchAll(db, sql: "SELECT * FROM notification_dismissals ORDER BY scope").compactMap { row in
                guard let scope = row.text("scope").flatMap(NotificationScope.init), let at = row.instant("dismissed_at") else { return nil }
                return Dismissal(scope: scope, at: at)
            }
            return record
        }
    }

    public func history(since: Instant) async throws -> [LedgerLine] {
        try await pool.read { try Self.lines($0, where: "told_at >= ?", since) }
    }

    private static func lines(_ db: Database, where condition: String, _ moment: Instant) throws -> [LedgerLine] {
        var lines: [LedgerLine] = []
        let rows = try StoredRow.fetchCursor(
            db.cachedStatement(sql: "SELECT * FROM notification_ledger WHERE \(condition) ORDER BY told_at, identifier"),
            arguments: [moment.sql])
        while let row = try rows.next() {
            if let line = row.ledgerLine { lines.append(line) }
        }
        return lines
    }

    public func subjectsTold(of category: String) async throws -> Set<String> {
        try await pool.read { db in
            let identifiers = try String.fetchAll(
                db, sql: "SELECT identifier FROM notification_ledger WHERE category = ? AND outcome NOT IN ('missed', 'not_allowed')",
                arguments: [category])
            return Set(identifiers.compactMap { NotificationID($0)?.subject })
        }
    }

    public func apply(_ change: JournalChange) async throws -> Bool {
        let edits = try checked(change.edits)
        return try await pool.write { db in
            if let response = change.claimed, try !Self.claim(response, db) { return false }
            for one in change.asked { try Self.keep(one, db) }
            for identifier in change.confirmed {
                try db.cachedStatement(sql: "UPDATE pending_notifications SET state = 'confirmed', replaced_moment = NULL WHERE identifier = ?")
                    .execute(arguments: [identifier.description])
            }
            for identifier in change.settled {
                try db.cachedStatement(sql: "DELETE FROM pending_notifications WHERE identifier = ?").execute(arguments: [identifier.description])
            }
            for line in change.ledger { try Self.note(line, db) }
            for snooze in change.endedSnoozes {
                try db.execute(
                    sql: "DELETE FROM notification_snoozes WHERE identifier = ? AND until = ?",
                    arguments: [snooze.identifier.description, snooze.until.sql])
            }
            for snooze in change.snoozes {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO notification_snoozes VALUES (?, ?)",
                    arguments: [snooze.identifier.description, snooze.until.sql])
            }
            for scope in change.restored {
                try db.execute(sql: "DELETE FROM notification_dismissals WHERE scope = ?", arguments: [scope.text])
            }
            for dismissal in change.dismissals {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO notification_dismissals VALUES (?, ?)", arguments: [dismissal.scope.text, dismissal.at.sql])
            }
            if let state = change.state {
                try db.execute(sql: "INSERT OR REPLACE INTO device_state VALUES (1, ?)", arguments: [try storedJSON(state)])
            }
            if let habits = change.habits { try Self.change(habits, db) }
            try Self.save(edits, db)
            return true
        }
    }

    private static func state(_ db: Database) throws -> DeviceState? {
        try StoredRow.fetchOne(db, sql: "SELECT state FROM device_state")?.json(DeviceState.self, "state")
    }

    private static func habits(_ db: Database) throws -> StoredHabits {
        let row = try StoredRow.fetchOne(db, sql: "SELECT document, erased_at FROM learnt_habits")
        return StoredHabits(document: row?.text("document"), erasedAt: row?.instant("erased_at"))
    }

    private static func change(_ change: HabitsChange, _ db: Database) throws {
        let stored: StoredHabits
        switch change {
        case .learnt(let learnt):
            guard try habits(db).erasedAt == learnt.erasedAt else { return }
            stored = learnt
        case .erased(let moment): stored = StoredHabits(erasedAt: moment)
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO learnt_habits VALUES (1, ?, ?)", arguments: [stored.document, stored.erasedAt?.sql])
    }

    /// - Returns: false where it was claimed before.
    private static func claim(_ response: NotificationResponse, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "INSERT OR IGNORE INTO handled_responses VALUES (?, ?, ?)",
            arguments: [response.identifier.description, response.moment.sql, response.action.stored])
        return db.changesCount == 1
    }

    private static func keep(_ one: AskedNotification, _ db: Database) throws {
        let notification = one.notification
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO pending_notifications (identifier, moment, state, replaced_moment, is_late, is_refused, title, body,
                    category, thread, severity, parts, expires_at, fingerprint, promises, wording) VALUES (\(placeholders(16)))
                """
        ).execute(arguments: [
            one.identifier.description, one.moment.sql, one.state.rawValue, one.replacedMoment?.sql, one.isLate, one.isRefused,
            notification.title, notification.body, notification.category, notification.thread, notification.severity.rawValue,
            try storedJSON(notification.parts), notification.expiresAt?.sql, String(notification.request.fingerprint, radix: 16),
            try storedJSON(notification.request.promises), try one.wording.map(storedJSON),
        ])
    }

    private static func note(_ line: LedgerLine, _ db: Database) throws {
        let key: StatementArguments = [line.entry.identifier.description, line.entry.toldAt.sql]
        let known = try StoredRow.fetchOne(db, sql: "SELECT * FROM notification_ledger WHERE identifier = ? AND told_at = ?", arguments: key)?.ledgerLine
        let merged = known.map(line.merged(into:)) ?? line
        guard merged != known else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO notification_ledger VALUES (?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
            line.entry.identifier.description, line.entry.toldAt.sql, merged.entry.notification.description, merged.entry.category,
            merged.outcome.rawValue, merged.outcomeAt.sql, try merged.wording.map(storedJSON),
        ])
    }
}

extension StoredRow {
    /// Nil where somebody has written what can't be understood.
    fileprivate var asked: AskedNotification? {
        guard let identifier = text("identifier").flatMap(NotificationID.init), let moment = instant("moment"),
            let fingerprint = text("fingerprint").flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        let promises = text("promises") == "[]" ? [] : json([PendingRequest.Promise].self, "promises") ?? []
        let notification = ScheduledNotification(
            request: PendingRequest(identifier: identifier, moment: moment, fingerprint: fingerprint, promises: promises),
            title: text("title") ?? "", body: text("body") ?? "", category: text("category") ?? "", thread: text("thread") ?? "",
            severity: choice("severity") ?? .watch, parts: identifiers("parts") ?? [identifier],
            expiresAt: instant("expires_at"))
        return AskedNotification(
            notification, state: choice("state") ?? .asked, replacedMoment: instant("replaced_moment"), isLate: number("is_late") == 1,
            isRefused: number("is_refused") == 1, wording: json(TemplateChoice.self, "wording"))
    }

    fileprivate var ledgerLine: LedgerLine? {
        guard let identifier = text("identifier").flatMap(NotificationID.init), let toldAt = instant("told_at"),
            let outcome = text("outcome").flatMap(LedgerLine.Outcome.init)
        else { return nil }
        let entry = LedgerEntry(
            identifier: identifier, notification: text("notification").flatMap(NotificationID.init), category: text("category") ?? "",
            toldAt: toldAt)
        return LedgerLine(entry, outcome: outcome, outcomeAt: instant("outcome_at") ?? toldAt, wording: json(TemplateChoice.self, "wording"))
    }

    /// An array of identifiers. A summary may have hundreds, and as texts they are read much sooner than as values that decode themselves.
    private func identifiers(_ column: String) -> [NotificationID]? {
        guard let texts = json([String].self, column) else { return nil }
        let identifiers = texts.compactMap(NotificationID.init)
        return identifiers.count == texts.count ? identifiers : nil
    }

    /// Nil where somebody has written something else there.
    fileprivate func json<Value: Decodable>(_ type: Value.Type, _ column: String) -> Value? {
        text(column).flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

private func storedJSON(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

extension NotificationResponse.Action {
    fileprivate var stored: String {
        switch self {
        case .open: "open"
        case .dismiss: "dismiss"
        case .button(let identifier): "button:\(identifier)"
        }
    }
}

// MARK: Our own schedule

extension SQLiteDevice: ScheduleStore {
    public func schedule() async throws -> [ScheduleEntry] {
        try await pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT * FROM scheduled_notifications ORDER BY moment, identifier").compactMap { row in
                row.json(ScheduledNotification.self, "notification").map { ScheduleEntry($0, shownAt: row.instant("shown_at")) }
            }
        }
    }

    public func changeSchedule(_ change: ScheduleChange) async throws {
        try await pool.write { db in
            for key in change.removed {
                try db.execute(
                    sql: "DELETE FROM scheduled_notifications WHERE identifier = ? AND is_shown = ?",
                    arguments: [key.identifier.description, key.isShown])
            }
            for entry in change.saved {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO scheduled_notifications VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        entry.notification.identifier.description, entry.shownAt != nil, entry.notification.moment.sql,
                        entry.shownAt?.sql, try storedJSON(entry.notification),
                    ])
            }
        }
    }
}

extension SQLiteDevice: ShownJournal {
    public func shown() -> [ShownNotification] {
        (try? pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT notification FROM shown_notifications").compactMap { $0.json(ShownNotification.self, "notification") }
        }) ?? []
    }

    public func keep(_ notification: ShownNotification) {
        _ = try? pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO shown_notifications VALUES (?, ?)",
                arguments: [notification.identifier.description, try storedJSON(notification)])
        }
    }

    public func forget(_ identifiers: [NotificationID]) {
        _ = try? pool.write { db in
            for identifier in identifiers {
                try db.execute(sql: "DELETE FROM shown_notifications WHERE identifier = ?", arguments: [identifier.description])
            }
        }
    }
}
