import BelfryModel
import BelfryTime

/// Pantry: reminds a person of what expires, of warranties that end and of maintenance that is due.
///
/// What falls on one day is told as one. The planner puts that together, so a thing's own reminders stay each by itself.
public enum PantryReminders {
    public static let domain = "pantry"

    /// What is told comes at the recipient's own hour for reminders.
    public static func requests(
        from items: [PantryItem], for settings: PantrySettings = PantrySettings(), to recipient: Recipient
    ) -> DomainPlan {
        var plan = DomainPlan()
        let pass = PantryPass(settings: settings, recipient: recipient)
        for item in items {
            if item.isUsed {
                plan.withdraw(item.scope)
                plan.skipped.append(Skipped(item.scope, because: .used))
            } else if item.expiresOn == nil, item.warrantyEndsOn == nil, item.maintenance.isEmpty {
                plan.skipped.append(Skipped(item.scope, because: .noDates))
            } else {
                pass.add(item, to: &plan)
            }
        }
        return plan
    }
}

/// One look at the pantry, at one moment.
private struct PantryPass {
    let settings: PantrySettings
    let recipient: Recipient

    private var hour: CivilTime { recipient.person.reminderTime }

    func add(_ item: PantryItem, to plan: inout DomainPlan) {
        if let date = item.expiresOn { add(ExpiryRule.all, of: item, around: date, isOn: settings.tellsExpiration, to: &plan) }
        if let date = item.warrantyEndsOn { add(ExpiryRule.warranty, of: item, around: date, isOn: settings.tellsWarranty, to: &plan) }
        for task in item.maintenance { add(task, of: item, to: &plan) }
    }

    private func add(_ rules: [ExpiryRule], of item: PantryItem, around date: CivilDate, isOn: Bool, to plan: inout DomainPlan) {
        for rule in rules {
            let day = date + rule.offset
            let subject = "\(item.scope)|\(rule.name)"
            guard isOn, recipient.awaits(subject, on: day, at: hour),
                let id = RequestID(domain: PantryReminders.domain, entity: item.id.text, rule: rule.name)
            else {
                plan.skipped.append(Skipped(subject, on: day, because: isOn ? .momentPassed : .switchedOff))
                continue
            }
            let message = rule.message(of: item, dayCount: -rule.offset)
            let shownDay = recipient.shownDay(of: subject, on: day, at: hour)
            let content =
                shownDay == day
                ? MessageForecast.same(message) : .byDay([day: message, shownDay: rule.message(of: item, dayCount: date - shownDay)])
            plan.requests.append(
                NotificationRequest(
                    id: id, trigger: .day(day), content: content, category: rule.category.identifier, severity: rule.severity,
                    digestWindow: .day))
        }
    }

    private func add(_ task: MaintenanceTask, of item: PantryItem, to plan: inout DomainPlan) {
        let rule = task.requestRule
        let subject = "\(item.scope)|\(rule)"
        guard settings.tellsMaintenance, let id = RequestID(domain: PantryReminders.domain, entity: item.id.text, rule: rule) else {
            plan.skipped.append(Skipped(subject, because: .switchedOff))
            return
        }
        let schedule = FloatingSchedule(task.recurrence(at: hour))
        guard isAwaited(schedule, subject) else {
            plan.skipped.append(Skipped(subject, on: task.start, because: task.rule == nil ? .momentPassed : .seriesOver))
            return
        }
        let facts = MessageFacts(template: "pantry.maintenance", values: ["name": .text(item.name), "task": .text(task.task)])
        plan.requests.append(
            NotificationRequest(
                id: id, trigger: .floating(schedule), content: .same(.facts(facts)),
                category: NotificationCategory.maintenance.identifier, digestWindow: .day, mayMoveWithinDay: true))
    }
}

extension PantryPass {
    /// Whether the person still waits for any of it: from the first day on that may still be held, or on a day that they snoozed, however long ago.
    private func isAwaited(_ schedule: FloatingSchedule, _ subject: String) -> Bool {
        func occurrences(from day: CivilDate) -> ScheduleOccurrences {
            schedule.occurrences(in: recipient.zone, from: recipient.zone.instant(of: CivilDateTime(day, .midnight)))
        }
        let first = recipient.firstHeldDay
        return occurrences(from: first).contains { recipient.awaits(subject, on: $0.civil.date, at: hour) }
            || recipient.snoozedDays(of: subject, before: first).contains { day in
                recipient.awaits(subject, on: day, at: hour) && occurrences(from: day).first { $0.civil.date >= day }?.civil.date == day
            }
    }
}

