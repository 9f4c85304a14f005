import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: BroadcastStore {
    public func begin(_ broadcast: Broadcast, under key: IdempotencyKey?, now: Instant) throws -> BroadcastBeginning {
        try transaction { tables in
            let known = tables.broadcasts.values.first { key != nil && $0.key?.app == key?.app && $0.key?.text == key?.text }
            if let known {
                guard known.key?.fingerprint == key?.fingerprint else { throw Problem.idempotencyKeyReused }
                guard known.status == .filling else { return .sealed(known.progress) }
                tables.broadcasts[known.broadcast.id]?.callOffIntake()
            }
            tables.broadcasts[broadcast.id] = BroadcastRow(broadcast: broadcast, key: key)
            return .begun(broadcast)
        }
    }

    public func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int) {
        transaction { tables in
            guard tables.broadcasts[broadcast.id]?.status == .filling else { return }
            tables.broadcasts[broadcast.id]?.batches += batches.map { BroadcastRow.Batch(recipients: $0.recipients, values: $0.values) }
        }
    }

    public func recipients(of broadcast: Broadcast, batch number: Int) -> RecipientBatch? {
        tables.broadcasts[broadcast.id].flatMap { $0.batches.indices.contains(number) ? $0.batches[number].told : nil }
    }

    public func seal(_ broadcast: Broadcast, now: Instant) {
        transaction { tables in _ = tables.seal(broadcast) }
    }

    public func giveUpIntake(of broadcast: Broadcast) {
        transaction { tables in
            guard tables.broadcasts[broadcast.id]?.status == .filling else { return }
            tables.broadcasts[broadcast.id] = nil
        }
    }

    public func progress(of id: BroadcastID) -> BroadcastProgress? { tables.broadcasts[id]?.progress }

    public func broadcasts(of app: AppID?, before: BroadcastID?, countMax: Int) -> [BroadcastProgress] {
        let rows = tables.broadcasts.values.filter { row in
            let broadcast = row.broadcast
            return app ?? broadcast.app == broadcast.app && before.map { broadcast.id < $0 } ?? true
        }
        return rows.sorted { $0.broadcast.id > $1.broadcast.id }.prefix(countMax).map(\.progress)
    }

    public func cancel(_ id: BroadcastID, now: Instant) -> Bool {
        // Whether anything was left of it; nil where it isn't there.
        let isCalledOff: Bool? = transaction(at: now, counting: { $0 == true ? 1 : 0 }) { tables in
            guard let known = tables.broadcasts[id] else { return nil }
            let isAnyLeft = tables.queue.contains { name, row in
                [.pending, .sending].contains(row.status) && Broadcast.Place(name)?.broadcast == id
            }
            guard isAnyLeft || !known.progress.isOver else { return false }
            tables.broadcasts[id]?.status = .cancelled
            tables.broadcasts[id]?.calledOffAt = now
            for (name, row) in tables.queue where row.status == .pending && Broadcast.Place(name)?.broadcast == id {
                tables.queue[name]?.cancel()
                tables.unmergeAll(from: name)
            }
            return true
        }
        return isCalledOff != nil
    }

    public func waitingMemberCount(of broadcast: Broadcast) -> Int {
        tables.queue.count { $0.value.status == .pending && Broadcast.Place($0.key)?.broadcast == broadcast.id }
    }

    public func everybody(after user: UserID?, countMax: Int) -> [UserID] {
        let known = Set(tables.profiles.keys).union(tables.families.values.flatMap(\.members).map(\.user))
        return known.filter { one in user.map { one > $0 } ?? true }.sorted().prefix(countMax).map { $0 }
    }

    public func member(_ id: DeliveryID) -> DeliveryOverview? { tables.member(id)?.overview }
}

extension Tables {
    /// - Returns: false where it isn't filling any more.
    mutating func seal(_ broadcast: Broadcast) -> Bool {
        guard broadcasts[broadcast.id]?.status == .filling else { return false }
        broadcasts[broadcast.id]?.status = .ready
        broadcasts[broadcast.id]?.isSealed = true
        return true
    }

    /// A member of a broadcast as its batch knows it.
    func member(_ id: DeliveryID) -> (overview: DeliveryOverview, mayBeTold: Bool)? {
        guard let place = Broadcast.Place(id), place.step == 0, let row = broadcasts[place.broadcast], row.batches.indices.contains(place.batch),
            row.batches[place.batch].recipients.indices.contains(place.index)
        else { return nil }
        let batch = row.batches[place.batch]
        let (recipient, values) = (batch.recipients[place.index], batch.values?[place.index])
        guard let delivery = row.broadcast.delivery(to: recipient, batch: place.batch, index: place.index, with: values) else { return nil }
        let overview =
            batch.log.lazy.compactMap { $0.entry.overview(of: delivery, at: place.index, recordedAt: $0.recordedAt) }.first
            ?? DeliveryOverview(waiting: delivery, isCancelled: row.status == .cancelled)
        return (overview, overview.mayBeTold(isInHand: !batch.isThrough && batch.leaseCount > 0))
    }
}

