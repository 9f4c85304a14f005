import BelfryModel
import BelfryTime

extension NotificationAction {
    /// The thing is used up: everything that was asked for it is taken back.
    public static let used = NotificationAction(identifier: "USED")
    public static let recipes = NotificationAction(identifier: "RECIPES", opensApp: true)
    /// Shows it again in twelve hours.
    public static let snooze = NotificationAction(identifier: "SNOOZE")
}

extension NotificationCategory {
    /// What expires.
    public static let expiration = NotificationCategory(identifier: "EXPIRATION", actions: [.used, .recipes, .snooze])
    public static let warranty = NotificationCategory(identifier: "WARRANTY", actions: [.snooze])
    public static let maintenance = NotificationCategory(identifier: "MAINTENANCE", actions: [.snooze])
}

extension PantryReminders {
    public static let categories = [NotificationCategory.expiration, .warranty, .maintenance]

    public static let snoozeLength = Duration.seconds(12 * 3600)

    /// What has to be remembered when a person snoozes a notification: each of its parts comes again in twelve hours.
    ///
    /// In quiet hours it comes when they end, unless it is critical or the person lets everything pass. In a ``Person`` it survives every planning to come.
    /// - Parameter parts: the identifiers of what the notification tells, one or the parts of a summary.
    public static func snoozes(
        of parts: [NotificationID], severity: Severity, for recipient: Recipient
    ) -> [Snooze] {
        var until = recipient.now + snoozeLength
        let preferences = recipient.person.preferences
        if let window = preferences.quietHours, preferences.quietHoursLevel != .all, severity != .critical {
            until = window.firstMomentOutside(from: until, in: recipient.zone)
        }
        return parts.map { Snooze(identifier: $0, until: until) }
    }
}

extension RequestID {
    /// As the tenant looks for it: the thing and the rule, `milk_day_before`.
    public var tenantIdentifier: String { "\(entity)_\(rule)" }
}
