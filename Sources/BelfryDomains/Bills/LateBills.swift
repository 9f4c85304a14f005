import BelfryModel
import BelfryTime

extension BillReminders {
    /// What a reminder says that comes after its time.
    ///
    /// - Parameters:
    ///   - bill: nil where it is no more.
    ///   - day: on which it is shown.
    public static func lateWords(
        of rule: String, on date: CivilDate, for bill: Bill?, _ settings: BillSettings, to recipient: Recipient, shownOn day: CivilDate
    ) -> LateWords {
        let reminder = BillPass.Rule(rawValue: rule)
        guard reminder != nil || rule == BillPass.overdueRule else { return .unchanged }
        guard let bill, bill.exclusion == nil, let due = reminder.map({ date + $0.daysBefore }) ?? bill.overdueDate(toldOn: date, in: recipient.zone),
            !bill.dueDates(in: due...due, in: recipient.zone).isEmpty
        else { return .nothing }
        guard day != date else { return .unchanged }
        let pass = BillPass(settings: settings, recipient: recipient)
        let isToldAnyway = pass.reminders(due: due).contains { other in
            other.date > date
                && recipient.shownDay(of: "\(bill.subject)|\(other.rule)", on: other.date, at: settings.reminderTime) == day
        }
        return isToldAnyway ? .nothing : .message(pass.message(of: bill, due: due, on: day))
    }
}

extension BillPass {
    /// All that are made for one due date, by their days.
    fileprivate func reminders(due: CivilDate) -> [(rule: String, date: CivilDate)] {
        var reminders = Rule.allCases.filter { $0.isOn(settings) }.map { (rule: $0.rawValue, date: due - $0.daysBefore) }
        if settings.notifiesOverdue {
            reminders += BillPass.overdueSteps.map { (rule: BillPass.overdueRule, date: due + $0) }
        }
        return reminders
    }
}
