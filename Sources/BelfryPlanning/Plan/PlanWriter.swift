import BelfryModel
import BelfryTime

/// Writes settled days as the lines of a plan.
struct PlanWriter {
    let requests: [NotificationRequest]
    let zone: TimeZoneRules
    let language: Language
    let granularity: Duration
    /// Whether something may be shown at a moment other than its own.
    let mayShow: (Severity, Instant) -> Bool

    /// - Parameter canary: where it falls on this day.
    func write(_ choice: Selection.Choice, of board: inout DayBoard, canary: Canary?) -> PlannedDay {
        if let written = board.written, written.choice == choice { return add(canary, to: written.day, end: board.end) }
        let day =
            switch choice {
            case .asDrafted: self.day(board, slots: board.draft.groups.indices.lazy.map { CollectionOfOne($0) })
            case .dropped: self.day(board, slots: EmptyCollection<CollectionOfOne<Int>>())
            case .slots(let slots): self.day(board, slots: slots.lazy.map(\.items))
            }
        board.written = (choice, day)
        return add(canary, to: day, end: board.end)
    }

    /// With the canary behind what is told when it would sing: several at once get lost.
    private func add(_ canary: Canary?, to day: PlannedDay, end: Instant) -> PlannedDay {
        guard let canary else { return day }
        var moment = canary.moment
        for line in day.lines where line.moment <= moment && moment < line.moment + granularity { moment = line.moment + granularity }
        let mayMove = moment < min(end, canary.until) && mayShow(.watch, moment)
        let line = Canary(moment: mayMove ? moment : canary.moment, until: canary.until).line(in: zone, language)
        var lines = day.lines
        lines.insert(line, at: lines.firstIndex { $0.moment > line.moment } ?? lines.count)
        return PlannedDay(date: day.date, lines: lines, leftOut: day.leftOut)
    }

    /// - Parameter slots: what is told, each with the positions of its groups in the draft.
    private func day(_ board: DayBoard, slots: some Collection<some Collection<Int>>) -> PlannedDay {
        let draft = board.draft
        var isTold = Array(repeating: false, count: draft.groups.count)
        var lines: [PlannedNotification] = []
        lines.reserveCapacity(slots.count)
        var (earliest, latest) = (Instant.min, Instant.min)
        for slot in slots {
            for group in slot { isTold[group] = true }
            let line = line(for: slot, of: draft, on: board.date, until: board.end, notBefore: earliest)
            earliest = max(earliest, line.moment + granularity)
            if line.moment >= latest {
                latest = line.moment
                lines.append(line)
            } else {
                // What can't wait for its turn is told at its own moment, which may be before that of the one before.
                lines.insert(line, at: lines.lastIndex { $0.moment <= line.moment }.map { $0 + 1 } ?? 0)
            }
        }
        // Of a great deal all but a few lines may be left out: no list for each group, and none that grows.
        var leftOut: [Line] = []
        leftOut.reserveCapacity(draft.leftOut.count + draft.lines.count)
        leftOut += draft.leftOut
        for group in draft.groups.indices where !isTold[group] {
            for line in draft.groups[group].lines { leftOut.append(draft.lines[line].leftOut(because: .overBudget)) }
        }
        leftOut.sort { $0.due == $1.due ? $0.isNamedBefore($1) : $0.due < $1.due }
        return PlannedDay(date: board.date, lines: lines, leftOut: leftOut.map(written))
    }

    /// - Parameters:
    ///   - end: of the day.
    ///   - earliest: when the line before leaves the system free again: several at once get lost.
    private func line(
        for slot: some Collection<Int>, of draft: DayDraft, on day: CivilDate, until end: Instant, notBefore earliest: Instant
    ) -> PlannedNotification {
        var parts: [PlannedPart] = []
        parts.reserveCapacity(slot.reduce(0) { $0 + draft.groups[$1].lines.count })
        var (severity, due) = (Severity.watch, Instant.min)
        for group in slot {
            for line in draft.groups[group].lines { parts.append(part(draft.lines[line], shownOn: day)) }
            severity = max(severity, draft.groups[group].severity)
            due = max(due, draft.groups[group].moment)
        }
        let mayMove = earliest > due && earliest < end && areInTime(parts, from: due, to: earliest) && mayShow(severity, earliest)
        let isOneCategory = parts.count == 1 || parts.allSatisfy { $0.category == parts[0].category }
        let isMergedToFit = slot.count > 1
        let reason = slot.first.flatMap { draft.groups[$0].reason } ?? parts[0].reason
        return PlannedNotification(
            identifier: identifier(of: parts, isMergedToFit: isMergedToFit, reason: reason, at: due), moment: mayMove ? earliest : due,
            category: isOneCategory ? parts[0].category : PlanWriter.mixedCategory, severity: severity, language: language, parts: parts,
            reason: isMergedToFit ? .mergedToFit : reason)
    }

    /// Whether all that is of use at one moment still is at a later one.
    private func areInTime(_ parts: [PlannedPart], from moment: Instant, to later: Instant) -> Bool {
        parts.allSatisfy { part in part.expiresAt.map { $0 <= moment || $0 > later } ?? true }
    }

    static let mixedCategory = "digest"

    /// A summary is named by what it gathers and when, so that it keeps its name when one of its parts goes.
    private func identifier(of parts: [PlannedPart], isMergedToFit: Bool, reason: Reason, at moment: Instant) -> NotificationID {
        guard parts.count > 1 else { return parts[0].identifier }
        let civil = zone.civil(at: moment)
        guard !isMergedToFit else { return NotificationID(subject: "digest|to_fit", date: civil.date, time: civil.time) }
        return NotificationID(subject: "digest|\(parts[0].category)", date: civil.date, time: reason == .sameDay ? nil : civil.time)
    }

    /// Reads of the request what it needs, without a copy of the whole: there may be a hundred thousand lines.
    ///
    /// - Parameter day: a later one than the line's own, where quiet hours hold it past midnight, or it was snoozed.
    private func part(_ line: Line, shownOn day: CivilDate) -> PlannedPart {
        let request = Int(line.request)
        return PlannedPart(
            identifier: identifier(of: line), due: line.due, expiresAt: line.expiresAt,
            message: requests[request].content.message(for: line.date, shownOn: day) ?? .words(title: "", body: ""),
            category: requests[request].category, severity: line.severity, reason: line.reason)
    }

    private func written(_ line: Line) -> LeftOutNotification {
        LeftOutNotification(
            identifier: identifier(of: line), due: line.due, expiresAt: line.expiresAt, category: requests[Int(line.request)].category,
            severity: line.severity, reason: line.reason)
    }

    private func identifier(of line: Line) -> NotificationID {
        NotificationID(subject: requests[Int(line.request)].id.text, date: line.date, time: line.time)
    }
}
