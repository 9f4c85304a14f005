import BelfryModel
import BelfryTime

/// A person's own reminders: what they, or an app of theirs, want to be told, in words of their own.
///
/// Nothing is known of what they are about, so each is told as it is written, until it is done or switched off.
public enum Reminders {
    public static let domain = "reminders"
    /// Of those that name none.
    public static let category = "reminder"

    public static func requests(from reminders: [Reminder], to recipient: Recipient) -> DomainPlan {
        var plan = DomainPlan()
        for reminder in reminders {
            if let reason = reminder.exclusion(for: recipient) {
                plan.withdraw(reminder.scope)
                plan.skipped.append(Skipped(reminder.scope, because: reason))
            } else if let id = RequestID(domain: domain, entity: reminder.id.text, rule: reminder.requestRule) {
                plan.requests.append(
                    NotificationRequest(
                        id: id, trigger: reminder.schedule.trigger(reminderTime: recipient.person.reminderTime),
                        content: .same(.words(title: reminder.title, body: reminder.body)), category: reminder.category,
                        severity: reminder.severity, validFor: reminder.validFor, mayMoveWithinDay: reminder.schedule.mayMoveWithinDay,
                        doneThrough: reminder.doneThrough))
            }
        }
        return plan
    }

    /// What a reminder says that comes after its time.
    ///
    /// - Parameters:
    ///   - reminder: nil where it is no more.
    ///   - day: on which it is shown, where the person is.
    public static func lateWords(
        of part: NotificationID, for reminder: Reminder?, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        guard let reminder, reminder.isEnabled, let reading = reading(of: part, for: reminder, to: recipient), !reminder.isDone(reading) else {
            return .nothing
        }
        guard day != part.date else { return .unchanged }
        let midnight = recipient.zone.instant(of: CivilDateTime(day, .midnight))
        guard let next = reminder.occurrences(from: midnight, for: recipient).first(where: { $0.civil > reading }) else { return .unchanged }
        let isToldAnyway =
            recipient.zone.civil(at: next.moment).date == day && !reminder.isDone(next.civil)
            && recipient.shownDay(of: part.subject, on: next.civil.date, due: next.moment) == day
        return isToldAnyway ? .nothing : .unchanged
    }

    /// What `done_through` has to be once a part of a notification is done.
    ///
    /// - Returns: nil where there is nothing to write: it is done already, or the reminder is no longer at that time.
    public static func doneThrough(_ part: NotificationID, of reminder: Reminder, for recipient: Recipient) -> String? {
        guard let reading = reading(of: part, for: reminder, to: recipient), !reminder.isDone(reading) else { return nil }
        return reminder.doneThrough(reading)
    }

    /// The same once what comes at a time is done, before or after that.
    ///
    /// - Parameter text: the time, as ``ReminderTurn/doneThrough`` has it.
    public static func doneThrough(_ text: String, of reminder: Reminder, for recipient: Recipient) -> String? {
        guard let written = WrittenReading.read(text)?.reading(at: .midnight) else { return nil }
        let reading = reminder.time == nil ? CivilDateTime(written.date, recipient.person.reminderTime) : written
        var occurrences = reminder.occurrences(from: reading, for: recipient)
        guard occurrences.next()?.civil == reading, !reminder.isDone(reading) else { return nil }
        return reminder.doneThrough(reading)
    }

    /// What of a reminder is to be done next: what was due within a day and isn't done, or else what comes. Nil where nothing does any more.
    ///
    /// What was due earlier isn't told late either. Whether it is switched off makes no difference.
    public static func turn(of reminder: Reminder, for recipient: Recipient) -> ReminderTurn? {
        var last: Occurrence?
        for occurrence in reminder.undone(from: recipient.now - toldLateWithin, for: recipient) {
            if occurrence.moment > recipient.now {
                let turn = last ?? occurrence
                return ReminderTurn(moment: turn.moment, doneThrough: reminder.doneThrough(turn.civil), next: occurrence.moment)
            }
            last = occurrence
        }
        return last.map { ReminderTurn(moment: $0.moment, doneThrough: reminder.doneThrough($0.civil), next: nil) }
    }

