import BelfryModel
import BelfryTime

extension BillPass {
    /// How many days after the due date a person is told that they have forgotten a bill.
    static let overdueSteps = [1, 3, 7, 14]
    private static let overdueRule = "overdue"

    /// Asks to tell of a bill that was due and is not paid: the steps that are still ahead. Several on a day are told as one.
    ///
    /// A bill that is due today or later may yet be paid, so that its steps wait until it is overdue.
    func addOverdue(_ bill: Bill, to plan: inout DomainPlan) {
        guard bill.exclusion == nil, let due = bill.dueDate, due < today else { return }
        let subject = "\(bill.subject)|\(BillPass.overdueRule)"
        let steps = BillPass.overdueSteps.filter { recipient.awaits(subject, on: due + $0, at: settings.reminderTime) }
        let messages = steps.map { step in
            let values = values(of: bill).merging(["count": .count(step)]) { $1 }
            return (due + step, Message.facts(MessageFacts(template: "bills.overdue", values: values)))
        }
        plan.requests += request(
            for: bill, rule: BillPass.overdueRule, on: steps.map { due + $0 }, content: .byDay(Dictionary(uniqueKeysWithValues: messages)),
            category: BillReminders.overdueCategory, severity: .attention, digestWindow: .day)
    }
}
