import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// What is still to be said of notifications that were due while the device was off: once, within a day, and only where it is still of use.
struct LateNotice: Equatable {
    /// To be shown now, in the place of those that were missed: the one, or a summary of several.
    var shown: ScheduledNotification?
    /// Wait for quiet hours to end, under their own identifiers.
    var held: [ScheduledNotification] = []
    /// What the ledger gets of those that are of no use any more.
    var dropped: [LedgerLine] = []

    /// What is shown now, or later.
    var notifications: [ScheduledNotification] { held + [shown].compactMap(\.self) }

    static let ageMax = Duration.seconds(24 * 3600)

    /// - Parameters:
    ///   - pending: what is asked for already.
    ///   - withdrawn: what is no longer true.
    ///   - isTold: whether anybody has told of a subject that is told once, on whatever day.
    ///   - words: what a part says on the day on which it is shown.
    init(
        _ missed: [AskedNotification], besides pending: some Collection<PendingRequest>, withdrawn: [NotificationScope],
        isTold: (_ subject: String) -> Bool, words: (_ part: NotificationID, _ day: CivilDate) -> LateWords, in context: PlanningContext,
        now: Instant
    ) {
        var late: [ScheduledNotification] = []
        var taken = Set(pending.map(\.moment))
        for one in missed {
            // Of what was told meanwhile, whoever told it has a line.
            let lines = one.lines(toldAt: one.moment, outcome: .missed, at: now).filter { line in
                let part = line.entry.identifier
                return !context.hasTold(part) && !isTold(part.subject)
            }
            guard lines.contains(where: { line in !withdrawn.contains { $0.covers(line.entry.identifier) } }) else {
                dropped += lines
                continue
            }
            let expiresAt = min(one.notification.expiresAt ?? .max, one.moment + LateNotice.ageMax)
            var inputs = context.decisionInputs(
                of: one.identifier, due: now, expiresAt: expiresAt, severity: one.notification.severity)
            inputs.now = now
            let shownAt: Instant
            switch PolicyPipeline.standard.decide(inputs, in: context.zone) {
            case .send: shownAt = now
            // A second apart, also from those of a plan: systems lose what comes at once.
            case .defer(_, var moment) where moment < one.notification.expiresAt ?? .max:
                while !taken.insert(moment).inserted { moment = moment + .seconds(1) }
                shownAt = moment
            case .defer, .skip, .merge:
                dropped += lines
                continue
            }
            let day = context.zone.civil(at: shownAt).date
            let parts = one.notification.parts
            let answers = parts.map { words($0, day) }
            let unsaid = Set(parts.indices.filter { answers[$0] == .nothing }.map { parts[$0] })
            dropped += lines.filter { unsaid.contains($0.entry.identifier) }
            guard let said = one.notification.saying(answers, in: context.person.language) else { continue }
            let notification = said.moved(to: shownAt, usefulUntil: expiresAt)
            if shownAt > now { held.append(notification) } else { late.append(notification) }
        }
        shown = late.count > 1 ? summary(of: late, in: context, now: now) : late.first
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
        var lines = parts.count > 1 ? Phrases.lines(ofSummary: body) : [(title: title, body: body)]
        // That of a long summary only says how many more there are.
        if lines.count < parts.count { lines.removeLast() }
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
        guard let first = texts.first else { return kept.isEmpty ? nil : self }
        let content = kept.count > 1 ? Phrases.summary(of: texts, partCount: kept.count, in: language) : first
        return ScheduledNotification(
            request: request, title: content.title, body: content.body, category: category, thread: thread, severity: severity, parts: kept,
            expiresAt: expiresAt)
    }

    /// The same, to be shown at another moment. It keeps its end, so that what can't be shown then either is given up some day.
    fileprivate func moved(to moment: Instant, usefulUntil end: Instant) -> ScheduledNotification {
        ScheduledNotification(
            request: PendingRequest(
                identifier: identifier, moment: moment, fingerprint: request.fingerprint, promises: request.promises),
            title: title, body: body, category: category, thread: thread, severity: severity, parts: parts, expiresAt: end)
    }
}
