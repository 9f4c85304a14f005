import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of `status_webhooks`: an app that is told what becomes of its deliveries.
struct StatusSeat: Equatable, Sendable {
    var askedAt: Instant
    var lease: Lease?
    var failureCount = 0
    var failure: StatusStanding.Failure?
    var nextAttemptAt: Instant?
    var givenUpCount = 0
    var givenUpAt: Instant?

    struct Lease: Equatable, Sendable {
        let holder: String
        let until: Instant
    }

    func isFree(_ terms: StatusTerms) -> Bool {
        terms.mayTake(leasedBy: lease?.holder, until: lease?.until, nextAttemptAt: nextAttemptAt)
    }
}

extension MemoryStore: StatusLog {
    public func askForStatuses(of app: AppID, now: Instant) {
        transaction { $0.statusSeats[app, default: StatusSeat(askedAt: now)].askedAt = now }
    }

    public func hastenStatuses(of app: AppID) {
        transaction { tables in
            guard tables.statusSeats[app] != nil else { return }
            tables.statusSeats[app]?.nextAttemptAt = nil
        }
    }

    public func leaseStatuses(of app: AppID, _ terms: StatusTerms) -> StatusBatch? {
        transaction { tables in
            guard var seat = tables.statusSeats[app], seat.isFree(terms), let kept = tables.statusChanges[app], !kept.isEmpty else { return nil }
            let open = kept.filter { $0.happenedAt >= terms.now - StatusBatch.ageMax }
            if open.count < kept.count {
                seat.givenUpCount += kept.count - open.count
                seat.givenUpAt = terms.now
            }
            let changes = open.prefix(terms.countMax).map { change in
                change.broadcast.map { change.counting(tables.broadcasts[$0]?.progress) } ?? change
            }
            seat.lease = changes.isEmpty ? nil : StatusSeat.Lease(holder: terms.holder, until: terms.until)
            tables.statusChanges[app] = open
            tables.statusSeats[app] = seat
            return changes.isEmpty ? nil : StatusBatch(app: app, holder: terms.holder, changes: changes, failureCount: seat.failureCount)
        }
    }

    public func settle(_ batch: StatusBatch, _ result: StatusBatch.Result) {
        transaction { tables in
            if result == .told {
                let told = Set(batch.changes.map(\.number))
                tables.statusChanges[batch.app]?.removeAll { told.contains($0.number) }
            }
            guard var seat = tables.statusSeats[batch.app], seat.lease?.holder == batch.holder else { return }
            seat.lease = nil
            switch result {
            case .told: (seat.failureCount, seat.failure, seat.nextAttemptAt) = (0, nil, nil)
            case .failed(let why, let moment, let retryAt):
                seat.failureCount += 1
                seat.failure = StatusStanding.Failure(since: seat.failure?.since ?? moment, why: why)
                seat.nextAttemptAt = retryAt
            }
            tables.statusSeats[batch.app] = seat
        }
    }

    public func statusStandings() -> [StatusStanding] {
        tables.statusSeats.sorted { $0.key < $1.key }.map { app, seat in
            StatusStanding(
                app: app, oldestAt: tables.statusChanges[app]?.first?.happenedAt, failure: seat.failure, givenUpCount: seat.givenUpCount,
                givenUpAt: seat.givenUpAt)
        }
    }
}

// MARK: What happens

