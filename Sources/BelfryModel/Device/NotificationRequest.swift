import BelfryTime

/// What a domain wants a person to be told: what, when, and how it may be put together with others.
///
/// The same identifier is the same request: a later one takes the place of an earlier one.
public struct NotificationRequest: Hashable, Sendable {
    public var id: RequestID
    public var trigger: Trigger
    public var content: MessageForecast
    /// The kind of notification, such as `bill_reminder`; several of one kind may be told as one.
    public var category: String
    public var severity: Severity
    /// How long after its moment it is of use; nil where it waits as long as it must.
    public var validFor: Duration?
    public var digestWindow: DigestWindow
    /// Whether a schedule names days, and the time is only that at which the person wants to be told: another hour of the day would do.
    public var mayMoveWithinDay: Bool
    /// What a schedule asks for up to this reading of the clock is done, and not told; nil where nothing is.
    public var doneThrough: CivilDateTime?

    public init(
        id: RequestID, trigger: Trigger, content: MessageForecast, category: String, severity: Severity = .watch, validFor: Duration? = nil,
        digestWindow: DigestWindow = .moment, mayMoveWithinDay: Bool = false, doneThrough: CivilDateTime? = nil
    ) {
        self.id = id
        self.trigger = trigger
        self.content = content
        self.category = category
        self.severity = severity
        self.validFor = validFor
        self.digestWindow = digestWindow
        self.mayMoveWithinDay = mayMoveWithinDay
        self.doneThrough = doneThrough
    }
}

/// When a request wants to be told.
public enum Trigger: Hashable, Sendable {
    /// Once, at a moment that is the same everywhere.
    case moment(Instant)
    /// Once, on a civil day, at the person's own hour for reminders or the one that was learnt, wherever they are.
    case day(CivilDate)
    /// By the clock on the wall where the person is.
    indirect case floating(FloatingSchedule)
    /// By the clock on the wall of one zone, wherever the person is.
    indirect case fixed(FixedSchedule)
}

/// Over which stretch several of one category are told as one.
public enum DigestWindow: String, CaseIterable, Codable, Sendable {
    /// It always stands alone: a call to prayer.
    case never
    /// With those of the same moment: two bills at nine o'clock.
    case moment
    /// With those of the same civil day: what the pantry has to say.
    case day
}
