import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// What is still to be said of notifications that were due while the device was off: once, within a day, and only where it is still of use.
struct LateNotice: Equatable {
    /// To be shown now, in the place of those that were missed: the one, or a summary of several.
    private(set) var shown: ScheduledNotification?
    /// Wait for quiet hours to end, under their own identifiers.
    private(set) var held: [ScheduledNotification] = []
    /// Wait since an earlier pass, as they are to be from now on.
    private(set) var waiting: [ScheduledNotification] = []
    /// Were missed or waited, and have nothing left to say, or no moment at which to say it.
    private(set) var takenBack: [NotificationID] = []
    /// What the ledger gets of those that are of no use any more.
    private(set) var dropped: [LedgerLine] = []

    /// What is shown now, or later.
    var notifications: [ScheduledNotification] { waiting + held + [shown].compactMap(\.self) }

    static let ageMax = Duration.seconds(24 * 3600)

    /// - Parameters:
    ///   - open: what waits since an earlier pass.
    ///   - withdrawn: what is no longer true.
    ///   - isTold: whether anybody has told of a subject that is told once, on whatever day.
    ///   - words: what a part says on the day on which it is shown.
    init(
        _ missed: [AskedNotification], besides open: [ScheduledNotification], withdrawn: [NotificationScope],
        isTold: (_ subject: String) -> Bool, words: (_ part: NotificationID, _ day: CivilDate) -> LateWords, in context: PlanningContext,
        now: Instant
    ) {
        let parts = (missed.map(\.notification) + open).flatMap(\.parts)
        let told = Set(parts.filter { context.hasTold($0) || isTold($0.subject) })
        let over = told.union(parts.filter { part in withdrawn.contains { $0.covers(part) } })
        let language = context.person.language
        var late: [ScheduledNotification] = []
        for one in missed {
            let end = min(one.notification.expiresAt ?? .max, one.moment + LateNotice.ageMax)
            var said: ScheduledNotification?
            if let moment = LateNotice.moment(for: one.notification, until: end, in: context, now: now) {
                let day = context.zone.civil(at: moment).date
                let answers: [LateWords] = one.notification.parts.map { part in
                    over.contains(part) || context.hides(part, at: moment) ? .nothing : words(part, day)
                }
                said = one.notification.saying(answers, in: language)?.moved(to: moment, usefulUntil: end)
            }
            // Of what was told meanwhile, whoever told it has a line.
            let unsaid = Set(one.notification.parts).subtracting(told).subtracting(said?.parts ?? [])
            dropped += one.lines(toldAt: one.moment, outcome: .missed, at: now).filter { unsaid.contains($0.entry.identifier) }
            guard let said else {
                takenBack.append(one.identifier)
                continue
            }
            if said.moment > now { held.append(said) } else { late.append(said) }
        }
        shown = late.count > 1 ? summary(of: late, in: context, now: now) : late.first
        for one in open {
            let day = context.zone.civil(at: one.moment).date
            // What is due already is being shown.
            let hidden = one.moment > now ? Set(one.parts.filter { context.hides($0, at: one.moment) }) : []
            let answers: [LateWords] = one.parts.map { part in
                one.moment > now && (over.contains(part) || hidden.contains(part) || words(part, day) == .nothing) ? .nothing : .unchanged
            }
            dropped += one.entries(toldAt: one.moment).filter { hidden.contains($0.identifier) && !told.contains($0.identifier) }
                .map { LedgerLine($0, outcome: .missed, outcomeAt: now) }
            guard let said = one.saying(answers, in: language) else {
                takenBack.append(one.identifier)
                continue
            }
            wait(with: said, in: context, now: now)
        }
    }

    /// What waits is decided again, for the moment at which it was to be shown: where the device has been carried since, or the person wants
    /// it otherwise, that may be in quiet hours, or hidden.
    private mutating func wait(with said: ScheduledNotification, in context: PlanningContext, now: Instant) {
        guard said.moment > now else { return waiting.append(said) }
        if let moment = LateNotice.moment(for: said, until: .max, in: context, now: said.moment) {
            waiting.append(said.moved(to: moment, usefulUntil: said.expiresAt))
        } else {
            takenBack.append(said.identifier)
            dropped += said.entries(toldAt: said.moment).map { LedgerLine($0, outcome: .missed, outcomeAt: now) }
        }
    }

