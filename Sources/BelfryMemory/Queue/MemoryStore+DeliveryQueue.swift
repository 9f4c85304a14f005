import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: DeliveryQueue {
    public func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) -> LeasedBatch {
        transaction(at: terms.now) { tables in
            for (id, row) in tables.queue where row.waitsRetracted {
                tables.queue[id]?.forget()
                tables.unmergeAll(from: id)
            }
            var due = tables.dueDeliveries(terms)
            tables.handOver(&due, terms)
            let candidates = due.map { tables.candidate($0, at: terms.now) }
            var unjudged = Set(candidates.map(\.delivery.id))
            let verdicts = judge(candidates).filter { unjudged.remove($0.delivery) != nil }
            let decidedBefore = Set(candidates.map(\.delivery.id).filter { tables.queue[$0]?.decidedAt != nil })
            for verdict in verdicts { tables.queue[verdict.delivery]?.settle(verdict, under: terms) }
            for verdict in verdicts { tables.settleMerged(into: verdict.delivery, verdict.judgement) }
            for verdict in verdicts where verdict.opensNextStep { tables.bringForward(after: verdict.delivery, now: terms.now) }
            for member in candidates.membersToEvaluate(after: verdicts) { tables.mark(member, at: terms.now) }
            return LeasedBatch(verdicts: verdicts, toSend: candidates.compactMap { tables.leasedDelivery($0, after: decidedBefore) })
        }
    }

    @discardableResult
    public func record(_ results: [AttemptResult], now: Instant) -> [DeliveryID] {
        transaction(at: now) { tables in
            // It stands as it was recorded at the same moment: then the answer was lost, and it is recorded once more.
            var told = Set(
                results.filter { result in
                    guard let row = tables.queue[result.delivery], row.delivery.app == result.app else { return false }
                    return row.recordedAt == now && result.disposition.statuses.contains(row.status)
                }.map(\.delivery))
            return results.filter { result in
                guard let row = tables.queue[result.delivery], row.delivery.app == result.app, row.lease?.token == result.token
                else { return told.remove(result.delivery) == nil }
                tables.queue[result.delivery]?.record(result.disposition, now: now)
                for sent in result.transmissions { tables.record(sent) }
                tables.unmergeIfGivenUp(result.delivery)
                switch result.disposition {
                case .sent:
                    tables.addReceipts(of: result.delivery, now: now)
                    if let place = result.place { tables.noteReplaced(by: result.delivery, in: place, now: now) }
                case .retry, .failed: tables.bringForward(after: result.delivery, now: now)
                case .returned, .postponed: break
                }
                return false
            }.map(\.delivery)
        }
    }

    public func stillTold(by summary: LeasedDelivery) -> Set<DeliveryID>? {
        guard tables.queue[summary.delivery.id]?.lease?.token == summary.token else { return nil }
        return Set(
            summary.merged.map(\.id).filter { id in
                tables.queue[id].map { $0.mergedInto == summary.delivery.id && $0.retractedAt == nil } ?? false
            })
    }

    public func renew(leases: [DeliveryID], token: String, until: Instant) -> Bool {
        transaction { tables in
            let held = leases.filter { tables.queue[$0]?.lease?.token == token }
            for id in held { tables.queue[id]?.renew(until: until) }
            return !held.isEmpty
        }
    }

    public func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) -> Int {
        transaction(at: now) { tables in
            let abandoned = tables.queue.filter { _, row in
                row.lease.map { $0.until <= now || isDead($0.holder) } ?? false
            }
            for id in abandoned.keys {
                tables.queue[id]?.rescue(now: now)
                tables.unmergeIfGivenUp(id)
                if tables.queue[id]?.status == .failed { tables.bringForward(after: id, now: now) }
            }
            return abandoned.count
        }
    }

    public func giveBack(_ token: String) {
        transaction { tables in
            for (id, row) in tables.queue where row.lease?.token == token { tables.queue[id]?.giveBack() }
        }
    }

    public func owner(of message: String, at provider: Provider) -> TransmissionID? {
        tables.transmissions.values.filter { $0.provider == provider && $0.providerMessageID == message }.map(\.id).min()
    }

    public func nextDueMoment() -> Instant? {
        tables.queue.values.filter(\.hasAttemptsLeft).compactMap { row -> Instant? in
            guard let dueAt = row.dueAt else { return row.lease?.until }
            return tables.release(of: row.delivery.lane, dueAt: dueAt)
        }.min()
    }
}

