import BelfryModel
import BelfryTime

/// Keeps what wearables report, and the alerts that follow from it: `wearable_daily_metrics` and `pattern_alert_state`.
public protocol MetricStore: Sendable {
    /// Stores days, has every series that changed evaluated, and stores what follows, with the notifications to be sent: all in one transaction.
    ///
    /// A day that is there already with the same values changes nothing. A delivery that tells the same (alert, level, recipient
    /// and channel) as one that is there is left out; one about no alert never is.
    /// - Parameter evaluate: must be quick and must not touch the store: it runs inside the transaction.
    /// - Throws: where an episode already has an alert under another identifier, or a delivery's identifier is taken; nothing is kept then.
    func ingest(_ days: [DailyMetrics], now: Instant, evaluate: @escaping @Sendable (MetricHistory) -> [AlertChange]) async throws
        -> IngestReport
}

public struct IngestReport: Hashable, Sendable {
    /// Days that were new or brought another value.
    public var changedDayCount = 0
    /// Days that were there already.
    public var unchangedDayCount = 0
    public var changedAlerts: [AlertID] = []
    public var queuedDeliveryCount = 0

    public init() {}
}
