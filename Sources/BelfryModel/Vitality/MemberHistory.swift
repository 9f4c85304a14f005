import BelfryTime

/// What is known of a member, for an evaluation of all their series.
public struct MemberHistory: Sendable {
    public let member: UserID
    /// The one that the first of their families has for them.
    public let memberName: String?
    /// By which name each of the family's admins knows the member: that of a family that both are in. Who knows none is not there.
    public let memberNames: [UserID: String]
    /// What is stored of each metric: of each day and source the newest revision.
    public let reports: [Metric: [ReportedValue]]
    /// Every alert so far, in the order of `activeSince`.
    public let alerts: [Alert]
    /// The admins of the families in which the member consents to it, and the member too where they are one; each once.
    public let familyAdmins: [UserID]
    /// Where the member is, by an IANA name.
    public let timezone: String
    /// Where they were before, if they have moved.
    public let stays: [Stay]
    /// Who has hidden which of the alerts that go on, and until when; over or not.
    public let snoozes: [Snooze]
    /// What was not told of them because of that, of a dismissal that may have been taken back, or of a feed that was down.
    public let hiddenDeliveries: [HiddenDelivery]
    /// What was queued of the alerts that go on, or that a correction of the data erased, whatever became of it.
    public let queuedDeliveries: [QueuedDelivery]
    /// The feeds that are down, or were until lately, anybody's.
    public let feedOutages: [FeedOutage]

    /// A recipient's own silence about one alert.
    public struct Snooze: Hashable, Sendable {
        public let alert: AlertID
        public let recipient: UserID
        /// Inclusive, by the recipient's calendar.
        public let until: CivilDate
        /// The recipient's, by an IANA name.
        public let timezone: String

        public init(alert: AlertID, recipient: UserID, until: CivilDate, timezone: String) {
            self.alert = alert
            self.recipient = recipient
            self.until = until
            self.timezone = timezone
        }
    }

    /// A notification that was left out because its recipient had hidden the alert, or a feed was down.
    public struct HiddenDelivery: Hashable, Sendable {
        public let id: DeliveryID
        public let alert: AlertID
        public let recipient: UserID
        public let channelName: String
        public let level: EpisodeLevel
        /// The highest level that went, or goes, the same way; nil where none did.
        public let toldLevel: EpisodeLevel?

        public init(id: DeliveryID, alert: AlertID, recipient: UserID, channelName: String, level: EpisodeLevel, toldLevel: EpisodeLevel?) {
            self.id = id
            self.alert = alert
            self.recipient = recipient
            self.channelName = channelName
            self.level = level
            self.toldLevel = toldLevel
        }
    }

    /// A notification of an alert that was queued before, and where it stands.
    public struct QueuedDelivery: Hashable, Sendable {
        public let id: DeliveryID
        public let alert: AlertID
        public let recipient: UserID
        public let channelName: String
        public let level: EpisodeLevel
        public let state: State

        /// What matters here of where it stands.
        public enum State: String, CaseIterable, Sendable {
            /// It waits, or the one that tells it along with its own does.
            case waiting
            /// It was left out because its recipient might not be told of the member any more.
            case notEntitled = "not_entitled"
            /// It was cancelled because a correction of the data took back what it would have told.
            case withdrawn
            /// It was held, and left out because a higher level waited by then, or the episode was over.
            case outdated
            /// It was left out for another reason, such as that its recipient wants nothing over its channel.
            case leftOut = "left_out"
            /// Anything else: it is on its way, was told, given up or called off.
            case other
        }

        public init(id: DeliveryID, alert: AlertID, recipient: UserID, channelName: String, level: EpisodeLevel, state: State) {
            self.id = id
            self.alert = alert
            self.recipient = recipient
            self.channelName = channelName
            self.level = level
            self.state = state
        }
    }

    /// By which name a recipient knows the member; nil where by none.
    public func memberName(for recipient: UserID) -> String? { recipient == member ? memberName : memberNames[recipient] }

    /// What was queued of an alert's level; nothing where that is too long ago.
    public func queued(of alert: AlertID, at level: EpisodeLevel) -> [QueuedDelivery] {
        queuedDeliveries.filter { $0.alert == alert && $0.level == level }
    }

    /// What was queued of an alert's last level, where nobody was told because none of the recipients might be; else nothing.
    public func unheard(of alert: Alert) -> [QueuedDelivery] {
        guard let level = alert.lastNotifiedLevel else { return [] }
        let queued = queued(of: alert.id, at: level).filter { $0.state != .withdrawn }
        return queued.allSatisfy { $0.state == .notEntitled } ? queued : []
    }

    /// Whom an alert's level has reached, or is still to reach, or who wants it left out. Where all that goes over a channel was withdrawn, what
    /// was left out over another reaches nobody.
    ///
    /// - Parameter withdrawn: what is being withdrawn now, or won't be told any more.
    public func reached(by alert: AlertID, at level: EpisodeLevel, without withdrawn: [DeliveryID] = []) -> Set<UserID> {
        struct Way: Hashable {
            let recipient: UserID
            let channelName: String

            init(_ delivery: QueuedDelivery) { (recipient, channelName) = (delivery.recipient, delivery.channelName) }
        }
        let all = queued(of: alert, at: level)
        let left = all.filter { $0.state != .withdrawn && !withdrawn.contains($0.id) }
        let closedWays = Set(all.map(Way.init)).subtracting(left.map(Way.init))
        let missed = Set(closedWays.map(\.recipient)).subtracting(left.filter { $0.state != .leftOut }.map(\.recipient))
        return Set(all.map(\.recipient)).subtracting(missed)
    }

