import BelfryModel
import BelfryTime

/// Bills: reminds a person of what they have to pay, the day before and on the day, and of what they have forgotten.
///
/// A pure function of the bills, the settings, `now` and the zone: after any edit it is asked again, and the plan follows.
public enum BillReminders {
    public static let domain = "bills"
    /// How many days ahead bills are reminded of; later ones wait for the next pass.
    public static let windowDays = 14

    public static let reminderCategory = "bill_reminder"
    public static let overdueCategory = "bill_overdue"
    public static let digestCategory = "bill_digest"
    public static let budgetCategory = "budget_alert"

    /// Everything but overspending, which needs to know what was told: ``OverspentBudgets``.
    ///
    /// - Parameter isRescheduling: whether something was edited, which the log then says.
    public static func requests(
        from bills: [Bill], for settings: BillSettings, to recipient: Recipient, isRescheduling: Bool = false
    ) -> DomainPlan {
        guard settings.isEnabled else { return switchedOff }
        var plan = DomainPlan()
        let pass = BillPass(settings: settings, recipient: recipient)
        var weekly = WeeklyBills(settings, for: recipient)
        var scheduledCount = 0
        for bill in bills {
            let (part, isScheduled) = pass.plan(for: bill)
            plan += part
            if isScheduled { scheduledCount += 1 }
            if settings.hasWeeklyDigest { weekly.add(bill) }
        }
        if let digest = weekly.request() { plan.requests.append(digest) }
        plan.log = log(isCancelling: !plan.withdrawn.isEmpty, scheduledCount: scheduledCount, of: bills.count)
        if isRescheduling { plan.log.append("Rescheduled all bill reminders") }
        return plan
    }

    static var switchedOff: DomainPlan {
        var plan = DomainPlan()
        plan.log = ["Bill reminders disabled, skipping notification scheduling"]
        plan.skipped = [Skipped(domain, because: .switchedOff)]
        plan.withdraw(domain)
        return plan
    }

    static func log(isCancelling: Bool, scheduledCount: Int, of count: Int) -> [String] {
        (isCancelling ? ["Cancelled bill reminders"] : []) + ["Scheduled notifications for \(scheduledCount)/\(count) bills"]
    }
}

/// One look at the bills, at one moment.
struct BillPass {
    let settings: BillSettings
    let recipient: Recipient

    var today: CivilDate { recipient.today }

    /// When a bill is reminded of, seen from its due date.
    enum Rule: String, CaseIterable {
        case dayBefore = "day_before"
        case dueDay = "due_day"

        var daysBefore: Int { self == .dayBefore ? 1 : 0 }

        func isOn(_ settings: BillSettings) -> Bool {
            self == .dayBefore ? settings.notifiesOneDayBefore : settings.notifiesOnDueDate
        }
    }

    /// What one bill comes to, but for the weekly digest, and whether it is reminded of before it is overdue.
    func plan(for bill: Bill) -> (plan: DomainPlan, isScheduled: Bool) {
        var plan = DomainPlan()
        if bill.isCompleted || bill.isDeleted { plan.withdraw(bill.subject) }
        addReminders(of: bill, to: &plan)
        let isScheduled = !plan.requests.isEmpty
        if settings.notifiesOverdue { addOverdue(bill, to: &plan) }
        return (plan, isScheduled)
    }

    private func addReminders(of bill: Bill, to plan: inout DomainPlan) {
        let next = bill.nextDueDate(from: today, in: recipient.zone)
        let reason = bill.exclusion ?? exclusion(of: bill, due: next)
        if let reason { plan.skipped.append(Skipped(bill.subject, on: next ?? bill.dueDate, because: reason)) }
        guard bill.exclusion == nil else { return }
        plan.laterDue = [plan.laterDue, laterDue(of: bill)].compactMap(\.self).min()
        for rule in Rule.allCases {
            let subject = "\(bill.subject)|\(rule.rawValue)"
            guard rule.isOn(settings) else {
                if reason == nil { plan.skipped.append(Skipped(subject, because: .switchedOff)) }
                continue
            }
            let days = days(of: rule, for: bill, subject)
            let awaited = days.filter { recipient.awaits(subject, on: $0, at: settings.reminderTime) }
            let passed = days.filter { !awaited.contains($0) && $0 + rule.daysBefore >= today }
            plan.skipped += passed.map { Skipped(subject, on: $0, because: .momentPassed) }
            plan.requests += request(
                for: bill, rule: rule.rawValue, on: awaited, content: content(of: rule, for: bill, subject, on: awaited),
                category: BillReminders.reminderCategory, severity: rule == .dueDay ? .attention : .watch)
        }
    }

