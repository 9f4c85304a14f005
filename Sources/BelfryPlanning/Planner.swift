import BelfryModel
import BelfryTime

/// Decides what a person is told in the coming days, when, and why, within what their platform keeps pending.
///
/// A planner never reads a clock. Given the same requests, in whatever order, the same context and `now`, it gives the same plan.
/// Each line goes through the policy of ``PolicyPipeline``, which is the server's too: expired, opted out, suppressed, quiet hours.
/// Then each day through its stages, and the whole through the budget.
public struct Planner: Sendable {
    let policy = PolicyPipeline.standard
    let dayStages: [any DayStage] = [Thinning(), DailyDigest(), Supersession(), Collisions(), Frequency()]
    let budget = PendingBudget()

    public init() {}

    public func plan(_ requests: [NotificationRequest], in context: PlanningContext, now: Instant) -> Plan {
        var agenda = Agenda(requests, in: context, now: now)
        return agenda.plan(now: now)
    }
}

/// What a plan depends on besides the requests and `now`.
public struct PlanningContext: Sendable {
    public var person: Person { didSet { hidden = HiddenScopes(person) } }
    private(set) var hidden: HiddenScopes
    /// The rules of the person's zone.
    public var zone: TimeZoneRules
    /// The zones that fixed schedules stay in, by the name they are asked for.
    public var zones: [String: TimeZoneRules]
    public var profile: PlatformProfile
    /// What the person was told already, in any order.
    public var ledger: [LedgerEntry]
    /// What the notification centre holds. Something that is due already and waits there for its summary is not forgotten.
    public var pending: [PendingRequest]
    /// When the device will surely plan anew, though nobody opens the app; nil where the platform's own interval says it.
    public var nextRefresh: Instant?
    /// When something is due that isn't among the requests yet, because a domain looks only so far ahead.
    public var laterDue: Instant?
    /// What was learnt of the person, as of this morning; it counts where ``Person/adaptive`` is on.
    public var habits: Habits

    public init(
        person: Person, zone: TimeZoneRules, zones: [String: TimeZoneRules] = [:], profile: PlatformProfile, ledger: [LedgerEntry] = [],
        pending: [PendingRequest] = [], nextRefresh: Instant? = nil, laterDue: Instant? = nil,
        habits: Habits = Habits()
    ) {
        self.person = person
        hidden = HiddenScopes(person)
        self.zone = zone
        self.zones = zones
        self.profile = profile
        self.ledger = ledger
        self.pending = pending
        self.nextRefresh = nextRefresh
        self.laterDue = laterDue
        self.habits = habits
    }

    /// The hour at which the person is reminded on a day; nil where they want their own, or it is the only one that will do.
    public func hourChoice(on date: CivilDate) -> HourChoice? {
        person.adaptive.flatMap { habits.choice(on: date, $0, person.preferences) }
    }

    /// What the policy is asked about one notification when it would be shown: a line for `belfry decide`, which says the same of it.
    public func decisionInputs(of identifier: NotificationID, due: Instant, expiresAt: Instant?, severity: Severity) -> DecisionInputs {
        var inputs = decisionInputs(at: profile.roundedUp(due), severity: severity)
        inputs.expiresAt = expiresAt
        hidden.hide(identifier, in: &inputs)
        return inputs
    }

    /// What every decision about this person starts from: whether their device may be heard at a moment.
    func decisionInputs(at moment: Instant, severity: Severity) -> DecisionInputs {
        // What a device plans comes at the moments that the person chose for it: their digest is of what is sent to them.
        var preferences = person.preferences
        (preferences.digestAt, preferences.digestByCategory) = (nil, DigestTimes())
        return DecisionInputs(now: moment, channel: .push, preferences: preferences, severity: severity)
    }

    func nextRefresh(after now: Instant) -> Instant? {
        nextRefresh ?? profile.refreshInterval.map { now + $0 }
    }
}
