import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// What one pass decided: the plan, the calls that bring the centre in step with it, and what is written down before they are made.
struct DevicePass: Sendable {
    var plan: Plan
    /// On disk before the first call, so that whatever was asked for is known after a stop at any point.
    var journal: JournalChange
    var calls: CentreCalls
    /// What a domain has to say for its log, naming nobody.
    var log: [String]
    /// Removals that are still under way.
    var vanishing: Set<NotificationID>
    /// Whether another pass is needed once they have taken effect.
    var isWaitingForRemovals: Bool
}

/// Calls to the notification centre, in the order in which they are made.
struct CentreCalls: Equatable, Sendable {
    var removeDelivered: [NotificationID] = []
    var remove: [NotificationID] = []
    /// In the place of pending ones, so that they need no place of their own.
    var replace: [ScheduledNotification] = []
    /// The soonest first.
    var add: [ScheduledNotification] = []
}

/// Thinks through one pass after the other: a value that remembers the facts and the last plan, and touches nothing.
struct DeviceMind: Sendable {
    private(set) var facts = FactBook()
    private var tenants = TenantKeeper()
    private var keeper = PlanKeeper()

    mutating func learn(_ changes: FactChanges) { facts.apply(changes) }

    mutating func pass(in scene: DeviceScene) -> DevicePass {
        let settlement = settlement(in: scene)
        let lateIDs = Set(scene.record.asked.lazy.filter(\.isLate).map(\.identifier))
        let held = settlement.held.values.filter { !lateIDs.contains($0.identifier) }
        let study = HabitStudy(of: scene, settlement, facts.person.adaptive)
        var context = context(in: scene, settlement, held: held)
        context.habits = study.habits

        let recipient = Recipient(context.person, pending: held, now: scene.now, zone: scene.zone, zones: scene.zones)
        let overspending = OverspendingTold(facts, own: own(in: scene, settlement), ended: scene.record.state.overspendingEnded)
        context.ledger = context.ledger.map { overspending.heard($0, in: scene.zone) }
        let overspent = OverspentBudgets(toldAt: scene.record.state.overspentAt, told: overspending.budgets)
        var answer = tenants.answer(from: &facts, overspent: overspent, to: recipient, on: &context.profile)
        let told = recallsTold(in: scene, settlement)
        var late = LateNotice(
            settlement.missed, besides: settlement.late, withdrawn: answer.rest.withdrawn,
            isTold: { told.contains($0) || overspending.covers($0) }, words: { facts.lateWords(of: $0, to: recipient, shownOn: $1) },
            in: context, now: scene.now)
        let lateCount = late.waiting.count { settlement.held[$0.identifier] != nil } + late.held.count + (late.shown == nil ? 0 : 1)
        context.profile.reserve += lateCount

        let coming = late.notifications
        // Whoever has flown west since has the hours of these still ahead.
        context.ledger += coming.flatMap { $0.entries(toldAt: $0.moment) }
        let waiting = Set((held.map(\.identifier) + coming.flatMap(\.parts)).map(\.subject))
        let recalls = scene.record.state.recalls.renewed(told: told, waiting: waiting, now: scene.now)
        answer.rest += RecallReminders.requests(from: recalls, told: told)
        context.laterDue = answer.rest.laterDue
        let (plan, choices) = study.worded(keeper.plan(answer, in: context, now: scene.now))
        late.keepApart(from: plan, now: scene.now)

        var draft = PassDraft(scene, settlement, held: held)
        let diff = PendingDiff(from: held, to: plan, now: scene.now)
        if scene.permission.mayShow {
            draft.follow(diff, of: plan, in: choices)
            draft.removeAgain()
            draft.add(late)
            draft.takeBack(answer.rest.withdrawn) { facts.isOutdated($0, for: recipient) || facts.isOver($0, shownAt: $1, now: scene.now) }
            draft.makeRoom(for: plan.lineCount + coming.count)
        } else {
            draft.withdraw(diff.removes + late.takenBack, unlessToldBy: plan)
        }
        let kept = recalls.kept(from: scene.record.state.recalls, told: told, by: scene.permission.mayShow ? plan : nil)
        var state = scene.record.state.after(plan, answer.overspent, recalls: kept, in: scene)
        state.overspendingEnded = overspending.ended
        state.learntOn = study.learntOn
        if scene.sharesReceipts { draft.share(expired: facts.oldReceipts(now: scene.now)) }
        let journal = draft.journal(state: state, habits: study.change, endedSnoozes: scene.record.snoozes.filter(recipient.isOver))
        return DevicePass(
            plan: plan, journal: journal, calls: draft.calls, log: answer.rest.log, vanishing: settlement.vanishing,
            isWaitingForRemovals: draft.isWaitingForRemovals)
    }

