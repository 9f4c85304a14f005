import BelfryModel
import BelfryTime

/// Keeps what wearables report, and the alerts that follow from it: `wearable_daily_metrics` and `pattern_alert_state`.
public protocol MetricStore: Sendable {
    /// Stores what is newer than what is there. Members whose days changed are evaluated in the same transaction, or marked to be.
    ///
    /// Of a day and source the newest revision counts, whatever came first; the same again changes nothing. A delivery that tells the
    /// same (alert, level, recipient and channel) as one that is there is left out; one about no alert never is.
    /// - Parameter evaluate: must be quick and must not touch the store: it runs inside the transaction. Nil leaves it to
    ///   ``evaluateDue(countMax:now:evaluate:)``.
    /// - Throws: where an episode already has an alert under another identifier, or a delivery's identifier is taken; nothing is kept then.
    func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) async throws -> IngestReport

    /// Stores sessions of exercise; one that began at the same moment in the same source is brought up to date.
    /// - Returns: how many were new or changed.
    func store(_ sessions: [ExerciseSession], now: Instant) async throws -> Int
    /// Sessions from a day on, in their order.
    func sessions(of member: UserID, since date: CivilDate) async throws -> [ExerciseSession]

    /// What is known of a member, as an evaluation is told it, but of their days only those from a date on; of somebody unknown nothing.
    func history(of member: UserID, since date: CivilDate) async throws -> MemberHistory

    /// The days of several members from a date on, all as of one moment; of somebody unknown none.
    func reportedDays(of members: [UserID], since date: CivilDate) async throws -> [UserID: ReportedDays]

    /// Evaluates members whose mark is due, those that have waited longest first, each in a transaction of its own.
    ///
    /// A mark stays until its evaluation is committed, so that it survives whatever is killed when. Where one can't be kept, nothing of it
    /// is; that member waits for ``failedEvaluationWait``, and the others go on.
    func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) async throws -> EvaluationReport

    /// Marks members to be evaluated from a moment on; one that is marked for earlier stays so.
    func markForEvaluation(_ members: [UserID], at moment: Instant) async throws

    /// Goes on with a day's round, in which everybody with stored days, or with an alert that goes on, is marked once: marks the next few, and remembers
    /// how far it came.
    ///
    /// A round that was cut off goes on where it was; one that is through does nothing.
    /// - Parameter again: whether a round that is through begins anew.
    func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) async throws -> RoundProgress

    /// Goes on with counting, once a day, by which last day the days of how many members have come who reported regularly: counts the next few, remembers
    /// how far it came, and with the last of them what follows for feeds.
    ///
    /// A count that was cut off goes on where it was; one that is through does nothing.
    /// - Parameter again: whether a count that is through begins anew.
    /// - Returns: whether all are counted.
    func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) async throws -> Bool

    /// The feeds that are down, or were until lately, as the last count says; in the order of their sources and days.
    func feedOutages() async throws -> [FeedOutage]

    /// When the next mark is due; nil where there is none.
    func nextEvaluationMoment() async throws -> Instant?
}

/// How long a member whose evaluation could not be kept waits for the next.
public let failedEvaluationWait = Duration.seconds(900)

/// What a call that brings days has come to.
public struct IngestReport: Hashable, Sendable {
    /// Days that were new or brought another value.
    public var changedDayCount = 0
    /// Days that were there already, or are older than what is there.
    public var unchangedDayCount = 0
    public var changedAlerts: [AlertID] = []
    public var queuedDeliveryCount = 0

    public init() {}
}

/// How far a round has come.
public struct RoundProgress: Hashable, Sendable {
    /// Members who were marked by this step.
    public let markedCount: Int
    public let isThrough: Bool

    public init(markedCount: Int, isThrough: Bool) {
        self.markedCount = markedCount
        self.isThrough = isThrough
    }
}

/// What a turn of evaluations has come to.
public struct EvaluationReport: Hashable, Sendable {
    public var memberCount = 0
    /// Members whose evaluation could not be kept.
    public var failedMemberCount = 0
    public var changedAlerts: [AlertID] = []
    public var queuedDeliveryCount = 0

    public init() {}
}
