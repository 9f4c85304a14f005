import BelfryModel
import BelfryPorts

extension Explainer {
    /// A delivery as people look at it, be it a row of the queue or a member of a broadcast; nil where it is neither.
    public func overview(of id: DeliveryID, in store: any BroadcastStore & OverviewStore) async throws -> DeliveryOverview? {
        if let row = try await store.delivery(id) { return row }
        return try await store.member(id)
    }
}
