import BelfryModel
import BelfryTime

/// What a person wants to be told of their bills: a row of `notification_settings`.
public struct BillSettings: Hashable, Sendable {
    /// Nothing is told until the person wants it.
    public var isEnabled = false
    public var reminderTime = Person.defaultReminderTime
    public var notifiesOnDueDate = true
    public var notifiesOneDayBefore = true
    public var notifiesOverdue = true
    public var notifiesOverspending = true
    public var hasWeeklyDigest = true
    /// The person's own, for amounts that don't say theirs; ISO 4217.
    public var currency: String?
    /// Where a server reaches the device.
    public var pushToken: String?

    public init() {}
}

extension BillSettings: Decodable {
    private enum Key: String, CodingKey {
        case isEnabled = "bill_reminders_enabled"
        case hour = "reminder_time_hour"
        case minute = "reminder_time_minute"
        case notifiesOnDueDate = "notify_on_due_date"
        case notifiesOneDayBefore = "notify_one_day_before"
        case notifiesOverdue = "notify_overdue"
        case notifiesOverspending = "notify_overspending"
        case hasWeeklyDigest = "weekly_digest_enabled"
        case currency
        case pushToken = "push_token"
    }

    /// The keys are the columns; what is missing or null keeps its default.
    ///
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        isEnabled = try container.flag(.isEnabled, default: isEnabled)
        let hour = try container.number(.hour, in: 0...23) ?? reminderTime.hour
        let minute = try container.number(.minute, in: 0...59) ?? reminderTime.minute
        reminderTime = CivilTime(hour: hour, minute: minute) ?? reminderTime
        notifiesOnDueDate = try container.flag(.notifiesOnDueDate, default: notifiesOnDueDate)
        notifiesOneDayBefore = try container.flag(.notifiesOneDayBefore, default: notifiesOneDayBefore)
        notifiesOverdue = try container.flag(.notifiesOverdue, default: notifiesOverdue)
        notifiesOverspending = try container.flag(.notifiesOverspending, default: notifiesOverspending)
        hasWeeklyDigest = try container.flag(.hasWeeklyDigest, default: hasWeeklyDigest)
        currency = try container.currency(.currency)
        pushToken = try container.decodeIfPresent(String.self, forKey: .pushToken)
    }
}
