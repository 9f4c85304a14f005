import BelfryModel
import BelfryPorts
import BelfryTime

/// How often what happened to deliveries, found by comparing the queue before and after each transaction.
struct DeliveryStatistics: Equatable, Sendable {
    private(set) var counts: [DeliveryStatistic.Kind: Int] = [:]
    private var categories: Set<String> = []

    mutating func count(from old: Tables, to new: Tables, at now: Instant) {
        let day = TimeZoneRules.utc.civil(at: now).date
        if old.queue != new.queue {
            for (id, row) in new.queue.sorted(by: { $0.key < $1.key }) where old.queue[id] != row {
                for event in row.events(since: old.queue[id]) {
                    // By the moment at which it was queued, as a row written by hand.
                    let date = event == .queued || event == .shadowed ? TimeZoneRules.utc.civil(at: row.delivery.createdAt).date : day
                    let reason = event.hasReason ? row.reason?.rawValue ?? "" : ""
                    add(event, on: date, channel: row.delivery.channelName, category: row.delivery.payload.category, reason: reason)
                }
            }
        }
        for (id, message) in new.inbox.sorted(by: { $0.key < $1.key }) where message.readAt != nil && old.inbox[id]?.readAt == nil {
            add(.read, on: day, channel: DeliveryChannel.inApp.rawValue, category: message.category, reason: "")
        }
        for id in new.acted.subtracting(old.acted).sorted() {
            add(.acted, on: day, channel: DeliveryChannel.inApp.rawValue, category: new.inbox[id]?.category ?? "", reason: "")
        }
    }

    /// What became of members of a broadcast that are no rows of the queue.
    mutating func note(_ entry: BroadcastLogEntry, of broadcast: Broadcast, now: Instant) {
        let (made, today) = (TimeZoneRules.utc.civil(at: broadcast.createdAt).date, TimeZoneRules.utc.civil(at: now).date)
        for group in entry.groups where group.fate != .queued {
            let event: DeliveryEvent = group.fate == .sent ? .sent : .skipped
            for _ in group.members {
                add(.queued, on: made, channel: broadcast.channelName, category: broadcast.payload.category, reason: "")
                add(
                    event, on: today, channel: broadcast.channelName, category: broadcast.payload.category,
                    reason: event.hasReason ? group.reason?.rawValue ?? "" : "")
            }
        }
    }

    private mutating func add(_ event: DeliveryEvent, on day: CivilDate, channel: String, category: String, reason: String) {
        let isName = (1...DeliveryStatistic.categoryByteCountMax).contains(category.utf8.count)
        if isName, categories.count < DeliveryStatistic.categoryCountMax { categories.insert(category) }
        for day in Set([day, DeliveryStatistic.allDays]) {
            let kind = DeliveryStatistic.Kind(
                day: day, channel: DeliveryChannel(rawValue: channel)?.rawValue ?? DeliveryStatistic.other,
                category: categories.contains(category) ? category : DeliveryStatistic.other, event: event, reason: reason)
            counts[kind, default: 0] += 1
        }
    }
}

extension QueueRow {
    /// As of ``MemberRow/event``: what is queued otherwise only waits at first.
    private var eventOfMember: DeliveryEvent? {
        switch status {
        case .failed: .failed
        case .cancelled: .cancelled
        default: delivery.heldSince != nil ? .held : delivery.attemptCount > 0 ? .retried : nil
        }
    }

    /// What has happened to it; `old` is nil where it is new.
    func events(since old: QueueRow?) -> [DeliveryEvent] {
        guard let old else { return status == .shadow ? [.shadowed] : [.queued] + [eventOfMember].compactMap { $0 } }
        var events: [DeliveryEvent] = []
        if old.delivery.heldSince == nil, delivery.heldSince != nil { events.append(.held) }
        if rescueCount > old.rescueCount { events.append(.rescued) }
        if status == .pending, delivery.attemptCount > old.delivery.attemptCount { events.append(.retried) }
        guard status != old.status else { return events }
        switch status {
        case .sent: events.append(.sent)
        case .skipped: events.append(mergedInto == nil ? .skipped : .merged)
        case .failed: events.append(.failed)
        case .cancelled: events.append(.cancelled)
        case .pending where old.status == .skipped || old.status == .failed: events.append(.requeued)
        case .pending, .sending, .shadow: break
        }
        return events
    }
}

extension MemoryStore: AnalyticsStore {
    public func statistics(on days: ClosedRange<CivilDate>) -> [DeliveryStatistic] {
        sorted { days.contains($0.day) && $0.day != DeliveryStatistic.allDays }
    }

    public func totals() -> [DeliveryStatistic] { sorted { $0.day == DeliveryStatistic.allDays } }

    private func sorted(where isWanted: (DeliveryStatistic.Kind) -> Bool) -> [DeliveryStatistic] {
        tables.statistics.counts.filter { isWanted($0.key) }.map { DeliveryStatistic($0.key, count: $0.value) }.sorted { $0.kind < $1.kind }
    }
}
