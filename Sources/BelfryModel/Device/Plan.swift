import BelfryTime

/// What a person will be told and when, what not, and until when this holds though nobody opens the app.
public struct Plan: Hashable, Sendable {
    /// The civil days of the horizon in order, today first; behind them that of the canary, where coverage ends later.
    public let days: [PlannedDay]
    /// What has no place in these days: it is past, or waits for a later plan.
    public let unplanned: [LeftOutNotification]
    public let coverage: Coverage

    public init(days: [PlannedDay], unplanned: [LeftOutNotification], coverage: Coverage) {
        self.days = days
        self.unplanned = unplanned
        self.coverage = coverage
    }

    /// Every line in the order of its moment.
    public var lines: [PlannedNotification] { days.flatMap(\.lines) }
    /// Whatever is not told, each with its reason.
    public var leftOut: [LeftOutNotification] { days.flatMap(\.leftOut) + unplanned }
    public var lineCount: Int { days.reduce(0) { $0 + $1.lines.count } }
}

/// One civil day of a plan.
public struct PlannedDay: Hashable, Sendable {
    public let date: CivilDate
    /// In the order of their moments.
    public let lines: [PlannedNotification]
    public let leftOut: [LeftOutNotification]

    public init(date: CivilDate, lines: [PlannedNotification], leftOut: [LeftOutNotification]) {
        self.date = date
        self.lines = lines
        self.leftOut = leftOut
    }
}

/// One line of a plan: a notification that will be shown, alone or as a summary of several.
public struct PlannedNotification: Hashable, Sendable {
    public let identifier: NotificationID
    /// When it will be shown: never before any of its parts is due.
    public let moment: Instant
    public let category: String
    public let severity: Severity
    /// In which it will be said.
    public let language: Language
    /// What it tells: one part, or those of a summary in the order in which they were due.
    public let parts: [PlannedPart]
    /// Why it is shown, and why at that moment.
    public let reason: Reason

    public init(
        identifier: NotificationID, moment: Instant, category: String, severity: Severity, language: Language = .english,
        parts: [PlannedPart], reason: Reason
    ) {
        self.identifier = identifier
        self.moment = moment
        self.category = category
        self.severity = severity
        self.language = language
        self.parts = parts
        self.reason = reason
    }

    public var isSummary: Bool { parts.count > 1 }
}

/// What one request contributes to a line.
public struct PlannedPart: Hashable, Sendable {
    public let identifier: NotificationID
    /// When the request wanted to be told.
    public let due: Instant
    public let message: Message
    public let category: String
    public let severity: Severity
    /// From when on it is of no use; nil where it waits as long as it must.
    public let expiresAt: Instant?
    /// What the policy said of it.
    public let reason: Reason

    public init(
        identifier: NotificationID, due: Instant, expiresAt: Instant?, message: Message, category: String, severity: Severity, reason: Reason
    ) {
        self.identifier = identifier
        self.due = due
        self.expiresAt = expiresAt
        self.message = message
        self.category = category
        self.severity = severity
        self.reason = reason
    }
}

/// Something that is not told, and why.
public struct LeftOutNotification: Hashable, Sendable {
    public let identifier: NotificationID
    /// When it wanted to be told; nil where it has no moment.
    public let due: Instant?
    public let expiresAt: Instant?
    public let category: String
    public let severity: Severity
    public let reason: Reason

    public init(
        identifier: NotificationID, due: Instant?, expiresAt: Instant? = nil, category: String, severity: Severity, reason: Reason
    ) {
        self.identifier = identifier
        self.due = due
        self.expiresAt = expiresAt
        self.category = category
        self.severity = severity
        self.reason = reason
    }
}

/// Until when everything that should be told will be, though nobody opens the app.
public enum Coverage: Hashable, Sendable {
    /// Everything asked for is planned.
    case complete
    /// The first that is not planned would be due then.
    case until(Instant)
}
