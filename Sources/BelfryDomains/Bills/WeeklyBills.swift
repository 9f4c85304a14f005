import BelfryModel
import BelfryTime

/// What the weekly digest of bills says on its Sundays: what is due in the week from Monday on.
///
/// It looks one Sunday beyond the window, so that a planner knows that it goes on. A bill that is added or removed changes its weeks alone.
struct WeeklyBills: Sendable {
    private let settings: BillSettings
    private let zone: TimeZoneRules
    private var weeks: [Week]

    /// Sunday at 18:00 by the person's clock.
    static let time = CivilTime(hour: 18, minute: 0) ?? .midnight
    private static let dayCount = 7
    /// No bill has this identifier, so that what covers a bill covers nothing of it.
    static let id = RequestID(domain: BillReminders.domain, entity: FactID.all, rule: "weekly_digest")

    /// No bills yet.
    init(_ settings: BillSettings, for recipient: Recipient) {
        self.settings = settings
        zone = recipient.zone
        let today = recipient.today
        let nextSunday = today + (7 - today.weekday) % 7
        weeks = stride(from: -7, through: BillReminders.windowDays + 7, by: WeeklyBills.dayCount).map { days in
            let sunday = nextSunday + days
            return Week(
                sunday: sunday, isAwaited: WeeklyBills.id.map { recipient.awaits($0.text, on: sunday, at: WeeklyBills.time) } ?? false)
        }
    }

    /// One that nobody has to pay is passed over.
    mutating func add(_ bill: Bill) {
        guard bill.exclusion == nil, let first = weeks.first, let last = weeks.last else { return }
        for date in bill.dueDates(in: first.sunday + 1...last.sunday + WeeklyBills.dayCount, in: zone) {
            weeks[(date - first.sunday - 1) / WeeklyBills.dayCount].add(Due(date: date, bill: bill))
        }
    }

    mutating func remove(_ id: FactID) {
        for index in weeks.indices { weeks[index].remove(id) }
    }

    /// Nil where nothing is due, on none of the Sundays that the person still waits for.
    mutating func request() -> NotificationRequest? {
        var messages: [CivilDate: Message] = [:]
        for index in weeks.indices where weeks[index].isAwaited {
            messages[weeks[index].sunday] = weeks[index].message(for: settings)
        }
        guard let id = WeeklyBills.id, let trigger = Trigger.days(messages.keys.sorted(), at: WeeklyBills.time) else { return nil }
        return NotificationRequest(id: id, trigger: trigger, content: .byDay(messages), category: BillReminders.digestCategory)
    }
}

/// A bill on a day on which it is due: one that comes back within a week stands there as often as it does.
private struct Due: Sendable {
    let date: CivilDate
    let bill: Bill
}

/// What the digest says on one Sunday.
private struct Week: Sendable {
    let sunday: CivilDate
    /// Whether it has yet to be shown.
    let isAwaited: Bool
    private var dues: [Due] = []
    /// As it was last put together; nil where the bills have changed since.
    private var written: Message??

    init(sunday: CivilDate, isAwaited: Bool) {
        self.sunday = sunday
        self.isAwaited = isAwaited
    }

    mutating func add(_ due: Due) {
        guard isAwaited else { return }
        dues.append(due)
        written = nil
    }

    mutating func remove(_ id: FactID) {
        let count = dues.count
        dues.removeAll { $0.bill.id == id }
        if dues.count < count { written = nil }
    }

    mutating func message(for settings: BillSettings) -> Message? {
        if let written { return written }
        // All but those that were added since are in their order, which a sort makes use of.
        dues.sort { ($0.date, $0.bill.name, $0.bill.id.text) < ($1.date, $1.bill.name, $1.bill.id.text) }
        let message = dues.isEmpty ? nil : newMessage(for: settings)
        written = .some(message)
        return message
    }

    private func newMessage(for settings: BillSettings) -> Message {
        var values: [String: MessageFacts.Value] = ["count": .count(dues.count), "names": .list(names)]
        values["total"] = total(for: settings)
        return .facts(MessageFacts(template: "bills.weekly_digest", values: values))
    }

    /// In the order in which they are due first. One that is due several times is named once, as `Bus (3×)`.
    private var names: [String] {
        let counts = Dictionary(dues.map { ($0.bill.id, 1) }, uniquingKeysWith: +)
        guard counts.count < dues.count else { return dues.map(\.bill.name) }
        var named: Set<FactID> = []
        return dues.filter { named.insert($0.bill.id).inserted }.map { due in
            let count = counts[due.bill.id] ?? 1
            return count > 1 ? "\(due.bill.name) (\(count)×)" : due.bill.name
        }
    }

    /// What they come to together. Where one has no amount, or another currency, a sum would mislead, and there is none.
    private func total(for settings: BillSettings) -> MessageFacts.Value? {
        guard let currency = dues.first.flatMap({ $0.bill.currency ?? settings.currency }) else { return nil }
        var total = 0
        for due in dues {
            guard let amount = due.bill.amount, due.bill.currency ?? settings.currency == currency else { return nil }
            let (sum, isTooLarge) = total.addingReportingOverflow(amount)
            if isTooLarge { return nil }
            total = sum
        }
        return .money(minorUnits: total, currency: currency)
    }
}
