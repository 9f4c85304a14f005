import BelfryModel
import BelfryTime

/// Everything a decision is made from, so that it can be stored beside the verdict and replayed to the same one.
///
/// Its JSON form is a line of `belfry decide` and the value of `notification_queue.decision_inputs`.
public struct DecisionInputs: Hashable, Sendable {
    public var now: Instant
    public var channel: DeliveryChannel
    /// Where the person mutes only a part, `mutedUntil` is that of what is decided on. So is `digestAt`, where they have told some categories at another
    /// time, and nil where it isn't for a digest whatever they want.
    public var preferences: Preferences
    public var severity: Severity
    /// The alert is hidden through this day of the recipient's calendar.
    public var snoozeUntil: CivilDate?
    public var dismissedAt: Instant?
    /// Since when the feed is down that would have brought what is missed; nil where none is.
    public var feedDownSince: CivilDate?
    /// From this moment on it is of no use.
    public var expiresAt: Instant?
    /// Not before the recipient's clock shows it.
    public var deliverAtLocal: CivilDateTime?
    /// Since when it was held.
    public var heldSince: Instant?
    public var episodeStatus: EpisodeStatus?
    /// It was held, and a later notification of the same episode waits for the same recipient. Or it was held or is tried again, and a later one under the
    /// same key of its app waits or was told.
    public var isSuperseded: Bool
    /// Whether the recipient may still be told of the member: their own, or an admin of a family in which the member consents.
    public var isEntitled: Bool
    /// When the recipient's own device told it.
    public var toldAt: Instant?
    /// How many other notifications the recipient was told before on this day of their clock, over channels that interrupt them, each once over however
    /// many; as many as they want where there were more. Nil where they set no maximum, or it doesn't count over this channel.
    public var toldToday: Int?
    /// How often its app has one person told something under its key at most; nil where that says nothing.
    public var throttleCountMax: Int?
    /// How many other notifications under its key the recipient was told in its window, each once over however many channels; as many as its app allows
    /// where there were more. Nil where it has no key.
    public var throttleTold: Int?
    /// The person wants nothing of this category over this channel.
    public var isCategoryOff: Bool
    /// Its app has this category off over this channel for whoever hasn't chosen, and the person hasn't.
    public var isCategoryOffByDefault: Bool
    /// Its app lets nobody switch this category off, or mute it alone.
    public var isCategoryRequired: Bool
    /// Until when the person mutes its category over every channel; nil where they don't.
    public var categoryMutedUntil: Instant?
    /// Another step of its route has reached the recipient.
    public var isReached: Bool
    /// Somebody who was told before has reacted, as surely as its escalation asks for, or one of its recipients has acted on it for all.
    public var isAcknowledged: Bool
    /// From when on it is to be told, as an earlier step of its route that was due with it is told first; nil where none is.
    public var stepDueAt: Instant?
    /// From when on it was to be told; nil for the moment of the decision. Only a digest of the person's own asks for it.
    public var dueAt: Instant?
    /// Somebody waits for what comes of it, so that it goes into no digest.
    public var isAwaited: Bool
    /// A worker died with it in hand: what it had handed over by then nobody knows. It decides nothing, and is said of what is left out.
    public var isInDoubt: Bool
    /// Stored settings that could not be understood and were read as their defaults: an unknown zone counts as UTC.
    public var refusedSettings: [Preferences.Key]

