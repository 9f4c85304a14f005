import BelfryModel
import BelfryTime

/// What a store looks for to know how much somebody was told under an app's key: when it was decided to send what was sent to them under it, or is being
/// sent, over whatever channel. What was merged into another was told with it, as one.
public struct ThrottledLately: Hashable, Sendable {
    public let recipient: UserID
    public let app: AppID
    public let throttle: KeyedThrottle

    public static let statuses = ToldLately.statuses

    /// Nil where nothing limits it.
    public init?(_ delivery: Delivery) {
        guard let throttle = delivery.payload.throttle else { return nil }
        self.recipient = delivery.recipient
        self.app = delivery.app
        self.throttle = throttle
    }

    /// So many have to be known, the latest: each may have been told over all channels.
    public var entryCountMax: Int { (throttle.countMax + 1) * DeliveryChannel.allCases.count }
}

extension [Delivery] {
    /// What is asked for of them, each once, in their order; of most deliveries nothing.
    public var throttles: [ThrottledLately] {
        var known: Set<ThrottledLately> = []
        return compactMap(ThrottledLately.init).filter { known.insert($0).inserted }
    }
}
