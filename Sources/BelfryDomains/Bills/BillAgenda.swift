import BelfryModel
import BelfryTime

/// What a person is to be told of their bills, laid out bill by bill, for asking again and again.
///
/// It remembers what each bill came to, so that a changed one costs itself and no more. It says what
/// ``BillReminders/requests(from:for:to:isRescheduling:)`` and ``OverspentBudgets`` say, as long as it ``holds(for:overspent:at:)``;
/// then a new one is wanted.
public struct BillAgenda: Sendable {
    /// Goes into ``BillFacts/overspent`` the next time.
    public private(set) var overspent: OverspentBudgets
    private let settings: BillSettings
    private let outlook: Recipient.Outlook
    private var entries: [FactID: Entry] = [:]
    private var weekly: WeeklyBills
    private var digest: NotificationRequest?
    /// Budgets that came back to their limit, which is said once.
    private var recovered: [NotificationScope] = []
    /// Since the last time that somebody took them.
    private var changes: Changes = [:]

    /// By their identifiers, requests that are new or different, and nil for those that are no more.
    public typealias Changes = [RequestID: NotificationRequest?]

    /// What one bill came to.
    private struct Entry {
        let requests: [NotificationRequest]
        let laterDue: Instant?
        let withdrawn: [NotificationScope]
        /// Whether it is reminded of before it is overdue.
        let isScheduled: Bool
    }

    /// - Parameter facts: of several bills with one identifier the last counts.
    public init(_ facts: BillFacts, for recipient: Recipient) {
        settings = facts.settings
        overspent = facts.overspent
        outlook = BillAgenda.outlook(of: recipient, settings)
        weekly = WeeklyBills(facts.settings, for: recipient)
        entries.reserveCapacity(facts.bills.count)
        for bill in facts.bills { put(bill, for: recipient) }
        recovered += overspent.forget(allBut: facts.bills, for: settings, now: recipient.now).withdrawn
    }

    private static func outlook(of recipient: Recipient, _ settings: BillSettings) -> Recipient.Outlook {
        recipient.outlook(at: [settings.reminderTime, WeeklyBills.time])
    }

    /// Whether the bills that have not changed still come to the same.
    public func holds(for settings: BillSettings, overspent: OverspentBudgets, at recipient: Recipient) -> Bool {
        settings == self.settings && overspent == self.overspent && overspent.holds(at: recipient.now)
            && outlook == BillAgenda.outlook(of: recipient, settings)
    }

    // MARK: Changes

    /// Adds a bill, or puts it in the place of the one with the same identifier.
    public mutating func put(_ bill: Bill, for recipient: Recipient) {
        guard settings.isEnabled else { return }
        clear(bill.id)
        let pass = BillPass(settings: settings, recipient: recipient)
        let (plan, isScheduled) = pass.plan(for: bill)
        let budget = overspent.update(bill.id.text, with: bill, for: settings, now: recipient.now)
        recovered += budget.withdrawn
        let requests = plan.requests + budget.requests
        for request in requests { changes[request.id] = request }
        entries[bill.id] = Entry(requests: requests, laterDue: plan.laterDue, withdrawn: plan.withdrawn, isScheduled: isScheduled)
        weekly.add(bill)
    }

    /// Takes a bill out that is no more; does nothing where there is none of that identifier.
    public mutating func remove(_ id: FactID, for recipient: Recipient) {
        clear(id)
        recovered += overspent.update(id.text, with: nil, for: settings, now: recipient.now).withdrawn
    }

    private mutating func clear(_ id: FactID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        for request in entry.requests { changes[request.id] = .some(nil) }
        weekly.remove(id)
    }

    // MARK: What it comes to

    /// Everything that is asked for, in no order.
    public var requests: [NotificationRequest] { entries.values.flatMap(\.requests) + [digest].compactMap(\.self) }

    /// What is asked for otherwise than when this was last called, and what else there is to say, which is the whole of it.
    public mutating func take() -> (changes: Changes, rest: DomainPlan) {
        let digest = settings.isEnabled && settings.hasWeeklyDigest ? weekly.request() : nil
        if digest != self.digest, let id = WeeklyBills.id { changes[id] = .some(digest) }
        self.digest = digest
        defer { (changes, recovered) = ([:], []) }
        return (changes, rest)
    }

    private var rest: DomainPlan {
        guard settings.isEnabled else { return BillReminders.switchedOff }
        var plan = DomainPlan()
        var scheduledCount = 0
        for entry in entries.values {
            if let due = entry.laterDue { plan.laterDue = min(plan.laterDue ?? due, due) }
            if !entry.withdrawn.isEmpty { plan.withdrawn += entry.withdrawn }
            if entry.isScheduled { scheduledCount += 1 }
        }
        plan.log = BillReminders.log(isCancelling: !plan.withdrawn.isEmpty, scheduledCount: scheduledCount, of: entries.count)
        plan.withdrawn += recovered
        return plan
    }
}
