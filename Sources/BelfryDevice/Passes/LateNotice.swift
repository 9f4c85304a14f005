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
    init(
        _ missed: [AskedNotification], besides pending: some Collection<PendingRequest>, withdrawn: [NotificationScope],
        isTold: (_ subject: String) -> Bool, in context: PlanningContext, now: Instant
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
            switch PolicyPipeline.standard.decide(inputs, in: context.zone) {
            case .send: late.append(one.notification)
            case .defer(_, var moment):
                // A second apart, also from those of a plan: systems lose what comes at once.
                while !taken.insert(moment).inserted { moment = moment + .seconds(1) }
                held.append(one.notification.moved(to: moment))
            case .skip, .merge: dropped += lines
            }
        }
        shown = late.count > 1 ? summary(of: late, in: context, now: now) : late.first?.moved(to: now)
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
            parts: parts, expiresAt: nil)
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
    /// The same, to be shown at another moment.
    func moved(to moment: Instant) -> ScheduledNotification {
        ScheduledNotification(
            request: PendingRequest(
                identifier: identifier, moment: moment, fingerprint: request.fingerprint, promises: request.promises),
            title: title, body: body, category: category, thread: thread, severity: severity, parts: parts, expiresAt: expiresAt)
    }
}
