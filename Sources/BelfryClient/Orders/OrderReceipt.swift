import BelfryModel
import BelfryTime

/// That an order is in the queue, whole.
public struct OrderReceipt: Hashable, Sendable {
    /// What it may be repeated, listed, changed, called off and taken back under, for 30 days.
    public let key: String
    /// By recipient, each with the channels in their order.
    public let deliveries: [String]
    /// Who is told, each once; nil unless families or rotas are named.
    public let recipients: [String]?
    /// Where a schedule that tells an audience is run, the one that does it, once: its ``Schedule/last`` has the broadcast that it was. It has no deliveries.
    public let schedule: String?
    /// Whether it was queued earlier, under the same key.
    public let isRepeated: Bool
}

/// How an answer to an order reads: the key is the caller's own.
struct WrittenReceipt: Decodable {
    let deliveries: [String]
    let recipients: [String]?
    let schedule: String?
    let isRepeated: Bool

    enum CodingKeys: String, CodingKey {
        case deliveries, recipients
        case schedule = "schedule_id"
        case isRepeated = "is_repeated"
    }

    func receipt(under key: String) -> OrderReceipt {
        OrderReceipt(key: key, deliveries: deliveries, recipients: recipients, schedule: schedule, isRepeated: isRepeated)
    }
}

/// What would become of one delivery, by what is known now.
public struct RehearsedDelivery: Hashable, Sendable, Decodable {
    public enum Action: String, Hashable, Sendable {
        case send, skip, fail
        /// Held until ``RehearsedDelivery/heldUntil``.
        case hold = "defer"
    }

    public let recipient: String
    public let member: String
    public let channel: OpenValue<DeliveryChannel>
    /// Of its route or escalation; nil where there is but one.
    public let step: Int?
    public let dueAt: Instant
    public let action: OpenValue<Action>
    /// Nil where it would fail.
    public let reason: OpenValue<Reason>?
    public let heldUntil: Instant?
    public let error: String?
    /// Why, in words.
    public let sentence: String
    public let whatWouldChange: String?
    /// Where it would go: how many of each kind, as `apple`, `browser` or `mailbox`.
    public let addresses: [String: Int]
    /// By what an operator would hold it, whatever is decided.
    public let pause: DeliveryStory.Pause?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case recipient = "recipient_user_id"
        case member = "member_user_id"
        case channel, step, action, reason, error, sentence, addresses, pause
        case dueAt = "due_at"
        case heldUntil = "held_until"
        case whatWouldChange = "what_would_change"
    }
}

struct RehearsedDeliveries: Decodable {
    let verdicts: [RehearsedDelivery]
}
