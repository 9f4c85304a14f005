import BelfryModel
import BelfryTime

/// Keeps what a person was told in the app, and what they did with it: `inbox_messages`.
public protocol Inbox: Sendable {
    /// Puts a message into an inbox; one with an identifier that is there already changes nothing.
    func append(_ message: InboxMessage) async throws
    /// The newest first.
    func messages(of user: UserID, in folder: InboxFolder, countMax: Int) async throws -> [InboxMessage]
    /// A second time keeps the first moment.
    /// - Returns: false where the person has no such message.
    func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Has it stand there as unread again; that it was read once still counts where a route asks for it.
    /// - Returns: false where the person has no such message.
    func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Puts a message away, or takes it back; a second time keeps the first moment.
    /// - Returns: false where the person has no such message.
    func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
}

/// Where a message lies.
public enum InboxFolder: String, CaseIterable, Sendable {
    case inbox, archive
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
    /// Nil also where the person has marked it as unread since.
    public let readAt: Instant?
    /// When a correction of the data erased what it tells: it is no longer true.
    public let retractedAt: Instant?
    /// When the person put it away; nil where it lies in the inbox.
    public let archivedAt: Instant?

    public init(
        id: DeliveryID, recipient: UserID, member: UserID, alert: AlertID?, category: String, content: NotificationContent, createdAt: Instant,
        readAt: Instant?, retractedAt: Instant? = nil, archivedAt: Instant? = nil
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
        self.archivedAt = archivedAt
    }
}
