import BelfryModel
import BelfryTime

/// Whom a domain asks for, at the moment that it is asked: their hour, their clock, and what they still wait for.
///
/// A domain asks for nothing that has passed, except for what the person has yet to see: what they snoozed, what quiet hours hold
/// overnight, and what waits for a later summary. If it were not asked for on the next pass, it would never be shown.
public struct Recipient: Sendable {
    public let person: Person
    public let now: Instant
    /// The rules of the person's zone.
    public let zone: TimeZoneRules
    /// The rules of other zones in which something they want to be told stays, by their names.
    public let zones: [String: TimeZoneRules]
    /// By the person's calendar.
    public let today: CivilDate
    /// What a pending notification is to tell later than it was due.
    private let promised: Set<NotificationID>

    /// - Parameter pending: what the notification centre holds.
    public init(
        _ person: Person = Person(), pending: [PendingRequest] = [], now: Instant, zone: TimeZoneRules, zones: [String: TimeZoneRules] = [:]
    ) {
        self.person = person
        self.now = now
        self.zone = zone
        self.zones = zones
        today = zone.civil(at: now).date
        promised = Set(pending.lazy.filter { $0.moment > now }.flatMap { $0.promises.map(\.identifier) })
    }

    /// - Parameters:
    ///   - subject: the text of the request's identifier.
    ///   - date: the civil day of the notification.
    func awaits(_ subject: String, on date: CivilDate, at time: CivilTime) -> Bool {
        // At a learnt hour it may come later that day than at the person's own.
        (person.adaptive != nil && date >= today) || awaits(subject, on: date, due: zone.instant(of: CivilDateTime(date, time)))
    }

    func awaits(_ subject: String, on date: CivilDate, due: Instant) -> Bool {
        guard due <= now else { return true }
        let snoozed = person.snoozes.lazy.filter { $0.identifier.subject == subject && $0.identifier.date == date }.map(\.until)
        return shown(due) > now || snoozed.contains { shownAgain($0) > now } || promised.contains(NotificationID(subject: subject, date: date))
    }

    /// What of a moment an answer can depend on, for days at some times: as long as it stays the same, so does whatever is awaited.
    struct Outlook: Equatable, Sendable {
        fileprivate let person: Person
        fileprivate let zone: TimeZoneRules
        fileprivate let today: CivilDate
        /// What is due by now and promised for later.
        fileprivate let promised: Set<NotificationID>
        /// Of each moment that may come or have come, whether it has.
        fileprivate let hasCome: [Bool]
    }

    func outlook(at times: [CivilTime]) -> Outlook {
        // Days before these are over for good, later ones have yet to come.
        let days = -1 - heldDayCountMax...1
        let dues = times.flatMap { time in days.map { zone.instant(of: CivilDateTime(today + $0, time)) } }
        let moments = dues + dues.map(shown) + person.snoozes.map(\.until).map(shownAgain)
        return Outlook(
            person: person, zone: zone, today: today, promised: promised.filter { $0.date <= today + days.upperBound },
            hasCome: moments.map { $0 <= now })
    }

    /// The days before one of which the person snoozed something of that subject, ascending.
    func snoozedDays(of subject: String, before date: CivilDate) -> [CivilDate] {
        Set(person.snoozes.lazy.filter { $0.identifier.subject == subject && $0.identifier.date < date }.map(\.identifier.date)).sorted()
    }

    /// On which day something is shown: a later one than its own, where quiet hours hold it past midnight, or it was snoozed.
    func shownDay(of subject: String, on date: CivilDate, at time: CivilTime) -> CivilDate {
        guard !person.snoozes.isEmpty || quietWeek?.contains(CivilDateTime(date, time)) == true else { return date }
        return max(date, shownDay(of: subject, on: date, due: zone.instant(of: CivilDateTime(date, time))))
    }

    /// - Parameter date: the civil day of the notification, which may be one of another zone.
    func shownDay(of subject: String, on date: CivilDate, due: Instant) -> CivilDate {
        let snoozed = person.snoozes.lazy.filter { $0.identifier.subject == subject && $0.identifier.date == date }.map(\.until).max()
        let moment = snoozed.flatMap { $0 > due ? shownAgain($0) : nil } ?? shown(due)
        return zone.civil(at: moment).date
    }

    /// When something due is shown: later, where quiet hours hold it.
    private func shown(_ due: Instant) -> Instant { quietWeek?.firstMomentOutside(from: due, in: zone) ?? due }

    /// When something snoozed is shown: where its moment has come into quiet hours, it waits for their end, whatever else is left out there.
    private func shownAgain(_ until: Instant) -> Instant {
        let preferences = person.preferences
        return preferences.quietHoursLevel == .all ? until : preferences.quietWeek.firstMomentOutside(from: until, in: zone)
    }

    /// In which what is due is held; nil where nothing is.
    private var quietWeek: WeeklyWindow? {
        let preferences = person.preferences
        return preferences.quietHoursAction == .defer && preferences.quietHoursLevel != .all ? preferences.quietWeek : nil
    }

    /// How many days ago something may have been due that is still held.
    private var heldDayCountMax: Int { quietWeek?.dayCountMax ?? 1 }

    /// The first day of which something may still be held: yesterday, or an earlier one where quiet hours go on for days.
    var firstHeldDay: CivilDate { today - heldDayCountMax }
}

extension Recipient {
    /// What has to be remembered when a person snoozes a notification: each of its parts comes again after a while.
    ///
    /// In quiet hours it comes when they end, unless the person lets it pass. In a ``Person`` it survives every planning to come.
    /// - Parameter parts: the identifiers of what the notification tells, one or the parts of a summary.
    public func snoozes(of parts: [NotificationID], for length: Duration, severity: Severity) -> [Snooze] {
        var until = now + length
        let preferences = person.preferences
        let mayPass =
            switch preferences.quietHoursLevel {
            case .all: true
            case .criticalOnly: severity == .critical
            case .none: false
            }
        if !mayPass { until = preferences.quietWeek.firstMomentOutside(from: until, in: zone) }
        return parts.map { Snooze(identifier: $0, until: until) }
    }

    /// Whether something snoozed was to be shown so long ago that it waits for nothing any more, not for a summary of its day either.
    public func isOver(_ snooze: Snooze) -> Bool { now - shownAgain(snooze.until) >= Recipient.snoozeKeptFor }

    private static let snoozeKeptFor = Duration.seconds(48 * 3600)
}
