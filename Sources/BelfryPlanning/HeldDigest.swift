import BelfryModel
import BelfryTime

/// Makes one summary out of several deliveries that waited for the same quiet hours to end.
///
/// One summary a recipient, channel and category; each critical one stays alone, and so does one that was tried
/// before, because the provider may have accepted it already.
public enum HeldDigest {
    /// For each delivery that goes into a summary, the one that carries it: the oldest of its group.
    public static func merges(of deliveries: [(delivery: Delivery, severity: Severity)]) -> [DeliveryID: DeliveryID] {
        struct Group: Hashable {
            let recipient: UserID
            let channelName: String
            let category: String
        }
        let mergeable = deliveries.filter { $0.delivery.heldSince != nil && $0.delivery.attemptCount == 0 && $0.severity < .critical }
        let groups = Dictionary(grouping: mergeable.map(\.delivery)) {
            Group(recipient: $0.recipient, channelName: $0.channelName, category: $0.payload.category)
        }
        var merges: [DeliveryID: DeliveryID] = [:]
        for group in groups.values where group.count > 1 {
            let byAge = group.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
            for delivery in byAge.dropFirst() { merges[delivery.id] = byAge[0].id }
        }
        return merges
    }
}
