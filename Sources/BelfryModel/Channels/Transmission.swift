import BelfryTime

/// One delivery on its way to one address, over all its attempts: a row of `notification_transmissions`.
public struct Transmission: Hashable, Sendable {
    /// The same over all attempts, and the name by which providers tell repetitions.
    public let id: TransmissionID
    public let delivery: DeliveryID
    /// Whose delivery it is.
    public let app: AppID
    public let address: AddressID
    public let provider: Provider
    public var status: Status
    /// By which the provider names it in its reports; nil where it gave none.
    public var providerMessageID: String?
    /// What went wrong last, as a code and a sentence; nil where nothing did.
    public var why: String?
    public var updatedAt: Instant
    /// When it disappeared where it was shown, because it was taken back, or a later one has its place.
    public var removedAt: Instant?
    /// Why it stays there though it was to disappear, as a code and a sentence.
    public var staysBecause: String?

    public init(
        id: TransmissionID, delivery: DeliveryID, of app: AppID, address: AddressID, provider: Provider, status: Status,
        providerMessageID: String? = nil, why: String? = nil, updatedAt: Instant, removedAt: Instant? = nil, staysBecause: String? = nil
    ) {
        self.id = id
        self.delivery = delivery
        self.app = app
        self.address = address
        self.provider = provider
        self.status = status
        self.providerMessageID = providerMessageID
        self.why = why
        self.updatedAt = updatedAt
        self.removedAt = removedAt
        self.staysBecause = staysBecause
    }

    /// Whether somebody may read it at its provider still.
    public var isShown: Bool { !provider.isOwn && Status.shown.contains(status) && removedAt == nil && staysBecause == nil }

    /// How far it has come. It never goes back: a report that arrives late changes nothing.
    public enum Status: String, CaseIterable, Codable, Sendable {
        /// To be tried again. Goes anywhere.
        case pending
        /// It was handed over, and the answer was lost. Goes to `accepted` or further, or to `failed`.
        case ambiguous
        /// The provider took it. Goes to `sent`, `delivered`, `read` or `failed`.
        case accepted
        /// The provider handed it on. Goes to `delivered`, `read` or `failed`.
        case sent
        /// It reached the device or the mailbox. Goes to `read`.
        case delivered
        /// The person opened it. Final.
        case read
        /// The provider gave it up, or the address is gone. Goes to `delivered` or `read` alone, where the provider says so after all.
        case failed

        /// Whether a report of this status changes one that stands at `present`.
        public func follows(_ present: Status) -> Bool { rank > present.rank }

        /// Whether the provider has it, so that it must not be handed over again.
        public var isAccepted: Bool {
            switch self {
            case .accepted, .sent, .delivered, .read: true
            case .pending, .ambiguous, .failed: false
            }
        }

        /// Those of what a provider has, or may have.
        public static let shown = allCases.filter { $0.isAccepted || $0 == .ambiguous }

        private var rank: Int {
            switch self {
            case .pending: 0
            case .ambiguous: 1
            case .accepted: 2
            case .sent: 3
            case .failed: 4
            case .delivered: 5
            case .read: 6
            }
        }
    }
}

public typealias TransmissionID = Identifier<Transmission>

extension TransmissionID {
    /// The name of a delivery's way to an address, the same at every attempt and after every crash.
    ///
    /// A UUID of version 8 in lower case (RFC 9562, section 5.8), as APNs asks for; its bits are a hash of both names.
    public init(delivery: DeliveryID, address: AddressID) {
        func hash(_ salt: String) -> UInt64 {
            var hash = StableHash()
            hash.add(salt)
            hash.add(delivery.text)
            hash.add(address.text)
            return hash.value
        }
        let high = hash("high") & ~0xF000 | 0x8000
        let low = hash("low") & ~(0b11 << 62) | 0b10 << 62
        self = Self(uuid: high, low)
    }

    private init(uuid high: UInt64, _ low: UInt64) {
        // Written in one piece, digit by digit: each request to a provider has one.
        let text = String(unsafeUninitializedCapacity: 36) { bytes in
            var place = 0
            func add(_ byte: UInt8) {
                bytes.initializeElement(at: place, to: byte)
                place += 1
            }
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 { add(UInt8(ascii: "-")) }
                let value = UInt8(truncatingIfNeeded: (digit < 16 ? high : low) >> UInt64(60 - digit % 16 * 4)) & 0xF
                add(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
            }
            return place
        }
        guard let id = Self(text) else { preconditionFailure("a UUID is an identifier") }
        self = id
    }
}
