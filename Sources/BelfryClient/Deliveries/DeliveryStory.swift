import BelfryModel
import BelfryTime

/// What becomes of something that is told.
public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable {
    case pending, sending, sent, skipped, failed, cancelled
    /// Decided as if it were to be sent, and kept from it.
    case shadow
}

extension OpenValue<DeliveryStatus> {
    /// Whether nothing more is done unless somebody asks for it.
    public var isFinal: Bool { self != .pending && self != .sending }
}

/// What became of a delivery, and why.
public struct DeliveryStory: Hashable, Sendable, Decodable, Identifiable {
    public let id: String
    public let status: OpenValue<DeliveryStatus>
    public let channel: OpenValue<DeliveryChannel>
    public let recipient: String
    /// Whom it is about.
    public let member: String
    public let alert: String?
    public let attempts: Int
    public let lastError: String?
    public let reason: OpenValue<Reason>?
    /// The reason in words.
    public let sentence: String
    /// What would have to be different for another decision.
    public let whatWouldChange: String?
    public let decidedAt: Instant?
    public let nextAttemptAt: Instant?
    public let sentAt: Instant?
    /// Since when it holds no more.
    public let retractedAt: Instant?
    /// Who took it back; nil where corrected data did, and for persons always.
    public let retractedBy: String?
    /// When it was changed last while it waited.
    public let changedAt: Instant?
    /// Who changed it then; nil for persons.
    public let changedBy: String?
    public let mergedInto: String?
    /// By what an operator holds it; nil for persons.
    public let pause: Pause?
    /// What it was decided from, as JSON: a line for `belfry decide`.
    public let inputs: String?
    /// What the policy of today makes of these inputs.
    public let replayed: Verdict?
    /// Whether that is what was decided.
    public let isReplayedAlike: Bool?
    /// How far it has come at each address.
    public let transmissions: [Transmission]?

    /// What was decided.
    public struct Verdict: Hashable, Sendable, Decodable {
        public enum Action: String, CaseIterable, Hashable, Sendable {
            case send, skip, merge
            /// Held until ``Verdict/until``.
            case hold = "defer"
        }

        public let action: OpenValue<Action>
        public let reason: OpenValue<Reason>
        public let until: Instant?
    }

    /// An operator's hold on what one app, or everybody, has ordered.
    public struct Pause: Hashable, Sendable, Decodable {
        /// Nil where it is of everything.
        public let app: String?
        public let pausedAt: Instant
        /// Nil where somebody has to end it.
        public let until: Instant?
        public let by: String?
        public let why: String?
        /// Whether what is critical is told all the same.
        public let isWithoutCritical: Bool

        enum CodingKeys: String, CodingKey, CaseIterable {
            case app = "app_id"
            case pausedAt = "paused_at"
            case until, by, why
            case isWithoutCritical = "except_critical"
        }
    }

    public struct Transmission: Hashable, Sendable, Decodable {
        public enum Status: String, Hashable, Sendable {
            case pending, ambiguous, accepted, sent, delivered, read, failed
        }

        public let address: String
        public let provider: String
        public let status: OpenValue<Status>
        public let why: String?
        public let updatedAt: Instant
        /// When it disappeared there, because it was taken back, or another has its place.
        public let removedAt: Instant?
        /// Why it stays there though it was to disappear.
        public let staysBecause: String?

        enum CodingKeys: String, CodingKey {
            case address = "address_id"
            case provider, status, why
            case updatedAt = "updated_at"
            case removedAt = "removed_at"
            case staysBecause = "stays_why"
        }
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, status, channel, attempts, reason, sentence, transmissions, pause, inputs, replayed
        case recipient = "recipient_user_id"
        case member = "member_user_id"
        case alert = "alert_state_id"
        case lastError = "last_error"
        case whatWouldChange = "what_would_change"
        case decidedAt = "decided_at"
        case nextAttemptAt = "next_attempt_at"
        case sentAt = "sent_at"
        case retractedAt = "retracted_at"
        case retractedBy = "retracted_by"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
        case mergedInto = "merged_into"
        case isReplayedAlike = "replayed_alike"
    }
}

/// A delivery as it is listed.
public struct QueuedDelivery: Hashable, Sendable, Decodable, Identifiable {
    public let id: String
    public let app: String
    public let status: OpenValue<DeliveryStatus>
    public let priority: OpenValue<DeliveryPriority>
    public let channel: OpenValue<DeliveryChannel>
    public let category: String
    public let recipient: String
    public let member: String
    public let attempts: Int
    public let redrives: Int
    public let createdAt: Instant
    public let deliverAfter: Instant?
    public let deliverAtLocal: CivilDateTime?
    public let expiresAt: Instant?
    public let nextAttemptAt: Instant?
    public let sentAt: Instant?
    public let retractedAt: Instant?
    public let retractedBy: String?
    public let changedAt: Instant?
    public let changedBy: String?
    public let reason: OpenValue<Reason>?
    public let lastError: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, status, priority, channel, category, attempts, redrives, reason
        case app = "app_id"
        case recipient = "recipient_user_id"
        case member = "member_user_id"
        case createdAt = "created_at"
        case deliverAfter = "deliver_after"
        case deliverAtLocal = "deliver_at_local"
        case expiresAt = "expires_at"
        case nextAttemptAt = "next_attempt_at"
        case sentAt = "sent_at"
        case retractedAt = "retracted_at"
        case retractedBy = "retracted_by"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
        case lastError = "last_error"
    }
}