    private func settlement(in scene: DeviceScene) -> Settlement {
        var settlement = Settlement(
            of: scene.record.asked, pending: scene.pending.requests, delivered: scene.delivered, known: scene.record.ledger,
            permission: scene.permission, now: scene.now)
        guard let leftZone = scene.leftZone else { return settlement }
        // What was snoozed comes when it was to come, wherever that is.
        let snoozed = Set((facts.person.snoozes + scene.record.snoozes).map(\.identifier))
        settlement.missSkipped(
            of: scene.record.asked, from: leftZone, to: scene.zone, isFloating: { facts.isFloating($0) && !snoozed.contains($0) },
            now: scene.now)
        return settlement
    }

    /// The subjects of recalls that anybody has told, ever; none where no recall is known.
    private func recallsTold(in scene: DeviceScene, _ settlement: Settlement) -> Set<String> {
        guard !scene.record.state.recalls.isEmpty else { return [] }
        return scene.subjectsTold.union(settlement.subjectsTold).filter(RecallReminders.isSubject).union(facts.recallsTold)
    }

    /// What this device has told lately.
    private func own(in scene: DeviceScene, _ settlement: Settlement) -> [LedgerEntry] {
        (scene.record.ledger + settlement.ledger).filter(\.outcome.wasShown).map(\.entry)
    }

    private func context(in scene: DeviceScene, _ settlement: Settlement, held: [PendingRequest]) -> PlanningContext {
        var person = facts.person
        person.adaptive?.keepWhole(facts.alwaysToldCategories)
        person.preferences.timezone = scene.timezone
        person.snoozes += scene.record.snoozes
        person.dismissals += scene.record.dismissals
        var profile = scene.profile
        profile.reserve = max(profile.reserve, scene.pending.otherCount)
        if let observed = scene.observedCapacity {
            // The reserve is of what the platform promises. Of the few that a centre turned out to keep, only those that the app has taken are missing.
            let ceiling = observed - scene.pending.otherCount + profile.reserve
            profile.pendingCeiling = min(profile.pendingCeiling ?? ceiling, ceiling)
        }
        let own = own(in: scene, settlement)
        let shown = Set(own + facts.toldElsewhere(besides: own))
        return PlanningContext(
            person: person, zone: scene.zone, zones: scene.zones, profile: profile,
            ledger: shown.sorted { ($0.toldAt, $0.identifier) < ($1.toldAt, $1.identifier) }, pending: held)
    }
}

extension [RecallAlert] {
    /// Those that are due and were never shown, because nothing could be shown then, are to be told now.
    /// - Parameters:
    ///   - told: the subjects of those that were shown.
    ///   - waiting: of those that will be.
    fileprivate func renewed(told: Set<String>, waiting: Set<String>, now: Instant) -> [RecallAlert] {
        map { alert in
            var alert = alert
            // Of what was not told yet nobody knows how grave it was.
            if let first = RecallReminders.subject(of: alert), !told.contains(first) { alert.raisedFrom = nil }
            guard let subject = RecallReminders.subject(of: alert, told: told), !told.contains(subject) else { return alert }
            if alert.due <= now, waiting.contains(subject) { return alert }
            return RecallReminders.renewed(alert, now: now)
        }
    }

    /// As they are to be remembered: what is not told by a plan, because it is muted or because there is none, keeps its old moment. Each pass
    /// gives it a new one, which would be written every time.
    /// - Parameters:
    ///   - known: the same alerts as they were remembered, in their order.
    ///   - plan: nil where nothing may be shown.
    fileprivate func kept(from known: [RecallAlert], told: Set<String>, by plan: Plan?) -> [RecallAlert] {
        guard self != known else { return self }
        let planned = Set((plan?.lines ?? []).flatMap(\.parts).map(\.identifier.subject))
        return zip(self, known).map { alert, known in
            guard let subject = RecallReminders.subject(of: alert, told: told), !planned.contains(subject) else { return alert }
            var alert = alert
            alert.due = known.due
            return alert
        }
    }
}

extension DeviceState {
    /// As it is to be remembered once a plan is carried out.
    fileprivate func after(
        _ plan: Plan, _ overspent: OverspentBudgets, recalls: [RecallAlert], in scene: DeviceScene
    ) -> DeviceState {
        var state = self
        // What is found while nothing may be shown is still news when something may.
        state.overspentAt = scene.permission.mayShow ? overspent.toldAt : overspent.toldAt.filter { overspentAt[$0.key] != nil }
        state.recalls = recalls
        state.take(scene.permission)
        // What is pending stays as it is while nothing may be shown.
        if scene.permission.mayShow { state.timezone = scene.timezone }
        state.observedCapacity = scene.observedCapacity
        if scene.observedCapacity == nil { state.observedCapacityAt = nil }
        state.isDirty = false
        if case .until(let moment) = plan.coverage { state.coveredUntil = moment } else { state.coveredUntil = nil }
        return state
    }
}
