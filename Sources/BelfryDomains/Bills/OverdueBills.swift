import BelfryModel
import BelfryTime

extension BillPass {
    /// How many days after the due date a person is told that they have forgotten a bill.
    static let overdueSteps = [1, 3, 7, 14]
    static let overdueRule = "overdue"

    /// Asks to tell of a bill that was due and is not paid: the steps that are still ahead. Several on a day are told as one.
    ///
    /// A recurring bill has them after each due date that was missed. One that is due today or later may yet be paid, so that its steps wait
    /// until it is overdue.
    func addOverdue(_ bill: Bill, to plan: inout DomainPlan) {
        guard bill.exclusion == nil, let first = bill.dueDate, first < today else { return }
        let subject = "\(bill.subject)|\(BillPass.overdueRule)"
        let yesterday = today - 1
        let missed = bill.dueDates(in: recipient.firstHeldDay - (BillPass.overdueSteps.max() ?? 0)...yesterday, in: recipient.zone)
        let candidates = missed.flatMap { due in BillPass.overdueSteps.map { due + $0 } } + recipient.snoozedDays(of: subject, before: yesterday)
        var days: [CivilDate] = []
        var (own, held): ([CivilDate: Message], [CivilDate: Message]) = ([:], [:])
        for day in Set(candidates).sorted() where recipient.awaits(subject, on: day, at: settings.reminderTime) {
            guard let due = bill.overdueDate(toldOn: day, in: recipient.zone) else { continue }
            let shownDay = recipient.shownDay(of: subject, on: day, at: settings.reminderTime)
            days.append(day)
            own[day] = message(of: bill, due: due, on: day)
            held[shownDay] = message(of: bill, due: due, on: shownDay)
        }
        plan.requests += request(
            for: bill, rule: BillPass.overdueRule, on: days, content: .byDay(own.merging(held) { own, _ in own }),
            category: BillReminders.overdueCategory, severity: .attention, digestWindow: .day)
    }
}

extension Bill {
    /// Of which due date a person is told on a day that they have forgotten it: of the earliest, where several are as many days ago as a step
    /// says; nil where none is.
    func overdueDate(toldOn day: CivilDate, in zone: TimeZoneRules) -> CivilDate? {
        BillPass.overdueSteps.reversed().map { day - $0 }.first { !dueDates(in: $0...$0, in: zone).isEmpty }
    }
}
