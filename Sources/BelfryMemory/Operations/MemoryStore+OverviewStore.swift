import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: OverviewStore {
    public func alerts(visibleTo user: UserID, countMax: Int) -> [AlertOverview] {
        tables.alerts.values
            .filter { tables.maySee(user, $0.member) }
            .sorted { left, right in
                (left.activeLevel, left.episode.activeSince, left.id) > (right.activeLevel, right.episode.activeSince, right.id)
            }
            .prefix(countMax)
            .map { AlertOverview(alert: tables.alert($0, for: user), memberName: tables.firstName(of: $0.member, seenBy: user) ?? $0.member.text) }
    }

    public func story(of alert: AlertID, for user: UserID?) -> AlertStory? {
        guard let stored = tables.alerts[alert], user.map({ tables.maySee($0, stored.member) }) ?? true else { return nil }
        let seen = user.map { tables.alert(stored, for: $0) } ?? stored
        let rows = tables.queue.values.filter { $0.delivery.alert == alert && isVisible($0.delivery, to: user) }
            .sorted { ($0.delivery.createdAt, $0.delivery.id) < ($1.delivery.createdAt, $1.delivery.id) }
        return AlertStory(
            overview: AlertOverview(alert: seen, memberName: tables.firstName(of: stored.member, seenBy: user) ?? stored.member.text),
            deliveries: rows.map { overview($0, seenBy: user) })
    }

    public func observations(of metric: Metric, member: UserID, since date: CivilDate) -> [Observation] {
        let reported = tables.days.filter { key, _ in key.user == member && key.date >= date }
            .compactMap { key, day -> (observation: Observation, updatedAt: Instant, source: String)? in
                guard let value = day.values[metric], !value.revision.isOfNap else { return nil }
                return (Observation(date: key.date, value: value.value), day.updatedAt, key.source)
            }
        return Dictionary(grouping: reported, by: \.observation.date).values
            .compactMap { day in day.max { ($0.updatedAt, $0.source) < ($1.updatedAt, $1.source) }?.observation }
            .sorted { $0.date < $1.date }
    }

    public func deliveries(matching query: DeliveryQuery) -> FoundDeliveries {
        let before = tables.queue.values.filter { row in query.before.map { row.delivery.id < $0 } ?? true }.sorted { $0.delivery.id > $1.delivery.id }
        let lookCountMax = query.lookCountMax ?? before.count
        let areFew = query.status?.isListed == true && tables.queue.values.count { $0.status == query.status } <= lookCountMax
        let isNarrow = query.recipient != nil || query.member != nil || areFew
        let looked = isNarrow ? before : Array(before.prefix(lookCountMax))
        let found = looked.filter { row in
            let delivery = row.delivery
            return (query.recipient ?? delivery.recipient) == delivery.recipient && (query.member ?? delivery.member) == delivery.member
                && (query.status?.rawValue ?? row.status.rawValue) == row.status.rawValue
                && (query.channelName ?? delivery.channelName) == delivery.channelName
                && (query.category ?? delivery.payload.category) == delivery.payload.category
        }
        return FoundDeliveries(
            found.prefix(query.countMax + 1).map { overview($0) }, countMax: query.countMax,
            lastLookedAt: looked.count < before.count ? looked.last?.delivery.id : nil)
    }

    public func deliveries(to recipient: UserID, since: Instant, countMax: Int) -> [DeliveryOverview] {
        tables.queue.values
            .filter { $0.delivery.recipient == recipient && ($0.delivery.createdAt >= since || $0.status == .pending) }
            .sorted { $0.delivery.id > $1.delivery.id }.prefix(countMax).map { overview($0, seenBy: recipient) }
    }

    public func delivery(_ id: DeliveryID) -> DeliveryOverview? {
        tables.queue[id].map { overview($0) }
    }

    public func deliveries(mergedInto lead: DeliveryID) -> [DeliveryOverview] {
        tables.queue.values.filter { $0.mergedInto == lead }
            .sorted { ($0.delivery.createdAt, $0.delivery.id) < ($1.delivery.createdAt, $1.delivery.id) }.map { overview($0) }
    }

    public func mayRead(_ id: DeliveryID, user: UserID) -> Bool {
        tables.queue[id].map { isVisible($0.delivery, to: user) } ?? false
    }

    public func backlog(countMax: Int?, now: Instant) -> Backlog {
        let rows = tables.queue.values
        func count(_ status: Delivery.Status) -> Int { min(rows.count { $0.status == status }, countMax ?? .max) }
        let broadcasts = tables.broadcasts.values
        let waiting = broadcasts.filter { $0.firstOpenBatch != nil }
        let rowsDueAt = rows.filter { $0.isDue(at: now) }.compactMap { row -> Instant? in
            row.dueAt.flatMap { tables.release(of: row.delivery.lane, dueAt: $0) }
        }
        let batchesDueAt = waiting.compactMap { tables.release(of: $0.broadcast.lane, dueAt: $0.dueAt) }
        let dueAt = (rowsDueAt + batchesDueAt).filter { $0 <= now }
        return Backlog(
            pendingCount: count(.pending), sendingCount: count(.sending),
            pendingBatchCount: min(waiting.flatMap(\.batches).count { !$0.isThrough && $0.lease == nil }, countMax ?? .max),
            sendingBatchCount: min(broadcasts.flatMap(\.batches).count { $0.lease != nil }, countMax ?? .max), oldestDueAt: dueAt.min())
    }

    public func changeMark() -> String {
        "\(changeCount)"
    }

    /// - Parameter user: nil for whoever may see everything.
    private func isVisible(_ delivery: Delivery, to user: UserID?) -> Bool {
        guard let user else { return true }
        return delivery.recipient == user || tables.families.values.contains { $0.shows(delivery.member, to: user) && $0.has(delivery.recipient) }
    }

    func overview(_ row: QueueRow, seenBy viewer: UserID? = nil) -> DeliveryOverview {
        DeliveryOverview(
            delivery: row.delivery, recipientName: tables.firstName(of: row.delivery.recipient, seenBy: viewer),
            memberName: tables.firstName(of: row.delivery.member, seenBy: viewer), status: row.status.rawValue, reason: row.reason,
            decisionInputs: row.decisionInputs, decidedAt: row.decidedAt, nextAttemptAt: row.nextAttemptAt, sentAt: row.sentAt,
            lastError: row.lastError, mergedInto: row.mergedInto, retractedAt: row.retractedAt, retractedBy: row.retractedBy,
            changedAt: row.changedAt, changedBy: row.changedBy, redriveCount: row.redriveCount)
    }
}

extension Alert {
    /// The level while it goes on, which sorts before all that are over.
    fileprivate var activeLevel: Int { status == .active ? episode.level.rawValue : 0 }
}