    /// When something that was due may be shown: now, or when quiet hours end; nil where that would be of no use.
    private static func moment(
        for notification: ScheduledNotification, until end: Instant, in context: PlanningContext, now: Instant
    ) -> Instant? {
        var inputs = context.decisionInputs(of: notification.identifier, due: now, expiresAt: end, severity: notification.severity)
        inputs.now = now
        switch PolicyPipeline.standard.decide(inputs, in: context.zone) {
        case .send: return now
        case .defer(_, let moment) where moment < notification.expiresAt ?? .max: return moment
        case .defer, .skip, .merge: return nil
        }
    }

    /// Puts what waits a second apart, from each other and from what is planned: systems lose what comes at once.
    mutating func keepApart(from plan: Plan, now: Instant) {
        guard !(waiting.isEmpty && held.isEmpty) else { return }
        var taken = Set(plan.lines.map(\.moment))
        waiting = waiting.map { $0.moment > now ? $0.placed(besides: &taken) : $0 }
        held = held.map { $0.placed(besides: &taken) }
    }

    private func summary(of late: [ScheduledNotification], in context: PlanningContext, now: Instant) -> ScheduledNotification {
        let civil = context.zone.civil(at: now)
        let identifier = NotificationID(subject: LateNotice.subject, date: civil.date, time: civil.time)
        let texts = late.flatMap { one -> [(title: String, body: String)] in
            one.parts.count > 1 ? Phrases.lines(ofSummary: one.body) : [(title: one.title, body: one.body)]
        }
        let parts = late.flatMap(\.parts)
        let content = Phrases.summary(of: texts, partCount: parts.count, in: context.person.language)
        return ScheduledNotification(
            request: PendingRequest(identifier: identifier, moment: now, fingerprint: 0), title: content.title, body: content.body,
            category: LateNotice.category, thread: LateNotice.category, severity: late.map(\.severity).max() ?? .watch,
            parts: parts, expiresAt: late.compactMap(\.expiresAt).max())
    }

    private static let subject = "belfry|late|summary"
    static let category = "late"
}

extension PlanningContext {
    /// Whether the person wants nothing of it at a moment. Of a summary the policy knows the name alone, not what it tells.
    fileprivate func hides(_ part: NotificationID, at moment: Instant) -> Bool {
        person.dismissals.contains { $0.scope.covers(part) }
            || person.mutes.contains { mute in mute.scope.covers(part) && mute.until.map { moment < $0 } ?? true }
    }

    /// Whether it was told already, as a plan sees it: what is snoozed is to be told again.
    fileprivate func hasTold(_ identifier: NotificationID) -> Bool {
        let start = person.snoozes.lazy.filter { $0.identifier == identifier }.map(\.until).max() ?? .min
        return ledger.contains { $0.identifier == identifier && $0.toldAt >= start }
    }
}

extension ScheduledNotification {
    /// The same in the words of another day; nil where no part has any.
    /// - Parameter words: of each part.
    fileprivate func saying(_ words: [LateWords], in language: Language) -> ScheduledNotification? {
        guard words.contains(where: { $0 != .unchanged }) else { return self }
        // A long summary has no line for its last ones.
        let lines = parts.count > 1 ? Phrases.lines(ofSummary: body) : [(title: title, body: body)]
        var texts: [(title: String, body: String)] = []
        var kept: [NotificationID] = []
        for (position, part) in parts.enumerated() {
            switch words[position] {
            case .nothing: continue
            case .message(let message): texts.append(Phrases.words(of: message, in: language))
            case .unchanged: if position < lines.count { texts.append(lines[position]) }
            }
            kept.append(part)
        }
        guard !kept.isEmpty else { return nil }
        var said = self
        said.parts = kept
        // Where all that is left stood behind the last line, there are no other words.
        guard let first = texts.first else { return said }
        (said.title, said.body) = kept.count > 1 ? Phrases.summary(of: texts, partCount: kept.count, in: language) : first
        return said
    }

    /// The same, to be shown at another moment. It keeps its end, so that what can't be shown then either is given up some day.
    func moved(to moment: Instant, usefulUntil end: Instant?) -> ScheduledNotification {
        var moved = self
        moved.request = PendingRequest(identifier: identifier, moment: moment, fingerprint: request.fingerprint, promises: request.promises)
        moved.expiresAt = end
        return moved
    }

    /// The same at the first second from its own on that is free, which it takes.
    fileprivate func placed(besides taken: inout Set<Instant>) -> ScheduledNotification {
        var moment = moment
        while !taken.insert(moment).inserted { moment = moment + .seconds(1) }
        return moved(to: moment, usefulUntil: expiresAt)
    }
}
