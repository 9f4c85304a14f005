import BelfryModel
import BelfryTime

/// Study: reminds a person once a day, at their hour, of how many words will be due on that day.
///
/// The number of a day is frozen when its reminder is scheduled, so it is a forecast. A review changes it: the function is pure and
/// cheap, so it is asked again with the words as they are.
public enum StudyReminders {
    public static let domain = "study"
    public static let category = "study_reminder"

    /// - Parameter dayCount: how many days are planned, today included; the forecast has one more.
    public static func requests(
        from words: [StudyWord], for settings: StudySettings, to recipient: Recipient, dayCount: Int
    ) -> DomainPlan {
        var plan = DomainPlan()
        guard settings.isEnabled else {
            plan.skipped = [Skipped(domain, because: .switchedOff)]
            plan.withdraw(domain)
            return plan
        }
        let dueDates = words.compactMap { $0.dueDate(for: settings, in: recipient.zone) }
        if dueDates.count < words.count { plan.skipped.append(Skipped(subject, because: .neverReviewed)) }
        guard let id = RequestID(domain: domain, entity: entity, rule: "daily") else { return plan }
        let time = settings.reminderTime ?? recipient.person.reminderTime
        let forecast = days(dueDates, dayCount: max(1, dayCount), recipient).filter { recipient.awaits(id.text, on: $0, at: time) }
            .reduce(into: [:]) { forecast, day in forecast[day] = message(dueDates.count { $0 <= day }, for: settings) }
        guard let trigger = Trigger.days(forecast.keys.sorted(), at: time) else {
            plan.skipped.append(Skipped(subject, because: .nothingDue))
            return plan
        }
        plan.requests = [
            NotificationRequest(
                id: id, trigger: trigger, content: .byDay(forecast), category: category, validFor: validFor, mayMoveWithinDay: true)
        ]
        return plan
    }

    /// What a reminder says that comes after its time.
    /// - Parameter day: on which it is shown.
    public static func lateWords(
        on date: CivilDate, from words: [StudyWord], for settings: StudySettings, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        guard day != date else { return .unchanged }
        let dueCount = words.compactMap { $0.dueDate(for: settings, in: recipient.zone) }.count { $0 <= day }
        return message(dueCount, for: settings).map(LateWords.message) ?? .nothing
    }

    private static let entity = "words"
    private static let subject = "\(domain)|\(entity)"
    /// One that is held longer than this meets the next, which says more; a day may have only 23 hours.
    public static let validFor = Duration.seconds(23 * 3600 - 1)

    /// The days to speak of: yesterday, if its reminder is still held, and from today one day more than are planned.
    ///
    /// Where nothing is due that soon, the first day on which something is belongs to them, so that a planner knows that it goes on.
    private static func days(_ dueDates: [CivilDate], dayCount: Int, _ recipient: Recipient) -> [CivilDate] {
        let days = (-1...dayCount).map { recipient.today + $0 }
        guard let first = dueDates.min(), first > recipient.today + dayCount else { return days }
        return days + [first]
    }

    /// What is said of a day by which so many are due: those of the day, and what is overdue then if nothing is reviewed before.
    private static func message(_ dueCount: Int, for settings: StudySettings) -> Message? {
        if dueCount > 0 { return .facts(MessageFacts(template: "study.daily", values: ["count": .count(dueCount)])) }
        return settings.encouragesWhenNothingIsDue ? .facts(MessageFacts(template: "study.nothing_due", values: [:])) : nil
    }
}