// MARK: In workers' hands

extension MemoryStore {
    public func leaseBatch(_ terms: LeaseTerms, judge: @escaping BroadcastJudge) -> LeasedBroadcastBatch? {
        transaction(at: terms.now) { tables in
            let pauses = tables.standingPauses(terms.now)
            let due = tables.broadcasts.values.filter { $0.dueAt <= terms.now && $0.firstOpenBatch != nil && !pauses.hold($0.broadcast.lane) }
                .sorted { ($0.dueAt, $0.broadcast.id) < ($1.dueAt, $1.broadcast.id) }
            let lanes = Set(due.map { QueueLane(app: $0.broadcast.app.text.utf8, rank: $0.broadcast.priority.rank, dueAt: terms.now) })
            var first: BroadcastRow?
            var shares = LeaseShares(Array(lanes), token: terms.token)
            shares.deal(1) { orders in
                orders.map { order in
                    first = order.ranks.lazy.compactMap { rank in
                        due.first { $0.broadcast.app.text.utf8.elementsEqual(order.app) && $0.broadcast.priority.rank == rank }
                    }.first
                    return first == nil ? 0 : 1
                }
            }
            guard let row = first, let number = row.firstOpenBatch else { return nil }
            tables.broadcasts[row.broadcast.id]?.batches[number].lease = .init(holder: terms.holder, token: terms.token, until: terms.until)
            tables.broadcasts[row.broadcast.id]?.batches[number].leaseCount += 1
            let known = Set(row.batches[number].log.flatMap(\.entry.groups).flatMap(\.members))
            let recipients = row.batches[number].recipients
            var candidates: [Int: DeliveryCandidate] = [:]
            for (place, recipient) in recipients.enumerated() where !known.contains(place) {
                candidates[place] = row.broadcast.delivery(to: recipient, batch: number, index: place).map { tables.candidate($0, at: terms.now) }
            }
            let groups = Dictionary(grouping: candidates.keys.sorted()) { place in
                candidates[place].map { candidate in
                    BroadcastMembers.Wishes(
                        preferences: candidate.preferences, isCategoryOff: candidate.isCategoryOff,
                        categoryMutedUntil: candidate.categoryMutedUntil, toldAt: candidate.toldAt, toldLately: candidate.toldLately,
                        isCategoryOffByDefault: candidate.isCategoryOffByDefault, isCategoryRequired: candidate.isCategoryRequired)
                }
            }
            let members = BroadcastMembers(
                of: row.broadcast, number: number, recipients: recipients,
                groups: groups.compactMap { wishes, places in wishes.map { .init(wishes: $0, members: places) } },
                addresses: candidates.mapValues(\.addresses).filter { !$0.value.isEmpty }, values: row.batches[number].values,
                isInDoubt: row.batches[number].leaseCount > 0)
            return LeasedBroadcastBatch(
                members, token: terms.token, verdicts: judge(members), transmissions: candidates.mapValues { tables.transmissions(of: $0.delivery.id) },
                leaseCount: row.batches[number].leaseCount + 1)
        }
    }

    public func recordEnd(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant, leasing terms: LeaseTerms, judge: @escaping BroadcastJudge
    ) -> (isHeld: Bool, next: LeasedBroadcastBatch?) {
        (keep(results, of: batch, then: .ends, now: now), leaseBatch(terms, judge: judge))
    }

    public func record(_ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant) -> Bool {
        if next == .goesOn, isRecorded(results, of: batch, now: now) { return true }
        return keep(results, of: batch, then: next, now: now) || isRecorded(results, of: batch, now: now)
    }

    /// Whether the same was recorded at the same moment: then the answer was lost, and it is asked again.
    private func isRecorded(_ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant) -> Bool {
        let row = BroadcastRow.LogRow(entry: BroadcastLogEntry(results, of: batch), recordedAt: now)
        return tables.broadcasts[batch.broadcast.id]?.batches[batch.number].log.contains(row) ?? false
    }

    private func keep(_ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant) -> Bool {
        transaction(at: now) { tables in
            let id = batch.broadcast.id
            guard tables.broadcasts[id]?.batches[batch.number].lease?.token == batch.token else { return false }
            let entry = BroadcastLogEntry(results, of: batch)
            tables.broadcasts[id]?.batches[batch.number].log.append(.init(entry: entry, recordedAt: now))
            switch next {
            case .goesOn: break
            case .ends:
                tables.broadcasts[id]?.batches[batch.number].lease = nil
                tables.broadcasts[id]?.batches[batch.number].isThrough = true
            case .isReturned: tables.broadcasts[id]?.batches[batch.number].giveBack()
            }
            let kept = tables.broadcasts[id]
            let meant = batch.stillMeant(results, among: kept?.batches[batch.number].recipients, about: kept?.broadcast.member)
            for row in batch.rows(meant, now: now) where tables.queue[row.delivery.id] == nil {
                tables.queue[row.delivery.id] = QueueRow(tables.broadcasts[id]?.status == .cancelled ? row.calledOff : row, at: now)
            }
            for sent in meant.flatMap(\.transmissions) { tables.record(sent) }
            tables.statistics.note(entry, of: batch.broadcast, now: now)
            return true
        }
    }

