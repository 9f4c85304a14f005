import BelfryModel
import BelfryTime

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
    /// What the policy lets pass, in the order of ``DayOrder``.
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
