import BelfryModel
import BelfryTime

/// The scores of a family's members over three weeks, and what is worth a look in them.
public struct FamilyInsights: Hashable, Sendable, Decodable {
    public struct Member: Hashable, Sendable, Decodable {
        public let user: String
        public let firstName: String?
        /// Whether the caller may see the scores.
        public let sharesScores: Bool
        public let days: [ScoredDay]

        enum CodingKeys: String, CodingKey {
            case user = "user_id"
            case firstName = "first_name"
            case sharesScores = "shares_scores"
            case days
        }
    }

    /// From 0 to 100, where more is better in each; nil where too little is known.
    public struct ScoredDay: Hashable, Sendable, Decodable {
        public let date: CivilDate
        /// The mean of the others that there are.
        public let vitality: Double?
        public let sleep: Double?
        public let movement: Double?
        /// High is calm.
        public let stress: Double?

        enum CodingKeys: String, CodingKey, CaseIterable { case date, vitality, sleep, movement, stress }
    }

    /// What is worth a look, of one member.
    public struct Insight: Hashable, Sendable, Decodable {
        public enum Rule: String, CaseIterable, Hashable, Sendable {
            case drop, rebound
            case streakLow = "streak_low"
        }

        public enum Tone: String, CaseIterable, Hashable, Sendable {
            case attention, celebrate
        }

        public let member: String
        public let memberName: String
        public let pillar: OpenValue<Pillar>
        public let rule: OpenValue<Rule>
        public let tone: OpenValue<Tone>
        /// The day from which on it has been shown.
        public let since: CivilDate
        /// Whether it wasn't shown before.
        public let isNew: Bool
        /// The mean of the last scores.
        public let recentScore: Double
        /// That of those before; nil where there are none.
        public let usualScore: Double?
        public let currentScore: Double
        public let title: String
        public let sentence: String

        enum CodingKeys: String, CodingKey, CaseIterable {
            case pillar, rule, tone, since, title, sentence
            case member = "member_user_id"
            case memberName = "member_name"
            case isNew = "is_new"
            case recentScore = "recent_score"
            case usualScore = "usual_score"
            case currentScore = "current_score"
        }
    }

    public let family: String
    /// Which rules chose the insights.
    public let rules: String
    /// The day up to which is looked.
    public let date: CivilDate
    public let members: [Member]
    /// At most two; none is about the caller.
    public let insights: [Insight]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case family = "family_id"
        case rules, date, members, insights
    }
}
