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
        let hour = recipient.person.reminderTime
        for reminder in reminders {
            if let reason = reminder.exclusion(reminderTime: hour) {
                plan.withdraw(reminder.scope)
                plan.skipped.append(Skipped(reminder.scope, because: reason))
            } else if let id = RequestID(domain: domain, entity: reminder.id.text, rule: reminder.requestRule) {
                plan.requests.append(
                    NotificationRequest(
                        id: id, trigger: reminder.schedule.trigger(reminderTime: hour),
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
    ///   - day: on which it is shown.
    public static func lateWords(
        of part: NotificationID, for reminder: Reminder?, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        guard let reminder, reminder.isEnabled, let reading = reading(of: part, for: reminder, to: recipient), !reminder.isDone(reading) else {
            return .nothing
        }
        guard day != part.date, let next = reminder.firstReading(from: CivilDateTime(day, .midnight), recipient.person.reminderTime) else {
            return .unchanged
        }
        let isToldAnyway = next.date == day && !reminder.isDone(next) && recipient.shownDay(of: part.subject, on: day, at: next.time) == day
        return isToldAnyway ? .nothing : .unchanged
    }

    /// What `done_through` has to be once a part of a notification is done.
    ///
    /// - Returns: nil where there is nothing to write: it is done already, or the reminder is no longer at that time.
    public static func doneThrough(_ part: NotificationID, of reminder: Reminder, for recipient: Recipient) -> String? {
        guard let reading = reading(of: part, for: reminder, to: recipient), !reminder.isDone(reading) else { return nil }
        if case .day = reminder.schedule.start { return reading.date.description }
        return reading.description
    }

    /// The reading of the clock that a part is for; nil where the reminder has none then any more.
    private static func reading(of part: NotificationID, for reminder: Reminder, to recipient: Recipient) -> CivilDateTime? {
        guard part.subject == "\(reminder.scope)|\(reminder.requestRule)" else { return nil }
        guard let reading = reminder.firstReading(from: CivilDateTime(part.date, part.time ?? .midnight), recipient.person.reminderTime),
            reading.date == part.date, part.time == nil || part.time == reading.time
        else { return nil }
        return reading
    }
}

extension Reminder {
    /// The last part of what its requests are called: its time, so that one that is put to another hour of the same day is told again.
    fileprivate var requestRule: String {
        guard case .reading(let reading) = schedule.start else { return "reminder" }
        return reading.time.second == 0 ? reading.time.shortText : reading.time.description
    }

    fileprivate func isDone(_ reading: CivilDateTime) -> Bool { doneThrough.map { reading <= $0 } ?? false }

    fileprivate func firstReading(from reading: CivilDateTime, _ reminderTime: CivilTime) -> CivilDateTime? {
        var occurrences = schedule.recurrence(reminderTime: reminderTime).occurrences(from: reading)
        return occurrences.next()
    }

    /// Why none of it is told; nil where some may be.
    fileprivate func exclusion(reminderTime: CivilTime) -> SkipReason? {
        guard isEnabled else { return .switchedOff }
        guard let doneThrough else { return nil }
        let readings = schedule.recurrence(reminderTime: reminderTime).occurrences(from: doneThrough)
        return readings.contains { $0 > doneThrough } ? nil : .done
    }
}
