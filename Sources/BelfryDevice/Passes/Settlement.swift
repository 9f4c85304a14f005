import BelfryModel
import BelfryPorts
import BelfryTime

/// What has become of everything that a centre was asked for, as far as the centre shows it now.
///
/// No system tells an app that a notification was shown. So it is inferred: what was asked for, is due, and isn't pending any more was shown.
/// Where the device can't know whether it was ever asked for, because it was stopped in between, it counts as shown, so that nobody is
/// told twice; a critical one is shown again, so that nobody misses it.
struct Settlement: Equatable {
    /// What the ledger gets.
    var ledger: [LedgerLine] = []
    /// No longer open.
    var settled: [NotificationID] = []
    /// Due, and not shown: the device was off.
    var missed: [AskedNotification] = []
    /// Those whose state has changed.
    var changed: [AskedNotification] = []
    /// What the centre holds and will show, by identifier.
    var held: [NotificationID: PendingRequest] = [:]
    /// What comes after its time and is still open.
    var late: [ScheduledNotification] = []
    /// Held though due, and not shown: another was to take the place of each, and the centre never took it.
    var overdue: Set<NotificationID> = []
    /// Taken back, and still there: whoever adds one of these now may see it vanish with the removal.
    var vanishing: Set<NotificationID> = []

    /// Due long ago, still there, and nobody knows why.
    var forgotten: [NotificationID] = []

    /// How long a system may take to show what is due.
    static let grace = Duration.seconds(60)

