import BelfryDomains
import BelfryModel
import BelfryTime

/// Of which overspent budgets the person was told already, by whichever of their devices, and what of that is over.
///
/// A device learns from the receipts of the others. What it has seen of them while a budget was within its limit belongs to a crossing
/// that is over, whatever the clocks of the devices say; what comes later belongs to the next.
struct OverspendingTold: Equatable {
    /// The budgets that are overspent and were told of.
    let budgets: Set<String>
    /// See ``DeviceState/overspendingEnded``.
    let ended: [String: Instant]?

    /// - Parameters:
    ///   - own: what this device has told.
    ///   - known: what was over at the last pass.
    init(_ facts: FactBook, own: [LedgerEntry], ended known: [String: Instant]?) {
        let toldAt = facts.overspendingTold(with: own)
        let ended = toldAt.reduce(into: [String: Instant]()) { ended, one in
            ended[one.key] = facts.isOverspent(one.key) == false ? one.value : known?[one.key]
        }
        budgets = Set(toldAt.filter { facts.isOverspent($0.key) == true && $0.value > ended[$0.key] ?? .min }.keys)
        self.ended = ended.isEmpty ? nil : ended
    }

    /// What was told, as a plan is to see it: of a crossing that is over it was heard, and the next one of that day has yet to be told.
    func heard(_ entry: LedgerEntry, in zone: TimeZoneRules) -> LedgerEntry {
        guard let budget = OverspentBudgets.budget(of: entry.identifier.subject), let end = ended?[budget], entry.toldAt <= end else { return entry }
        let identifier = NotificationID(
            subject: entry.identifier.subject, date: entry.identifier.date, time: zone.civil(at: entry.toldAt).time)
        return LedgerEntry(
            identifier: identifier, notification: entry.notification == entry.identifier ? nil : entry.notification, category: entry.category,
            toldAt: entry.toldAt)
    }

    func covers(_ subject: String) -> Bool { OverspentBudgets.budget(of: subject).map(budgets.contains) ?? false }
}