    public init(
        now: Instant, channel: DeliveryChannel, preferences: Preferences, severity: Severity, snoozeUntil: CivilDate? = nil,
        dismissedAt: Instant? = nil, expiresAt: Instant? = nil, deliverAtLocal: CivilDateTime? = nil, heldSince: Instant? = nil,
        episodeStatus: EpisodeStatus? = nil, isSuperseded: Bool = false, isEntitled: Bool = true, toldAt: Instant? = nil,
        toldToday: Int? = nil, throttleCountMax: Int? = nil, throttleTold: Int? = nil, isCategoryOff: Bool = false, categoryMutedUntil: Instant? = nil,
        isReached: Bool = false, isAcknowledged: Bool = false, stepDueAt: Instant? = nil, dueAt: Instant? = nil, isAwaited: Bool = false,
        isInDoubt: Bool = false, refusedSettings: [Preferences.Key] = [], feedDownSince: CivilDate? = nil,
        isCategoryOffByDefault: Bool = false, isCategoryRequired: Bool = false
    ) {
        self.now = now
        self.channel = channel
        self.preferences = preferences
        self.severity = severity
        self.snoozeUntil = snoozeUntil
        self.dismissedAt = dismissedAt
        self.expiresAt = expiresAt
        self.deliverAtLocal = deliverAtLocal
        self.heldSince = heldSince
        self.episodeStatus = episodeStatus
        self.isSuperseded = isSuperseded
        self.isEntitled = isEntitled
        self.toldAt = toldAt
        self.toldToday = toldToday
        self.throttleCountMax = throttleCountMax
        self.throttleTold = throttleTold
        self.isCategoryOff = isCategoryOff
        self.categoryMutedUntil = categoryMutedUntil
        self.isReached = isReached
        self.isAcknowledged = isAcknowledged
        self.stepDueAt = stepDueAt
        self.dueAt = dueAt
        self.isAwaited = isAwaited
        self.isInDoubt = isInDoubt
        self.refusedSettings = refusedSettings
        self.feedDownSince = feedDownSince
        self.isCategoryOffByDefault = isCategoryOffByDefault
        self.isCategoryRequired = isCategoryRequired
    }
}

extension DecisionInputs: Codable {
    private enum Key: String, CodingKey {
        case now, channel, severity
        case snoozeUntil = "snooze_until"
        case dismissedAt = "dismissed_at"
        case expiresAt = "expires_at"
        case feedDownSince = "feed_down_since"
        case deliverAtLocal = "deliver_at_local"
        case heldSince = "held_since"
        case episodeStatus = "episode_status"
        case isSuperseded = "superseded"
        case isEntitled = "entitled"
        case toldAt = "told_at"
        case toldToday = "told_today"
        case throttleCountMax = "throttle_max"
        case throttleTold = "throttle_told"
        case isCategoryOff = "category_off"
        case isCategoryOffByDefault = "category_off_by_default"
        case isCategoryRequired = "category_required"
        case categoryMutedUntil = "category_muted_until"
        case isReached = "reached"
        case isAcknowledged = "acknowledged"
        case stepDueAt = "step_due_at"
        case dueAt = "due_at"
        case isAwaited = "awaited"
        case isInDoubt = "in_doubt"
        case refusedSettings = "refused_settings"
    }

    /// More is never told on one day, or in one window.
    private static let toldCountMax = 1_000_000