    /// - Parameters:
    ///   - asked: what the centre was asked for.
    ///   - known: what the ledger has of what was shown.
    init(
        of asked: [AskedNotification], pending: [PendingRequest], delivered: [DeliveredNotification], known: [LedgerLine],
        permission: NotificationPermission, now: Instant
    ) {
        held = Dictionary(pending.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let shown = Set(delivered)
        let answers = known.filter { [.opened, .acted, .dismissed].contains($0.outcome) }
        // Whoever has answered one has seen it.
        let seen = shown.union(answers.map { DeliveredNotification(identifier: $0.entry.notification, moment: $0.entry.toldAt) })
        for one in asked {
            if one.state == .removing {
                settleRemoval(of: one, shown: shown)
            } else if one.moment > now {
                settleWaiting(one, shown: shown, seen: seen, permission: permission, now: now)
            } else {
                settleDue(one, shown: seen, permission: permission, now: now)
            }
        }
        let closed = vanishing.union(settled).union(missed.lazy.map(\.identifier))
        late = asked.filter { $0.isLate && !closed.contains($0.identifier) }.map(\.notification)
        ledger += ignored(known + ledger, now: now)
        let open = Set(asked.lazy.map(\.identifier))
        forgotten = held.values.filter { now - $0.moment > Settlement.grace && !open.contains($0.identifier) }.map(\.identifier).sorted()
        for identifier in forgotten { held[identifier] = nil }
    }

    private mutating func settleRemoval(of one: AskedNotification, shown: Set<DeliveredNotification>) {
        if held[one.identifier] != nil {
            vanishing.insert(one.identifier)
            held[one.identifier] = nil
        } else {
            // It may have been shown before the removal took effect.
            if shown.contains(one.delivered) { tell(one, at: one.moment) }
            settled.append(one.identifier)
        }
    }

    private mutating func settleWaiting(
        _ one: AskedNotification, shown: Set<DeliveredNotification>, seen: Set<DeliveredNotification>, permission: NotificationPermission,
        now: Instant
    ) {
        if shown.contains(one.delivered), held[one.identifier]?.moment != one.moment {
            // The clock was set back since; what waits there all the same was asked for after that, as that a plan ends.
            tell(one, at: one.moment)
            settled.append(one.identifier)
            held[one.identifier] = nil
        } else if let replaced = one.replacedMoment, now - replaced > Settlement.grace, held[one.identifier]?.moment == replaced {
            // The one whose place it was to take is there still: the device was off, or its clock was set.
            if !one.isLate { overdue.insert(one.identifier) }
        } else if let replaced = one.replacedMoment, replaced <= now, held[one.identifier]?.moment != one.moment {
            // The one whose place it takes came first.
            let wasSeen = seen.contains(DeliveredNotification(identifier: one.identifier, moment: replaced))
            guard wasSeen || permission.mayShow || permission == .unavailable else {
                // It came to nobody, and this one is still to come.
                ledger += one.lines(toldAt: replaced, outcome: .notAllowed, at: now)
                return changed.append(one.known(as: .asked))
            }
            tell(one, at: replaced)
            settled.append(one.identifier)
            held[one.identifier] = nil
        } else if held[one.identifier] == one.notification.request, one.state != .confirmed || one.replacedMoment != nil {
            changed.append(one.known(as: .confirmed))
        } else if held[one.identifier] == nil, one.state == .confirmed {
            changed.append(one.known(as: .asked))
        }
    }

    private mutating func settleDue(
        _ one: AskedNotification, shown: Set<DeliveredNotification>, permission: NotificationPermission, now: Instant
    ) {
        let isPending = held[one.identifier]?.moment == one.moment
        if shown.contains(one.delivered) {
            tell(one, at: one.moment)
        } else if isPending, now - one.moment <= Settlement.grace || permission == .unavailable {
            // Where nothing can be shown for a while, it waits. So what doesn't wait there any more was shown before.
            return
        } else if one.isRefused, permission == .unavailable {
            return
        } else if !permission.mayShow, permission != .unavailable {
            ledger += one.lines(toldAt: one.moment, outcome: .notAllowed, at: now)
            if isPending { return leave(one) }
        } else if one.isRefused, let replaced = one.replacedMoment, held[one.identifier]?.moment != replaced {
            // The one whose place it was to take was shown.
            tell(one, at: replaced)
        } else if held[one.identifier] != nil || one.isRefused || (one.state == .asked && one.notification.severity == .critical) {
            held[one.identifier] = nil
            missed.append(one)
            return
        } else {
            tell(one, at: one.moment)
        }
        settled.append(one.identifier)
    }

    private mutating func tell(_ one: AskedNotification, at moment: Instant) {
        ledger += one.lines(toldAt: moment, outcome: .told, at: moment)
    }

    /// What was to be told at an hour that a journey east has skipped is missed: where the device is now that hour is over, so that no
    /// plan has it any more.
    /// - Parameters:
    ///   - left: the zone in which it was planned.
    ///   - isFloating: whether a part is told at an hour of the day, wherever the person is.
    mutating func missSkipped(
        of asked: [AskedNotification], from left: TimeZoneRules, to zone: TimeZoneRules, isFloating: (NotificationID) -> Bool, now: Instant
    ) {
        for var one in asked where one.state != .removing && !one.isLate && one.moment > now {
            guard held[one.identifier]?.moment == one.moment || overdue.contains(one.identifier) else { continue }
            let moment = zone.instant(of: left.civil(at: one.moment))
            guard moment <= now, one.notification.parts.allSatisfy(isFloating) else { continue }
            held[one.identifier] = nil
            overdue.remove(one.identifier)
            one.notification = one.notification.moved(to: moment, usefulUntil: one.notification.expiresAt)
            missed.append(one)
        }
    }

    /// It takes a place for nothing.
    private mutating func leave(_ one: AskedNotification) {
        held[one.identifier] = nil
        vanishing.insert(one.identifier)
        changed.append(one.known(as: .removing))
    }

    /// What was told a day ago, and nobody did anything with it.
    private func ignored(_ known: [LedgerLine], now: Instant) -> [LedgerLine] {
        known.filter { $0.outcome == .told && now - $0.entry.toldAt >= Settlement.ignoredAfter }.map {
            LedgerLine($0.entry, outcome: .ignored, outcomeAt: $0.entry.toldAt + Settlement.ignoredAfter)
        }
    }

    /// Of what was shown since the last pass.
    var subjectsTold: Set<String> { Set(ledger.lazy.filter(\.outcome.wasShown).map(\.entry.identifier.subject)) }

    static let ignoredAfter = Duration.seconds(24 * 3600)
}

extension AskedNotification {
    fileprivate var delivered: DeliveredNotification { DeliveredNotification(identifier: identifier, moment: moment) }

    /// The same, of which nobody has to know any more whose place it takes.
    fileprivate func known(as state: State) -> AskedNotification {
        var one = self
        one.state = state
        one.replacedMoment = nil
        return one
    }

    /// A line for each of its parts.
    func lines(toldAt moment: Instant, outcome: LedgerLine.Outcome, at outcomeAt: Instant) -> [LedgerLine] {
        notification.entries(toldAt: moment).map { LedgerLine($0, outcome: outcome, outcomeAt: outcomeAt, wording: wording) }
    }
}

extension ScheduledNotification {
    /// What the ledger has once it was shown: an entry for each of its parts.
    func entries(toldAt moment: Instant) -> [LedgerEntry] {
        parts.map { LedgerEntry(identifier: $0, notification: identifier, category: category, toldAt: moment) }
    }
}
