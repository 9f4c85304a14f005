import BelfryModel
import BelfryTime

/// The person that a domain asks for, at the moment that it is asked: what they still wait for.
///
/// A domain asks for nothing that has passed, except for what the person has yet to see: a snoozed reminder, or one that quiet hours hold
/// overnight. If it were not asked for on the next pass, it would never be shown.
struct Recipient: Sendable {
    let person: Person
    let now: Instant
    let zone: TimeZoneRules
    let today: CivilDate

    init(_ person: Person, now: Instant, zone: TimeZoneRules) {
        self.person = person
        self.now = now
        self.zone = zone
        today = zone.civil(at: now).date
    }

    /// - Parameters:
    ///   - subject: the text of the request's identifier.
    ///   - date: the civil day of the notification.
    func awaits(_ subject: String, on date: CivilDate, at time: CivilTime) -> Bool {
        awaits(subject, on: date, due: zone.instant(of: CivilDateTime(date, time)))
    }

    func awaits(_ subject: String, on date: CivilDate, due: Instant) -> Bool {
        guard due <= now else { return true }
        let snoozed = person.snoozes.lazy.filter { $0.identifier.subject == subject && $0.identifier.date == date }.map(\.until)
        return shown(due) > now || snoozed.contains { shown($0) > now }
    }

    /// The days of that subject from which the person may still wait for something: yesterday's, held overnight, and what they snoozed.
    func firstAwaitedDay(of subject: String) -> CivilDate {
        person.snoozes.lazy.filter { $0.identifier.subject == subject }.map(\.identifier.date).reduce(today - 1, min)
    }

    /// When something due is shown: later, where quiet hours hold it.
    private func shown(_ due: Instant) -> Instant {
        let preferences = person.preferences
        guard preferences.quietHoursAction == .defer, preferences.quietHoursLevel != .all, let window = preferences.quietHours else {
            return due
        }
        return window.firstMomentOutside(from: due, in: zone)
    }
}