    /// The same for each day, but for those of which it is only shown on a later one.
    private func content(of rule: Rule, for bill: Bill, _ subject: String, on days: [CivilDate]) -> MessageForecast {
        let message = Message.facts(MessageFacts(template: "bills.\(rule.rawValue)", values: values(of: bill)))
        let held = days.map { (date: $0, shownOn: recipient.shownDay(of: subject, on: $0, at: settings.reminderTime)) }
            .filter { $0.date != $0.shownOn }
        guard !held.isEmpty else { return .same(message) }
        let later = held.map { ($0.shownOn, self.message(of: bill, due: $0.date + rule.daysBefore, on: $0.shownOn)) }
        return .byDay(Dictionary(days.map { ($0, message) } + later, uniquingKeysWith: { own, _ in own }))
    }

    /// What there is to say on a day of a bill that is due on another, or on the same.
    func message(of bill: Bill, due: CivilDate, on day: CivilDate) -> Message {
        let values = values(of: bill)
        guard day > due else {
            let rule = day == due ? Rule.dueDay : .dayBefore
            return .facts(MessageFacts(template: "bills.\(rule.rawValue)", values: values))
        }
        return .facts(MessageFacts(template: "bills.overdue", values: values.merging(["count": .count(day - due)]) { $1 }))
    }

    /// The days of the reminders that lie in the window or may still be held, and those that were snoozed, however long ago.
    private func days(of rule: Rule, for bill: Bill, _ subject: String) -> [CivilDate] {
        let first = recipient.firstHeldDay
        let snoozed = recipient.snoozedDays(of: subject, before: first - rule.daysBefore).map { $0 + rule.daysBefore }
        let zone = recipient.zone
        let dates = snoozed.flatMap { bill.dueDates(in: $0...$0, in: zone) } + bill.dueDates(in: first...today + BillReminders.windowDays, in: zone)
        return dates.map { $0 - rule.daysBefore }
    }

    /// When the first reminder is due that the window leaves to a later pass; nil where there is none.
    private func laterDue(of bill: Bill) -> Instant? {
        guard let rule = Rule.allCases.first(where: { $0.isOn(settings) }),
            let due = bill.nextDueDate(from: today + BillReminders.windowDays + 1, in: recipient.zone)
        else { return nil }
        return recipient.zone.instant(of: CivilDateTime(due - rule.daysBefore, settings.reminderTime))
    }

    /// Why a bill isn't reminded of now, though it may be some day; nil where it is due in the window.
    private func exclusion(of bill: Bill, due next: CivilDate?) -> SkipReason? {
        guard let next else { return bill.rule == nil ? .pastDue : .seriesOver }
        return next > today + BillReminders.windowDays ? .dueLater : nil
    }

    func values(of bill: Bill) -> [String: MessageFacts.Value] {
        ["name": .text(bill.name), "amount": bill.money(bill.amount, for: settings)].compactMapValues(\.self)
    }

    /// None where there are no days.
    func request(
        for bill: Bill, rule: String, on days: [CivilDate], content: MessageForecast, category: String, severity: Severity,
        digestWindow: DigestWindow = .moment
    ) -> [NotificationRequest] {
        guard let id = RequestID(domain: BillReminders.domain, entity: bill.id.text, rule: rule),
            let trigger = Trigger.days(days, at: settings.reminderTime)
        else { return [] }
        return [
            NotificationRequest(
                id: id, trigger: trigger, content: content, category: category, severity: severity, digestWindow: digestWindow,
                mayMoveWithinDay: true)
        ]
    }
}
