import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension MemoryStore: ScheduledOrderStore {
    public func add(
        _ order: ScheduledOrder, under key: IdempotencyKey?, countMax: Int, now: Instant
    ) throws -> (id: ScheduledOrderID, isRepeated: Bool) {
        try transaction(counting: { (added: (id: ScheduledOrderID, isRepeated: Bool)) in added.isRepeated ? 0 : nil }) { tables in
            if let key, let known = try tables.deliveries(under: key, now: now) { return (try ScheduledOrder.id(in: known), true) }
            let count = tables.schedules.values.count { $0.app == order.app && $0.status != .ended }
            guard order.status == .ended || count < countMax else { throw Problem.tooManySchedules(countMax: countMax) }
            tables.schedules[order.id] = order
            if let key { tables.keep(key, for: order.id.asKept, now: now) }
            return (order.id, false)
        }
    }

    public func scheduledOrder(_ id: ScheduledOrderID) -> ScheduledOrder? { tables.schedules[id] }

    public func scheduledOrders(
        of app: AppID?, status: ScheduledOrder.Status?, before: ScheduledOrderID?, countMax: Int
    ) -> [ScheduledOrder] {
        let found = tables.schedules.values.filter { order in
            (app.map { order.app == $0 } ?? true) && (status.map { order.status == $0 } ?? true) && (before.map { order.id < $0 } ?? true)
        }
        return Array(found.sorted { $0.id > $1.id }.prefix(countMax))
    }

    public func change(_ order: ScheduledOrder, to other: ScheduledOrder, told: [CivilDateTime: [DeliveryID]], now: Instant) -> Bool {
        transaction { tables in
            guard order.status != .ended, tables.schedules[order.id] == order else { return false }
            tables.schedules[order.id] = order.telling(
                other.request, about: other.member, other.recipients, values: other.values, further: other.further, timing: other.timing)
            tables.schedules[order.id]?.next = other.next
            for (local, ids) in told { tables.add(ids, to: order.key(of: local), now: now) }
            return true
        }
    }

    public func pause(_ id: ScheduledOrderID, now: Instant) {
        transaction { tables in
            guard tables.schedules[id]?.status == .active else { return }
            tables.schedules[id]?.pausedAt = now
        }
    }

    public func resume(_ id: ScheduledOrderID, next: ScheduledOccurrence?, now: Instant) {
        transaction { tables in
            guard tables.schedules[id]?.status == .paused else { return }
            tables.schedules[id]?.pausedAt = nil
            tables.schedules[id]?.next = next
            tables.schedules[id]?.endedAt = next == nil ? now : nil
        }
    }

    public func end(_ id: ScheduledOrderID, now: Instant) {
        transaction { tables in
            guard let order = tables.schedules[id], order.status != .ended else { return }
            tables.schedules[id]?.next = nil
            tables.schedules[id]?.endedAt = now
        }
    }

    public func dueScheduledOrders(by moment: Instant, countMax: Int) -> [ScheduledOrder] {
        Array(tables.dueSchedules(by: moment).filter { !$0.tellsAudience }.prefix(countMax))
    }

    public func dueAudienceOrders(by moment: Instant, behind app: AppID?, countMax: Int) -> [ScheduledOrder] {
        let due = Dictionary(grouping: tables.dueSchedules(by: moment).filter(\.tellsAudience), by: \.app)
        let turns = due.values.flatMap { orders in orders.enumerated().map { (place: $0.offset, order: $0.element) } }
        func isBefore(_ order: ScheduledOrder) -> Int { app.map { order.app <= $0 } ?? false ? 1 : 0 }
        return turns.sorted { ($0.place, isBefore($0.order), $0.order.app) < ($1.place, isBefore($1.order), $1.order.app) }.prefix(countMax).map(\.order)
    }

    public func carryOut(_ turn: ScheduledTurn, now: Instant, deliveries: @escaping @Sendable (_ standing: ScheduledOrder) -> [Delivery]) throws -> Bool {
        try transaction(at: now) { tables in
            guard let order = tables.schedules[turn.order.id], let after = order.taking(turn, now: now) else { return false }
            tables.schedules[order.id] = after
            guard let told = turn.told else { return true }
            let queued = deliveries(order)
            try tables.enqueue(queued)
            tables.add(queued.map(\.id), to: order.key(of: told.local), now: now)
            return true
        }
    }

    public func carryOut(_ turn: ScheduledTurn, sealing broadcast: Broadcast, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let order = tables.schedules[turn.order.id], let after = order.taking(turn, now: now), tables.seal(broadcast) else { return false }
            tables.schedules[order.id] = after
            tables.add(broadcast.id.asKept, to: turn.told.flatMap { order.key(of: $0.local) }, now: now)
            return true
        }
    }
}

extension Tables {
    /// The earliest first.
    fileprivate func dueSchedules(by moment: Instant) -> [ScheduledOrder] {
        schedules.values.filter { order in order.status == .active && (order.next.map { $0.at <= moment } ?? false) }
            .sorted { ($0.next?.at ?? .max, $0.id) < ($1.next?.at ?? .max, $1.id) }
    }

    /// Who has taken the name for something else finds that under it. What was ordered of it before a change stays under it, too.
    fileprivate mutating func add(_ ids: [DeliveryID], to key: IdempotencyKey?, now: Instant) {
        guard let key, case let known = request(under: key.text, of: key.app, now: now), known == nil || known?.fingerprint == key.fingerprint else { return }
        keep(key, for: (known?.deliveries ?? []) + ids, now: now)
    }
}

extension ScheduledOrder {
    fileprivate var tellsAudience: Bool {
        let members = try? JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: Any]
        return members?["audience"] is String
    }
}
