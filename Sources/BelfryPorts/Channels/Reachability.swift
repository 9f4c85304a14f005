import BelfryModel
import BelfryTime

/// Where the recipients of some deliveries are reached, what they want nothing of there, whom another step has reached, and before whom somebody has
/// reacted. A store asks for all of them at once and tells it row by row.
public struct Reachability: Sendable {
    /// A person over a channel.
    public struct Place: Hashable, Sendable {
        public let user: UserID
        public let channel: String

        public init(user: UserID, channel: String) { (self.user, self.channel) = (user, channel) }

        public init(of delivery: Delivery) { self.init(user: delivery.recipient, channel: delivery.channelName) }
    }

    private struct Unwanted: Hashable {
        let place: Place
        let category: String
    }

    private var addresses: [Place: [Address]] = [:]
    private var unwanted: Set<Unwanted> = []
    private var muted: [Unwanted: Instant] = [:]
    private let reached: Set<String>
    private let acknowledged: Set<String>

    /// - Parameters:
    ///   - reached: names of deliveries, as ``DeliveryCandidate/isReached``.
    ///   - acknowledged: names of deliveries, as ``DeliveryCandidate/isAcknowledged``.
    public init(reached: Set<String>, acknowledged: Set<String>) {
        self.reached = reached
        self.acknowledged = acknowledged
    }

    /// In the order of registration.
    public mutating func add(_ address: Address, at place: Place) { addresses[place, default: []].append(address) }

    /// - Parameter end: until when it is muted; nil where it is switched off.
    public mutating func add(unwanted category: String, at place: Place, mutedUntil end: Instant?) {
        let item = Unwanted(place: place, category: category)
        if let end { muted[item] = end } else { unwanted.insert(item) }
    }

    /// In the order of registration.
    public func addresses(for delivery: Delivery) -> [Address] { addresses.isEmpty ? [] : addresses[Place(of: delivery)] ?? [] }

    public func isUnwanted(_ delivery: Delivery) -> Bool {
        !unwanted.isEmpty && unwanted.contains(Unwanted(place: Place(of: delivery), category: delivery.payload.category))
    }

    public func categoryMutedUntil(_ delivery: Delivery) -> Instant? {
        guard !muted.isEmpty else { return nil }
        let place = Place(user: delivery.recipient, channel: CategorySubscription.everyChannel)
        return muted[Unwanted(place: place, category: delivery.payload.category)]
    }

    public func isReached(_ delivery: Delivery) -> Bool { !reached.isEmpty && reached.contains(delivery.id.text) }

    public func isAcknowledged(_ delivery: Delivery) -> Bool { !acknowledged.isEmpty && acknowledged.contains(delivery.id.text) }
}
