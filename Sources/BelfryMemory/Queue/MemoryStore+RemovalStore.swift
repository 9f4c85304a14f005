import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of `removals`, by its delivery.
struct Removal: Equatable, Sendable {
    let app: AppID
    var dueAt: Instant
    var attemptCount = 0
    var waitCount = 0
    var cause = RemovalCause.takenBack
}

extension MemoryStore: RemovalStore {
    public func leaseRemovals(_ terms: RemovalTerms) -> [RemovalErrand] {
        transaction { tables in
            let due = tables.removals.filter { $0.value.dueAt <= terms.now }.sorted { $0.value.dueAt < $1.value.dueAt }.prefix(terms.countMax)
            return due.map { id, removal in
                var leased = removal
                leased.dueAt = terms.until
                leased.attemptCount += 1
                tables.removals[id] = leased
                return RemovalErrand(delivery: id, app: leased.app, attempt: leased.attemptCount, waitCount: leased.waitCount, cause: leased.cause)
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?, isCounted: Bool) {
        transaction { tables in
            for (id, end) in ends where tables.transmissions[id]?.removedAt == nil {
                tables.transmissions[id]?.removedAt = end.removedAt
                tables.transmissions[id]?.staysBecause = end.staysBecause
            }
            guard tables.removals[errand.delivery]?.attemptCount == errand.attempt else { return }
            guard let moment else {
                tables.removals[errand.delivery] = nil
                return
            }
            tables.removals[errand.delivery]?.dueAt = moment
            if !isCounted { tables.removals[errand.delivery]?.waitCount += 1 }
        }
    }
}

extension Tables {
    /// Has a delivery disappear from now on, where one of its channel can. What is to disappear everywhere stays so, whatever takes its place; and whoever
    /// has in hand what has another cause now has it no more.
    mutating func noteRemoval(of id: DeliveryID, cause: RemovalCause = .takenBack, now: Instant) {
        guard let delivery = queue[id]?.delivery, RemovalErrand.isRemovable(over: delivery.channelName) else { return }
        var removal = removals[id] ?? Removal(app: delivery.app, dueAt: now, cause: cause)
        if removals[id] != nil {
            guard removal.cause.name == .replaced else { return }
            (removal.dueAt, removal.cause) = (now, cause)
            removal.attemptCount += 1
            removal.waitCount += 1
        }
        removals[id] = removal
    }

    /// Whether it was told, or is on its way, and tells of nothing else: a summary tells of others, too.
    private func isToldAlone(_ row: QueueRow) -> Bool {
        let isTold = row.status == .sending || row.status == .sent || row.delivery.attemptCount > 0
        return isTold && !queue.values.contains { $0.mergedInto == row.delivery.id }
    }

    /// Has what corrected data withdrew, or somebody else has done, disappear where it tells of nothing else.
    mutating func noteRemovals(of rows: [QueueRow], cause: RemovalCause, now: Instant) {
        for row in rows where isToldAlone(row) { noteRemoval(of: row.delivery.id, cause: cause, now: now) }
    }

    /// What holds after all is to stay.
    mutating func keepShown(_ id: DeliveryID) {
        if removals[id]?.cause == .takenBack, queue[id]?.retractedBy == nil { removals[id] = nil }
    }

    /// What was told before in the place of what was sent is to disappear.
    mutating func noteReplaced(by successor: DeliveryID, in place: MessagePlace, now: Instant) {
        let told = queue.values.filter { MessagePlace(of: $0.delivery) == place }
        let latest = told.sorted { ($0.delivery.createdAt, $0.delivery.id) > ($1.delivery.createdAt, $1.delivery.id) }.prefix(MessagePlace.countMax)
        for row in latest where row.delivery.id != successor {
            let id = row.delivery.id
            let isThere = row.status == .sending || row.status == .sent && transmissions(of: id).contains(where: \.isShown)
            if isThere, isToldAlone(row) { noteRemoval(of: id, cause: .replaced(by: successor), now: now) }
        }
    }
}
