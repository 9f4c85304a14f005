import BelfryModel
import BelfryTime

/// When a reminder comes, as a calendar has it: by its rule, where others read that alike, or date by date.
public enum ReminderDates: Hashable, Sendable {
    /// `first` matches the rule and stands for where it begins; `exceptions` may name it.
    case series(first: CivilDateTime, rule: RecurrenceRule, additions: [CivilDateTime], exceptions: [CivilDateTime])
    case dates([CivilDateTime])
}

extension Reminders {
    /// So many dates of one reminder are named.
    public static let dateCountMax = 100

    /// When a reminder comes from a moment on and isn't done; nil where it is switched off or comes no more.
    ///
    /// Readings are of its own clock: ``clock(of:for:)``.
    ///
    /// - Parameter end: until when dates are named that no rule says.
    public static func dates(of reminder: Reminder, for recipient: Recipient, from start: Instant, through end: Instant) -> ReminderDates? {
        // Where nothing comes of it any more, nothing is said of it.
        guard reminder.isEnabled, let next = reminder.undone(from: start, for: recipient).first(where: { _ in true }) else { return nil }
        let recurrence = reminder.recurrence(for: recipient)
        // A series begins with what its rule says: what is added before that has no place in it.
        if let rule = recurrence.rule, rule.isCommon, let first = reminder.first(of: recurrence, rule, from: start, for: recipient), first <= next.civil {
            let lists = [recurrence.additions, recurrence.exceptions].map { $0.filter { $0 >= first } }
            return .series(first: first, rule: rule, additions: lists[0], exceptions: lists[1])
        }
        let dates = reminder.undone(from: start, for: recipient).prefix { $0.moment <= end }.prefix(dateCountMax).map(\.civil)
        return dates.isEmpty ? nil : .dates(dates)
    }

    /// The rules of the zone by whose clock a reminder goes.
    public static func clock(of reminder: Reminder, for recipient: Recipient) -> TimeZoneRules { reminder.clock(for: recipient) }
}

extension Reminder {
    /// The first that its rule says and that isn't done; of one that counts, the first of all, because the count begins there.
    fileprivate func first(of recurrence: Recurrence, _ rule: RecurrenceRule, from start: Instant, for recipient: Recipient) -> CivilDateTime? {
        let plain = Recurrence(start: recurrence.start, rule: rule, fallsOnDays: recurrence.fallsOnDays)
        let zone = clock(for: recipient)
        if case .count = rule.end { return plain.occurrences(in: zone).first { _ in true } }
        let shown = zone.civil(at: start)
        let from = doneThrough.map { max($0, shown) } ?? shown
        return plain.occurrences(from: from, in: zone).first { reading in doneThrough.map { reading > $0 } ?? true }
    }
}