extension Tables {
    /// What a lease may take, critical ones first and what has been due longest: as many as it asks for, and what is told together with one of them.
    fileprivate func dueDeliveries(_ terms: LeaseTerms) -> [Delivery] {
        struct Group: Hashable {
            let app: AppID
            let recipient: UserID
            let channelName: String
            /// Byte by byte, as databases compare it; nil for those that were held.
            let key: [UInt8]?

            /// Nil for what is told alone.
            init?(_ delivery: Delivery) {
                guard delivery.heldSince != nil || delivery.groupKey != nil else { return nil }
                app = delivery.app
                recipient = delivery.recipient
                channelName = delivery.channelName
                key = delivery.heldSince == nil ? delivery.groupKey.map { Array($0.utf8) } : nil
            }
        }
        func isEarlier(_ left: QueueRow, _ right: QueueRow) -> Bool {
            (left.delivery.priority, left.dueAt ?? terms.now, left.delivery.id) < (right.delivery.priority, right.dueAt ?? terms.now, right.delivery.id)
        }
        let pauses = standingPauses(terms.now)
        let rows = queue.values.filter { $0.isDue(at: terms.now) && (pauses.isEmpty || !pauses.hold($0.delivery.lane)) }.sorted(by: isEarlier)
        let due = rows.filter { $0.rescueCount < rescueCountOfSuspect }
        let suspects = rows.filter { $0.rescueCount >= rescueCountOfSuspect }
        if let before = terms.suspectsBefore {
            let late = suspects.filter { $0.isDue(at: before) }
            let first = late.min { ($0.dueAt ?? before, $0.delivery.id) < ($1.dueAt ?? before, $1.delivery.id) }
            if let first { return [first.delivery] }
        }
        guard !due.isEmpty else { return terms.lanes == .all ? suspects.prefix(1).map(\.delivery) : [] }
        var taken: Set<DeliveryID> = []
        let lanes = Set(due.map { QueueLane(app: $0.delivery.app.text.utf8, rank: $0.delivery.priority.rank, dueAt: terms.now) })
        var shares = LeaseShares(lanes.filter(terms.takes), token: terms.token)
        shares.deal(terms.countMax) { orders in
            orders.map { order in
                let ordered = due.map(\.delivery).filter { delivery in
                    delivery.app.text.utf8.elementsEqual(order.app) && order.ranks.contains(delivery.priority.rank) && !taken.contains(delivery.id)
                }.prefix(order.count)
                taken.formUnion(ordered.map(\.id))
                return ordered.count
            }
        }
        let first = due.map(\.delivery).filter { taken.contains($0.id) }
        let groups = Set(first.compactMap(Group.init))
        let members = due.filter { Group($0.delivery).map(groups.contains) ?? false }
        let together = Dictionary(grouping: members) { Group($0.delivery) }.values.flatMap { members in
            members.sorted { ($0.dueAt ?? terms.now, $0.delivery.id) < ($1.dueAt ?? terms.now, $1.delivery.id) }.prefix(togetherCountMax).map(\.delivery.id)
        }
        let others = Set(together).subtracting(taken)
        return first + due.map(\.delivery).filter { others.contains($0.id) }
    }

