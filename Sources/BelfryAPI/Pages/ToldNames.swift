import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases

/// Names what was told, or left out, where no words of it are kept: the fact that it is about is looked up, and else the kind is named.
public struct ToldNames: Sendable {
    private let rows: [FactTable: [FactRecord]]
    private let language: Language

    /// - Parameter rows: the person's facts, as far as they are known.
    public init(_ rows: [FactTable: [FactRecord]], in language: Language) {
        self.rows = rows
        self.language = language
    }

    public func title(of identifier: NotificationID, _ category: String) -> String {
        let parts = identifier.subject.split(separator: "|").map(String.init)
        let place: (table: FactTable, column: String)? =
            switch parts.first {
            case "bills": (.budgetItems, "name")
            case "pantry": (.pantryItems, "name")
            case "reminders": (.reminders, "title")
            default: nil
            }
        if parts.count > 1, let place, case .text(let name) = (rows[place.table] ?? []).first(where: { $0.id == parts[1] })?.columns[place.column] {
            return name
        }
        if parts.first == "prayer", parts.count > 1 { return Phrases.name(ofPrayer: parts[1], in: language) }
        return PageWords(language)(tenant(of: identifier, category).word)
    }

    func tenant(of identifier: NotificationID, _ category: String) -> TimelineTenant {
        let domain = String(identifier.subject.prefix { $0 != "|" })
        if category == RecallReminders.category { return .recalls }
        // A summary is named by what it gathers: `digest|bill_reminder`.
        return TimelineTenant(rawValue: domain) ?? tenant(ofCategory: category)
    }

    func tenant(ofCategory category: String) -> TimelineTenant {
        let name = category.lowercased()
        if [Payload.patternAlertKind, Payload.missingWearableKind].contains(name) { return .vitality }
        return Self.tenants.first { name.utf8.contains($0.part.utf8) }?.tenant ?? .other
    }

    /// By a part of a category's name.
    private static let tenants: [(part: String, tenant: TimelineTenant)] = [
        ("bill", .bills), ("study", .study), ("prayer", .prayer), ("recall", .recalls), ("pantry", .pantry), ("expir", .pantry),
        ("warranty", .pantry), ("maintenance", .pantry), ("reminder", .reminders),
    ]
}
