import BelfryModel
import BelfryTime

/// How long a delivery waits for others of its digest: with the first that waits already where its window is still open, else for a window of its own.
public struct DigestWindow: Hashable, Sendable {
    /// When it would be due by itself: what is due by then tells nothing of it any more.
    public let opensAt: Instant
    /// The end of its own.
    public let endsAt: Instant
    /// Whatever is due later waits for a window that begins later, or is much longer: it isn't waited for.
    public let lastEnd: Instant

    /// Of calls that come at once, the first to be stored may have the later moment; its window ends a little after those of the others.
    private static let grace = Duration.seconds(60)

    /// Nil for what is of no digest.
    public init?(of delivery: Delivery, length: Duration) {
        guard delivery.isOfDigest else { return nil }
        opensAt = delivery.ageBeginsAt
        endsAt = min(opensAt + length, .max)
        lastEnd = min(endsAt + min(length, Self.grace), .max)
    }

    /// Whether one that is due then is waited for.
    public func takes(_ dueAt: Instant) -> Bool { dueAt > opensAt && dueAt <= lastEnd }

    /// A delivery as it waits.
    ///
    /// - Parameter open: when the first of those that are waited for is due; nil where there is none.
    public func waiting(_ delivery: Delivery, until open: Instant?) -> Delivery {
        var delivery = delivery
        delivery.deliverAfter = open ?? endsAt
        return delivery
    }
}
