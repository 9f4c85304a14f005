/// What a person can do with notifications of one category, besides opening them.
public struct NotificationCategory: Hashable, Sendable {
    /// The ``NotificationRequest/category`` of the requests it belongs to.
    public let identifier: String
    /// In the order in which they are shown; a banner has room for the first two alone. Source: Apple, UNNotificationCategory, `actions`.
    public let actions: [NotificationAction]

    public init(identifier: String, actions: [NotificationAction]) {
        self.identifier = identifier
        self.actions = actions
    }
}

/// One button on a notification. `BelfryPhrases` has the words on it.
public struct NotificationAction: Hashable, Sendable {
    /// Such as `SNOOZE`.
    public let identifier: String
    /// Whether the app comes to the front, because it has something to show.
    public let opensApp: Bool

    public init(identifier: String, opensApp: Bool = false) {
        self.identifier = identifier
        self.opensApp = opensApp
    }
}
