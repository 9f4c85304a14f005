import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// A pass while it is being thought through: what is to be called and written, step by step.
struct PassDraft {
    private let scene: DeviceScene
    private let settlement: Settlement
    private let held: [NotificationID: PendingRequest]
    private let asked: [NotificationID: AskedNotification]

    private(set) var calls = CentreCalls()
    let isWaitingForRemovals: Bool
    private var askedNow: [NotificationID: AskedNotification]
    /// Those of which nothing will come, and nothing is to be written.
    private var dropped: Set<NotificationID> = []
    private var ledger: [LedgerLine]
    private var edits = FactEdits()

    init(_ scene: DeviceScene, _ settlement: Settlement, held: [PendingRequest]) {
        self.scene = scene
        self.settlement = settlement
        self.held = Dictionary(held.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        asked = Dictionary(scene.record.asked.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
        isWaitingForRemovals = scene.permission.mayShow && !settlement.vanishing.isEmpty
        askedNow = Dictionary(settlement.changed.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
        ledger = settlement.ledger
    }

    /// What is written down before the calls are made.
    /// - Parameter state: as it is to be remembered.
    /// - Parameter habits: nil where nothing was learnt.
    func journal(state: DeviceState, habits: HabitsChange?, endedSnoozes: [Snooze]) -> JournalChange {
        var journal = JournalChange()
        journal.asked = askedNow.values.sorted { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) }
        journal.settled = (settlement.settled + dropped.sorted()).filter { askedNow[$0] == nil }
        journal.ledger = ledger
        journal.endedSnoozes = endedSnoozes
        if state != scene.record.state { journal.state = state }
        journal.habits = habits
        journal.edits = edits
        return journal
    }

    private var vanishingParts: Set<NotificationID> {
        Set(settlement.vanishing.lazy.compactMap { asked[$0] }.flatMap(\.notification.parts))
    }

    /// The fewest calls that bring the centre in step with a plan.
    /// - Parameter choices: in which of several wordings its lines are, by their identifiers.
    mutating func follow(_ diff: PendingDiff, of plan: Plan, in choices: [NotificationID: TemplateChoice]) {
        // What is overdue and planned is among those to be replaced.
        remove(diff.removes + settlement.overdue.subtracting(diff.replaces.lazy.map(\.identifier)).sorted())
        for line in diff.replaces {
            let notification = ScheduledNotification(line)
            calls.replace.append(notification)
            ask(AskedNotification(notification, replacedMoment: held[line.identifier]?.moment, wording: choices[line.identifier]))
        }
        let vanishingParts = vanishingParts
        for line in diff.adds.sorted(by: { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) }) {
            // What is still to vanish might take the new one with it, or tell the same.
            guard !settlement.vanishing.contains(line.identifier), vanishingParts.isDisjoint(with: line.parts.map(\.identifier)) else { continue }
            let notification = ScheduledNotification(line)
            calls.add.append(notification)
            ask(AskedNotification(notification, wording: choices[line.identifier]))
        }
        adopt(plan, in: choices)
        drop(unlessIn: plan)
    }

    /// Takes back what nobody is to be told any more while nothing can be shown: it may be allowed again without anybody opening the app.
    ///
    /// What a plan tells in another way, or would if there were room, is left where it is, for it can't be asked for. So is that the plan ends.
    mutating func withdraw(_ identifiers: [NotificationID], unlessToldBy plan: Plan) {
        guard !identifiers.isEmpty else { return }
        let leftOut = plan.leftOut.filter { $0.reason == .overBudget || $0.reason == .beyondHorizon }.map(\.identifier)
        let wanted = Set(plan.lines.flatMap(\.parts).map(\.identifier) + leftOut)
        remove(identifiers.filter { $0.names[0] != FactBook.ownDomain && wanted.isDisjoint(with: asked[$0]?.notification.parts ?? []) })
    }

    /// What was to be asked for, and found no place or was never reached, and which the plan no longer has: it would count as shown once it is due.
    private mutating func drop(unlessIn plan: Plan) {
        let open = scene.record.asked.filter { one in
            one.state != .removing && !one.isLate && one.moment > scene.now && settlement.held[one.identifier] == nil
        }
        guard !open.isEmpty else { return }
        let planned = Set(plan.lines.lazy.map(\.identifier))
        dropped = Set(open.lazy.map(\.identifier)).subtracting(planned).subtracting(calls.remove).subtracting(settlement.settled)
        for identifier in dropped { askedNow[identifier] = nil }
    }

    /// What the centre holds as planned, though the journal doesn't know it: it was lost, or came from a backup.
    private mutating func adopt(_ plan: Plan, in choices: [NotificationID: TemplateChoice]) {
        guard held.keys.contains(where: { asked[$0] == nil }) else { return }
        for line in plan.lines where asked[line.identifier] == nil && held[line.identifier] == PendingRequest(line) {
            ask(AskedNotification(ScheduledNotification(line), state: .confirmed, wording: choices[line.identifier]))
        }
    }

    /// What should be gone by now.
    mutating func removeAgain() {
        calls.remove += settlement.forgotten + settlement.vanishing.intersection(scene.overdueRemovals).sorted()
    }

    /// What was due while the device was off.
    mutating func add(_ late: LateNotice) {
        if let shown = late.shown {
            if asked[shown.identifier] == nil { calls.add.insert(shown, at: 0) } else { calls.replace.append(shown) }
            ask(AskedNotification(shown, isLate: true))
        }
        for one in late.held {
            calls.replace.append(one)
            ask(AskedNotification(one, isLate: true))
        }
        for one in late.waiting {
            let earlier = settlement.held[one.identifier]
            // Whoever was to put it in the place of the earlier one may have been stopped before.
            guard asked[one.identifier]?.notification != one || (earlier != nil && earlier != one.request) else { continue }
            calls.replace.append(one)
            // One that is due already was missed, and doesn't come first any more.
            let replaced = [earlier?.moment ?? asked[one.identifier]?.moment].compactMap(\.self).first { $0 > scene.now }
            ask(AskedNotification(one, replacedMoment: replaced, isLate: true))
        }
        let answered = Set((late.held + [late.shown].compactMap(\.self)).map(\.identifier) + late.takenBack)
        // What the plan has again, as that it ends, takes the place of what was missed.
        let again = Set((calls.add + calls.replace).map(\.identifier))
        remove((settlement.missed.map(\.identifier).filter { !answered.contains($0) } + late.takenBack).filter { !again.contains($0) })
        ledger += late.dropped
    }

    /// What is no longer true, or of no use any more, goes where it is shown: what a domain takes back, and what is outdated.
    /// - Parameter isOutdated: of a part, and the moment at which it was shown.
    mutating func takeBack(_ scopes: [NotificationScope], orWhere isOutdated: (NotificationID, Instant) -> Bool) {
        guard !scene.delivered.isEmpty else { return }
        let open = Set(scene.delivered.map(\.identifier))
        var parts: [NotificationID: [NotificationID]] = [:]
        for line in scene.record.ledger + settlement.ledger where open.contains(line.entry.notification) {
            parts[line.entry.notification, default: []].append(line.entry.identifier)
        }
        let gone = scene.delivered.filter { one in
            (parts[one.identifier] ?? [one.identifier]).allSatisfy { part in
                scopes.contains { $0.covers(part) } || isOutdated(part, one.moment)
            }
        }
        calls.removeDelivered = gone.map(\.identifier)
    }

    /// Takes away what was shown first, recalls last, where the system has no room for all that may come before the next pass: it would
    /// drop the new ones without a word.
    mutating func makeRoom(for comingCount: Int) {
        guard let countMax = scene.profile.shownCountMax else { return }
        let gone = Set(calls.removeDelivered)
        let shown = scene.delivered.filter { !gone.contains($0.identifier) }
        let excess = shown.count + comingCount - countMax
        guard excess > 0 else { return }
        let isRecall = { (one: DeliveredNotification) in RecallReminders.isSubject(one.identifier.subject) }
        let (recalls, others) = (shown.filter(isRecall), shown.filter { !isRecall($0) })
        let inOrder = [others, recalls].flatMap { $0.sorted { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) } }
        calls.removeDelivered += inOrder.prefix(excess).map(\.identifier)
    }

    /// Tells the person's other devices and the server what was told here. That this device's plan ends is its own affair.
    /// - Parameter expired: receipts that nobody needs any more.
    mutating func share(expired: [String]) {
        let told = settlement.ledger.filter { $0.outcome == .told && $0.entry.identifier.names[0] != FactBook.ownDomain }
        let receipts = told.map {
            NotificationReceipt(identifier: $0.entry.identifier, toldAt: $0.entry.toldAt, toldBy: .device, category: $0.entry.category).record
        }
        if !receipts.isEmpty { edits.saved[.notificationReceipts] = receipts }
        if !expired.isEmpty { edits.deleted[.notificationReceipts] = expired }
    }

    private mutating func remove(_ identifiers: [NotificationID]) {
        calls.remove += identifiers
        for identifier in identifiers {
            guard var one = asked[identifier] else { continue }
            one.state = .removing
            ask(one)
        }
    }

    private mutating func ask(_ one: AskedNotification) { askedNow[one.identifier] = one }
}
