import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

// How a pass reaches the centre: the calls, the reading back, the repair.

extension Orchestrator {
    /// Makes the calls of a pass, reads back what has come of them, and asks once more for what is missing.
    ///
    /// - Returns: what is known now; it changes nothing but the states of what was asked for.
    func carryOut(_ pass: DevicePass, in scene: DeviceScene, _ report: inout PassReport) async -> JournalChange {
        let calls = pass.calls
        if !calls.removeDelivered.isEmpty { await centre.removeDelivered(calls.removeDelivered) }
        guard !(calls.remove.isEmpty && calls.replace.isEmpty && calls.add.isEmpty) else { return JournalChange() }
        if !calls.remove.isEmpty { await centre.removePending(calls.remove) }
        var places = await freePlaces(for: calls, in: scene)
        var asked: [ScheduledNotification] = []
        var isCutShort = false
        var unasked = Set(calls.add.map(\.identifier))
        // What is shown at once takes no place.
        for (notification, needsPlace) in calls.replace.map({ ($0, false) }) + calls.add.map({ ($0, $0.moment > scene.now) }) {
            if needsPlace, places == 0 {
                // Removals are still under way: more than the system keeps must never be asked for, not even for a moment.
                report.retrySoon()
                break
            }
            do throws(CentreProblem) {
                try await centre.add(notification)
            } catch {
                report.note(error)
                // It may have been taken all the same.
                if error == .unavailable { unasked.remove(notification.identifier) }
                if error == .invalid {
                    if await withdraw(notification, of: calls) {
                        unasked.insert(notification.identifier)
                        report.retrySoon()
                    }
                    continue
                }
                isCutShort = error != .notAllowed
                break
            }
            unasked.remove(notification.identifier)
            asked.append(notification)
            if needsPlace { places = places.map { $0 - 1 } }
        }
        var change = await verify(asked, removed: calls.remove, in: scene, &report)
        if !report.problems.contains(.centreUnavailable) {
            // What was looked for twice in vain was lost, and is shown to nobody.
            unasked.formUnion(Set(calls.add.map(\.identifier)).intersection(asked.map(\.identifier)).subtracting(change.confirmed))
        }
        if isCutShort { change.asked = await unshown(of: pass, besides: asked, now: scene.now) }
        unasked.subtract(change.asked.map(\.identifier))
        // A critical one stays: it is shown though its moment has passed. Any other would count as shown then.
        let refused = pass.journal.asked.filter { unasked.contains($0.identifier) && $0.notification.severity != .critical }
        change.settled += refused.map(\.identifier)
        // No plan has what comes late, and those that it stands for are gone.
        change.ledger = refused.filter(\.isLate).flatMap { $0.lines(toldAt: $0.moment, outcome: .missed, at: scene.now) }
        if report.observedCapacity != nil {
            // It keeps fewer than the platform promises: the next plan makes do with these.
            change.state = pass.journal.state ?? scene.record.state
            change.state?.observedCapacity = report.observedCapacity
            change.state?.observedCapacityAt = scene.now
        }
        return change
    }

    /// Takes away what a notification that the centre refuses was to take the place of: it says what is no longer so, and may tell what another
    /// tells now. A critical one stays.
    ///
    /// - Returns: whether there was one.
    private func withdraw(_ refused: ScheduledNotification, of calls: CentreCalls) async -> Bool {
        guard refused.severity != .critical, calls.replace.contains(where: { $0.identifier == refused.identifier }) else { return false }
        await centre.removePending([refused.identifier])
        return true
    }

