import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: Inbox {
    public func append(_ message: InboxMessage) {
        transaction { tables in
            tables.inbox[message.id] = tables.inbox[message.id] ?? message.retracted(at: tables.queue[message.id]?.retractedAt)
        }
    }

    public func messages(of user: UserID, in folder: InboxFolder, countMax: Int) -> [InboxMessage] {
        let messages = tables.inbox.values.filter { $0.recipient == user && ($0.archivedAt != nil) == (folder == .archive) }
            .map { tables.unreadAgain.contains($0.id) ? $0.changed(readAt: .some(nil)) : $0 }
        return Array(messages.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.prefix(countMax))
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            let first: Instant = message.readAt ?? now
            tables.inbox[id] = message.changed(readAt: .some(first))
            tables.unreadAgain.remove(id)
            return true
        }
    }

    public func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            if message.readAt != nil { tables.unreadAgain.insert(id) }
            return true
        }
    }

    public func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            let first: Instant = message.archivedAt ?? now
            tables.inbox[id] = message.changed(archivedAt: .some(isArchived ? first : nil))
            return true
        }
    }
}

extension InboxMessage {
    /// What is nil stays as it is.
    fileprivate func changed(readAt: Instant?? = nil, retractedAt: Instant?? = nil, archivedAt: Instant?? = nil) -> InboxMessage {
        InboxMessage(
            id: id, recipient: recipient, member: member, alert: alert, category: category, content: content, createdAt: createdAt,
            readAt: readAt ?? self.readAt, retractedAt: retractedAt ?? self.retractedAt, archivedAt: archivedAt ?? self.archivedAt)
    }

    /// The first moment stays.
    func retracted(at moment: Instant?) -> InboxMessage {
        let first: Instant? = retractedAt ?? moment
        return changed(retractedAt: .some(first))
    }
}
