import BelfryModel

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
}

extension RequestID {
    /// As the tenant looks for it: the thing and the rule, `milk_day_before`.
    public var tenantIdentifier: String { "\(entity)_\(rule)" }
}
