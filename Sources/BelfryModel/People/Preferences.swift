import BelfryTime

/// What passes through quiet hours.
public enum QuietHoursLevel: String, CaseIterable, Codable, Sendable {
    case all
    case criticalOnly = "critical_only"
    case none
}

/// What becomes of what doesn't pass: dropped with a reason, or held until the window ends.
public enum QuietHoursAction: String, CaseIterable, Codable, Sendable {
    case skip
    case `defer`
}

/// What a person wants to be told, and when: a row of `user_profiles`.
public struct Preferences: Hashable, Sendable {
    public var notifyInApp = true
    public var notifyPush = false
    public var notifyEmail = false
    public var championNotifyEmail = true
    public var championNotifySMS = false
    /// Local time; nil means that no hour is quiet.
    public var quietHours: DailyWindow?
    /// Counts in its place for the nights that begin on some days of the week.
    public var quietHoursByWeekday = QuietNights()
    public var quietHoursLevel = QuietHoursLevel.none
    public var quietHoursAction = QuietHoursAction.skip
    /// An IANA name.
    public var timezone = "UTC"
    /// What notifications and pages are worded in; nil where the person never chose.
    public var language: Language?
    /// Nothing is told before this moment, not even what is critical; nil where nothing is muted. ``Mute/openEnd`` where it is until they say otherwise.
    public var mutedUntil: Instant?
    /// At most so many notifications on a civil day, over all categories and all channels that interrupt them; nil where there is no limit. Critical
    /// ones always pass.
    public var dailyCountMax: Int?
    /// When what isn't critical is told, once a day and as one, over the channels that interrupt them; nil where it is told at once.
    public var digestAt: CivilTime?
    /// Counts in its place for some categories.
    public var digestByCategory = DigestTimes()

    public static let dailyCountRange = 0...10_000

    public init() {}

    /// When it is quiet, night by night.
    public var quietWeek: WeeklyWindow { WeeklyWindow(everyDay: quietHours, byWeekday: quietHoursByWeekday.windows) }

    /// Takes over some settings of another's; the two ends of quiet hours go together.
    public mutating func take(_ keys: Set<Key>, from other: Preferences) {
        for key in keys {
            switch key {
            case .notifyInApp: notifyInApp = other.notifyInApp
            case .notifyPush: notifyPush = other.notifyPush
            case .notifyEmail: notifyEmail = other.notifyEmail
            case .championNotifyEmail: championNotifyEmail = other.championNotifyEmail
            case .championNotifySMS: championNotifySMS = other.championNotifySMS
            case .quietHoursStart, .quietHoursEnd: quietHours = other.quietHours
            case .quietHoursByWeekday: quietHoursByWeekday = other.quietHoursByWeekday
            case .quietHoursLevel: quietHoursLevel = other.quietHoursLevel
            case .quietHoursAction: quietHoursAction = other.quietHoursAction
            case .timezone: timezone = other.timezone
            case .language: language = other.language
            case .mutedUntil: mutedUntil = other.mutedUntil
            case .dailyCountMax: dailyCountMax = other.dailyCountMax
            case .digestAt: digestAt = other.digestAt
            case .digestByCategory: digestByCategory = other.digestByCategory
            }
        }
    }

    /// The columns of `user_profiles`, which are also the keys in JSON.
    public enum Key: String, CodingKey, CaseIterable, Codable, Sendable {
        case notifyInApp = "notify_in_app"
        case notifyPush = "notify_push"
        case notifyEmail = "notify_email"
        case championNotifyEmail = "champion_notify_email"
        case championNotifySMS = "champion_notify_sms"
        case quietHoursStart = "quiet_hours_start"
        case quietHoursEnd = "quiet_hours_end"
        case quietHoursByWeekday = "quiet_hours_by_weekday"
        case quietHoursLevel = "quiet_hours_notification_level"
        case quietHoursAction = "quiet_hours_action"
        case timezone, language
        case mutedUntil = "muted_until"
        case dailyCountMax = "daily_max"
        case digestAt = "digest_at"
        case digestByCategory = "digest_by_category"
    }

    /// Whether the person wants anything over a channel. A webhook is the operator's own and has no switch.
    ///
    /// WhatsApp, ntfy, Telegram and rooms of chats go to the same phone as push and follow its switch; a text message and a call follow the champion's.
    public func isEnabled(_ channel: DeliveryChannel) -> Bool {
        switch channel {
        case .push, .whatsApp, .ntfy, .telegram, .chat: notifyPush
        case .inApp: notifyInApp
        case .email: notifyEmail
        case .championEmail: championNotifyEmail
        case .sms, .voice, .championSMS: championNotifySMS
        case .webhook: true
        }
    }

