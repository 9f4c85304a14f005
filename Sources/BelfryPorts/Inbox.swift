import BelfryModel
import BelfryTime

/// Keeps what a person was told in the app, until they have read it: `inbox_messages`.
public protocol Inbox: Sendable {
    /// Puts a message into an inbox; one with an identifier that is there already changes nothing.
    func append(_ message: InboxMessage) async throws
    /// The newest first.
    func messages(of user: UserID, countMax: Int) async throws -> [InboxMessage]
    /// A second time keeps the first moment.
    /// - Returns: false where the person has no such message.
    func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
}

public struct InboxMessage: Hashable, Sendable {
    /// The delivery that brought it.
    public let id: DeliveryID
    public let recipient: UserID
    public let member: UserID
    public let alert: AlertID?
    public let category: String
    public let content: NotificationContent
    public let createdAt: Instant
    public let readAt: Instant?
    /// When a correction of the data erased what it tells: it is no longer true.
    public let retractedAt: Instant?

    public init(
        id: DeliveryID, recipient: UserID, member: UserID, alert: AlertID?, category: String, content: NotificationContent, createdAt: Instant,
        readAt: Instant?, retractedAt: Instant? = nil
    ) {
        self.id = id
        self.recipient = recipient
        self.member = member
        self.alert = alert
        self.category = category
        self.content = content
        self.createdAt = createdAt
        self.readAt = readAt
        self.retractedAt = retractedAt
    }
}