    /// When a reminder comes next and isn't done yet; nil where it never does.
    public static func next(of reminder: Reminder, for recipient: Recipient) -> Instant? {
        next(of: reminder, for: recipient, from: recipient.now + .milliseconds(1))
    }

    static func next(of reminder: Reminder, for recipient: Recipient, from moment: Instant) -> Instant? {
        reminder.undone(from: moment, for: recipient).first { _ in true }?.moment
    }

    /// What was due while a device was off is told so long after, as long as it is of use.
    private static let toldLateWithin = Duration.seconds(86_400)

    /// Whether a part is of a time at which the reminder comes still, done or not.
    public static func isAsked(_ part: NotificationID, of reminder: Reminder, for recipient: Recipient) -> Bool {
        reading(of: part, for: reminder, to: recipient) != nil
    }

    /// The reading of the clock that a part is for; nil where the reminder has none then any more.
    private static func reading(of part: NotificationID, for reminder: Reminder, to recipient: Recipient) -> CivilDateTime? {
        guard part.subject == "\(reminder.scope)|\(reminder.requestRule)" else { return nil }
        var occurrences = reminder.occurrences(from: CivilDateTime(part.date, part.time ?? .midnight), for: recipient)
        guard let reading = occurrences.next()?.civil, reading.date == part.date, part.time == nil || part.time == reading.time else { return nil }
        return reading
    }
}

extension Reminder {
    /// The last part of what its requests are called: its time, so that one that is put to another hour of the same day is told again.
    fileprivate var requestRule: String {
        guard case .reading(let reading) = schedule.start else { return "reminder" }
        return reading.time.second == 0 ? reading.time.shortText : reading.time.description
    }

    /// What `done_through` has to be once it is done at a reading of its clock.
    fileprivate func doneThrough(_ reading: CivilDateTime) -> String { time == nil ? reading.date.description : reading.description }

    fileprivate func isDone(_ reading: CivilDateTime) -> Bool { doneThrough.map { reading <= $0 } ?? false }

    func recurrence(for recipient: Recipient) -> Recurrence { schedule.recurrence(reminderTime: recipient.person.reminderTime) }

    /// By the clock that it goes by, as a planner reads it.
    fileprivate func occurrences(from moment: Instant, for recipient: Recipient) -> ScheduleOccurrences {
        FloatingSchedule(recurrence(for: recipient)).occurrences(in: clock(for: recipient), from: moment)
    }

    fileprivate func occurrences(from reading: CivilDateTime, for recipient: Recipient) -> ScheduleOccurrences {
        occurrences(from: clock(for: recipient).instant(of: reading), for: recipient)
    }

    /// Those that aren't done, without looking at each that is.
    func undone(from moment: Instant, for recipient: Recipient) -> some Sequence<Occurrence> {
        let start = doneThrough.map { max(moment, clock(for: recipient).instant(of: $0)) } ?? moment
        return occurrences(from: start, for: recipient).lazy.filter { !isDone($0.civil) }
    }

    func clock(for recipient: Recipient) -> TimeZoneRules { timezone.flatMap { recipient.zones[$0] } ?? recipient.zone }

    /// Why none of it is told; nil where some may be.
    fileprivate func exclusion(for recipient: Recipient) -> SkipReason? {
        guard isEnabled else { return .switchedOff }
        guard let doneThrough else { return nil }
        return occurrences(from: doneThrough, for: recipient).contains { $0.civil > doneThrough } ? nil : .done
    }
}

/// One time of a reminder that isn't done.
public struct ReminderTurn: Hashable, Sendable {
    public let moment: Instant
    /// What `done_through` has to be once it is done.
    public let doneThrough: String
    /// When it comes next, which is this one where it is to come; nil where it never does.
    public let next: Instant?
}
