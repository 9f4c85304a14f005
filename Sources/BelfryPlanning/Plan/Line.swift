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
