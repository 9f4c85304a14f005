import BelfryModel
import BelfryTime

/// Keeps what wearables report, and the alerts that follow from it: `wearable_daily_metrics` and `pattern_alert_state`.
public protocol MetricStore: Sendable {
    /// Stores days, has every series that changed evaluated, and stores what follows, with the notifications to be sent: all in one transaction.
    ///
    /// A day that is there already with the same values changes nothing.
    /// - Parameter evaluate: must be quick and must not touch the store: it runs inside the transaction.
    func ingest(_ days: [DailyMetrics], now: Instant, evaluate: @escaping @Sendable (MetricHistory) -> [AlertChange]) async throws
        -> IngestReport
}

/// What is known of one metric of one member, for an evaluation.
public struct MetricHistory: Sendable {
    public let member: UserID
    public let memberName: String?
    public let metric: Metric
    /// Observations by the source they came from, each in the order of days.
    public let observations: [String: [Observation]]
    /// Every alert of this metric so far, in the order of `activeSince`.
    public let alerts: [Alert]
    /// Who is told: the admins of the member's families, each once.
    public let familyAdmins: [UserID]
    public let timezone: String

    public init(
        member: UserID, memberName: String?, metric: Metric, observations: [String: [Observation]], alerts: [Alert], familyAdmins: [UserID],
        timezone: String
    ) {
        self.member = member
        self.memberName = memberName
        self.metric = metric
        self.observations = observations
        self.alerts = alerts
        self.familyAdmins = familyAdmins
        self.timezone = timezone
    }
}

/// An alert as it should be, and the notifications that this causes.
public struct AlertChange: Hashable, Sendable {
    public let alert: Alert
    public let deliveries: [Delivery]

    public init(alert: Alert, deliveries: [Delivery]) {
        self.alert = alert
        self.deliveries = deliveries
    }
}

public struct IngestReport: Hashable, Sendable {
    /// Days that were new or brought another value.
    public var changedDayCount = 0
    /// Days that were there already.
    public var unchangedDayCount = 0
    public var changedAlerts: [AlertID] = []
    public var queuedDeliveryCount = 0

    public init() {}
}
