import BelfryTime

/// An episode as the family sees it: a row of `pattern_alert_state`.
public struct Alert: Hashable, Sendable {
    public let id: AlertID
    public let member: UserID
    public let episode: Episode
    /// Which engine found it, such as `v2`; nil where somebody wrote the row by hand.
    public let engine: String?
    /// Hidden through this day, inclusive, by the recipient's own calendar.
    public let snoozeUntil: CivilDate?
    public let snoozeDays: Int?
    /// When it was hidden for good.
    public let dismissedAt: Instant?
    /// The highest level that the family was told of.
    public let lastNotifiedLevel: EpisodeLevel?
    /// Since when the feed is down for which nobody is told of it now; nil where none is.
    public let feedDownSince: CivilDate?

    public init(
        id: AlertID, member: UserID, episode: Episode, engine: String?, snoozeUntil: CivilDate? = nil, snoozeDays: Int? = nil,
        dismissedAt: Instant? = nil, lastNotifiedLevel: EpisodeLevel? = nil, feedDownSince: CivilDate? = nil
    ) {
        self.id = id
        self.member = member
        self.episode = episode
        self.engine = engine
        self.snoozeUntil = snoozeUntil
        self.snoozeDays = snoozeDays
        self.dismissedAt = dismissedAt
        self.lastNotifiedLevel = lastNotifiedLevel
        self.feedDownSince = feedDownSince
    }

    /// The same alert with what an evaluation says of it now; what the family has hidden stays hidden.
    public func updated(
        _ episode: Episode, engine: String?, lastNotifiedLevel: EpisodeLevel?, feedDownSince: CivilDate? = nil
    ) -> Alert {
        Alert(
            id: id, member: member, episode: episode, engine: engine, snoozeUntil: snoozeUntil, snoozeDays: snoozeDays, dismissedAt: dismissedAt,
            lastNotifiedLevel: lastNotifiedLevel, feedDownSince: feedDownSince)
    }

    public var status: EpisodeStatus { episode.resolved == nil ? .active : .resolved }
    public var severity: Severity { episode.severity }
}
