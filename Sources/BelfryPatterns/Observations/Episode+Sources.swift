import BelfryModel
import BelfryTime

extension Episode {
    /// The same; where it ended for want of days in a week in which another wearable had some, it was the change that ended it.
    ///
    /// - Parameter reports: what is known of the metric's days, from all sources.
    public func ending(asShownBy reports: [ReportedValue]) -> Episode {
        guard resolved == .stale, let end = history.resolvedOn else { return self }
        // The source that was looked at has nothing in this week, so that whatever is there is another's.
        let silentWeek = end - (RobustEpisode.staleDayCount - 1)...end
        let isWorn = reports.contains { silentWeek.contains($0.date) && $0.counts(for: metric) }
        return isWorn ? resolved(.sourceChanged) : self
    }
}