extension PantryReminders {
    /// What a reminder says that comes after its time.
    ///
    /// - Parameters:
    ///   - item: nil where it is no more.
    ///   - day: on which it is shown.
    public static func lateWords(
        of rule: String, on date: CivilDate, for item: PantryItem?, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        let rules = [ExpiryRule.all, ExpiryRule.warranty].first { $0.contains { $0.name == rule } } ?? []
        guard let reminder = rules.first(where: { $0.name == rule }) else {
            return lateMaintenance(rule, on: date, for: item, to: recipient, shownOn: day)
        }
        let end = date - reminder.offset
        guard let item, !item.isUsed, (reminder.category == .warranty ? item.warrantyEndsOn : item.expiresOn) == end else { return .nothing }
        guard day != date else { return .unchanged }
        let isToldAnyway = rules.contains { other in
            other.offset > reminder.offset
                && recipient.shownDay(of: "\(item.scope)|\(other.name)", on: end + other.offset, at: recipient.person.reminderTime) == day
        }
        return isToldAnyway ? .nothing : .message(reminder.message(of: item, dayCount: end - day))
    }

    /// Its words are true on whatever day, as long as the task is still due on its own.
    private static func lateMaintenance(
        _ rule: String, on date: CivilDate, for item: PantryItem?, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        // Byte by byte: an accent behind the line makes one character of both.
        guard rule == MaintenanceTask.requestRule || rule.utf8.starts(with: "\(MaintenanceTask.requestRule)_".utf8) else { return .unchanged }
        let hour = recipient.person.reminderTime
        guard let item, !item.isUsed, let task = item.maintenance.first(where: { $0.requestRule == rule }), task.isDue(on: date, at: hour, in: recipient.zone)
        else {
            return .nothing
        }
        let isToldAnyway =
            day != date && task.isDue(on: day, at: hour, in: recipient.zone) && recipient.shownDay(of: "\(item.scope)|\(rule)", on: day, at: hour) == day
        return isToldAnyway ? .nothing : .unchanged
    }
}

extension MaintenanceTask {
    fileprivate static let requestRule = "maintenance"

    /// The last part of what its requests are called.
    fileprivate var requestRule: String { ([MaintenanceTask.requestRule] + [id?.text].compactMap(\.self)).joined(separator: "_") }

    fileprivate func recurrence(at hour: CivilTime) -> Recurrence {
        Recurrence(start: CivilDateTime(start, hour), rule: rule, fallsOnDays: true)
    }

    /// - Parameter zone: the person's, in which a rule ends that names a moment.
    fileprivate func isDue(on date: CivilDate, at hour: CivilTime, in zone: TimeZoneRules) -> Bool {
        var occurrences = recurrence(at: hour).occurrences(from: CivilDateTime(date, .midnight), in: zone)
        return occurrences.next()?.date == date
    }
}

/// On which day before or after the end of something a person is told of it.
private struct ExpiryRule {
    let name: String
    /// Days after the end.
    let offset: Int
    var severity = Severity.watch
    var category = NotificationCategory.expiration

    static let all = [
        ExpiryRule(name: "three_days_before", offset: -3), ExpiryRule(name: "day_before", offset: -1),
        ExpiryRule(name: "expiry_day", offset: 0, severity: .attention), ExpiryRule(name: "day_after", offset: 1, severity: .attention),
    ]

    static let warranty = [30, 7].map { ExpiryRule(name: "warranty_\($0)_days", offset: -$0, category: .warranty) }

    /// - Parameter dayCount: how many days are left of the thing.
    func message(of item: PantryItem, dayCount: Int) -> Message {
        let isWarranty = category == .warranty
        let template =
            switch dayCount {
            case _ where isWarranty: "pantry.warranty"
            case 2...: "pantry.expires_in_days"
            case 1: "pantry.expires_tomorrow"
            case 0: "pantry.expires_today"
            default: "pantry.expired"
            }
        var values: [String: MessageFacts.Value] = ["name": .text(item.name)]
        if isWarranty || dayCount > 1 { values["count"] = .count(max(0, dayCount)) }
        return .facts(MessageFacts(template: template, values: values))
    }
}