    /// Only `now` must be there; what else is missing or null has the default of `user_profiles`, channel `push` and severity `watch`.
    ///
    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            now: try container.decode(Instant.self, forKey: .now),
            channel: try container.choice(DeliveryChannel.self, for: .channel) ?? .push,
            preferences: try Preferences(from: decoder),
            severity: try container.choice(Severity.self, for: .severity) ?? .watch,
            snoozeUntil: try container.decodeIfPresent(CivilDate.self, forKey: .snoozeUntil),
            dismissedAt: try container.decodeIfPresent(Instant.self, forKey: .dismissedAt),
            expiresAt: try container.decodeIfPresent(Instant.self, forKey: .expiresAt),
            deliverAtLocal: try container.decodeIfPresent(CivilDateTime.self, forKey: .deliverAtLocal),
            heldSince: try container.decodeIfPresent(Instant.self, forKey: .heldSince),
            episodeStatus: try container.choice(EpisodeStatus.self, for: .episodeStatus),
            isSuperseded: try container.decodeIfPresent(Bool.self, forKey: .isSuperseded) ?? false,
            isEntitled: try container.decodeIfPresent(Bool.self, forKey: .isEntitled) ?? true,
            toldAt: try container.decodeIfPresent(Instant.self, forKey: .toldAt),
            toldToday: try container.number(.toldToday, in: 0...Self.toldCountMax),
            throttleCountMax: try container.number(.throttleCountMax, in: KeyedThrottle.countRange),
            throttleTold: try container.number(.throttleTold, in: 0...Self.toldCountMax),
            isCategoryOff: try container.decodeIfPresent(Bool.self, forKey: .isCategoryOff) ?? false,
            categoryMutedUntil: try container.decodeIfPresent(Instant.self, forKey: .categoryMutedUntil),
            isReached: try container.decodeIfPresent(Bool.self, forKey: .isReached) ?? false,
            isAcknowledged: try container.decodeIfPresent(Bool.self, forKey: .isAcknowledged) ?? false,
            stepDueAt: try container.decodeIfPresent(Instant.self, forKey: .stepDueAt),
            dueAt: try container.decodeIfPresent(Instant.self, forKey: .dueAt),
            isAwaited: try container.decodeIfPresent(Bool.self, forKey: .isAwaited) ?? false,
            isInDoubt: try container.decodeIfPresent(Bool.self, forKey: .isInDoubt) ?? false,
            refusedSettings: try container.decodeIfPresent([Preferences.Key].self, forKey: .refusedSettings) ?? [],
            feedDownSince: try container.decodeIfPresent(CivilDate.self, forKey: .feedDownSince),
            isCategoryOffByDefault: try container.decodeIfPresent(Bool.self, forKey: .isCategoryOffByDefault) ?? false,
            isCategoryRequired: try container.decodeIfPresent(Bool.self, forKey: .isCategoryRequired) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(now, forKey: .now)
        try container.encode(channel, forKey: .channel)
        try preferences.encode(to: encoder)
        try container.encode(severity, forKey: .severity)
        try container.encode(snoozeUntil, forKey: .snoozeUntil)
        try container.encode(dismissedAt, forKey: .dismissedAt)
        try container.encodeIfPresent(expiresAt, forKey: .expiresAt)
        try container.encodeIfPresent(feedDownSince, forKey: .feedDownSince)
        try container.encodeIfPresent(deliverAtLocal, forKey: .deliverAtLocal)
        try container.encodeIfPresent(heldSince, forKey: .heldSince)
        try container.encodeIfPresent(episodeStatus, forKey: .episodeStatus)
        if !isEntitled { try container.encode(false, forKey: .isEntitled) }
        if isSuperseded { try container.encode(true, forKey: .isSuperseded) }
        try container.encodeIfPresent(toldAt, forKey: .toldAt)
        try container.encodeIfPresent(toldToday, forKey: .toldToday)
        try container.encodeIfPresent(throttleCountMax, forKey: .throttleCountMax)
        try container.encodeIfPresent(throttleTold, forKey: .throttleTold)
        if isCategoryOff { try container.encode(true, forKey: .isCategoryOff) }
        if isCategoryOffByDefault { try container.encode(true, forKey: .isCategoryOffByDefault) }
        if isCategoryRequired { try container.encode(true, forKey: .isCategoryRequired) }
        try container.encodeIfPresent(categoryMutedUntil, forKey: .categoryMutedUntil)
        if isReached { try container.encode(true, forKey: .isReached) }
        if isAcknowledged { try container.encode(true, forKey: .isAcknowledged) }
        try container.encodeIfPresent(stepDueAt, forKey: .stepDueAt)
        try container.encodeIfPresent(dueAt, forKey: .dueAt)
        if isAwaited { try container.encode(true, forKey: .isAwaited) }
        if isInDoubt { try container.encode(true, forKey: .isInDoubt) }
        if !refusedSettings.isEmpty { try container.encode(refusedSettings, forKey: .refusedSettings) }
    }
}