    /// The switch that a channel follows; nil for a webhook.
    public static func switchKey(of channel: DeliveryChannel) -> Key? {
        switch channel {
        case .push, .whatsApp, .ntfy, .telegram, .chat: .notifyPush
        case .inApp: .notifyInApp
        case .email: .notifyEmail
        case .championEmail: .championNotifyEmail
        case .sms, .voice, .championSMS: .championNotifySMS
        case .webhook: nil
        }
    }

    /// Turns the switch of a channel on.
    public mutating func enable(_ channel: DeliveryChannel) {
        switch channel {
        case .push, .whatsApp, .ntfy, .telegram, .chat: notifyPush = true
        case .inApp: notifyInApp = true
        case .email: notifyEmail = true
        case .championEmail: championNotifyEmail = true
        case .sms, .voice, .championSMS: championNotifySMS = true
        case .webhook: break
        }
    }
}

extension Preferences: Codable {
    /// Reads the keys of `user_profiles`; what is missing or null keeps its default. One quiet hour without the other means none.
    ///
    /// - Throws: `DecodingError` or ``Problem`` that names the field. Whether the zone exists is not known here.
    public init(from decoder: any Decoder) throws {
        self.init()
        try update(from: decoder)
    }

    /// Takes over the keys that are there and leaves the others as they are; an explicit null resets a key to its default.
    /// - Returns: the keys that were there.
    @discardableResult
    public mutating func update(from decoder: any Decoder) throws -> Set<Key> {
        let container = try decoder.container(keyedBy: Key.self)
        let defaults = Preferences()
        func value<Value: Decodable>(_ key: Key, or present: Value, reset: Value) throws -> Value {
            guard container.contains(key) else { return present }
            return try container.decodeIfPresent(Value.self, forKey: key) ?? reset
        }
        notifyInApp = try value(.notifyInApp, or: notifyInApp, reset: defaults.notifyInApp)
        notifyPush = try value(.notifyPush, or: notifyPush, reset: defaults.notifyPush)
        notifyEmail = try value(.notifyEmail, or: notifyEmail, reset: defaults.notifyEmail)
        championNotifyEmail = try value(.championNotifyEmail, or: championNotifyEmail, reset: defaults.championNotifyEmail)
        championNotifySMS = try value(.championNotifySMS, or: championNotifySMS, reset: defaults.championNotifySMS)
        timezone = try value(.timezone, or: timezone, reset: defaults.timezone)
        if container.contains(.language) { language = try container.decodeIfPresent(Language.self, forKey: .language) }
        if container.contains(.mutedUntil) { mutedUntil = try container.decodeIfPresent(Instant.self, forKey: .mutedUntil) }
        if container.contains(.dailyCountMax) { dailyCountMax = try container.number(.dailyCountMax, in: Self.dailyCountRange) }
        if container.contains(.digestAt) { digestAt = try container.decodeIfPresent(CivilTime.self, forKey: .digestAt) }
        if container.contains(.digestByCategory) {
            digestByCategory = try container.decodeIfPresent(DigestTimes.self, forKey: .digestByCategory) ?? DigestTimes()
        }
        if container.contains(.quietHoursLevel) {
            quietHoursLevel = try container.choice(QuietHoursLevel.self, for: .quietHoursLevel) ?? defaults.quietHoursLevel
        }
        if container.contains(.quietHoursAction) {
            quietHoursAction = try container.choice(QuietHoursAction.self, for: .quietHoursAction) ?? defaults.quietHoursAction
        }
        if container.contains(.quietHoursByWeekday) {
            quietHoursByWeekday = try container.decodeIfPresent(QuietNights.self, forKey: .quietHoursByWeekday) ?? QuietNights()
        }
        let start: CivilTime? = try value(.quietHoursStart, or: quietHours?.start, reset: nil)
        let end: CivilTime? = try value(.quietHoursEnd, or: quietHours?.end, reset: nil)
        quietHours = DailyWindow(start: start, end: end)
        return Set(container.allKeys)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(notifyInApp, forKey: .notifyInApp)
        try container.encode(notifyPush, forKey: .notifyPush)
        try container.encode(notifyEmail, forKey: .notifyEmail)
        try container.encode(championNotifyEmail, forKey: .championNotifyEmail)
        try container.encode(championNotifySMS, forKey: .championNotifySMS)
        try container.encode(quietHours?.start, forKey: .quietHoursStart)
        try container.encode(quietHours?.end, forKey: .quietHoursEnd)
        if !quietHoursByWeekday.isEmpty { try container.encode(quietHoursByWeekday, forKey: .quietHoursByWeekday) }
        try container.encode(quietHoursLevel, forKey: .quietHoursLevel)
        try container.encode(quietHoursAction, forKey: .quietHoursAction)
        try container.encode(timezone, forKey: .timezone)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encodeIfPresent(mutedUntil, forKey: .mutedUntil)
        try container.encodeIfPresent(dailyCountMax, forKey: .dailyCountMax)
        try container.encodeIfPresent(digestAt, forKey: .digestAt)
        if !digestByCategory.isEmpty { try container.encode(digestByCategory, forKey: .digestByCategory) }
    }
}

