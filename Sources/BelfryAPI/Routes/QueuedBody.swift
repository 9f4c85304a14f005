import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of the queue, as it stands; also what `belfry queue` prints.
public struct QueuedBody: Encodable {
    let id: DeliveryID
    let app: AppID
    let status: String
    let priority: DeliveryPriority
    let channel: String
    let category: String
    let recipient: UserID
    let member: UserID
    let attempts: Int
    let redrives: Int
    let createdAt: Instant
    let deliverAfter: Instant?
    let deliverAtLocal: CivilDateTime?
    let expiresAt: Instant?
    let nextAttemptAt: Instant?
    let sentAt: Instant?
    let retractedAt: Instant?
    /// Who took it back; nil where nobody did, or corrected data did.
    let retractedBy: String?
    let changedAt: Instant?
    /// Who changed it last while it waited.
    let changedBy: String?
    let reason: Reason?
    let lastError: String?
    /// What an operator holds it by; nil where that wasn't looked up, as of a list.
    let pause: PauseBody?

    enum CodingKeys: String, CodingKey {
        case id, status, priority, channel, category, attempts, redrives, reason, pause
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

    public init(_ overview: DeliveryOverview) {
        let delivery = overview.delivery
        id = delivery.id
        app = delivery.app
        status = overview.status
        priority = delivery.priority
        channel = delivery.channelName
        category = delivery.payload.category
        recipient = delivery.recipient
        member = delivery.member
        attempts = delivery.attemptCount
        redrives = overview.redriveCount
        createdAt = delivery.createdAt
        deliverAfter = delivery.deliverAfter
        deliverAtLocal = delivery.payload.deliverAtLocal
        expiresAt = delivery.expiresAt
        nextAttemptAt = overview.nextAttemptAt
        sentAt = overview.sentAt
        retractedAt = overview.retractedAt
        retractedBy = overview.retractedBy
        changedAt = overview.changedAt
        changedBy = overview.changedBy
        reason = overview.reason
        lastError = overview.lastError
        pause = overview.pause.map(PauseBody.init)
    }
}
