import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation

/// Plans a person's coming days from what the server knows of them: the facts that their devices share, and their preferences.
///
/// It is the plan that a device of theirs without a limit on what is pending would make of the same facts: a preview, stored nowhere.
struct PersonPlanner: Sendable {
    let services: Services

    /// Far enough for a look ahead, and for everything that is told by the day.
    static let dayCount = 14

    /// What is planned for, as it is stored and with changes that somebody tries out.
    struct Facts: Sendable {
        /// The rows of each table, by their identifiers.
        fileprivate(set) var rows: [FactTable: [FactRecord]]
        /// Until when the rows are as they were read; a push says so, and another's later edits are a conflict.
        let mark: Int
        /// The person's own, which the server decides by.
        var preferences: Preferences

        /// The one row of a table of settings; an empty one where there is none.
        func settings(_ table: FactTable) -> FactRecord {
            rows[table]?.first { $0.id == FactTable.settingsID } ?? FactRecord(id: FactTable.settingsID)
        }

        func has(_ table: FactTable) -> Bool { rows[table]?.isEmpty == false }

        /// Puts values into the one row of a table of settings; the columns that aren't named stay as they are.
        mutating func set(_ columns: [String: FactValue], in table: FactTable) {
            var row = settings(table)
            row.columns.merge(columns) { _, new in new }
            rows[table] = [row]
        }

        /// The same for the person's devices, unless another has edited something since the facts were read.
        func push(_ columns: [FactTable: [String: FactValue]]) -> SyncPush {
            let changes = SyncChanges(
                tables: columns.reduce(into: [:]) { tables, entry in
                    let record = FactRecord(id: FactTable.settingsID, columns: entry.value)
                    tables[entry.key] = has(entry.key) ? .init(updated: [record]) : .init(created: [record])
                })
            return SyncPush(id: nil, changes: changes, pulledAt: mark)
        }
    }

    func facts(of person: UserID) async throws -> Facts {
        let answer = try await services.store.pull(SyncPull(since: nil), of: person)
        return Facts(
            rows: answer.changes.tables.mapValues { $0.saved.sorted { $0.id < $1.id } }, mark: answer.timestamp,
            preferences: try await services.preferences(of: person).preferences)
    }

    /// - Throws: the ``Problem`` that stands in the way of all of it, such as a zone that isn't known.
    func plan(_ facts: Facts, language: Language, now: Instant) throws(Problem) -> PlannedDocument {
        try PlanDocument(root(facts, language)).planned(zones: services.zones, now: now)
    }

    // MARK: As the document of a plan

    private func root(_ facts: Facts, _ language: Language) -> [String: Any] {
        var root: [String: Any] = ["person": person(facts, language), "platform": platform, "history": history(facts)]
        for tenant in Tenant.allCases {
            let (settings, items) = tenant.tables
            guard [settings, items].contains(where: { $0.map(facts.has) == true }) else { continue }
            var part: [String: Any] = [:]
            if let settings { part["settings"] = Self.object(facts.settings(settings), of: settings) }
            if let items { part["items"] = Self.plannable(facts.rows[items] ?? []).map { Self.object($0, of: items) } }
            root[tenant.rawValue] = part
        }
        return root
    }

    /// Without what comes back by a rule beyond as many as a document that is sent may have: devices may share far more rows than are thought through here.
    static func plannable(_ records: [FactRecord]) -> [FactRecord] {
        var ruleCount = 0
        return records.filter { record in
            guard case .text(let rule)? = record.columns["rrule"], !rule.isEmpty else { return true }
            ruleCount += 1
            return ruleCount <= PlanDocument.ruleCountMax
        }
    }

    /// Nothing pending is limited, and every tenant is planned as far as is looked.
    private var platform: [String: Any] {
        ["name": "linux", "horizon_days": Self.dayCount, "horizon_days_by_domain": ["prayer": Self.dayCount], "refresh_minutes": 60]
    }

    /// What devices have stored of the person; where they say nothing, what the server has. Their row is whole as soon as they say anything, and null
    /// says nothing.
    private func person(_ facts: Facts, _ language: Language) -> [String: Any] {
        var person = Self.object(facts.settings(.profile), of: .profile)
        person["id"] = nil
        person["timezone"] = facts.preferences.timezone
        if person["language"] == nil { person["language"] = language.rawValue }
        let stored = facts.settings(.profile).columns.filter { $0.value != .null }
        if stored["quiet_hours_start"] == nil, stored["quiet_hours_end"] == nil, !facts.preferences.quietWeek.isEmpty {
            person["quiet_hours_start"] = facts.preferences.quietHours?.start.description
            person["quiet_hours_end"] = facts.preferences.quietHours?.end.description
            person["quiet_hours_notification_level"] = facts.preferences.quietHoursLevel.rawValue
            person["quiet_hours_action"] = facts.preferences.quietHoursAction.rawValue
        }
        if stored["quiet_hours_by_weekday"] == nil, let nights = facts.preferences.quietHoursByWeekday.text {
            person["quiet_hours_by_weekday"] = Self.json(nights)
        }
        if stored["muted_until"] == nil, let mutedUntil = facts.preferences.mutedUntil { person["muted_until"] = mutedUntil.description }
        if stored["daily_max"] == nil, let countMax = facts.preferences.dailyCountMax { person["daily_max"] = countMax }
        return usable(person)
    }

    /// Without the columns that can't be used, as one that a newer app has written: on the person's devices they count as if they were empty, too.
    private func usable(_ person: [String: Any]) -> [String: Any] {
        var person = person
        while true {
            let read = try? JSONDecoder().decode(Lenient<DecodedPerson>.self, from: JSONWriter.data(of: person)).result
            guard case .failure(let problem) = read, let column = problem.column, person.removeValue(forKey: column) != nil else { return person }
        }
    }

    private func history(_ facts: Facts) -> [[String: Any]] {
        (facts.rows[.notificationReceipts] ?? []).compactMap(NotificationReceipt.init).ledgerEntries.map { entry in
            [
                "identifier": entry.identifier.description, "notification": entry.notification.description, "category": entry.category,
                "told_at": entry.toldAt.description,
            ]
        }
    }

    /// The text itself where it is no JSON.
    private static func json(_ text: String) -> Any {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) ?? text
    }

    /// A row as a document of a plan has it.
    static func object(_ record: FactRecord, of table: FactTable) -> [String: Any] {
        var object: [String: Any] = table.isOfSettings ? [:] : ["id": record.id]
        for column in table.columns {
            guard let value = record.columns[column.name] else { continue }
            switch (column.kind, value) {
            case (_, .null): continue
            case (.json, .text(let text)):
                object[column.name] = json(text)
            case (.flag, .whole(let number)): object[column.name] = number != 0
            case (_, .flag(let flag)): object[column.name] = flag
            case (_, .whole(let number)): object[column.name] = number
            case (_, .real(let number)): object[column.name] = number
            case (_, .text(let text)): object[column.name] = text
            }
        }
        return object
    }
}
