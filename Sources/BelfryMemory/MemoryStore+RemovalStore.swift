import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of `removals`, by its delivery.
struct Removal: Equatable, Sendable {
    let app: AppID
    var dueAt: Instant
    var attemptCount = 0
}

extension MemoryStore: RemovalStore {
    public func leaseRemovals(_ terms: RemovalTerms) -> [RemovalErrand] {
        transaction { tables in
            let due = tables.removals.filter { $0.value.dueAt <= terms.now }.sorted { $0.value.dueAt < $1.value.dueAt }.prefix(terms.countMax)
            return due.map { id, removal in
                tables.removals[id] = Removal(app: removal.app, dueAt: terms.until, attemptCount: removal.attemptCount + 1)
                return RemovalErrand(delivery: id, app: removal.app, attempt: removal.attemptCount + 1)
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?) {
        transaction { tables in
            for (id, end) in ends where tables.transmissions[id]?.removedAt == nil {
                tables.transmissions[id]?.removedAt = end.removedAt
                tables.transmissions[id]?.staysBecause = end.staysBecause
            }
            guard tables.removals[errand.delivery]?.attemptCount == errand.attempt else { return }
            if let moment { tables.removals[errand.delivery]?.dueAt = moment } else { tables.removals[errand.delivery] = nil }
        }
    }
}

extension Tables {
    /// Has a delivery disappear from now on, where one of its channel can.
    mutating func noteRemoval(of id: DeliveryID, now: Instant) {
        guard let delivery = queue[id]?.delivery, RemovalErrand.isRemovable(over: delivery.channelName), removals[id] == nil else { return }
        removals[id] = Removal(app: delivery.app, dueAt: now)
    }
}
