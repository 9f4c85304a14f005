import BelfryModel
import BelfryPorts

/// What `Notify` is called with.
///
/// Source: Desktop Notifications Specification 1.2, `Notify` and "Hints".
struct NotifyArguments: Hashable, Sendable {
    let applicationName: String
    /// The number of the one that it takes the place of; 0 for a new one.
    var replaces: UInt32
    let icon: String
    let summary: String
    let body: String
    /// Keys and labels in turn.
    let actions: [String]
    let hints: [String: BusValue]
    /// In milliseconds: -1 leaves it to the service, 0 is never.
    let expireTimeout: Int32

    var values: [BusValue] {
        [
            .string(applicationName), .uint32(replaces), .string(icon), .string(summary), .string(body), .strings(actions),
            .dictionary(hints),
            .int32(expireTimeout),
        ]
    }
}

extension NotifyArguments {
    init(
        _ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String, application: DesktopApplication,
        capabilities: ServiceCapabilities, replaces: UInt32
    ) {
        let level = InterruptionLevel(notification.severity)
        let hasBody = capabilities.contains(.body)
        applicationName = ServiceText.line(application.name, byteCountMax: ServiceText.labelByteCountMax)
        self.replaces = replaces
        icon = application.icon
        summary = ServiceText.line(
            hasBody || notification.body.isEmpty ? notification.title : "\(notification.title): \(notification.body)",
            byteCountMax: ServiceText.summaryByteCountMax)
        body = hasBody ? ServiceText.body(notification.body, isMarkup: capabilities.contains(.bodyMarkup)) : ""
        self.actions = capabilities.contains(.actions) ? NotifyArguments.keysAndLabels(of: actions, openTitle) : []
        hints = [
            "urgency": .byte(level.urgency),
            "category": .string(NotifyArguments.categoryName(notification.category)),
            "desktop-entry": .string(application.desktopEntry),
            "suppress-sound": .bool(level == .passive),
        ]
        expireTimeout = level == .critical ? 0 : -1
    }

    private static func keysAndLabels(of actions: [DescribedCategory.Action], _ openTitle: String) -> [String] {
        let open = (NotificationsService.defaultAction, openTitle)
        return ([open] + actions.map { (ActionKey.text(of: $0.identifier), $0.title) }).flatMap { key, title in
            [key, ServiceText.line(title, byteCountMax: ServiceText.labelByteCountMax)]
        }
    }

    /// `x-vendor.class`, as the specification wants names that it doesn't list.
    private static func categoryName(_ category: String) -> String {
        let letters = category.unicodeScalars.prefix(64).map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "_-.".unicodeScalars.contains(scalar))
                ? Character(scalar) : "_"
        }
        return "x-belfry." + String(letters)
    }
}

/// The key under which a service offers a button, apart from the keys that have a meaning of their own, such as `default`.
enum ActionKey {
    private static let prefix = "button:"

    static func text(of identifier: String) -> String { prefix + identifier }

    /// Nil where the key is none of ours.
    static func action(of key: String) -> NotificationResponse.Action? {
        if key == NotificationsService.defaultAction { return .open }
        return key.hasPrefix(prefix) && key != prefix ? .button(String(key.dropFirst(prefix.count))) : nil
    }
}

extension InterruptionLevel {
    /// 0 low, 1 normal, 2 critical.
    ///
    /// What is critical stays until somebody answers it and passes through "do not disturb", so that only what is critical to us may.
    var urgency: UInt8 {
        switch self {
        case .passive: 0
        case .active, .timeSensitive: 1
        case .critical: 2
        }
    }
}
