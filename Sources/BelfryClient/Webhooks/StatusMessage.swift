import BelfryModel
import BelfryTime

/// What a server tells an app of its deliveries: at least once, and in the order in which it was written down.
public struct StatusMessage: Hashable, Sendable, Decodable {
    public let app: String
    /// At most 100.
    public let events: [StatusEvent]

    private enum CodingKeys: String, CodingKey { case data }
    private enum DataKeys: String, CodingKey {
        case app = "app_id"
        case events
    }

    public init(from decoder: any Decoder) throws {
        let data = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(keyedBy: DataKeys.self, forKey: .data)
        app = try data.decode(String.self, forKey: .app)
        events = try data.decode([StatusEvent].self, forKey: .events)
    }
}

/// What became of a delivery, or that a broadcast has ended. What doesn't apply is nil.
public struct StatusEvent: Hashable, Sendable, Decodable, Identifiable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case held, skipped, merged, sent, retried, failed, cancelled, retracted, requeued, delivered, undelivered, read, acted
        case broadcastCompleted = "broadcast_completed"
        case broadcastCancelled = "broadcast_cancelled"
    }

    /// The same whenever it is told, and no other event's: leave out those that you know.
    public let id: String
    /// Pass over what you don't know.
    public let kind: OpenValue<Kind>
    public let delivery: String?
    public let broadcast: String?
    public let channel: OpenValue<DeliveryChannel>?
    /// Why, as of a delivery; or the code of what went wrong, as `http_503`.
    public let reason: OpenValue<Reason>?
    /// Of ``Kind/acted``: which of its order's actions the person has taken.
    public let action: String?
    /// Those that were counted by then.
    public let attempts: Int?
    public let occurredAt: Instant
    /// Of a broadcast, with the figures that follow.
    public let recipients: Int?
    public let sent: Int?
    public let skipped: Int?
    public let queued: Int?
    public let waiting: Int?

    enum CodingKeys: String, CodingKey {
        case id, channel, reason, action, attempts, recipients, sent, skipped, queued, waiting
        case kind = "type"
        case delivery = "delivery_id"
        case broadcast = "broadcast_id"
        case occurredAt = "occurred_at"
    }
}
