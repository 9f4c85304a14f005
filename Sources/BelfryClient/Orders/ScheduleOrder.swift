import BelfryModel
import BelfryTime

/// What some people are told again and again.
public struct ScheduleOrder: Hashable, Sendable {
    public var contents: OrderContents
    public var audience: OrderAudience
    /// In the place of those: whoever is in this audience of the app when an occurrence is ordered, as by a broadcast over one channel.
    public var audienceName: String?
    /// Over which those of an audience are told, one after the other, whom the channel doesn't reach.
    public var fallbackChannels: [DeliveryChannel] = []
    public var recurrence: ScheduleRecurrence
    /// So long after its moment an occurrence is of use: 1 to 43,200, which is thirty days.
    public var expiresAfterMinutes: Int?
    public var personalisation: Personalisation?

    public init(
        _ contents: OrderContents, to audience: OrderAudience, every recurrence: ScheduleRecurrence, expiresAfterMinutes: Int? = nil,
        personalisation: Personalisation? = nil
    ) {
        (self.contents, self.audience, self.recurrence) = (contents, audience, recurrence)
        (self.expiresAfterMinutes, self.personalisation) = (expiresAfterMinutes, personalisation)
    }

    /// - Parameter name: of an audience of the app.
    public init(
        _ contents: OrderContents, toAudience name: String, fallbackChannels: [DeliveryChannel] = [], every recurrence: ScheduleRecurrence,
        expiresAfterMinutes: Int? = nil, personalisation: Personalisation? = nil
    ) {
        self.init(contents, to: [], every: recurrence, expiresAfterMinutes: expiresAfterMinutes, personalisation: personalisation)
        (audienceName, self.fallbackChannels) = (name, fallbackChannels)
    }
}

extension ScheduleOrder: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case recurrence
        case audienceName = "audience"
        case fallbackChannels = "fallback_channels"
        case expiresAfterMinutes = "expires_after_minutes"
    }

    public func encode(to encoder: any Encoder) throws {
        try contents.encode(to: encoder)
        try audience.encode(to: encoder)
        try personalisation?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(recurrence, forKey: .recurrence)
        try container.encodeIfPresent(audienceName, forKey: .audienceName)
        try container.encode(fallbackChannels, unlessEmptyFor: .fallbackChannels)
        try container.encodeIfPresent(expiresAfterMinutes, forKey: .expiresAfterMinutes)
    }
}

/// When a schedule comes back.
public struct ScheduleRecurrence: Hashable, Sendable, Codable {
    /// What the clock shows when it begins.
    public var start: CivilDateTime
    /// Of RFC 5545, section 3.3.10, as `FREQ=WEEKLY;BYDAY=MO`.
    public var rule: String
    /// When it comes besides: a day alone is at the time of the start.
    public var additions: [String]?
    /// When it doesn't come: days, or single times of them.
    public var exceptions: [String]?
    /// An IANA name: by the clock there, wherever recipients are. Without it each recipient's own clock counts.
    public var timezone: String?

    public init(from start: CivilDateTime, rule: String, additions: [String]? = nil, exceptions: [String]? = nil, timezone: String? = nil) {
        (self.start, self.rule, self.timezone) = (start, rule, timezone)
        (self.additions, self.exceptions) = (additions, exceptions)
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case start, rule, timezone
        case additions = "rdate"
        case exceptions = "exdate"
    }
}

/// How a schedule stands.
public struct Schedule: Hashable, Sendable, Decodable {
    public enum Status: String, Hashable, Sendable {
        case active, paused, ended
    }

    public struct Occurrence: Hashable, Sendable, Decodable {
        /// What the clock shows then.
        public let local: CivilDateTime
        /// Nil where each recipient's own clock counts.
        public let at: Instant?
    }

    public struct Ordered: Hashable, Sendable, Decodable {
        public let local: CivilDateTime?
        public let orderedAt: Instant?
        /// By which its deliveries are listed and called off for 30 days.
        public let key: String?
        /// What it is where an audience is told; nil otherwise, and where nobody was in it.
        public let broadcast: String?

        enum CodingKeys: String, CodingKey {
            case local
            case broadcast = "broadcast_id"
            case orderedAt = "ordered_at"
            case key = "idempotency_key"
        }
    }

    /// Nil of a rehearsal alone.
    public let id: String?
    public let app: String
    public let status: OpenValue<Status>
    public let createdAt: Instant
    /// Those who are named.
    public let recipients: [String]
    /// Whoever is in it then is told; nil where whom it tells is named.
    public let audience: String?
    /// Whoever is in them, and on duty by these, each time that it is told; nil where there are none.
    public let families: [WholeFamily]?
    public let rotas: [String]?
    /// Who is told where nobody of those before reacts.
    public let escalation: OrderAudience.Escalation?
    /// Whom it is about; nil where that is each recipient themselves.
    public let member: String?
    public let category: String?
    public let title: String?
    /// Nil where somebody has made it unreadable.
    public let recurrence: ScheduleRecurrence?
    public let next: [Occurrence]
    public let last: Ordered?
    /// How many occurrences were ordered.
    public let ordered: Int
    /// How many came while nobody could order them, and were too late then.
    public let missed: Int
    public let pausedAt: Instant?
    public let endedAt: Instant?
    /// How many notifications that waited the call has called off; nil where none was.
    public let calledOff: Int?
    /// Which time the call has left out; beside ``calledOff`` what was left of it. Nil where it has left none out.
    public let skipped: CivilDateTime?
    public let isRepeated: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, status, recipients, audience, families, rotas, escalation, category, title, recurrence, next, last, ordered, missed, skipped
        case app = "app_id"
        case member = "member_user_id"
        case createdAt = "created_at"
        case pausedAt = "paused_at"
        case endedAt = "ended_at"
        case calledOff = "called_off"
        case isRepeated = "is_repeated"
    }
}
