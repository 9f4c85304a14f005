import BelfryModel
import BelfryTime

/// A stretch of days on which a member of a family was off their own usual, as the caller sees it.
public struct AlertRecord: Hashable, Sendable, Decodable, Identifiable {
    public let id: String
    /// Whom it is about.
    public let member: String
    public let memberName: String?
    /// Of a wearable that fell silent: what used to come on the most days.
    public let metric: OpenValue<Metric>
    public let pattern: OpenValue<PatternType>
    public let status: OpenValue<EpisodeStatus>
    public let severity: OpenValue<Severity>
    public let activeSince: CivilDate
    /// From the first day to the last that was off.
    public let dayCount: Int
    /// Days that it has lasted, at the steps at which somebody is told: 3, 7, 14 or 21.
    public let level: Int
    /// The highest level that somebody was told of; nil before the first.
    public let lastNotifiedLevel: Int?
    /// The alert in a sentence.
    public let insight: String?
    /// The member's usual, in the metric's unit.
    public let usual: Double
    /// The mean of the last days that were off.
    public let recent: Double
    /// Of the usual; negative below it.
    public let deviationPercent: Double?
    /// Whether the caller has hidden it today.
    public let isSnoozed: Bool
    /// The last day on which it is hidden from the caller.
    public let snoozedThrough: CivilDate?
    public let snoozeDays: Int?
    /// Since when it is hidden from the caller for good.
    public let dismissedAt: Instant?
    /// Nobody is told of it for now: since that day nothing comes from many wearables at once.
    public let feedDownSince: CivilDate?
    /// Nil while it goes on.
    public let resolveReason: OpenValue<ResolveReason>?
    public let resolvedOn: CivilDate?
    /// Ends that were none.
    public let reopened: [EpisodeHistory.Reopening]
    /// Which rules found it.
    public let engine: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, severity, insight, engine, reopened
        case member = "member_user_id"
        case memberName = "member_name"
        case metric = "metric_type"
        case pattern = "pattern_type"
        case status = "episode_status"
        case activeSince = "active_since"
        case dayCount = "day_count"
        case level = "current_level"
        case lastNotifiedLevel = "last_notified_level"
        case usual = "baseline_value"
        case recent = "recent_value"
        case deviationPercent = "deviation_percent"
        case isSnoozed = "is_snoozed"
        case snoozedThrough = "snooze_until"
        case snoozeDays = "snooze_days"
        case dismissedAt = "dismissed_at"
        case feedDownSince = "feed_down_since"
        case resolveReason = "resolve_reason"
        case resolvedOn = "resolved_on"
    }
}

/// How an alert came about, and what was told of it to whom.
public struct AlertStory: Hashable, Sendable, Decodable {
    /// A level, and the day whose value took the alert there.
    public struct Step: Hashable, Sendable, Decodable {
        public let level: Int
        public let date: CivilDate
    }

    /// The usual, and between what eight of ten usual days lay.
    public struct Baseline: Hashable, Sendable, Decodable {
        public let value: Double
        public let low: Double?
        public let high: Double?
    }

    public struct Day: Hashable, Sendable, Decodable {
        public let date: CivilDate
        public let value: Double
        /// Whether it can be a person's day; else it counts as missing.
        public let isPlausible: Bool

        enum CodingKeys: String, CodingKey {
            case date, value
            case isPlausible = "plausible"
        }
    }

    /// What became of telling one person over one channel, and why.
    public struct Telling: Hashable, Sendable, Decodable {
        public let delivery: String
        public let recipient: String
        public let recipientName: String?
        public let channel: OpenValue<DeliveryChannel>
        public let level: Int?
        public let status: OpenValue<DeliveryStatus>
        /// Why, in words.
        public let sentence: String
        public let queuedAt: Instant
        public let sentAt: Instant?
        public let retractedAt: Instant?

        enum CodingKeys: String, CodingKey {
            case channel, level, status, sentence
            case delivery = "delivery_id"
            case recipient = "recipient_user_id"
            case recipientName = "recipient_name"
            case queuedAt = "queued_at"
            case sentAt = "sent_at"
            case retractedAt = "retracted_at"
        }
    }

    public let alert: AlertRecord
    public let levels: [Step]
    public let baseline: Baseline
    /// The days from six weeks before it on.
    public let series: [Day]
    public let exerciseDays: [CivilDate]
    public let told: [Telling]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case alert, levels, baseline, series, told
        case exerciseDays = "exercise_days"
    }
}

/// For how long an alert may be hidden: today, and so many days more of the person's own calendar.
public enum SnoozeLength: Int, CaseIterable, Hashable, Sendable, Encodable {
    case oneDay = 1
    case threeDays = 3
    case sevenDays = 7
}

struct SnoozeCall: Encodable {
    let alert: String
    let length: SnoozeLength

    enum CodingKeys: String, CodingKey, CaseIterable {
        case alert = "alert_id"
        case length = "snooze_for_days"
    }
}

struct FamilyAlertsCall: Encodable {
    let family: String
    let isWithSnoozed: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case family = "family_id"
        case isWithSnoozed = "include_snoozed"
    }
}
