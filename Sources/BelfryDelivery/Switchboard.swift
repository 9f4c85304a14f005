import BelfryModel
import BelfryPorts
import BelfryTime

/// Who sends over which channel to which kind of address.
///
/// A channel whose provider is the house itself, as the inbox or the operator's endpoint, needs no address of the recipient's.
public struct Switchboard: Sendable {
    private let senders: [DeliveryChannel: [AddressKind: any Sender]]
    /// Who sits at the machine that the house runs on; nobody else is told on its desktop.
    private let desktopOwner: UserID?

    static let noProvider = "no_provider: nothing is set up to send over this channel"
    static let noAddress = "no_address: the recipient has no address there that works"

    public init(_ senders: [DeliveryChannel: [AddressKind: any Sender]], desktopOwner: UserID? = nil) {
        self.senders = senders
        self.desktopOwner = desktopOwner
    }

    /// Over which channels it can send at all.
    public var channels: Set<DeliveryChannel> {
        Set(senders.filter { !$0.value.isEmpty }.keys)
    }

    func sender(over channel: DeliveryChannel, to address: Address) -> (any Sender)? {
        senders[channel]?[address.kind]
    }

    /// Hands one notification to one address past the queue: for what a person waits for.
    ///
    /// - Returns: nil where no sender reaches the address.
    public func send(_ notification: OutgoingNotification, over channel: DeliveryChannel, now: Instant) async -> Outcome? {
        await sender(over: channel, to: notification.address)?.send(notification, now: now).outcome
    }

    /// Where a notification goes over a channel: to those of a recipient's addresses that a sender reaches, and to the house's own.
    func addresses(over channel: DeliveryChannel, of recipient: UserID, among registered: [Address]) -> [Address] {
        let lines = senders[channel] ?? [:]
        let own = Self.ownAddresses.filter { $0.kind != .desktop || recipient == desktopOwner }
        return (registered + own).filter { lines[$0.kind] != nil }
    }

    /// Why nothing can be sent; nil where it can.
    func obstacle(over channel: DeliveryChannel, of recipient: UserID, among registered: [Address]) -> String? {
        guard senders[channel]?.isEmpty == false else { return Self.noProvider }
        return addresses(over: channel, of: recipient, among: registered).isEmpty ? Self.noAddress : nil
    }

    /// Always there, so never registered: of what goes there no transmission is kept.
    private static let ownAddresses: [Address] = [("inbox", .inbox), ("endpoint", .endpoint), ("desktop", .desktop)].compactMap { name, target in
        AddressID(name).map { Address(id: $0, target: target, registeredAt: .init(secondsSinceEpoch: 0)) }
    }
}

extension Address {
    /// Whether it belongs to the house and not to the recipient.
    var isOwn: Bool { [.inbox, .endpoint, .desktop].contains(kind) }
}
