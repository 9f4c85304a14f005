import BelfryTime

/// What a platform's notification centre can hold, and how far ahead it is worth planning for it.
public struct PlatformProfile: Hashable, Sendable {
    public var name: String
    /// How many requests the system keeps pending; nil where it keeps them all.
    public var pendingCeiling: Int?
    /// How many of these stay free for what the app schedules outside of the plan.
    public var reserve: Int
    /// How many notifications of an app the system shows at once, beyond which it drops new ones without a word; nil where it shows them all.
    public var shownCountMax: Int?
    /// How many civil days are planned, today included.
    public var horizonDays: Int
    public var horizonDaysByDomain: [String: Int]
    /// The shortest time between two moments that the system tells apart; moments are rounded up to it.
    public var granularity: Duration
    /// How soon the platform surely plans anew by itself; nil where it promises nothing and the person has to open the app.
    public var refreshInterval: Duration?
    /// Whether the app may notify quietly before the person was asked.
    public var offersProvisionalPermission: Bool

    public init(
        name: String, pendingCeiling: Int?, reserve: Int = 0, shownCountMax: Int? = nil, horizonDays: Int, horizonDaysByDomain: [String: Int] = [:],
        granularity: Duration = .seconds(1), refreshInterval: Duration? = nil, offersProvisionalPermission: Bool = false
    ) {
        self.name = name
        self.pendingCeiling = pendingCeiling
        self.reserve = reserve
        self.shownCountMax = shownCountMax
        self.horizonDays = horizonDays
        self.horizonDaysByDomain = horizonDaysByDomain
        self.granularity = granularity
        self.refreshInterval = refreshInterval
        self.offersProvisionalPermission = offersProvisionalPermission
    }

    /// How many requests a plan may use; nil where there is no limit. Never negative.
    public var budget: Int? { pendingCeiling.map { max(0, $0 - reserve) } }

    /// The first moment from this one on that the system can be asked for.
    public func roundedUp(_ moment: Instant) -> Instant {
        moment.roundedUp(toMultipleOf: max(1, granularity.milliseconds))
    }

    /// How many civil days a domain is planned for, today included.
    public func horizonDays(of domain: String) -> Int { horizonDaysByDomain[domain] ?? horizonDays }

    /// 64 pending requests an app. Which of more survive is disputed, so a plan never asks for more.
    ///
    /// Source: Apple, UNUserNotificationCenter; archived "Local and Remote Notification Programming Guide".
    public static let ios = PlatformProfile(
        name: "ios", pendingCeiling: 64, reserve: 4, horizonDays: 14, horizonDaysByDomain: ["prayer": 7], offersProvisionalPermission: true)

    /// 50 at a time: an app has 500 alarms, beyond which scheduling throws, but only 50 of its notifications are shown at once, and the rest
    /// is dropped without a word.
    ///
    /// So what may come while nobody opens the app is never more than can be shown; two days that have more are gathered. Those in reserve
    /// are for the alarm that plans anew at midnight, and for the app's own. Alarms are lost at reboot, so two days are planned at a time.
    ///
    /// Source: Android Open Source Project, AlarmManagerService, `MAX_ALARMS_PER_UID`; NotificationManagerService,
    /// `MAX_PACKAGE_NOTIFICATIONS`. Notifee, "Triggers", promises 50 as well.
    public static let android = PlatformProfile(
        name: "android", pendingCeiling: 50, reserve: 4, shownCountMax: 50, horizonDays: 2, refreshInterval: .seconds(86_400))

    /// Our own scheduler keeps whatever it is given, and plans anew every hour.
    public static let linux = PlatformProfile(name: "linux", pendingCeiling: nil, horizonDays: 14, refreshInterval: .seconds(3600))

    public static let known = [ios, android, linux]
}
