import BelfryTime

/// That a person was told something: a row of `notification_receipts`, so that device and server don't both tell it.
public struct NotificationReceipt: Hashable, Sendable {
    public let identifier: NotificationID
    public let toldAt: Instant
    public let toldBy: Teller
    public let category: String

    /// Who told it.
    public enum Teller: String, CaseIterable, Codable, Sendable {
        case device, server
    }

    public init(identifier: NotificationID, toldAt: Instant, toldBy: Teller, category: String) {
        self.identifier = identifier
        self.toldAt = toldAt
        self.toldBy = toldBy
        self.category = category
    }

    /// Nil where the row can't be understood: anybody may have written it.
    public init?(_ record: FactRecord) {
        func text(_ column: String) -> String? { if case .text(let text) = record.columns[column] { text } else { nil } }
        guard let identifier = NotificationID(record.id), let toldAt = text("told_at").flatMap(Instant.init) else { return nil }
        self.init(
            identifier: identifier, toldAt: toldAt, toldBy: text("told_by").flatMap(Teller.init) ?? .device,
            category: text("category") ?? "")
    }

    public var record: FactRecord {
        FactRecord(
            id: identifier.description,
            columns: ["told_at": .text(toldAt.description), "told_by": .text(toldBy.rawValue), "category": .text(category)])
    }
}

extension Collection<NotificationReceipt> {
    /// What a planner knows of them, in their order.
    ///
    /// A receipt doesn't say which notification it is of. What a device told of one category at one moment was one, since others come
    /// a second apart; the server tells each by itself.
    public var ledgerEntries: [LedgerEntry] {
        let notifications = Dictionary(map { ($0.summary, $0.identifier) }, uniquingKeysWith: Swift.min)
        return map { receipt in
            let notification = receipt.toldBy == .device ? notifications[receipt.summary] : nil
            return LedgerEntry(identifier: receipt.identifier, notification: notification, category: receipt.category, toldAt: receipt.toldAt)
        }
    }
}

extension NotificationReceipt {
    /// What those have in common that may be of one notification.
    fileprivate struct Summary: Hashable {
        let toldAt: Instant
        let toldBy: Teller
        let category: String
    }

    fileprivate var summary: Summary { Summary(toldAt: toldAt, toldBy: toldBy, category: category) }
}

extension DeliveryChannel {
    /// Whether it interrupts the recipient as their own device does. The inbox waits to be opened, and the others tell somebody else.
    public var interruptsRecipient: Bool {
        switch self {
        case .push, .whatsApp, .ntfy, .telegram, .chat, .voice, .sms, .email: true
        case .inApp, .championEmail, .championSMS, .webhook: false
        }
    }
}