extension DailyWindow {
    /// Nil unless there are both ends.
    public init?(start: CivilTime?, end: CivilTime?) {
        guard let start, let end else { return nil }
        self.init(start: start, end: end)
    }
}

// MARK: As stored

/// A row of `user_profiles` as the database has it, where a person with a SQL client may have written anything.
///
/// It is read once, however many look at it.
public struct StoredPreferences: Hashable, Sendable {
    private let row: Row

    private final class Row: Sendable {
        let columns: [Preferences.Key: String]
        let preferences: Preferences
        let refused: [Preferences.Key]

        init(_ columns: [Preferences.Key: String]) {
            self.columns = columns
            (preferences, refused) = StoredPreferences.read(columns)
        }
    }

    /// The columns that are not null, as text; true is `1`, `t` or `true`.
    public var columns: [Preferences.Key: String] { row.columns }

    public init(columns: [Preferences.Key: String]) { row = Row(columns) }

    public static func == (left: Self, right: Self) -> Bool { left.row === right.row || left.columns == right.columns }

    public func hash(into hasher: inout Hasher) { hasher.combine(columns) }

    /// What can be understood, with defaults for the rest, and the columns that could not be.
    public func read() -> (preferences: Preferences, refused: [Preferences.Key]) { (row.preferences, row.refused) }

    /// Nil also where it is none that Belfry speaks: no decision hangs on it.
    public var language: Language? { row.preferences.language }

    private static func read(_ columns: [Preferences.Key: String]) -> (preferences: Preferences, refused: [Preferences.Key]) {
        var preferences = Preferences()
        var refused: [Preferences.Key] = []
        func read<Value>(_ key: Preferences.Key, as parse: (String) -> Value?) -> Value? {
            guard let text = columns[key] else { return nil }
            let value = parse(text)
            if value == nil { refused.append(key) }
            return value
        }
        preferences.notifyInApp = read(.notifyInApp, as: flag) ?? preferences.notifyInApp
        preferences.notifyPush = read(.notifyPush, as: flag) ?? preferences.notifyPush
        preferences.notifyEmail = read(.notifyEmail, as: flag) ?? preferences.notifyEmail
        preferences.championNotifyEmail = read(.championNotifyEmail, as: flag) ?? preferences.championNotifyEmail
        preferences.championNotifySMS = read(.championNotifySMS, as: flag) ?? preferences.championNotifySMS
        preferences.quietHoursLevel = read(.quietHoursLevel, as: QuietHoursLevel.init) ?? preferences.quietHoursLevel
        preferences.quietHoursAction = read(.quietHoursAction, as: QuietHoursAction.init) ?? preferences.quietHoursAction
        preferences.timezone = columns[.timezone] ?? preferences.timezone
        preferences.language = read(.language, as: Language.init(tag:))
        preferences.mutedUntil = read(.mutedUntil, as: moment)
        preferences.dailyCountMax = read(.dailyCountMax, as: dailyCount)
        preferences.digestAt = read(.digestAt, as: CivilTime.init)
        preferences.digestByCategory = read(.digestByCategory, as: DigestTimes.init) ?? preferences.digestByCategory
        preferences.quietHoursByWeekday = read(.quietHoursByWeekday, as: QuietNights.init) ?? preferences.quietHoursByWeekday
        preferences.quietHours = DailyWindow(
            start: read(.quietHoursStart, as: CivilTime.init), end: read(.quietHoursEnd, as: CivilTime.init))
        return (preferences, refused)
    }

    /// What PostgreSQL calls infinity has no end.
    private static func moment(_ text: String) -> Instant? { text == "infinity" ? Mute.openEnd : Instant(text) }

    private static func dailyCount(_ text: String) -> Int? { Int(text).flatMap { Preferences.dailyCountRange.contains($0) ? $0 : nil } }

    private static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "t", "true": true
        case "0", "f", "false": false
        default: nil
        }
    }
}
