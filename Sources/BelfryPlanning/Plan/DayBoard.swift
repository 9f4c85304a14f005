import BelfryModel
import BelfryTime

/// One civil day of an agenda: what falls on it, and what it came to when it was last looked at.
struct DayBoard: Sendable {
    let date: CivilDate
    let start: Instant
    let end: Instant
    /// What the policy lets pass; in order as far as it was settled, so that putting it in order again is quick.
    private(set) var lines: [Line] = []
    /// What it doesn't.
    private(set) var leftOut: [Line] = []
    /// What the stages of the day made of it; empty until it is settled.
    private(set) var draft = DayDraft()
    /// What of it asks for a place among the pending ones: an item a group.
    private(set) var items: [PendingBudget.Item] = []
    /// What had been told before the day when it was settled; nil where it has to be settled anew.
    private var settledAfter: ToldBefore?
    /// From when on the draft holds, and the first moment that it looks forward to: before the one, because a clock was set back, and
    /// after the other the day has to be settled anew.
    private var settledAt = Instant.min
    private var firstMoment = Instant.max
    /// The day as it was written in the last plan, and what was chosen of it then.
    var written: (choice: Selection.Choice, day: PlannedDay)?

    static func empty(_ horizon: Horizon) -> [DayBoard] {
        (0..<horizon.dayCount).map { DayBoard(date: horizon.today + $0, start: horizon.starts[$0], end: horizon.starts[$0 + 1]) }
    }

    private init(date: CivilDate, start: Instant, end: Instant) {
        self.date = date
        self.start = start
        self.end = end
    }

    mutating func add(_ line: Line) {
        lines.append(line)
        settledAfter = nil
    }

    mutating func leaveOut(_ line: Line) {
        leftOut.append(line)
        settledAfter = nil
    }

    /// Takes out everything of one request.
    mutating func remove(request: Int32) {
        lines.removeAll { $0.request == request }
        leftOut.removeAll { $0.request == request }
        settledAfter = nil
    }

    /// Whether nothing has changed since the stages were applied.
    func isSettled(after told: ToldBefore, now: Instant) -> Bool {
        settledAfter == told && firstMoment > now && settledAt <= now
    }

    /// Applies the stages, unless nothing has changed since they were applied.
    ///
    /// - Parameters:
    ///   - now: what is due until then has passed; only today has such lines.
    ///   - putOff: gives such a line a later moment, where it was promised one.
    mutating func settle(_ stages: [any DayStage], in scene: DayScene, now: Instant, putOff: (Line) -> Line?) {
        guard !isSettled(after: scene.toldBefore, now: now) else { return }
        settledAt = now
        DayOrder.sort(&lines, ranks: scene.categories.ranks)
        draft = DayDraft()
        draft.leftOut = leftOut
        var hasPutOff = false
        if start <= now {
            for line in lines {
                if line.moment > now {
                    draft.lines.append(line)
                } else if let later = putOff(line) {
                    draft.lines.append(later)
                    hasPutOff = true
                } else {
                    draft.leftOut.append(line.leftOut(because: .momentPassed))
                }
            }
        } else {
            draft.lines = lines
        }
        if hasPutOff { DayOrder.sort(&draft.lines, ranks: scene.categories.ranks) }
        // What was put off depends on a promise that another plan may change.
        firstMoment = hasPutOff ? .min : draft.lines.lazy.map(\.moment).min() ?? .max
        for stage in stages { stage.apply(to: &draft, in: scene) }
        let day = Int(date.daysSinceEpoch)
        items = draft.groups.map {
            PendingBudget.Item(moment: $0.moment, day: day, freedom: $0.freedom, isCritical: $0.isCritical)
        }
        settledAfter = scene.toldBefore
        written = nil
    }
}
