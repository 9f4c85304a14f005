import BelfryModel
import BelfryTime

/// Asks the person to open the app before what is planned runs out.
struct Canary: Hashable, Sendable {
    let moment: Instant
    let until: Instant

    /// The hour of the evening at which a canary sings.
    static let hour = CivilTime(hour: 18, minute: 0) ?? .midnight

    /// The evening before coverage ends; where that has passed already, half way until then. In quiet hours, when they are over.
    ///
    /// - Returns: nil where the plan is surely made anew before, or no moment before the end is fit.
    static func before(_ end: Instant, in context: PlanningContext, policy: PolicyPipeline, now: Instant) -> Canary? {
        if let refresh = context.nextRefresh(after: now), refresh <= end { return nil }
        let zone = context.zone
        let evening = zone.instant(of: CivilDateTime(zone.civil(at: end).date - 1, hour))
        var moment = evening > now ? evening : halfWay(from: now, to: end)
        let preferences = context.person.preferences
        if preferences.quietHoursLevel != .all { moment = preferences.quietWeek.firstMomentOutside(from: moment, in: zone) }
        guard moment > now, moment < end else { return nil }
        return policy.decide(context.decisionInputs(at: moment, severity: .watch), in: zone).action == .send ? Canary(moment: moment, until: end) : nil
    }

    /// On a whole minute.
    private static func halfWay(from now: Instant, to end: Instant) -> Instant {
        let middle = now.secondsSinceEpoch + (end.secondsSinceEpoch - now.secondsSinceEpoch) / 2
        return Instant(secondsSinceEpoch: middle - middle % 60 + 60)
    }

    func line(in zone: TimeZoneRules, _ language: Language) -> PlannedNotification {
        let identifier = NotificationID(subject: Canary.subject, date: zone.civil(at: moment).date)
        let part = PlannedPart(
            identifier: identifier, due: moment, expiresAt: nil, message: .canary(until: zone.civil(at: until)), category: Canary.category,
            severity: .watch, reason: .coverageEnds)
        return PlannedNotification(
            identifier: identifier, moment: moment, category: Canary.category, severity: .watch, language: language, parts: [part],
            reason: .coverageEnds)
    }

    static let subject = "belfry|plan|canary"
    static let category = "canary"
}
