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
    /// When only the critical is told, as of that pass; nil where everything may be, or nobody can say.
    private var quietNights: QuietNights?
    /// By the part, from when on it is of no use, as of that pass.
    private var usefulUntil: [NotificationID: Instant] = [:]
    private(set) var shownCount = 0

    /// Hours of every day in which nothing is told that isn't critical, and where the device is.
    struct QuietNights {
        let window: DailyWindow
        let zone: TimeZoneRules

        func contain(_ moment: Instant) -> Bool { window.contains(zone.civil(at: moment).time) }
    }

    mutating func complain(_ text: String) { complaints.append(text) }

    mutating func note(_ report: PassReport, isWhole: Bool) {
        lines = isWhole && report.permission.mayShow ? report.plan?.lines ?? [] : []
        note(usefulUntil: Dictionary(lines.flatMap(\.parts).map { ($0.identifier, $0.expiresAt ?? .max) }, uniquingKeysWith: max))
    }

    /// - Parameter usefulUntil: by the part of a plan that was carried out whole.
    mutating func note(usefulUntil: [NotificationID: Instant]) { self.usefulUntil = usefulUntil }

    /// A pass is about to be made: what it brings follows from other facts.
    mutating func beginPass() {
        openBills = nil
        quietNights = nil
        usefulUntil = [:]
    }

    /// A whole pass has been made, of these bills.
    ///
    /// - Parameter quietNights: of the person, where the device is.
    mutating func note(openBills: Set<String>, at now: Instant, quietNights: QuietNights? = nil) {
        self.openBills = (openBills, now)
        self.quietNights = quietNights
    }

    /// What was planned need not be shown any more: the device was off, its clock was set, or a pass was cut short.
    mutating func forgetPlan() {
        lines = []
        quietNights = nil
    }

    /// The device is in another zone, of which no pass knows yet.
    mutating func forgetZone() { quietNights = nil }

    mutating func note(_ response: NotificationResponse, _ outcome: ResponseOutcome) {
        if case .snoozed = outcome { snoozed.formUnion(response.parts) }
    }

    mutating func watch(_ shown: [SimulatedCentre.Shown], from start: Instant, to end: Instant, mayShow: Bool) {
        for one in shown {
            shownCount += 1
            check(one)
            for part in one.notification.parts { check(part, of: one) }
        }
        let seen = Set(shown.map(\.notification.identifier))
        for line in lines where line.moment > start && line.moment <= end && mayShow {
            if !seen.contains(line.identifier) { complain("lost inside coverage: \(line.identifier), planned for \(line.moment)") }
        }
        lines.removeAll { $0.moment <= end }
    }

    private mutating func check(_ one: SimulatedCentre.Shown) {
        let notification = one.notification
        if notification.severity != .critical, quietNights?.contain(one.at) == true {
            complain("in quiet hours: \(notification.identifier) at \(one.at)")
        }
        // What is snoozed is wanted later than it was of use; and what a centre shows late it was asked for in time.
        let isOver = notification.parts.allSatisfy { part in
            !snoozed.contains(part) && usefulUntil[part].map { $0 < notification.moment } ?? false
        }
        if isOver { complain("of no use any more: \(notification.identifier), asked for at \(notification.moment)") }
    }

    private mutating func check(_ part: NotificationID, of one: SimulatedCentre.Shown) {
        let isRepeated = shownAt[part] != nil && snoozed.remove(part) == nil
        let mayComeAgain = one.notification.severity == .critical || one.notification.category == DeviceAuditor.ownCategory
        if isRepeated, !mayComeAgain { complain("shown twice: \(part), again at \(one.at)") }
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

    /// What a device says of its own plan: that it ends, which it may do several times a day.
    static let ownCategory = "canary"

    private static let billRules: Set<String> = ["day_before", "due_day", "overdue"]

    /// - Parameter recalls: the subjects of critical ones, all of which must have been shown by now.
    mutating func compare(recalls: Set<String>) {
        let missing = recalls.subtracting(shownAt.keys.map(\.subject))
        if !missing.isEmpty { complain("critical and never shown: \(missing.sorted())") }
    }

    /// - Parameter late: what comes after its time, because the device was off; no plan has it.
    mutating func compare(_ pending: [PendingRequest], with report: PassReport, late: Set<NotificationID>) {
        let wanted = Set((report.plan?.lines ?? []).map(PendingRequest.init))
        let odd = Set(pending).subtracting(wanted).map(\.identifier).filter { !late.contains($0) }
        let missing = wanted.subtracting(pending).map(\.identifier)
        if !missing.isEmpty { complain("not pending though planned: \(missing.sorted())") }
        if !odd.isEmpty { complain("pending though not planned: \(odd.sorted())") }
    }
}
