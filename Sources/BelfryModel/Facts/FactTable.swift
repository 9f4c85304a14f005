/// A table of facts that a person's devices share with each other through the server.
///
/// One description serves the device's schema, the server's, and the check of what is synced. The raw value is the table's name.
public enum FactTable: String, CaseIterable, Codable, Sendable {
    /// What the person wants of bills, in one row.
    case notificationSettings = "notification_settings"
    case budgetItems = "budget_items"
    case studySettings = "study_settings"
    case studyWords = "study_words"
    case pantrySettings = "pantry_settings"
    case pantryItems = "pantry_items"
    case prayerSettings = "prayer_settings"
    /// What the person wants to be told in their own words.
    case reminders
    /// What the person wants to be told at all, and when, in one row.
    case profile = "person_settings"
    /// What the person was told, by whom: each a ``NotificationReceipt``.
    case notificationReceipts = "notification_receipts"

    /// The one row of a table of settings.
    public static let settingsID = "own"

    public var columns: [FactColumn] {
        switch self {
        case .notificationSettings: FactTable.billSettings
        case .budgetItems: FactTable.bills
        case .studySettings: FactTable.study
        case .studyWords: FactTable.words
        case .pantrySettings: FactTable.pantry
        case .pantryItems: FactTable.things
        case .prayerSettings: FactTable.prayer
        case .reminders: FactTable.ownReminders
        case .profile: FactTable.person
        case .notificationReceipts: FactTable.receipts
        }
    }

    /// Those whose values have a length of their own.
    public var textColumns: [FactColumn] { columns.filter { [.text, .json].contains($0.kind) } }

    /// Nil where there is no such column.
    public func column(named name: String) -> FactColumn? {
        columns.first { $0.name == name }
    }

    /// Whether it has the one row ``settingsID``.
    public var isOfSettings: Bool {
        switch self {
        case .notificationSettings, .studySettings, .pantrySettings, .prayerSettings, .profile: true
        case .budgetItems, .studyWords, .pantryItems, .reminders, .notificationReceipts: false
        }
    }

    private static let billSettings: [FactColumn] = [
        .flag("bill_reminders_enabled"), .whole("reminder_time_hour"), .whole("reminder_time_minute"), .flag("notify_on_due_date"),
        .flag("notify_one_day_before"), .flag("notify_overdue"), .flag("notify_overspending"), .flag("weekly_digest_enabled"),
        .text("currency"),
    ]
    private static let bills: [FactColumn] = [
        .text("name"), .text("type"), .whole("amount"), .text("currency"), .text("due_date"), .flag("is_auto_pay"), .flag("is_completed"),
        .flag("is_deleted"), .text("rrule"), .whole("limit"), .whole("spent"),
    ]
    private static let study: [FactColumn] = [
        .flag("study_reminders_enabled"), .text("reminder_time"), .flag("encourage_when_nothing_due"), .real("desired_retention"), .real("decay"),
    ]
    private static let words: [FactColumn] = [
        .text("due"), .text("last_review"), .real("interval_days"), .whole("repetitions"), .real("ease_factor"), .real("stability"),
        .real("difficulty"),
    ]
    private static let pantry: [FactColumn] = [
        .flag("expiration_reminders_enabled"), .flag("warranty_reminders_enabled"), .flag("maintenance_reminders_enabled"),
    ]
    private static let things: [FactColumn] = [
        .text("name"), .text("category"), .text("expires_on"), .text("warranty_ends_on"), .json("maintenance"), .flag("used"), .text("brand"),
        .text("gtin"), .text("lot"),
    ]
    private static let prayer: [FactColumn] = [
        .flag("prayer_reminders_enabled"), .real("latitude"), .real("longitude"), .text("place"), .json("method"), .text("madhab"),
        .text("high_latitude_rule"), .json("adjustments"), .json("timetable"), .json("prayers"), .json("minutes_before"), .whole("days"),
    ]
    private static let ownReminders: [FactColumn] = [
        .text("title"), .text("body"), .text("dtstart"), .text("rrule"), .json("rdate"), .json("exdate"), .text("timezone"), .text("category"),
        .text("severity"), .whole("valid_minutes"), .flag("enabled"), .text("done_through"),
    ]
    private static let person: [FactColumn] = [
        .flag("notify_in_app"), .flag("notify_push"), .text("quiet_hours_start"), .text("quiet_hours_end"),
        .text("quiet_hours_notification_level"), .text("quiet_hours_action"), .text("language"), .text("reminder_time"), .whole("daily_max"),
        .json("throttles"), .json("mutes"), .json("adaptive"), .text("muted_until"), .json("quiet_hours_by_weekday"),
    ]
    private static let receipts: [FactColumn] = [.text("told_at"), .text("told_by"), .text("category")]
}

/// One column of a fact table.
public struct FactColumn: Hashable, Sendable {
    public let name: String
    public let kind: Kind

    /// What values a column takes. `whole` is of 64 bits, `real` a floating-point number; each may be null besides.
    public enum Kind: Hashable, Sendable {
        case flag, whole, real, text
        /// An object or an array, kept and sent as its text, as WatermelonDB does.
        case json

        /// What a person is told to give.
        var expectation: String {
            switch self {
            case .flag: "true or false"
            case .whole: "a whole number"
            case .real: "a number"
            case .text: "text"
            case .json: "JSON as text"
            }
        }
    }

    /// As long as the longest body that is told; in characters of Unicode.
    public static let textLengthMax = 4096
    /// Room for a timetable of ten years.
    public static let jsonLengthMax = 512 * 1024

    /// - Throws: `Problem.wrongType` where a text is longer than it may be here.
    func checkLength(of value: FactValue, at field: String) throws(Problem) {
        guard case .text(let text) = value else { return }
        _ = try text.checked(lengthMax: kind == .json ? Self.jsonLengthMax : Self.textLengthMax, field: field)
    }

    static func flag(_ name: String) -> FactColumn { FactColumn(name: name, kind: .flag) }
    static func whole(_ name: String) -> FactColumn { FactColumn(name: name, kind: .whole) }
    static func real(_ name: String) -> FactColumn { FactColumn(name: name, kind: .real) }
    static func text(_ name: String) -> FactColumn { FactColumn(name: name, kind: .text) }
    static func json(_ name: String) -> FactColumn { FactColumn(name: name, kind: .json) }

    /// A value as it is kept in this column; nil where it can't stand here. Null always may.
    public func kept(_ value: FactValue) -> FactValue? {
        switch (kind, value) {
        case (_, .null), (.flag, .flag), (.whole, .whole), (.text, .text), (.json, .text): value
        // JSON has no other numbers.
        case (.real, .real(let number)): number.isFinite ? value : nil
        // SQLite has no switches of its own, and 2.0 may be written as 2.
        case (.flag, .whole(let number)): number == 0 || number == 1 ? .flag(number == 1) : nil
        case (.real, .whole(let number)): .real(Double(number))
        default: nil
        }
    }
}
