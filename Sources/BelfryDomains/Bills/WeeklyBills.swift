import BelfryModel
import BelfryTime

extension BillPass {
    /// Sunday at 18:00 by the person's clock.
    private static let digestTime = CivilTime(hour: 18, minute: 0) ?? .midnight

    /// Says on Sundays what is due in the week from Monday on; nil where nothing is, on none of them.
    ///
    /// It looks one Sunday beyond the window, so that a planner knows that it goes on.
    func weeklyDigest(of bills: [Bill]) -> NotificationRequest? {
        guard let id = RequestID(domain: BillReminders.domain, entity: "week", rule: "weekly_digest") else { return nil }
        let nextSunday = today + (7 - today.weekday) % 7
        let sundays = stride(from: -7, through: BillReminders.windowDays + 7, by: 7).map { nextSunday + $0 }
        var messages: [CivilDate: Message] = [:]
        for sunday in sundays where recipient.awaits(id.text, on: sunday, at: BillPass.digestTime) {
            messages[sunday] = message(of: dueBills(bills, in: sunday + 1...sunday + 7))
        }
        guard let trigger = Trigger.days(messages.keys.sorted(), at: BillPass.digestTime)
        else { return nil }
        return NotificationRequest(id: id, trigger: trigger, content: .byDay(messages), category: BillReminders.digestCategory)
    }

    /// What somebody has to pay in a week, in the order of the days; a bill that comes back within it, as often as it does.
    private func dueBills(_ bills: [Bill], in week: ClosedRange<CivilDate>) -> [Bill] {
        let dues = bills.filter { $0.exclusion == nil }.flatMap { bill in
            bill.dueDates(in: week).map { (date: $0, bill: bill) }
        }
        return dues.sorted { ($0.date, $0.bill.name, $0.bill.id.text) < ($1.date, $1.bill.name, $1.bill.id.text) }.map(\.bill)
    }

    private func message(of bills: [Bill]) -> Message? {
        guard !bills.isEmpty else { return nil }
        var values: [String: MessageFacts.Value] = ["count": .count(bills.count), "names": .list(bills.map(\.name))]
        values["total"] = total(of: bills)
        return .facts(MessageFacts(template: "bills.weekly_digest", values: values))
    }

    /// What they come to together. Where one has no amount, or another currency, a sum would mislead, and there is none.
    private func total(of bills: [Bill]) -> MessageFacts.Value? {
        let currencies = Set(bills.map { $0.currency ?? settings.currency })
        let amounts = bills.compactMap(\.amount)
        guard amounts.count == bills.count, currencies.count == 1, let currency = currencies.first.flatMap(\.self) else { return nil }
        var total = 0
        for amount in amounts {
            let (sum, isTooLarge) = total.addingReportingOverflow(amount)
            if isTooLarge { return nil }
            total = sum
        }
        return .money(minorUnits: total, currency: currency)
    }
}
