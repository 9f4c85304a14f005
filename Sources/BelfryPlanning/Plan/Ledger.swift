import BelfryModel
import BelfryTime

/// What the ledger means for throttles and for the cap of today.
struct LedgerSummary: Sendable {
    private let notifications: [NotificationID: LedgerEntry]

    init(_ ledger: [LedgerEntry]) {
        // A summary leaves an entry for each of its parts and counts once. A canary counts as little as in the plan that it speaks of.
        let counted = ledger.lazy.filter { $0.identifier.subject != Canary.subject }
        notifications = Dictionary(counted.map { ($0.notification, $0) }, uniquingKeysWith: { $0.toldAt < $1.toldAt ? $1 : $0 })
    }

    /// What was told before today's plan begins.
    func toldBefore(today: CivilDate, in zone: TimeZoneRules, throttles: [Throttle], category: (String) -> Int32?) -> ToldBefore {
        var told = ToldBefore()
        told.countToday = notifications.values.count { zone.civil(at: $0.toldAt).date == today }
        for throttle in throttles {
            guard let category = category(throttle.category) else { continue }
            told.momentsByCategory[category] = notifications.values.filter { $0.category == throttle.category }.map(\.toldAt).sorted()
        }
        return told
    }
}

extension ToldBefore {
    /// What has been told before the next day begins.
    func afterTelling(_ day: DayDraft, throttles: [Throttle], categories: Categories) -> ToldBefore {
        var next = self
        next.countToday = 0
        guard !throttles.isEmpty else { return next }
        let throttled = Set(throttles.map(\.category))
        for group in day.groups {
            let category = day.lines[group.lines.lowerBound].category
            if throttled.contains(categories.names[Int(category)]) { next.tell(category, at: group.moment) }
        }
        return next
    }
}
