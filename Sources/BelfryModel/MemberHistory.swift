import BelfryTime

/// What is known of a member, for an evaluation of all their series.
public struct MemberHistory: Sendable {
    public let member: UserID
    public let memberName: String?
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
        member: UserID, memberName: String?, reports: [Metric: [ReportedValue]], alerts: [Alert], familyAdmins: [UserID], timezone: String,
        stays: [Stay] = []
    ) {
        self.member = member
        self.memberName = memberName
        self.reports = reports
        self.alerts = alerts
        self.familyAdmins = familyAdmins
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

    public init(changes: [AlertChange], nextAt: Instant? = nil, isShadow: Bool = false) {
        self.changes = changes
        self.nextAt = nextAt
        self.isShadow = isShadow
    }

    public static let nothing = MemberEvaluation(changes: [])
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

extension CivilDate {
    /// No wearable reports of an earlier day.
    public static let beforeAllDays = CivilDate(daysSinceEpoch: 0)
}
