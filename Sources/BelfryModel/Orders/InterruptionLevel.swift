/// How much a notification may interrupt, by the names that a system gives to it.
///
/// Source: Apple, UNNotificationInterruptionLevel. On a desktop it becomes the `urgency` of the Desktop Notifications Specification, §7.
public enum InterruptionLevel: String, CaseIterable, Codable, Sendable {
    /// In the list alone, without light or sound.
    case passive
    case active
    /// Shown at once, though the person wants to be left alone; needs a capability of the app.
    case timeSensitive = "time_sensitive"
    /// Sounds though the device is muted; needs the vendor's consent.
    case critical

    public init(_ severity: Severity) {
        switch severity {
        case .watch: self = .active
        case .attention: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}

extension Severity {
    /// Where a system sorts an app's notifications: 0 last, 1 first. Source: Apple, UNNotificationContent, `relevanceScore`.
    public var relevance: Double {
        switch self {
        case .watch: 0.3
        case .attention: 0.6
        case .critical: 1
        }
    }
}
