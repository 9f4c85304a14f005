import BelfryTime

/// One of the three parts of a person's daily condition that the dashboard scores from 0 to 100, where more is better in each.
public enum Pillar: String, CaseIterable, Codable, Sendable, CodingKeyRepresentable {
    case sleep, movement
    /// How calm the body is: a high score means little stress.
    case stress
}

/// The scores of one civil day of a person: from 0 to 100, for each pillar of which enough is known.
public struct DailyScores: Hashable, Codable, Sendable {
    public let date: CivilDate
    public let pillars: [Pillar: Double]

    public init(date: CivilDate, pillars: [Pillar: Double]) {
        self.date = date
        self.pillars = pillars
    }

    /// The vitality score: the mean of the pillars that there are; nil where there is none.
    public var vitality: Double? {
        guard !pillars.isEmpty else { return nil }
        // In a fixed order, so that the same scores give the same sum to the last bit.
        return Pillar.allCases.compactMap { pillars[$0] }.reduce(0, +) / Double(pillars.count)
    }
}
