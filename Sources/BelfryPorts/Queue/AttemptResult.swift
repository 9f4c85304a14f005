import BelfryModel
import BelfryTime

/// How one attempt ended, and what follows.
public struct AttemptResult: Hashable, Sendable {
    public let delivery: DeliveryID
    public let token: String
    public let disposition: Disposition
    /// What it came to, an address each; of the house's own places, such as the inbox, there is none.
    public let transmissions: [TransmissionResult]
    /// As of the delivery, by which it is found.
    public let app: AppID
    /// Whether a device may tell it too, or something that was merged into it: they have a notification's name.
    public let isNamed: Bool
    /// Where it stands beside what was told before, which is to go once it was sent; nil for nearly all.
    public let place: MessagePlace?

    public init(
        delivery: DeliveryID, token: String, disposition: Disposition, transmissions: [TransmissionResult] = [], app: AppID = .house,
        isNamed: Bool = true, place: MessagePlace? = nil
    ) {
        self.app = app
        self.isNamed = isNamed
        self.place = place
        self.delivery = delivery
        self.token = token
        self.disposition = disposition
        self.transmissions = transmissions
    }

    /// What an attempt comes to for its delivery, of the outcomes at all of its addresses.
    public enum Disposition: Hashable, Sendable {
        case sent
        case retry(at: Instant, error: String)
        case failed(error: String)
        /// Not tried: the worker is stopping. Doesn't count as an attempt.
        case returned
        /// Not tried: the provider is to be left alone until then. Doesn't count as an attempt.
        case postponed(until: Instant, why: String)

        /// In one of which a delivery is once that is recorded.
        public var statuses: Set<Delivery.Status> {
            switch self {
            case .sent: [.sent]
            case .retry: [.pending, .failed]
            case .failed: [.failed]
            case .returned, .postponed: [.pending]
            }
        }
    }
}

/// Somebody holds some deliveries locked, or what follows of them, as by hand.
///
/// How their attempts ended isn't recorded and is to be handed over again; how the others' did is.
public struct LockedDeliveries: OutageError, Hashable, CustomStringConvertible {
    public let locked: [DeliveryID]
    /// Of the others, those whose lease was lost.
    public let lost: [DeliveryID]

    public init(_ locked: [DeliveryID], lost: [DeliveryID]) {
        self.locked = locked
        self.lost = lost
    }

    public var outage: StoreOutage? { .timedOut }

    public var description: String {
        "somebody holds deliveries locked (\(locked.count)), as by a session that is left open: how they ended is recorded when they are let go"
    }
}

/// What an attempt came to at one address, and what the provider said of the address itself.
public struct TransmissionResult: Hashable, Sendable {
    public let transmission: Transmission
    public let addressFate: AddressFate?

    public init(_ transmission: Transmission, addressFate: AddressFate? = nil) {
        self.transmission = transmission
        self.addressFate = addressFate
    }
}
