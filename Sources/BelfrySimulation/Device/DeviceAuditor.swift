import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfryTime

/// Compares what a person was shown with what they should have been, and knows nothing of how it was done.
struct DeviceAuditor {
    private(set) var complaints: [String] = []
    /// The lines of the last plan that was carried out whole, as long as nothing stood in its way.
    private var lines: [PlannedNotification] = []
    /// What was shown, by the part, and when last.
    private var shownAt: [NotificationID: Instant] = [:]
    /// What the person wanted to see again.
    private var snoozed: Set<NotificationID> = []
    /// The bills that were there and not paid when the last whole pass was made; nil as long as none has been made since another began.
    private var openBills: (identifiers: Set<String>, at: Instant)?
    private(set) var shownCount = 0

    mutating func complain(_ text: String) { complaints.append(text) }

    mutating func note(_ report: PassReport, isWhole: Bool) {
        lines = isWhole && report.permission.mayShow ? report.plan?.lines ?? [] : []
    }

    /// A pass is about to be made: what it brings follows from other facts.
    mutating func beginPass() { openBills = nil }

    /// A whole pass has been made, of these bills.
    mutating func note(openBills: Set<String>, at now: Instant) { self.openBills = (openBills, now) }

    /// What was planned need not be shown any more: the device was off, its clock was set, or a pass was cut short.
    mutating func forgetPlan() { lines = [] }

    mutating func note(_ response: NotificationResponse, _ outcome: ResponseOutcome) {
        if case .snoozed = outcome { snoozed.formUnion(response.parts) }
    }

    mutating func watch(_ shown: [SimulatedCentre.Shown], from start: Instant, to end: Instant, mayShow: Bool) {
        for one in shown {
            shownCount += 1
            for part in one.notification.parts { check(part, of: one) }
        }
        let seen = Set(shown.map(\.notification.identifier))
        for line in lines where line.moment > start && line.moment <= end && mayShow {
            if !seen.contains(line.identifier) { complain("lost inside coverage: \(line.identifier), planned for \(line.moment)") }
        }
        lines.removeAll { $0.moment <= end }
    }

    private mutating func check(_ part: NotificationID, of one: SimulatedCentre.Shown) {
        let isRepeated = shownAt[part] != nil && snoozed.remove(part) == nil
        if isRepeated, one.notification.severity != .critical { complain("shown twice: \(part), again at \(one.at)") }
        shownAt[part] = one.at
        // What was due before the pass was being shown already.
        if let openBills, one.notification.moment >= openBills.at, let bill = DeviceAuditor.bill(of: part), !openBills.identifiers.contains(bill) {
            complain("told of a bill that is paid or gone: \(part) at \(one.at)")
        }
        if one.at < one.notification.moment { complain("early: \(part) at \(one.at) instead of \(one.notification.moment)") }
        // Days are those of the person; no zone is further than a day from another.
        if one.at < Instant(secondsSinceEpoch: Int64(part.date.daysSinceEpoch) * 86_400) - .seconds(14 * 3600) {
            complain("on the wrong day: \(part) at \(one.at)")
        }
    }

    /// Whose reminder a part is; nil where it is anything else.
    private static func bill(of part: NotificationID) -> String? {
        let names = part.subject.split(separator: "|")
        return names.count == 3 && names[0] == "bills" && billRules.contains(String(names[2])) ? String(names[1]) : nil
    }

    private static let billRules: Set<String> = ["day_before", "due_day", "overdue"]

    /// - Parameter late: what comes after its time, because the device was off; no plan has it.
    mutating func compare(_ pending: [PendingRequest], with report: PassReport, late: Set<NotificationID>) {
        let wanted = Set((report.plan?.lines ?? []).map(PendingRequest.init))
        let odd = Set(pending).subtracting(wanted).map(\.identifier).filter { !late.contains($0) }
        let missing = wanted.subtracting(pending).map(\.identifier)
        if !missing.isEmpty { complain("not pending though planned: \(missing.sorted())") }
        if !odd.isEmpty { complain("pending though not planned: \(odd.sorted())") }
    }
}
