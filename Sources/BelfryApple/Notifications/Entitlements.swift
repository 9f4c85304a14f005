#if canImport(UserNotifications)
    import BelfryModel
    import BelfryPorts
    import UserNotifications

    /// What Apple lets an app do beyond ordinary notifications.
    public struct Entitlements: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The capability "Time Sensitive Notifications".
        public static let timeSensitive = Entitlements(rawValue: 1 << 0)
        /// "Critical Alerts", for which Apple must be asked.
        public static let critical = Entitlements(rawValue: 1 << 1)

        /// The level of a severity, as far as the app may go.
        func level(of severity: Severity) -> UNNotificationInterruptionLevel {
            switch InterruptionLevel(severity) {
            case .passive: .passive
            case .active: .active
            case .critical where contains(.critical): .critical
            case .critical, .timeSensitive: contains(.timeSensitive) ? .timeSensitive : .active
            }
        }

        /// What is asked for, and no more than is used.
        ///
        /// It also decides what a quiet permission becomes when the person turns it into a full one.
        func options(for kind: PermissionKind) -> UNAuthorizationOptions {
            var options: UNAuthorizationOptions = [.alert, .sound]
            if contains(.critical) { options.insert(.criticalAlert) }
            if kind == .provisional { options.insert(.provisional) }
            return options
        }
    }
#endif
