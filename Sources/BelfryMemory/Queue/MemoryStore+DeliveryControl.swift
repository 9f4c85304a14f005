import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: DeliveryControl {
    public func enqueue(
        _ deliveries: [Delivery], under key: IdempotencyKey?, digestWindow: Duration?, now: Instant
    ) throws -> EnqueueReceipt {
        try transaction(at: now) { tables in
            if let key, let known = try tables.deliveries(under: key, now: now) { return EnqueueReceipt(deliveries: known, isRepeated: true) }
            try tables.enqueue(tables.waiting(deliveries, in: digestWindow))
            let ids = deliveries.map(\.id)
            if let key { tables.keep(key, for: ids, now: now) }
            return EnqueueReceipt(deliveries: ids, isRepeated: false)
        }
    }

    public func rehearse(_ deliveries: [Delivery], digestWindow: Duration?, now: Instant) -> [DeliveryCandidate] {
        tables.waiting(deliveries, in: digestWindow).map { tables.candidate($0, at: now) }
    }

    public func deliveries(under key: String, of app: AppID, now: Instant) -> [DeliveryID] {
        tables.request(under: key, of: app, now: now)?.deliveries ?? []
    }

    public func deliveries(_ selection: DeliverySelection) -> [DeliveryOverview] {
        let rows = tables.rows(selection, in: selection.status).filter { row in selection.before.map { row.delivery.id < $0 } ?? true }
        return rows.sorted { $0.delivery.id > $1.delivery.id }.prefix(selection.countMax).map { overview($0) }
    }

    public func waitingCount(_ selection: DeliverySelection) -> Int { tables.rows(selection, in: .pending).prefix(selection.countMax).count }

    public func cancel(_ selection: DeliverySelection, now: Instant) -> [DeliveryID] {
        transaction(at: now) { tables in
            let ids = tables.rows(selection, in: .pending).prefix(selection.countMax).map(\.delivery.id)
            tables.cancel(ids, now: now)
            return ids
        }
    }

    public func change(
        _ selection: DeliverySelection, to change: DeliveryChange, by name: String, isDryRun: Bool, now: Instant
    ) -> ChangedDeliveries {
        guard selection.ids != nil else { return ChangedDeliveries() }
        return transaction(at: now, counting: { isDryRun ? 0 : Audit.count(of: $0) }) { tables in
            let rows = tables.rows(selection, in: nil).prefix(selection.countMax)
            let (deliveries, report) = change.outcome(of: rows.map { ChangeCandidate(overview($0), mayBeTold: tables.mayBeTold($0.delivery.id)) })
            guard !isDryRun else { return report }
            for delivery in deliveries { tables.queue[delivery.id]?.change(to: delivery, isMoved: change.deliverAfter != nil, by: name, now: now) }
            return report
        }
    }

    public func retract(_ selection: DeliverySelection, by name: String, now: Instant) -> Retraction {
        guard selection.ids != nil else { return Retraction() }
        return transaction(at: now) { tables in
            let ids = tables.rows(selection, in: nil).prefix(selection.countMax).map(\.delivery.id)
            let waiting = ids.filter { tables.queue[$0]?.status == .pending }
            let toldInPart = waiting.filter { tables.mayBeTold($0) }
            tables.cancel(waiting, now: now)
            for id in toldInPart where tables.queue[id]?.retractedAt == nil {
                tables.queue[id]?.retractCalledOff(by: name, now: now)
                tables.noteRemoval(of: id, now: now)
            }
            let told = ids.filter { tables.queue[$0]?.retract(by: name, now: now) ?? false }
            for id in told { tables.noteRemoval(of: id, now: now) }
            for id in told + toldInPart {
                guard let recipient = tables.queue[id]?.delivery.recipient, let message = tables.inbox[id], message.recipient == recipient else { continue }
                tables.inbox[id] = message.takenBack(at: now)
                tables.takeBack(id, now: now)
            }
            return Retraction(calledOff: waiting, retracted: told)
        }
    }

    public func redrive(_ selection: DeliverySelection, now: Instant) -> [DeliveryID] {
        transaction(at: now) { tables in
            let ids = tables.rows(selection, in: .failed).prefix(selection.countMax).map(\.delivery.id)
            for id in ids {
                tables.queue[id]?.redrive(now: now)
                tables.retryRefusedAddresses(of: id, now: now)
            }
            return ids
        }
    }
}

