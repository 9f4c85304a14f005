import BelfryModel
import BelfryTime

/// Keeps what providers report of transmissions and addresses: `notification_transmissions`, `provider_reports`.
public protocol ReportStore: Sendable {
    /// Takes in what a provider reported: a transmission's status where it goes further, and an address's fate.
    ///
    /// What was heard before, by its event, changes nothing. A report of a transmission that isn't known yet waits until it is recorded,
    /// until upkeep forgets it after a week: providers may answer by callback before they answer the request.
    func apply(_ reports: [ProviderReport], now: Instant) async throws
    /// What has become of a delivery, an address each, in the order in which they were first tried.
    func transmissions(of delivery: DeliveryID) async throws -> [Transmission]
}
