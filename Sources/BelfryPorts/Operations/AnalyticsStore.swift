import BelfryModel
import BelfryTime

/// Knows how often what happened to deliveries: counted in the transaction that changes them, so that the counts survive a restart, and stay
/// when the deliveries themselves are long gone. They name nobody.
public protocol AnalyticsStore: Sendable {
    /// What happened on some days, by the calendar of UTC, in the order of day, channel, category, event and reason.
    func statistics(on days: ClosedRange<CivilDate>) async throws -> [DeliveryStatistic]
    /// What ever happened, over all days: each count stands under ``DeliveryStatistic/allDays``.
    func totals() async throws -> [DeliveryStatistic]
}
