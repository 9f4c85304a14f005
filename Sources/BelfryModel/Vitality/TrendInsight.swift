import BelfryTime

/// What is noticed in the scores of a pillar.
public enum TrendRule: String, CaseIterable, Codable, Sendable {
    /// The last scores are among the lowest of three weeks.
    case streakLow = "streak_low"
    /// The last scores are well below those before.
    case drop
    /// The last scores are well above those before.
    case rebound

    public var tone: TrendTone { self == .rebound ? .celebrate : .attention }
}

/// Whether an insight asks the family to look after somebody, or is good news.
public enum TrendTone: String, CaseIterable, Codable, Sendable {
    case attention, celebrate
}

/// What a member's scores say on a day, as the dashboard shows it.
public struct TrendInsight: Hashable, Sendable {
    public let member: UserID
    public let pillar: Pillar
    public let rule: TrendRule
    /// The day on which it is shown.
    public let date: CivilDate
    /// The day from which on it has been shown.
    public let since: CivilDate
    /// How many of the last scores it is about.
    public let recentCount: Int
    /// Their mean.
    public let recentScore: Double
    /// The mean of the scores before, with which they are compared; nil where there are none.
    public let usualScore: Double?
    /// The last score.
    public let currentScore: Double

    public init(
        member: UserID, pillar: Pillar, rule: TrendRule, date: CivilDate, since: CivilDate, recentCount: Int, recentScore: Double,
        usualScore: Double?, currentScore: Double
    ) {
        self.member = member
        self.pillar = pillar
        self.rule = rule
        self.date = date
        self.since = since
        self.recentCount = recentCount
        self.recentScore = recentScore
        self.usualScore = usualScore
        self.currentScore = currentScore
    }

    /// Whether it was not shown before.
    public var isNew: Bool { since == date }

    /// How far the last scores are from those before, in percent of them; negative below. Nil where those are unknown or nothing.
    public var changePercent: Double? {
        usualScore.flatMap { $0 > 0 ? (recentScore / $0 - 1) * 100 : nil }
    }
}
