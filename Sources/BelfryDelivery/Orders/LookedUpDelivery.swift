import BelfryModel
import BelfryPorts
import BelfryTime

extension Explainer {
    /// A delivery as people look at it, be it a row of the queue or a member of a broadcast, with what an operator holds it by; nil where it is neither.
    public func overview(
        of id: DeliveryID, in store: any BroadcastStore & OverviewStore & PauseStore, now: Instant
    ) async throws -> DeliveryOverview? {
        guard let overview = try await known(id, in: store) else { return nil }
        return try await held([overview], in: store, now: now).first
    }

    private func known(_ id: DeliveryID, in store: any BroadcastStore & OverviewStore) async throws -> DeliveryOverview? {
        if let row = try await store.delivery(id) { return row }
        return try await store.member(id)
    }

    /// Deliveries, and those that wait with what an operator holds them by.
    public func held(_ overviews: [DeliveryOverview], in store: any PauseStore, now: Instant) async throws -> [DeliveryOverview] {
        guard overviews.contains(where: { $0.status == Delivery.Status.pending.rawValue }) else { return overviews }
        let pauses = try await store.pauses(now: now)
        return pauses.isEmpty ? overviews : overviews.map { $0.held(by: pauses) }
    }
}
