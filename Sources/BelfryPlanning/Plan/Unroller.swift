import BelfryModel
import BelfryTime

/// What one request comes to within the horizon.
struct Unrolled: Sendable {
    /// What the policy lets pass, and what it doesn't.
    var lines: [Line] = []
    var leftOut: [Line] = []
    /// The first moment behind the horizon.
    var next: Instant?
    /// Why it has no line at all.
    var unplanned: LeftOutNotification?

    /// Empties it and keeps its memory.
    mutating func clear() {
        lines.removeAll(keepingCapacity: true)
        leftOut.removeAll(keepingCapacity: true)
        next = nil
        unplanned = nil
    }
}

/// Unrolls requests into the lines of the coming days, and has each judged by the policy at the moment it would be shown.
///
/// A class, because an agenda hands it around for every request; nothing in it ever changes.
final class Unroller: Sendable {
    private let context: PlanningContext
    private let horizon: Horizon
    private let policy: PolicyPipeline
    private let told: [NotificationID: Instant]
    /// Until when notifications are snoozed, by the request that made them.
    private let snoozes: [String: [NotificationID: Instant]]
    /// In milliseconds.
    private let granularity: Int64
    /// What every decision starts from.
    private let inputs: DecisionInputs
    /// Whether anything is known of single notifications, so that their names matter.
    private let needsNames: Bool
    /// Nil where the person is told at their own hour.
    private let hours: AdaptiveHours?

    init(context: PlanningContext, horizon: Horizon, policy: PolicyPipeline) {
        self.context = context
        self.horizon = horizon
        self.policy = policy
        let person = context.person
        told = Dictionary(context.ledger.lazy.map { ($0.identifier, $0.toldAt) }, uniquingKeysWith: max)
        snoozes = Dictionary(grouping: person.snoozes, by: \.identifier.subject).mapValues { snoozes in
            Dictionary(snoozes.lazy.map { ($0.identifier, $0.until) }, uniquingKeysWith: max)
        }
        granularity = max(1, context.profile.granularity.milliseconds)
        inputs = context.decisionInputs(at: horizon.starts[0], severity: .watch)
        hours = AdaptiveHours(context, horizon)
        needsNames = !told.isEmpty || !snoozes.isEmpty || !person.dismissals.isEmpty || !person.mutes.isEmpty
    }

    /// - Parameters:
    ///   - position: where the request stands in the agenda.
    ///   - category: where its category does.
    func unroll(_ request: NotificationRequest, position: Int32, category: Int32, into unrolled: inout Unrolled) {
        var subject = Subject(position: position, category: category, inputs: inputs)
        if !snoozes.isEmpty { subject.snoozed = snoozes[request.id.text] }
        switch request.trigger {
        case .moment(let moment):
            let occurrence = Occurrence(civil: context.zone.civil(at: moment), moment: moment)
            unrollOnce(request, &subject, occurrence, mayMove: false, into: &unrolled)
        case .day(let date):
            let civil = CivilDateTime(date, context.person.reminderTime)
            unrollOnce(request, &subject, Occurrence(civil: civil, moment: context.zone.instant(of: civil)), mayMove: true, into: &unrolled)
        case .floating(let schedule):
            unroll(request, &subject, schedule.recurrence, into: &unrolled) { schedule.occurrences(in: context.zone, from: $0) }
        case .fixed(let schedule):
            guard let rules = context.zones[schedule.timezone] else {
                unrolled.unplanned = request.leftOut(because: .unknownTimezone, due: nil, on: horizon.today)
                return
            }
            unroll(request, &subject, schedule.recurrence, into: &unrolled) { schedule.occurrences(rules: rules, from: $0) }
        }
    }

    // MARK: One request

    private struct Subject {
        let position: Int32
        let category: Int32
        /// Used again for each occurrence.
        var inputs: DecisionInputs
        var snoozed: [NotificationID: Instant]?
    }

    private func unrollOnce(
        _ request: NotificationRequest, _ subject: inout Subject, _ occurrence: Occurrence, mayMove: Bool, into unrolled: inout Unrolled
    ) {
        let end = horizon.end(afterDays: context.profile.horizonDays(of: request.id.domain))
        guard occurrence.moment < end else {
            unrolled.next = occurrence.moment
            unrolled.unplanned = request.leftOut(because: .beyondHorizon, due: occurrence.moment, on: occurrence.civil.date)
            return
        }
        add(occurrence, mayMove: mayMove, time: nil, of: request, &subject, to: &unrolled)
        if unrolled.lines.isEmpty, unrolled.leftOut.isEmpty {
            unrolled.unplanned = request.leftOut(because: .momentPassed, due: occurrence.moment, on: occurrence.civil.date)
        }
    }

    /// - Parameter occurrences: the request's from a moment on.
    private func unroll(
        _ request: NotificationRequest, _ subject: inout Subject, _ recurrence: Recurrence, into unrolled: inout Unrolled,
        _ occurrences: (_ from: Instant) -> ScheduleOccurrences
    ) {
        let end = horizon.end(afterDays: context.profile.horizonDays(of: request.id.domain))
        let hasTime = recurrence.mayRepeatWithinDay
        let mayMove = request.mayMoveWithinDay && !hasTime
        var hasAny = false
        for occurrence in snoozedBefore(subject, occurrences) {
            add(occurrence, mayMove: mayMove, time: hasTime ? occurrence.civil.time : nil, of: request, &subject, to: &unrolled)
        }
        for occurrence in occurrences(horizon.lookback) {
            guard occurrence.moment < end else {
                if let next = next(of: request.content, from: occurrence, occurrences) { unrolled.next = min(unrolled.next ?? next, next) }
                break
            }
            hasAny = true
            add(occurrence, mayMove: mayMove, time: hasTime ? occurrence.civil.time : nil, of: request, &subject, to: &unrolled)
        }
        guard unrolled.lines.isEmpty, unrolled.leftOut.isEmpty else { return }
        if let next = unrolled.next {
            unrolled.unplanned = request.leftOut(because: .beyondHorizon, due: next, on: context.zone.civil(at: next).date)
        } else {
            unrolled.unplanned = request.leftOut(because: hasAny ? .momentPassed : .noFurtherMoment, due: nil, on: horizon.today)
        }
    }