extension Tables {
    /// Of whose app has asked; found by comparing the tables before and after a transaction.
    mutating func noteStatuses(since old: Tables, at now: Instant) {
        guard !statusSeats.isEmpty else { return }
        if old.queue != queue {
            for (id, row) in queue.sorted(by: { $0.key < $1.key }) where old.queue[id] != row {
                for kind in row.events(since: old.queue[id]).compactMap(StatusChange.Kind.init) {
                    note(kind, of: row.delivery, reason: row.reason(of: kind), attemptCount: row.delivery.attemptCount, at: now)
                }
                if row.retractedBy != nil, let known = old.queue[id], known.retractedBy == nil {
                    note(.retracted, of: row.delivery, attemptCount: row.delivery.attemptCount, at: now)
                }
            }
        }
        for (id, message) in inbox.sorted(by: { $0.key < $1.key }) where message.readAt != nil && old.inbox[id]?.readAt == nil {
            if let delivery = queue[id]?.delivery { note(.read, of: delivery, at: now) }
        }
        let taken = actionsToTell.keys.filter { actionsToTell[$0] != old.actionsToTell[$0] }
        for id in acted.subtracting(old.acted).union(taken).sorted() {
            let actions = (actionsToTell[id] ?? []).dropFirst(old.actionsToTell[id]?.count ?? 0)
            guard let delivery = queue[id]?.delivery ?? (actions.isEmpty ? nil : member(id)?.overview.delivery) else { continue }
            if actions.isEmpty, actionsTaken[id] == nil { note(.acted, of: delivery, at: now) }
            for action in actions { note(.acted, of: delivery, reason: action.text, at: now) }
        }
    }

    /// Of whose app has asked, when the last of the batches goes that were to be carried out.
    mutating func noteEndedBroadcasts(since old: Tables) {
        guard !statusSeats.isEmpty, old.broadcasts != broadcasts else { return }
        for (id, row) in broadcasts.sorted(by: { $0.key < $1.key }) where !row.hasOpenBatch && old.broadcasts[id]?.hasOpenBatch == true {
            guard let name = DeliveryID(id.text) else { continue }
            keepStatus(
                row.status == .cancelled ? .broadcastCancelled : .broadcastCompleted, of: name, row.broadcast.app, over: row.broadcast.channelName,
                reason: nil, at: row.changedAt)
        }
    }

    /// What a provider reported of one of its transmissions.
    mutating func noteReport(_ status: Transmission.Status, of transmission: Transmission, why: String?, at now: Instant) {
        guard let kind = StatusChange.Kind(reported: status) else { return }
        keepStatus(
            kind, of: transmission.delivery, transmission.app, over: queue[transmission.delivery]?.delivery.channelName,
            reason: StatusChange.code(of: why), at: now)
    }

    private mutating func note(
        _ kind: StatusChange.Kind, of delivery: Delivery, reason: String? = nil, attemptCount: Int? = nil, at now: Instant
    ) {
        keepStatus(kind, of: delivery.id, delivery.app, over: delivery.channelName, reason: reason, attemptCount: attemptCount, at: now)
    }

    private mutating func keepStatus(
        _ kind: StatusChange.Kind, of delivery: DeliveryID, _ app: AppID, over channelName: String?, reason: String?, attemptCount: Int? = nil,
        at now: Instant
    ) {
        guard statusSeats[app] != nil else { return }
        statusChangeCount += 1
        statusChanges[app, default: []].append(
            StatusChange(
                number: statusChangeCount, delivery: delivery, channelName: channelName, kind: kind, reason: reason, attemptCount: attemptCount,
                happenedAt: now))
    }

    /// What nobody asks for any more, and those who don't.
    mutating func pruneStatuses(_ cutoffs: PruneCutoffs, _ report: inout PruneReport) {
        for (app, kept) in statusChanges {
            let open = kept.filter { $0.happenedAt >= cutoffs.reports }
            statusChanges[app] = open
            report.add(kept.count - open.count, .statusChanges)
        }
        for (app, seat) in statusSeats where seat.askedAt < cutoffs.reports {
            statusSeats[app] = nil
            report.add(1, .statusWebhooks)
        }
    }
}

extension QueueRow {
    fileprivate func reason(of kind: StatusChange.Kind) -> String? {
        switch kind {
        case .held, .skipped, .merged, .sent: reason?.rawValue
        case .retried, .failed: StatusChange.code(of: lastError)
        case .cancelled, .retracted, .requeued, .delivered, .undelivered, .read, .acted, .broadcastCompleted, .broadcastCancelled: nil
        }
    }
}