    /// What was to be shown at once and wasn't, because the centre takes nothing for now. No plan has it, so that it would count as told, or
    /// be lost: the next pass decides it anew.
    /// - Parameter taken: by the centre.
    private func unshown(of pass: DevicePass, besides taken: [ScheduledNotification], now: Instant) async -> [AskedNotification] {
        let taken = Set(taken.map(\.identifier))
        let open = pass.journal.asked.filter { $0.isLate && $0.state == .asked && $0.moment <= now && !taken.contains($0.identifier) }
        guard !open.isEmpty else { return [] }
        let shown = Set(await centre.delivered())
        let waiting = Dictionary(await centre.pending().requests.map { ($0.identifier, $0.moment) }, uniquingKeysWith: { first, _ in first })
        return open.filter { !shown.contains(DeliveredNotification(identifier: $0.identifier, moment: $0.moment)) }.map { one in
            var one = one
            one.isRefused = true
            // The one whose place it was to take is there still, and a centre may show it by itself.
            one.replacedMoment = waiting[one.identifier]
            return one
        }
    }

    /// How many requests more the centre keeps; nil where there is no limit.
    private func freePlaces(for calls: CentreCalls, in scene: DeviceScene) async -> Int? {
        guard let capacity = scene.capacity else { return nil }
        var list = scene.pending
        let free = { max(0, capacity - list.otherCount - list.requests.count) }
        if free() < calls.add.count, !calls.remove.isEmpty { list = await centre.pending() }
        return free()
    }

    private func verify(
        _ asked: [ScheduledNotification], removed: [NotificationID], in scene: DeviceScene, _ report: inout PassReport
    ) async -> JournalChange {
        var list = await centre.pending()
        var missing = await missing(asked, from: list, now: scene.now)
        if !missing.isEmpty {
            report.repairedCount = missing.count
            for notification in missing {
                do throws(CentreProblem) {
                    try await centre.add(notification)
                } catch {
                    report.note(error)
                    break
                }
            }
            list = await centre.pending()
            missing = await self.missing(asked, from: list, now: scene.now)
        }
        var change = JournalChange()
        let absent = Set(missing.map(\.identifier))
        // What comes late is shown at once: that it was taken is all there is to know.
        change.confirmed = asked.map(\.identifier).filter { !absent.contains($0) }
        let held = Set(list.requests.map(\.identifier))
        change.settled = removed.filter { !held.contains($0) }
        if !missing.isEmpty { Orchestrator.note(list, in: scene, &report) }
        return change
    }

    /// Takes a centre that lost something twice for a smaller one, but for none smaller than it was seen to be: what it held when the pass began,
    /// or was found to keep before, it can keep. Where it holds less now it loses something for another reason, and a smaller plan loses it too.
    private static func note(_ list: PendingList, in scene: DeviceScene, _ report: inout PassReport) {
        // One that doesn't answer doesn't show what it holds either.
        guard !report.problems.contains(.centreUnavailable) else { return }
        let seenCounts = [list, scene.pending].map { $0.requests.count + $0.otherCount } + [scene.observedCapacity ?? 0]
        let kept = seenCounts.max() ?? 0
        if let capacity = scene.capacity, kept >= capacity {
            report.problems.append(.requestRefused)
            report.retryLater()
        } else {
            report.observedCapacity = kept
            report.problems.append(.centreFull)
            report.retrySoon()
        }
    }

    /// What was asked for, lies ahead, and is neither there nor shown: what has come due since the pass began is no longer pending.
    private func missing(_ asked: [ScheduledNotification], from list: PendingList, now: Instant) async -> [ScheduledNotification] {
        let held = Set(list.requests)
        let absent = asked.filter { $0.moment > now && !held.contains($0.request) }
        guard !absent.isEmpty else { return [] }
        // After the list, so that what comes due in between is in one of them.
        let shown = Set(await centre.delivered())
        return absent.filter { !shown.contains(DeliveredNotification(identifier: $0.identifier, moment: $0.moment)) }
    }
}

// MARK: Categories

extension Orchestrator {
    /// Tells the centre the categories once, and again when the person reads another language or has reminders of another kind.
    func describeCategories(in language: Language) async {
        let categories = DescribedCategory.all(in: language, ofReminders: facts.reminderCategories)
        guard describedCategories != categories else { return }
        describedCategories = categories
        await centre.setCategories(categories)
    }
}