    func candidate(_ delivery: Delivery, at now: Instant) -> DeliveryCandidate {
        let alert = delivery.alert.flatMap { alerts[$0] }.map { self.alert($0, for: delivery.recipient) }
        let told = toldLately(delivery, at: now)
        let throttled = throttledLately(delivery, at: now)
        let (isPassed, replacements) = (isSuperseded(delivery), replacements(of: delivery, at: now))
        let defaults = categoryDefaults(of: delivery)
        var completed = delivery
        if let alert { completed.payload.complete(from: alert.episode, memberName: firstName(of: delivery.member, seenBy: delivery.recipient)) }
        return DeliveryCandidate(
            delivery: completed, preferences: storedPreferences(of: delivery.recipient),
            alert: alert.map {
                .init(
                    severity: $0.severity, snoozeUntil: $0.snoozeUntil, dismissedAt: $0.dismissedAt, status: $0.status, feedDownSince: $0.feedDownSince)
            },
            isSuperseded: isPassed || replacements != nil, replacements: isPassed ? [] : replacements ?? [],
            isEntitled: isEntitled(delivery), toldAt: deviceToldAt(delivery),
            toldLately: told.moments, sameToldAt: told.sameAt, throttledLately: throttled.moments, sameThrottledAt: throttled.sameAt,
            addresses: delivery.channel.map { addresses(of: delivery.recipient, over: $0) } ?? [],
            isCategoryOff: isUnwanted(delivery), categoryMutedUntil: categoryMutedUntil(delivery), isReached: isReached(delivery),
            isAcknowledged: isAcknowledged(delivery), isInDoubt: queue[delivery.id].map { $0.rescueCount > 0 } ?? false,
            isTried: queue[delivery.id]?.reason?.isToSend ?? false, isCategoryOffByDefault: defaults.isOff(delivery),
            isCategoryRequired: defaults.isRequired(delivery))
    }

    /// As of ``ToldLately``, and only where it counts.
    private func toldLately(_ delivery: Delivery, at now: Instant) -> (moments: [Instant], sameAt: Instant?) {
        let recipient = delivery.recipient
        guard let countMax = [delivery].countsMax(by: [recipient: storedPreferences(of: recipient)])[recipient] else { return ([], nil) }
        let (told, subject) = (toldLately(recipient, countMax: countMax, at: now), ToldLately.Subject(of: delivery))
        return (told.moments(besides: subject, countMax: countMax), told.moment(of: subject))
    }

    private func toldLately(_ recipient: UserID, countMax: Int, at now: Instant) -> [ToldLately.Entry] {
        let since = now - ToldLately.length
        let entries = told(to: recipient) { row, decidedAt in decidedAt >= since && row.delivery.channel.map(ToldLately.channels.contains) == true }
        return Array(entries.prefix(ToldLately.entryCountMax(for: countMax)))
    }

    /// As of ``ThrottledLately``.
    private func throttledLately(_ delivery: Delivery, at now: Instant) -> (moments: [Instant], sameAt: Instant?) {
        guard let asked = ThrottledLately(delivery) else { return ([], nil) }
        let since = now - asked.throttle.window
        let entries = told(to: asked.recipient) { row, decidedAt in
            decidedAt > since && row.delivery.app == asked.app && row.delivery.payload.throttle?.hasKey(of: asked.throttle) == true
        }
        let (known, subject) = (Array(entries.prefix(asked.entryCountMax)), ToldLately.Subject(of: delivery))
        return (known.moments(besides: subject, countMax: asked.throttle.countMax), known.moment(of: subject))
    }

    /// What was decided to be sent to somebody and is sent, or being sent, the latest first.
    private func told(to recipient: UserID, where counts: (_ row: QueueRow, _ decidedAt: Instant) -> Bool) -> [ToldLately.Entry] {
        queue.values.compactMap { row -> ToldLately.Entry? in
            guard row.delivery.recipient == recipient, ToldLately.statuses.contains(row.status), let decidedAt = row.decidedAt, counts(row, decidedAt)
            else { return nil }
            return ToldLately.Entry(ToldLately.Subject(of: row.delivery), at: decidedAt)
        }.sorted { $0.moment > $1.moment }
    }

    private func isEntitled(_ delivery: Delivery) -> Bool {
        !delivery.needsEntitlement || familyAdmins(of: delivery.member).contains(delivery.recipient)
    }

    private func deviceToldAt(_ delivery: Delivery) -> Instant? {
        let receipt = delivery.payload.notification.flatMap { synced[delivery.recipient]?.receipt(of: $0) }
        return receipt.flatMap { $0.toldBy == .device ? $0.toldAt : nil }
    }

    /// Of what was sent, and of what was merged into it.
    fileprivate mutating func addReceipts(of lead: DeliveryID, now: Instant) {
        for delivery in ([lead] + merged(into: lead)).compactMap({ queue[$0]?.delivery }) {
            guard let notification = delivery.payload.notification, delivery.channel?.interruptsRecipient == true else { continue }
            synced[delivery.recipient, default: SyncedFacts()].addReceipt(of: notification, category: delivery.payload.category, now: now)
        }
    }

