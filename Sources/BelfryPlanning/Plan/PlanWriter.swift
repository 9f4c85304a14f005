import BelfryModel
import BelfryTime

/// Writes settled days as the lines of a plan.
struct PlanWriter {
    let requests: [NotificationRequest]
    let zone: TimeZoneRules
    let granularity: Duration
    /// Whether something may be shown at a moment other than its own.
    let mayShow: (Severity, Instant) -> Bool

    /// - Parameter canary: where it falls on this day.
    func write(_ choice: Selection.Choice, of board: inout DayBoard, canary: Canary?) -> PlannedDay {
        if let written = board.written, written.choice == choice { return written.day.adding(canary?.line(in: zone)) }
        let slots: [PendingBudget.Slot] =
            switch choice {
            case .asDrafted: board.draft.groups.indices.map { PendingBudget.Slot(moment: board.draft.groups[$0].moment, items: [$0]) }
            case .dropped: []
            case .slots(let slots): slots
            }
        let day = day(board, slots: slots)
        board.written = (choice, day)
        return day.adding(canary?.line(in: zone))
    }

    private func day(_ board: DayBoard, slots: [PendingBudget.Slot]) -> PlannedDay {
        let draft = board.draft
        var isTold = Array(repeating: false, count: draft.groups.count)
        var lines: [PlannedNotification] = []
        lines.reserveCapacity(slots.count)
        var previous: Instant?
        for slot in slots {
            for group in slot.items { isTold[group] = true }
            let line = line(for: slot, in: draft, notBefore: previous.map { $0 + granularity }, dayEnd: board.end)
            previous = line.moment
            lines.append(line)
        }
        var leftOut = draft.leftOut
        for group in draft.groups.indices where !isTold[group] {
            leftOut += draft.lines[draft.groups[group].lines].map { line in
                var line = line
                line.reason = .overBudget
                return line
            }
        }
        leftOut.sort { $0.due == $1.due ? $0.isNamedBefore($1) : $0.due < $1.due }
        return PlannedDay(date: board.date, lines: lines, leftOut: leftOut.map(written))
    }

    /// - Parameter earliest: when the line before leaves the system free again: several at once get lost.
    private func line(for slot: PendingBudget.Slot, in draft: DayDraft, notBefore earliest: Instant?, dayEnd: Instant) -> PlannedNotification {
        let groups = slot.items.map { draft.groups[$0] }
        let parts = groups.flatMap { draft.lines[$0.lines].map(part) }
        let severity = groups.reduce(Severity.watch) { max($0, $1.severity) }
        var moment = slot.moment
        if let earliest, earliest > moment, earliest < dayEnd, mayShow(severity, earliest) { moment = earliest }
        let isOneCategory = parts.allSatisfy { $0.category == parts[0].category }
        return PlannedNotification(
            identifier: identifier(of: groups, parts: parts, at: slot.moment), moment: moment, category: isOneCategory ? parts[0].category : PlanWriter.mixedCategory,
            severity: severity, parts: parts, reason: groups.count > 1 ? .mergedToFit : groups[0].reason ?? parts[0].reason)
    }

    static let mixedCategory = "digest"

    /// A summary is named by what it gathers and when, so that it keeps its name when one of its parts goes.
    private func identifier(of groups: [Group], parts: [PlannedPart], at moment: Instant) -> NotificationID {
        guard parts.count > 1 else { return parts[0].identifier }
        let civil = zone.civil(at: moment)
        guard groups.count == 1 else { return NotificationID(subject: "digest|to_fit", date: civil.date, time: civil.time) }
        return NotificationID(
            subject: "digest|\(parts[0].category)", date: civil.date, time: groups[0].reason == .sameDay ? nil : civil.time)
    }

    private func part(_ line: Line) -> PlannedPart {
        let request = requests[Int(line.request)]
        return PlannedPart(
            identifier: NotificationID(subject: request.id.text, date: line.date, time: line.time), due: line.due,
            expiresAt: line.expiresAt, message: request.content.message(on: line.date) ?? .words(title: "", body: ""), category: request.category,
            severity: line.severity, reason: line.reason)
    }

    private func written(_ line: Line) -> LeftOutNotification {
        let request = requests[Int(line.request)]
        return LeftOutNotification(
            identifier: NotificationID(subject: request.id.text, date: line.date, time: line.time), due: line.due, expiresAt: line.expiresAt,
            category: request.category, severity: line.severity, reason: line.reason)
    }
}

extension PlannedDay {
    fileprivate func adding(_ line: PlannedNotification?) -> PlannedDay {
        guard let line else { return self }
        let index = lines.firstIndex { $0.moment > line.moment } ?? lines.count
        var lines = lines
        lines.insert(line, at: index)
        return PlannedDay(date: date, lines: lines, leftOut: leftOut)
    }
}