    public func renew(_ batch: LeasedBroadcastBatch, until: Instant) -> Bool {
        transaction { tables in
            guard tables.broadcasts[batch.broadcast.id]?.batches[batch.number].lease?.token == batch.token else { return false }
            tables.broadcasts[batch.broadcast.id]?.batches[batch.number].lease?.until = until
            return true
        }
    }

    public func rescueBatches(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) -> Int {
        transaction { tables in
            var count = 0
            for (id, row) in tables.broadcasts {
                for (number, batch) in row.batches.enumerated() where batch.lease.map({ $0.until <= now || isDead($0.holder) }) ?? false {
                    tables.broadcasts[id]?.batches[number].lease = nil
                    count += 1
                }
            }
            return count
        }
    }

    public func giveBackBatches(of token: String) {
        transaction { tables in
            for (id, row) in tables.broadcasts {
                for (number, batch) in row.batches.enumerated() where batch.lease?.token == token { tables.broadcasts[id]?.batches[number].giveBack() }
            }
        }
    }

    public func nextBatchMoment() -> Instant? {
        tables.broadcasts.values.flatMap { row -> [Instant] in
            let waitingUntil = row.firstOpenBatch.flatMap { _ in tables.release(of: row.broadcast.lane, dueAt: row.dueAt) }
            return row.batches.compactMap(\.lease?.until) + [waitingUntil].compactMap { $0 }
        }.min()
    }
}

/// A broadcast with its batches.
struct BroadcastRow: Equatable, Sendable {
    struct Batch: Equatable, Sendable {
        var recipients: [UserID]
        var values: [PersonalValues]?
        var lease: QueueRow.Lease?
        var leaseCount = 0
        var isThrough = false
        var log: [LogRow] = []

        var told: RecipientBatch { RecipientBatch(recipients, values: values) }

        /// Nobody died over it.
        mutating func giveBack() {
            lease = nil
            leaseCount = max(0, leaseCount - 1)
        }
    }

    struct LogRow: Equatable, Sendable {
        let entry: BroadcastLogEntry
        let recordedAt: Instant
    }

    let broadcast: Broadcast
    var key: IdempotencyKey?
    var status = BroadcastProgress.Status.filling
    /// Whether it ever was carried out.
    var isSealed = false
    var calledOffAt: Instant?
    var batches: [Batch] = []

    init(broadcast: Broadcast, key: IdempotencyKey?) {
        self.broadcast = broadcast
        self.key = key
    }

    /// Its key is free again: what whoever takes this one in appends from now on is of one that was called off.
    mutating func callOffIntake() {
        (key, status, batches) = (nil, .cancelled, [])
    }

    /// What a member was told by their batch; nil where they weren't.
    func told(at place: Broadcast.Place) -> Delivery? {
        guard batches.indices.contains(place.batch), batches[place.batch].recipients.indices.contains(place.index) else { return nil }
        let batch = batches[place.batch]
        let isTold = batch.log.contains { $0.entry.groups.contains { $0.fate == .sent && $0.members.contains(place.index) } }
        guard isTold else { return nil }
        return broadcast.delivery(
            to: batch.recipients[place.index], batch: place.batch, index: place.index, with: batch.values?[place.index])
    }

    var dueAt: Instant { broadcast.deliverAfter ?? broadcast.createdAt }

    var firstOpenBatch: Int? { status == .ready ? batches.firstIndex { !$0.isThrough && $0.lease == nil } : nil }

    /// Whether more is to come of it: a batch is to be carried out, or in somebody's hands.
    var hasOpenBatch: Bool {
        switch status {
        case .filling, .completed: false
        case .ready: batches.contains { !$0.isThrough }
        case .cancelled: batches.contains { $0.lease != nil }
        }
    }

    /// When something was recorded of it, or it was called off, for the last time.
    var changedAt: Instant {
        (batches.flatMap(\.log).map(\.recordedAt) + [calledOffAt].compactMap { $0 }).max() ?? broadcast.createdAt
    }

    var progress: BroadcastProgress {
        func count(_ fate: BroadcastLogEntry.Fate) -> Int { batches.flatMap(\.log).map { $0.entry.count(fate) }.reduce(0, +) }
        return BroadcastProgress(
            broadcast: broadcast, status: status, recipientCount: isSealed ? batches.map(\.recipients.count).reduce(0, +) : 0,
            sentCount: count(.sent), skippedCount: count(.skipped), queuedCount: count(.queued))
    }
}