    private func isSuperseded(_ delivery: Delivery) -> Bool {
        guard delivery.heldSince != nil, let alert = delivery.alert, let level = delivery.payload.level else { return false }
        return queue.values.lazy.filter { $0.status == .pending }.map(\.delivery).contains { other in
            other.alert == alert && other.recipient == delivery.recipient && other.channelName == delivery.channelName
                && other.payload.level.map { $0 > level } ?? false
        }
    }

    /// What was made later and takes its place where it is told, as of ``DeliveryCandidate/replacements``; empty where one is told already or on its way,
    /// nil where there is none. What has a moment by the recipient's clock takes no place as long as it waits, and neither does what is held beyond now, or
    /// paused.
    private func replacements(of delivery: Delivery, at now: Instant) -> [DeliveryID]? {
        guard let key = delivery.keyToGiveWay(wasDecided: queue[delivery.id]?.decidedAt != nil) else { return nil }
        let ranks = standingPauses(now).ranksTold(of: delivery.app)
        let since = queue.values.filter { row in
            let other = row.delivery
            return other.app == delivery.app && other.recipient == delivery.recipient && other.channelName == delivery.channelName
                && other.payload.collapseKey == key && other.createdAt >= delivery.createdAt
        }
        let later = since.count > laterCountMax ? since.sorted { $0.delivery.createdAt > $1.delivery.createdAt }.prefix(laterCountMax) : since[...]
        let standing = later.filter { row in
            let other = row.delivery
            guard other.ageBeginsAt <= now, (other.ageBeginsAt, other.id) > (delivery.ageBeginsAt, delivery.id) else { return false }
            switch row.status {
            case .sending, .sent: return true
            case .pending:
                let isHeld = other.heldSince != nil && other.attemptCount == 0 && row.nextAttemptAt ?? now > now
                return !isHeld && other.payload.deliverAtLocal == nil && ranks.contains(other.priority.rank)
            case .skipped, .failed, .cancelled, .shadow: return false
            }
        }
        guard !standing.isEmpty else { return nil }
        return standing.contains { $0.status != .pending } ? [] : standing.map(\.delivery.id)
    }

    /// A lead that tells nobody: what was merged into it waits again.
    mutating func unmergeAll(from lead: DeliveryID) {
        for id in merged(into: lead) { queue[id]?.unmerge() }
    }

    /// What the verdict on a lead means for those that were merged into it: they follow it into another summary,
    /// or wait again where it tells nobody.
    fileprivate mutating func settleMerged(into lead: DeliveryID, _ judgement: Verdict.Judgement) {
        switch judgement {
        case .decided(.send), .decided(.defer): break
        case .decided(.merge(let other)): for id in merged(into: lead) { queue[id]?.follow(to: other) }
        case .decided(.skip), .undeliverable: unmergeAll(from: lead)
        }
    }

    /// What was merged into a lead that was given up waits again, to be told by itself.
    fileprivate mutating func unmergeIfGivenUp(_ lead: DeliveryID) {
        guard queue[lead]?.status == .failed else { return }
        unmergeAll(from: lead)
    }

    private func merged(into lead: DeliveryID) -> [DeliveryID] {
        queue.filter { $0.value.mergedInto == lead }.map(\.key)
    }

    /// Nil where the delivery isn't leased.
    ///
    /// - Parameter decided: those that were decided before.
    fileprivate func leasedDelivery(_ candidate: DeliveryCandidate, after decided: Set<DeliveryID>) -> LeasedDelivery? {
        let delivery = candidate.delivery
        guard let row = queue[delivery.id], let lease = row.lease else { return nil }
        let merged = queue.values.filter { $0.mergedInto == delivery.id && $0.retractedAt == nil }.map(\.delivery)
        return LeasedDelivery(
            delivery: delivery, merged: merged.sorted(by: isOlder), token: lease.token, language: candidate.preferences.language,
            addresses: candidate.addresses, transmissions: transmissions(of: delivery.id), rescueCount: row.rescueCount,
            wasDecidedBefore: decided.contains(delivery.id), isCategoryRequired: candidate.isCategoryRequired)
    }
}

private func isOlder(_ left: Delivery, _ right: Delivery) -> Bool {
    (left.createdAt, left.id) < (right.createdAt, right.id)
}
