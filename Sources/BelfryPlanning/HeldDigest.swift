import BelfryModel
import BelfryTime

/// Makes one summary out of several deliveries that belong together, or that waited for the same quiet hours to end, or for a digest.
///
/// Of those that waited, one summary an app, recipient, channel and category, and of a digest that the person wants one over all categories. Each critical
/// one stays alone, and what is meant for a moment by the recipient's clock. One that was tried before always does, because the provider may have accepted
/// it already.
public enum HeldDigest {
    /// For each delivery that goes into a summary, the one that carries it.
    ///
    /// - Parameter digests: at which time of the day its recipient wants what is told in a digest of theirs.
    public static func merges(
        of deliveries: [(delivery: Delivery, severity: Severity)], digests: [DeliveryID: CivilTime] = [:]
    ) -> [DeliveryID: DeliveryID] {
        mergesOfGroups(deliveries).merging(mergesOfHeld(deliveries, digests)) { first, _ in first }
    }

    /// What was found together is told together, by the gravest.
    private static func mergesOfGroups(_ deliveries: [(delivery: Delivery, severity: Severity)]) -> [DeliveryID: DeliveryID] {
        struct Group: Hashable {
            let app: AppID
            let recipient: UserID
            let channelName: String
            /// Byte by byte, as stores compare it.
            let key: [UInt8]
        }
        let mergeable = deliveries.filter { $0.delivery.heldSince == nil && $0.delivery.attemptCount == 0 && $0.delivery.groupKey != nil }
        let groups = Dictionary(grouping: mergeable) {
            Group(app: $0.delivery.app, recipient: $0.delivery.recipient, channelName: $0.delivery.channelName, key: Array(($0.delivery.groupKey ?? "").utf8))
        }
        var merges: [DeliveryID: DeliveryID] = [:]
        for group in groups.values where group.count > 1 {
            let byGravity = group.sorted { ($1.severity, $0.delivery.id) < ($0.severity, $1.delivery.id) }.map(\.delivery.id)
            for delivery in byGravity.dropFirst() { merges[delivery] = byGravity[0] }
        }
        return merges
    }

    /// What waited is told by the oldest.
    private static func mergesOfHeld(
        _ deliveries: [(delivery: Delivery, severity: Severity)], _ digests: [DeliveryID: CivilTime]
    ) -> [DeliveryID: DeliveryID] {
        struct Group: Hashable {
            let app: AppID
            let recipient: UserID
            let channelName: String
            /// Nil in a digest, which is of all.
            let category: String?
            let digestAt: CivilTime?
        }
        let mergeable = deliveries.filter {
            $0.delivery.heldSince != nil && $0.delivery.attemptCount == 0 && $0.severity < .critical && $0.delivery.payload.deliverAtLocal == nil
        }
        let groups = Dictionary(grouping: mergeable.map(\.delivery)) { delivery in
            let digestAt = digests[delivery.id]
            return Group(
                app: delivery.app, recipient: delivery.recipient, channelName: delivery.channelName,
                category: digestAt == nil ? delivery.payload.category : nil, digestAt: digestAt)
        }
        var merges: [DeliveryID: DeliveryID] = [:]
        for group in groups.values where group.count > 1 {
            let byAge = group.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
            for delivery in byAge.dropFirst() { merges[delivery.id] = byAge[0].id }
        }
        return merges
    }
}
