import BelfryModel
import BelfryTime

/// One occurrence of a request on its way through the planner. Small and flat, because there may be a hundred thousand.
struct Line: Sendable {
    /// When it would be shown: its due moment, or the end of what held it.
    var moment: Instant
    /// When the request wanted to be told.
    let due: Instant
    /// The civil day it is for, and the time where there are several a day: they make its identifier.
    let date: CivilDate
    let time: CivilTime?
    /// The position of its request in the agenda.
    let request: Int32
    /// Its request's ``RequestID/order``.
    let order: UInt64
    /// The position of its category among those of the agenda.
    let category: Int32
    let severity: Severity
    let digestWindow: DigestWindow
    /// From this moment on it is of no use.
    let expiresAt: Instant?
    var reason: Reason

    var isCritical: Bool { severity == .critical }
    /// Whether it may be told as one with others: what is critical, or stands alone by its nature, may not.
    var isGatherable: Bool { !isCritical && digestWindow != .never }

    func leftOut(because reason: Reason) -> Line {
        var line = self
        line.reason = reason
        return line
    }

    /// Whether it is told with the others of its category that day: it must still be of use then.
    func joinsDigest(ofDayUntil dayEnd: Instant) -> Bool { digestWindow == .day && isGatherable && lasts(until: dayEnd) }

    func lasts(until moment: Instant) -> Bool {
        expiresAt.map { $0 >= moment } ?? true
    }

    /// An order of lines that depends on their names alone.
    func isNamedBefore(_ other: Line) -> Bool {
        if order != other.order { return order < other.order }
        return date == other.date ? time ?? .midnight < other.time ?? .midnight : date < other.date
    }
}

/// One or several lines that are shown as one notification.
struct Group: Sendable {
    /// Where its lines stand in the draft of the day.
    var lines: Range<Int>
    var moment: Instant
    /// When the first of them is due.
    var due: Instant
    var severity: Severity
    /// Why they are together; nil for a single line.
    var reason: Reason?
    var freedom: Freedom

    var isCritical: Bool { severity == .critical }

    /// How a notification may be put together with others so that all fit among the pending ones.
    enum Freedom: Sendable {
        /// Not at all.
        case alone
        /// With those of the same moment, because it is of no use at the end of the day.
        case moment
        /// With those of the same moment, or later on the same day.
        case day
    }
}

/// A day on its way through the stages.
struct DayDraft: Sendable {
    /// What the policy lets pass, in groups.
    var lines: [Line] = []
    /// In the order of their moments, and of what they say where that is the same.
    var groups: [Group] = []
    /// What is not told, each line with its reason.
    var leftOut: [Line] = []

    mutating func leaveOut(_ isLeftOut: (Group) -> Reason?) {
        groups.removeAll { group in
            guard let reason = isLeftOut(group) else { return false }
            leftOut += lines[group.lines].map { $0.leftOut(because: reason) }
            return true
        }
    }
}

/// One rule about the notifications of a day, after the policy has let each of them pass.
protocol DayStage: Sendable {
    func apply(to day: inout DayDraft, in scene: DayScene)
}

/// What a stage may know besides the day itself.
struct DayScene {
    let person: Person
    /// When the next day begins.
    let dayEnd: Instant
    let categories: Categories
    /// What the person was told before this day begins, or on it, by the ledger and by the days before.
    let toldBefore: ToldBefore
}

/// How often the person was told something lately.
struct ToldBefore: Hashable, Sendable {
    /// When something of a throttled category was told, in order.
    var momentsByCategory: [Int32: [Instant]] = [:]
    /// How many notifications were told on this day already.
    var countToday = 0
}