    /// What waits to tell of an alert, and of a higher level.
    public func waiting(of alert: AlertID, above level: EpisodeLevel) -> [DeliveryID] { queued(.waiting, of: alert, above: level) }

    /// What was left out as outdated of an alert, and of a higher level.
    public func outdated(of alert: AlertID, above level: EpisodeLevel) -> [DeliveryID] { queued(.outdated, of: alert, above: level) }

    private func queued(_ state: QueuedDelivery.State, of alert: AlertID, above level: EpisodeLevel) -> [DeliveryID] {
        queuedDeliveries.filter { $0.alert == alert && $0.state == state && $0.level > level }.map(\.id)
    }

    /// The last level that was told of an alert: one that was withdrawn before anybody heard of it wasn't.
    ///
    /// - Parameter withdrawn: what is being withdrawn now, or won't be told any more.
    public func toldLevel(of alert: Alert, without withdrawn: [DeliveryID]) -> EpisodeLevel? {
        // Of what is gone from the queue it was told long ago.
        guard let last = alert.lastNotifiedLevel, !queued(of: alert.id, at: last).isEmpty else { return alert.lastNotifiedLevel }
        return EpisodeLevel.allCases.last { $0 <= last && !reached(by: alert.id, at: $0, without: withdrawn).isEmpty }
    }

    /// From a day on the member is in a zone.
    public struct Stay: Hashable, Sendable {
        public let from: CivilDate
        public let timezone: String

        public init(from date: CivilDate, timezone: String) {
            self.from = date
            self.timezone = timezone
        }
    }

    public init(
        member: UserID, memberName: String?, memberNames: [UserID: String] = [:], reports: [Metric: [ReportedValue]], alerts: [Alert],
        familyAdmins: [UserID], timezone: String, stays: [Stay] = [], snoozes: [Snooze] = [], hiddenDeliveries: [HiddenDelivery] = [],
        queuedDeliveries: [QueuedDelivery] = [], feedOutages: [FeedOutage] = []
    ) {
        self.member = member
        self.memberName = memberName
        self.memberNames = memberNames
        self.reports = reports
        self.alerts = alerts
        self.familyAdmins = familyAdmins
        self.timezone = timezone
        self.stays = stays
        self.snoozes = snoozes
        self.hiddenDeliveries = hiddenDeliveries
        self.queuedDeliveries = queuedDeliveries
        self.feedOutages = feedOutages
    }
}

/// What is stored of a member's days, and where the member was on them.
public struct ReportedDays: Hashable, Sendable {
    /// Of each day and source the newest revision.
    public let reports: [Metric: [ReportedValue]]
    /// Where the member is, by an IANA name.
    public let timezone: String
    /// Where they were before, if they have moved.
    public let stays: [MemberHistory.Stay]

    public init(reports: [Metric: [ReportedValue]], timezone: String, stays: [MemberHistory.Stay] = []) {
        self.reports = reports
        self.timezone = timezone
        self.stays = stays
    }
}

/// What follows from a member's history.
public struct MemberEvaluation: Sendable {
    public let changes: [AlertChange]
    /// When the same history may say something else, because a day will be over then; nil where it won't.
    public let nextAt: Instant?
    /// Whether the house only watches: what would be told is written down, and never delivered.
    public let isShadow: Bool
    /// Left out because of a snooze or a feed's outage that is over or a dismissal that was taken back, for want of a right that their recipient has again, or because
    /// they were no news then and are now: they wait again, as from now.
    public let requeued: [DeliveryID]

    public init(changes: [AlertChange], nextAt: Instant? = nil, isShadow: Bool = false, requeued: [DeliveryID] = []) {
        self.changes = changes
        self.requeued = requeued
        self.nextAt = nextAt
        self.isShadow = isShadow
    }

    public static let nothing = MemberEvaluation(changes: [])
}

/// An alert as it should be, and the notifications that this causes.
public struct AlertChange: Hashable, Sendable {
    public let alert: Alert
    public let deliveries: [Delivery]
    /// What waits to tell of a level that the episode doesn't have any more, as corrected data show; it is cancelled.
    public let withdrawn: [DeliveryID]

    public init(alert: Alert, deliveries: [Delivery], withdrawn: [DeliveryID] = []) {
        self.alert = alert
        self.deliveries = deliveries
        self.withdrawn = withdrawn
    }
}

extension AlertChange {
    /// Whether the episode is one again that an earlier correction of the data had erased.
    public func restoresEpisode(of history: MemberHistory) -> Bool {
        alert.episode.resolved != .corrected && history.alerts.contains { $0.id == alert.id && $0.episode.resolved == .corrected }
    }

    /// What was cancelled of the alert and may be queued anew, because this tells of it again.
    public func replaced(in history: MemberHistory) -> [DeliveryID] {
        deliveries.isEmpty ? [] : history.queuedDeliveries.filter { $0.alert == alert.id && $0.state == .withdrawn }.map(\.id)
    }
}

extension CivilDate {
    /// No wearable reports of an earlier day.
    public static let beforeAllDays = CivilDate(daysSinceEpoch: 0)
}
