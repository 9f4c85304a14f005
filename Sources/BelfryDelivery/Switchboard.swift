import BelfryModel
import BelfryPorts
import BelfryTime

/// Who sends over which channel to which kind of address.
///
/// A channel whose provider is the house itself, as the inbox or the operator's endpoint, needs no address of the recipient's.
public struct Switchboard: Sendable {
    private let lines: [DeliveryChannel: Lines]
    /// From where pictures and logos are shown, over whatever channel.
    public let imageOrigins: ImageOrigins

    public static let noProvider = "no_provider: nothing is set up to send over this channel"
    static let noAddress = "no_address: the recipient has no address there that works"

    /// - Parameter desktopOwner: who sits at the machine that the house runs on; nobody else is told on its desktop.
    public init(_ senders: [DeliveryChannel: [AddressKind: any Sender]], desktopOwner: UserID? = nil, imageOrigins: ImageOrigins = .none) {
        lines = senders.mapValues { Lines(senders: $0, desktopOwner: desktopOwner, imageOrigins: imageOrigins) }
        self.imageOrigins = imageOrigins
    }

    /// Hands one notification to one address past the queue: for what a person waits for.
    ///
    /// - Returns: nil where no sender reaches the address.
    public func send(_ notification: OutgoingNotification, over channel: DeliveryChannel, now: Instant) async -> Outcome? {
        await lines[channel]?.sender(to: notification.address)?.send(notification, now: now).outcome
    }

    /// Whether a sender reaches addresses of a kind over a channel.
    public func reaches(_ kind: AddressKind, over channel: DeliveryChannel) -> Bool { lines[channel]?.reaches(kind) ?? false }

    func lines(over channel: DeliveryChannel) -> Lines { lines[channel] ?? .none }

    /// Always there, so never registered: of what goes there a transmission is kept only as long as another address isn't through.
    fileprivate static let ownAddresses: [Address] = [("inbox", .inbox), ("endpoint", .endpoint), ("desktop", .desktop)].compactMap { name, target in
        AddressID(name).map { Address(id: $0, target: target, registeredAt: .init(secondsSinceEpoch: 0)) }
    }
}

extension Switchboard {
    /// Who sends over one channel.
    final class Lines: Sendable {
        /// Few as they are, they are found sooner than hashed.
        private let senders: [(kind: AddressKind, sender: any Sender)]
        /// The house's own, for those who don't sit at its desktop.
        private let own: [Address]
        private let desktop: Address?
        private let desktopOwner: UserID?
        /// As of ``Switchboard/imageOrigins``.
        let imageOrigins: ImageOrigins

        static let none = Lines(senders: [:], desktopOwner: nil, imageOrigins: .none)

        fileprivate init(senders: [AddressKind: any Sender], desktopOwner: UserID?, imageOrigins: ImageOrigins) {
            self.imageOrigins = imageOrigins
            self.senders = senders.map { ($0, $1) }
            self.desktopOwner = desktopOwner
            let reached = Switchboard.ownAddresses.filter { senders[$0.kind] != nil }
            own = reached.filter { $0.kind != .desktop }
            desktop = reached.first { $0.kind == .desktop }
        }

        var canSend: Bool { !senders.isEmpty }

        func reaches(_ kind: AddressKind) -> Bool { senders.contains { $0.kind == kind } }

        func sender(to address: Address) -> (any Sender)? { senders.first { $0.kind == address.kind }?.sender }

        /// Where a notification goes: to those of a recipient's addresses that a sender reaches, and to the house's own.
        func addresses(of recipient: UserID, among registered: [Address]) -> [Address] {
            let isAtDesktop = desktop != nil && recipient == desktopOwner
            guard isAtDesktop || !registered.isEmpty else { return own }
            return registered.filter { sender(to: $0) != nil } + own + (isAtDesktop ? [desktop].compactMap(\.self) : [])
        }

        /// Whether somebody is reached who has no address.
        var reachesEverybody: Bool { !own.isEmpty }

        /// Why nothing can be sent; nil where it can.
        func obstacle(of recipient: UserID, among registered: [Address]) -> String? {
            guard canSend else { return Switchboard.noProvider }
            return addresses(of: recipient, among: registered).isEmpty ? Switchboard.noAddress : nil
        }
    }
}

extension Address {
    /// Whether it belongs to the house and not to the recipient.
    var isOwn: Bool {
        switch kind {
        case .inbox, .endpoint, .desktop: true
        default: false
        }
    }
}
