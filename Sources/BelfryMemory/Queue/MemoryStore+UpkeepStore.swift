import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: UpkeepStore {
    public func electUpkeep(_ terms: UpkeepTerms) -> Bool {
        transaction { tables in
            if let seat = tables.upkeep, let until = seat.until, seat.holder != terms.holder, until > terms.now, !terms.isDead(seat.holder) { return false }
            let known = tables.upkeep.flatMap { $0.holder == terms.holder && $0.until != nil ? $0 : nil }
            tables.upkeep = .init(
                holder: terms.holder, electedAt: known?.electedAt ?? terms.now, until: terms.until, ranAt: tables.upkeep?.ranAt)
            return true
        }
    }

    public func resignUpkeep(_ holder: String) {
        transaction { tables in if tables.upkeep?.holder == holder { tables.upkeep?.until = nil } }
    }

    public func maintain(by holder: String, now: Instant) {
        transaction { tables in if tables.upkeep?.holder == holder { tables.upkeep?.ranAt = now } }
    }

    public func upkeep() -> UpkeepStanding? {
        tables.upkeep.map { UpkeepStanding(holder: $0.holder, electedAt: $0.electedAt, ranAt: $0.ranAt) }
    }

    public func prunable(_ cutoffs: PruneCutoffs) -> PruneReport {
        var draft = tables
        return draft.prune(cutoffs, countMax: .max)
    }

    public func prune(_ cutoffs: PruneCutoffs) -> PruneReport {
        transaction { $0.prune(cutoffs, countMax: PruneCutoffs.countMax) }
    }
}

extension Tables {
    struct UpkeepSeat: Equatable, Sendable {
        var holder: String
        var electedAt: Instant
        /// Nil where it was resigned.
        var until: Instant?
        var ranAt: Instant?
    }

    fileprivate mutating func prune(_ cutoffs: PruneCutoffs, countMax: Int) -> PruneReport {
        var report = PruneReport()
        let over = queue.values.filter { $0.delivery.createdAt < cutoffs.deliveries && !isAlive($0) }.map(\.delivery.id).sorted().prefix(countMax)
        let ways = Set(over)
        for id in over { queue[id] = nil }
        actionsTaken = actionsTaken.filter { !ways.contains($0.key) || inbox[$0.key] != nil }
        actionsToTell = actionsToTell.filter { actionsTaken[$0.key] != nil }
        let gone = transmissions.filter { ways.contains($0.value.delivery) }
        for id in gone.keys { transmissions[id] = nil }
        report.add(over.count, .deliveries)
        report.add(gone.count, .transmissions)
        for (id, row) in broadcasts where row.status == .cancelled && !row.isSealed {
            report.add(row.batches.count, .broadcastBatches)
            broadcasts[id]?.batches = []
        }
        for (id, row) in broadcasts where row.broadcast.createdAt < cutoffs.deliveries && isOver(row) {
            report.add(row.batches.count, .broadcastBatches)
            report.add(row.batches.map(\.log.count).reduce(0, +), .broadcastResults)
            report.add(1, .broadcasts)
            // Of those that are rows of the queue they go with these.
            let told = transmissions.filter { Broadcast.Place($0.value.delivery)?.broadcast == id && queue[$0.value.delivery] == nil }
            for way in told.keys { transmissions[way] = nil }
            report.add(told.count, .transmissions)
            broadcasts[id] = nil
        }
        for (id, row) in broadcasts where row.key != nil && row.broadcast.createdAt <= cutoffs.keys {
            broadcasts[id]?.key = nil
            report.add(1, .broadcastKeys)
        }
        report.add(keptKeys.remove { $0.createdAt <= cutoffs.keys }, .idempotencyKeys)
        report.add(heardEvents.remove { $0 < cutoffs.reports }, .providerReports)
        earlyReports.removeAll { $0.receivedAt < cutoffs.reports }
        report.add(spentTokens.remove { $0 <= cutoffs.now }, .spentTokens)
        report.add(invitations.remove { $0.expiresAt <= cutoffs.now }, .invitations)
        for (id, row) in contactPoints where row.code.map({ $0.expiresAt <= cutoffs.now }) ?? false {
            // A link that nobody opened stands for no address.
            if row.value.isEmpty { contactPoints[id] = nil } else { contactPoints[id]?.code = nil }
            report.add(1, .codes)
        }
        report.add(pauses.remove { $0.until.map { $0 < cutoffs.deliveries } ?? false }, .pauses)
        report.add(audit.remove { $0.at < cutoffs.audit }, .auditEntries)
        pruneStatuses(cutoffs, &report)
        report.add(schedules.remove { $0.endedAt.map { $0 < cutoffs.deliveries } ?? false }, .schedules)
        return report
    }

    /// It waits for something, or tells along with one that does.
    private func isAlive(_ row: QueueRow) -> Bool {
        switch row.status {
        case .pending, .sending: true
        case .skipped: row.mergedInto.flatMap { queue[$0] }.map(isAlive) ?? false
        case .sent, .failed, .cancelled, .shadow: false
        }
    }

    private func isOver(_ row: BroadcastRow) -> Bool {
        let isCarriedOut = row.status == .filling || row.batches.allSatisfy { $0.lease == nil && ($0.isThrough || row.status == .cancelled) }
        return isCarriedOut && !queue.contains { isAlive($0.value) && Broadcast.Place($0.key)?.broadcast == row.broadcast.id }
    }
}

extension Dictionary {
    /// - Returns: how many were removed.
    fileprivate mutating func remove(where isOver: (Value) -> Bool) -> Int {
        let countBefore = count
        self = filter { !isOver($0.value) }
        return countBefore - count
    }
}
