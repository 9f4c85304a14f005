import BelfryModel
import BelfryTime

/// What a person wants to be told, and when; what they never said has its default.
public struct PreferencesRecord: Hashable, Sendable, Decodable {
    /// What passes through quiet hours.
    public enum QuietLevel: String, CaseIterable, Hashable, Sendable, Encodable {
        case all, none
        case criticalOnly = "critical_only"
    }

    /// What becomes of the rest.
    public enum QuietAction: String, CaseIterable, Hashable, Sendable, Encodable {
        /// Left out, with a reason.
        case skip
        /// Told when they end.
        case hold = "defer"
    }

    public let inApp: Bool
    /// Also of what goes to the same phone: WhatsApp, ntfy, Telegram and chat rooms.
    public let push: Bool
    public let email: Bool
    public let championEmail: Bool
    /// Text messages, to the champion too.
    public let championSMS: Bool
    public let quietFrom: CivilTime?
    /// The first moment that isn't quiet any more.
    public let quietUntil: CivilTime?
    /// By the day on which a night begins, as `fri`: `23:00-09:00`, or nil for a night without.
    public let quietNights: [String: String?]?
    public let quietLevel: OpenValue<QuietLevel>
    public let quietAction: OpenValue<QuietAction>
    public let timezone: String
    /// Nil where the person never chose.
    public let language: OpenValue<Language>?
    /// Nothing is told before this moment.
    public let mutedUntil: Instant?
    /// At most so many on a day.
    public let dailyMax: Int?
    /// When what isn't critical is told, once a day and as one.
    public let digestAt: CivilTime?
    /// In its place, for some categories; nil for what is told at once.
    public let digestByCategory: [String: CivilTime?]?

    typealias CodingKeys = PreferencesKey
}

/// The columns of `user_profiles`.
enum PreferencesKey: String, CodingKey, CaseIterable {
    case inApp = "notify_in_app"
    case push = "notify_push"
    case email = "notify_email"
    case championEmail = "champion_notify_email"
    case championSMS = "champion_notify_sms"
    case quietFrom = "quiet_hours_start"
    case quietUntil = "quiet_hours_end"
    case quietNights = "quiet_hours_by_weekday"
    case quietLevel = "quiet_hours_notification_level"
    case quietAction = "quiet_hours_action"
    case timezone, language
    case mutedUntil = "muted_until"
    case dailyMax = "daily_max"
    case digestAt = "digest_at"
    case digestByCategory = "digest_by_category"
}

/// What of a person's preferences is to be another. What is cleared has its default.
public struct PreferencesChange: Hashable, Sendable, Encodable {
    public var inApp: FieldChange<Bool> = .keep
    public var push: FieldChange<Bool> = .keep
    public var email: FieldChange<Bool> = .keep
    public var championEmail: FieldChange<Bool> = .keep
    public var championSMS: FieldChange<Bool> = .keep
    /// Quiet hours need both ends: one without the other means that no hour is quiet.
    public var quietFrom: FieldChange<CivilTime> = .keep
    public var quietUntil: FieldChange<CivilTime> = .keep
    /// All of them at once: a day that is left out has the hours of every day.
    public var quietNights: FieldChange<[String: String?]> = .keep
    public var quietLevel: FieldChange<PreferencesRecord.QuietLevel> = .keep
    public var quietAction: FieldChange<PreferencesRecord.QuietAction> = .keep
    public var timezone: FieldChange<String> = .keep
    public var language: FieldChange<Language> = .keep
    public var mutedUntil: FieldChange<Instant> = .keep
    public var dailyMax: FieldChange<Int> = .keep
    public var digestAt: FieldChange<CivilTime> = .keep
    /// All of them at once: a category that is left out goes by ``digestAt``.
    public var digestByCategory: FieldChange<[String: CivilTime?]> = .keep

    public init() {}

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PreferencesKey.self)
        try container.encode(inApp, forKey: .inApp)
        try container.encode(push, forKey: .push)
        try container.encode(email, forKey: .email)
        try container.encode(championEmail, forKey: .championEmail)
        try container.encode(championSMS, forKey: .championSMS)
        try container.encode(quietFrom, forKey: .quietFrom)
        try container.encode(quietUntil, forKey: .quietUntil)
        try container.encode(quietNights, forKey: .quietNights)
        try container.encode(quietLevel, forKey: .quietLevel)
        try container.encode(quietAction, forKey: .quietAction)
        try container.encode(timezone, forKey: .timezone)
        try container.encode(language, forKey: .language)
        try container.encode(mutedUntil, forKey: .mutedUntil)
        try container.encode(dailyMax, forKey: .dailyMax)
        try container.encode(digestAt, forKey: .digestAt)
        try container.encode(digestByCategory, forKey: .digestByCategory)
    }
}