extension Tables {
    struct KeptKey: Hashable, Sendable {
        let app: AppID
        let text: String
    }

    struct KeptRequest: Equatable, Sendable {
        let fingerprint: String
        let deliveries: [DeliveryID]
        let createdAt: Instant
    }

    /// Nil where the key is new, or so old that it is forgotten.
    func deliveries(under key: IdempotencyKey, now: Instant) throws -> [DeliveryID]? {
        guard let known = request(under: key.text, of: key.app, now: now) else { return nil }
        guard known.fingerprint == key.fingerprint else { throw Problem.idempotencyKeyReused }
        return known.deliveries
    }

    mutating func keep(_ key: IdempotencyKey, for ids: [DeliveryID], now: Instant) {
        keptKeys[KeptKey(app: key.app, text: key.text)] = KeptRequest(fingerprint: key.fingerprint, deliveries: ids, createdAt: now)
    }

    mutating func enqueue(_ deliveries: [Delivery]) throws {
        for delivery in deliveries {
            guard queue[delivery.id] == nil else { throw ConstraintViolation.secondDeliveryOfIdentifier }
            queue[delivery.id] = QueueRow(delivery)
        }
    }

    func request(under key: String, of app: AppID, now: Instant) -> KeptRequest? {
        keptKeys[KeptKey(app: app, text: key)].flatMap { $0.createdAt + IdempotencyKey.lifetime > now ? $0 : nil }
    }

    /// Deliveries as they wait for others of their digest.
    fileprivate func waiting(_ deliveries: [Delivery], in length: Duration?) -> [Delivery] {
        guard let length else { return deliveries }
        return deliveries.map { delivery in
            guard let window = DigestWindow(of: delivery, length: length), let key = delivery.groupKey else { return delivery }
            let open = queue.values.filter { row in
                let other = row.delivery
                return other.groupKey?.utf8.elementsEqual(key.utf8) == true && other.app == delivery.app && other.recipient == delivery.recipient
                    && other.channelName == delivery.channelName && other.heldSince == nil && other.attemptCount == 0
            }
            return window.waiting(delivery, until: open.compactMap(\.dueAt).filter(window.takes).min())
        }
    }

    /// In the order of their making.
    fileprivate func rows(_ selection: DeliverySelection, in status: Delivery.Status?) -> [QueueRow] {
        let ids = selection.ids.map(Set.init)
        return queue.values.filter { row in
            let delivery = row.delivery
            guard selection.madeBefore.map({ delivery.createdAt < $0 }) ?? true else { return false }
            return ids?.contains(delivery.id) ?? true && selection.app ?? delivery.app == delivery.app
                && selection.recipient ?? delivery.recipient == delivery.recipient
                && selection.channelName ?? delivery.channelName == delivery.channelName && status ?? row.status == row.status
        }.sorted { ($0.delivery.createdAt, $0.delivery.id) < ($1.delivery.createdAt, $1.delivery.id) }
    }

    /// Those wait.
    fileprivate mutating func cancel(_ ids: [DeliveryID], now: Instant) {
        for id in ids {
            queue[id]?.cancel()
            unmergeAll(from: id)
        }
        for id in ids { bringForward(after: id, now: now) }
    }

    /// What was refused there may be taken now.
    fileprivate mutating func retryRefusedAddresses(of delivery: DeliveryID, now: Instant) {
        for (id, transmission) in transmissions where transmission.delivery == delivery && transmission.status == .failed {
            transmissions[id]?.status = .pending
            transmissions[id]?.updatedAt = now
        }
    }
}
