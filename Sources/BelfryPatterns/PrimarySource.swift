import BelfryModel
import BelfryTime

/// Chooses the one source whose values are looked at, where a member wears two devices that disagree.
public enum PrimarySource {
    /// On how many days sources are compared.
    static let dayCount = 28
    /// A source that is so many days behind another may still bring them.
    static let lagDayCountMax = 3

    /// The observations of the source with the most days lately; of equals, the first by name.
    ///
    /// Days count that every source has come to which still reports: whichever of two is synced later loses none by it, so that the choice
    /// doesn't go back and forth with each sync.
    public static func observations(from sources: [String: [Observation]]) -> [Observation] {
        let lastDates = sources.values.compactMap(\.last?.date)
        guard let latest = lastDates.max() else { return [] }
        let end = lastDates.filter { latest - $0 <= lagDayCountMax }.min() ?? latest
        let recentDayCounts = sources.mapValues { $0.count { $0.date > end - dayCount && $0.date <= end } }
        let primary = recentDayCounts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return primary.flatMap { sources[$0.key] } ?? []
    }
}
