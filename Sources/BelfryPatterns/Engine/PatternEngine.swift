import BelfryModel
import BelfryTime

/// Notices when a person's days leave their own usual: observations in, episodes out, with nothing kept between two calls.
///
/// The same series gives the same episodes, however and in whatever order its days arrived. No notification is dated on a day
/// that the series doesn't have.
public protocol PatternEngine: Sendable {
    /// Stands on each episode, so that a later engine knows which ones it may correct.
    static var name: String { get }

    /// Every episode of a series, in the order in which they began; the last may still be going on.
    ///
    /// - Parameter lastDate: the last day that is over for the metric. Later days are not looked at.
    func episodes(in series: DailySeries, through lastDate: CivilDate) -> [PatternEpisode]
}
