import BelfryModel
import BelfryTime

extension BillPass {
    /// How many days after the due date a person is told that they have forgotten a bill.
    static let overdueSteps = [1, 3, 7, 14]
    static let overdueRule = "overdue"

    /// Asks to tell of a bill that was due and is not paid: the steps that are still ahead. Several on a day are told as one.
    ///
    /// A bill that is due today or later may yet be paid, so that its steps wait until it is overdue.
    func addOverdue(_ bill: Bill, to plan: inout DomainPlan) {
        guard bill.exclusion == nil, let due = bill.dueDate, due < today else { return }
        let subject = "\(bill.subject)|\(BillPass.overdueRule)"
        let days = BillPass.overdueSteps.map { due + $0 }.filter { recipient.awaits(subject, on: $0, at: settings.reminderTime) }
        let shown = days.map { recipient.shownDay(of: subject, on: $0, at: settings.reminderTime) }
        let messages = (days + shown).map { ($0, message(of: bill, due: due, on: $0)) }
        plan.requests += request(
            for: bill, rule: BillPass.overdueRule, on: days, content: .byDay(Dictionary(messages, uniquingKeysWith: { $1 })),
            category: BillReminders.overdueCategory, severity: .attention, digestWindow: .day)
    }
}
