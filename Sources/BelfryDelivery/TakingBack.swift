import BelfryPorts

extension DeliveryControl {
    /// What ``DeliveryControl/retract(_:by:now:)`` would take back now.
    public func retractable(_ selection: DeliverySelection) async throws -> Retraction {
        Retraction(of: selection.ids == nil ? [] : try await deliveries(selection))
    }
}
