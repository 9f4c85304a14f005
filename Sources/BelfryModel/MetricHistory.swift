import BelfryTime

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