    /// The occurrences before the lookback on days of which something is snoozed: those days alone, however long ago they are.
    private func snoozedBefore(_ subject: Subject, _ occurrences: (_ from: Instant) -> ScheduleOccurrences) -> [Occurrence] {
        guard let snoozed = subject.snoozed else { return [] }
        let days = Set(snoozed.keys.map(\.date)).sorted()
        return days.flatMap { day in
            let stretch = around(day)
            let end = min(stretch.end, horizon.lookback)
            return occurrences(stretch.start).prefix { $0.moment < end }.filter { $0.civil.date == day }
        }
    }

    /// When the first of the occurrences from one on is due that has something to say.
    ///
    /// Days without are passed over by arithmetic: the next that has may be thousands of years away.
    private func next(
        of content: MessageForecast, from occurrence: Occurrence, _ occurrences: (_ from: Instant) -> ScheduleOccurrences
    ) -> Instant? {
        guard let days = content.days(from: occurrence.civil.date) else { return occurrence.moment }
        var occurrence = occurrence
        for day in days {
            if occurrence.civil.date < day {
                guard let later = occurrences(around(day).start).first(where: { $0.civil.date >= day }) else { return nil }
                occurrence = later
            }
            if occurrence.civil.date == day { return occurrence.moment }
        }
        return nil
    }

    /// A stretch that has all of a civil day in it, in whatever zone: clocks differ by up to 26 hours.
    private func around(_ day: CivilDate) -> (start: Instant, end: Instant) {
        (context.zone.firstMoment(of: day - 2), context.zone.firstMoment(of: day + 3))
    }

    // MARK: One occurrence

    private func add(
        _ wanted: Occurrence, mayMove: Bool, time: CivilTime?, of request: NotificationRequest, _ subject: inout Subject,
        to unrolled: inout Unrolled
    ) {
        let expiresAt = request.validFor.map { wanted.moment + $0 }
        let moved = mayMove && request.severity != .critical ? hours?.moved(wanted, expiresAt: expiresAt) : nil
        let occurrence = moved?.occurrence ?? wanted
        let date = occurrence.civil.date
        let identifier = needsNames ? NotificationID(subject: request.id.text, date: date, time: time) : nil
        let snoozedUntil = identifier.flatMap { subject.snoozed?[$0] }
        var line = Line(
            moment: max(occurrence.moment, snoozedUntil ?? occurrence.moment).roundedUp(toMultipleOf: granularity), due: occurrence.moment,
            date: date, time: time,
            request: subject.position, order: request.id.order, category: subject.category, severity: request.severity,
            digestWindow: request.digestWindow, expiresAt: expiresAt,
            reason: snoozedUntil == nil ? .allowed : .snoozed)
        var isTold: Bool
        if !request.content.hasMessage(on: date) {
            line.reason = .nothingToSay
            isTold = false
        } else if let done = request.doneThrough, wanted.civil <= done {
            line.reason = .resolved
            isTold = false
        } else if let toldAt = identifier.flatMap({ told[$0] }), snoozedUntil.map({ $0 <= toldAt }) ?? true {
            line.reason = .alreadyTold
            isTold = false
        } else {
            isTold = judge(&line, named: identifier, inputs: &subject.inputs)
            if let moved, line.reason == .allowed { line.reason = moved.choice.reason }
        }
        if isTold, line.moment >= horizon.end {
            // Held until behind the horizon.
            unrolled.next = min(unrolled.next ?? line.due, line.due)
            line.reason = .beyondHorizon
            isTold = false
        }
        // What is over before today is nobody's business any more.
        guard line.moment >= horizon.starts[0] else { return }
        if isTold { unrolled.lines.append(line) } else { unrolled.leftOut.append(line) }
    }

    /// Puts the line where the policy lets it pass; false where it doesn't, with the reason in the line.
    private func judge(_ line: inout Line, named identifier: NotificationID?, inputs: inout DecisionInputs) -> Bool {
        let isSnoozed = line.reason == .snoozed
        inputs.now = line.moment
        inputs.severity = line.severity
        inputs.heldSince = nil
        // Whoever snoozes wants it then, however late that is; and after quiet hours into which it has come since, as on a journey.
        inputs.expiresAt = isSnoozed ? nil : line.expiresAt
        inputs.preferences.quietHoursAction = isSnoozed ? .defer : context.person.preferences.quietHoursAction
        if let identifier { context.hidden.hide(identifier, in: &inputs) }
        var decision = policy.decide(inputs, in: context.zone)
        if case .defer(let reason, let until) = decision {
            inputs.heldSince = line.moment
            inputs.now = until.roundedUp(toMultipleOf: granularity)
            line.moment = inputs.now
            decision = policy.decide(inputs, in: context.zone)
            if decision.action == .send { decision = .send(reason) }
        }
        if !isSnoozed || decision.reason != .allowed { line.reason = decision.reason }
        return decision.action == .send
    }

    /// The line at a later moment; nil where the policy doesn't let it pass then.
    func putOff(_ line: Line, named identifier: NotificationID, to moment: Instant) -> Line? {
        var line = line
        var inputs = inputs
        line.moment = moment
        return judge(&line, named: identifier, inputs: &inputs) && line.moment < horizon.end ? line : nil
    }
}
