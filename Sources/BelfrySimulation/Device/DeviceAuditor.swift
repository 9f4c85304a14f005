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
    /// What was there to be reminded of when the last whole pass was made; nil as long as none has been made since another began.
    private var open: (facts: OpenFacts, at: Instant)?
    /// When only the critical is told, as of that pass; nil where everything may be, or nobody can say.
    private var quietWeek: QuietWeek?
    /// By the part, from when on it is of no use, as of that pass.
    private var usefulUntil: [NotificationID: Instant] = [:]
    private(set) var shownCount = 0

    /// Hours, night by night, in which nothing is told that isn't critical, and where the device is.
    struct QuietWeek {
        let week: WeeklyWindow
        let zone: TimeZoneRules

        func contains(_ moment: Instant) -> Bool { week.contains(zone.civil(at: moment)) }
    }

    /// What a person may still be reminded of.
    struct OpenFacts {
        /// Those that are there and not paid.
        var bills: Set<String> = []
        /// Own reminders that are there and not switched off, each with up to when it is done; nil where it isn't.
        var reminders: [String: CivilDateTime?] = [:]
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
        open = nil
        quietWeek = nil
        usefulUntil = [:]
    }

    /// A whole pass has been made, of these facts.
    ///
    /// - Parameter quietWeek: the person's, where the device is.
    mutating func note(_ facts: OpenFacts, at now: Instant, quietWeek: QuietWeek? = nil) {
        open = (facts, now)
        self.quietWeek = quietWeek
    }

    /// What was planned need not be shown any more: the device was off, its clock was set, or a pass was cut short.
    mutating func forgetPlan() {
        lines = []
        quietWeek = nil
    }

    /// The device is in another zone, of which no pass knows yet.
    mutating func forgetZone() { quietWeek = nil }

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
        if notification.severity != .critical, quietWeek?.contains(one.at) == true {
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
        if let open, one.notification.moment >= open.at, open.facts.haveSettled(part) {
            complain("told of what is paid, done or gone: \(part) at \(one.at)")
        }
        if one.at < one.notification.moment { complain("early: \(part) at \(one.at) instead of \(one.notification.moment)") }
        // Days are those of the person; no zone is further than a day from another.
        if one.at < Instant(secondsSinceEpoch: Int64(part.date.daysSinceEpoch) * 86_400) - .seconds(14 * 3600) {
            complain("on the wrong day: \(part) at \(one.at)")
        }
    }

    /// What a device says of its own plan: that it ends, which it may do several times a day.
    static let ownCategory = "canary"

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

extension DeviceAuditor.OpenFacts {
    /// Whether a part reminds of a bill that is paid or gone, or is an own reminder that is done, switched off or gone.
    fileprivate func haveSettled(_ part: NotificationID) -> Bool {
        let names = part.subject.split(separator: "|").map(String.init)
        guard names.count == 3 else { return false }
        switch names[0] {
        case "bills": return Self.billRules.contains(names[2]) && !bills.contains(names[1])
        case "reminders":
            guard let reminder = reminders[names[1]] else { return true }
            // Of one that has a day alone nobody knows the hour here.
            guard let done = reminder, let time = part.time ?? CivilTime(names[2]) ?? CivilTime.endOfDay else { return false }
            return CivilDateTime(part.date, time) <= done
        default: return false
        }
    }

    private static let billRules: Set<String> = ["day_before", "due_day", "overdue"]
}

extension CivilTime {
    static let endOfDay = CivilTime(hour: 23, minute: 59, second: 59)
}
