import BelfryModel
import BelfryTime

/// Chooses the one source whose values are looked at, where a member wears two devices that disagree.
public enum PrimarySource {
    /// How far back from the latest day sources are compared.
    static let dayCount = 28

    /// The observations of the source with the most days lately; of equals, the first by name.
    public static func observations(from sources: [String: [Observation]]) -> [Observation] {
        guard let latest = sources.values.compactMap(\.last?.date).max() else { return [] }
        let recentDayCounts = sources.mapValues { $0.count { $0.date > latest - dayCount } }
        let primary = recentDayCounts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return primary.flatMap { sources[$0.key] } ?? []
    }
}
