import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: Inbox {
    public func append(_ message: InboxMessage) {
        transaction { tables in
            tables.inbox[message.id] = tables.inbox[message.id] ?? message.retracted(at: tables.queue[message.id]?.retractedAt)
        }
    }

    public func messages(of user: UserID, countMax: Int) -> [InboxMessage] {
        let messages = tables.inbox.values.filter { $0.recipient == user }
        return Array(messages.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.prefix(countMax))
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            tables.inbox[id] = message.read(at: message.readAt ?? now)
            return true
        }
    }
}

extension InboxMessage {
    fileprivate func read(at moment: Instant) -> InboxMessage {
        InboxMessage(
            id: id, recipient: recipient, member: member, alert: alert, category: category, content: content, createdAt: createdAt,
            readAt: moment, retractedAt: retractedAt)
    }

    /// The first moment stays.
    func retracted(at moment: Instant?) -> InboxMessage {
        InboxMessage(
            id: id, recipient: recipient, member: member, alert: alert, category: category, content: content, createdAt: createdAt,
            readAt: readAt, retractedAt: retractedAt ?? moment)
    }
}
