import BelfryModel
import BelfryTime

/// A member of a family whose scores the others may see.
public struct TrendMember: Sendable {
    public let user: UserID
    /// Whether they have not yet accepted the invitation.
    public let isPending: Bool
    /// In the order of days, of the last 63.
    public let scores: [DailyScores]
    /// The day that it is where they are; nil where that is the dashboard's.
    public let today: CivilDate?

    static let scoreAgeMax = 3
    static let dayCountMin = 7

    public init(user: UserID, isPending: Bool, scores: [DailyScores], today: CivilDate? = nil) {
        self.user = user
        self.isPending = isPending
        self.scores = scores
        self.today = today
    }

    /// Whether insights about them are shown to somebody: only of others, who have joined and whose scores are of these days.
    public func isEligible(for viewer: UserID, today: CivilDate) -> Bool {
        guard user != viewer, !isPending else { return false }
        let window = TrendPoints.window(of: scores, today: today).filter { !$0.pillars.isEmpty }
        guard let last = window.last else { return false }
        return today - last.date <= Self.scoreAgeMax && window.count >= Self.dayCountMin
    }
}

/// Chooses the few insights that stand on a family's dashboard.
public enum TrendDashboard {
    static let attentionCountMax = 2
    /// Nobody worries about somebody whose score is so good.
    static let goodScore = 85.0

    /// At most two that ask for attention, of two members where there are two; where there is none, one that is good news.
    ///
    /// - Parameters:
    ///   - members: in the order in which the family is shown, which decides between equals; then sleep comes before movement and stress.
    ///   - today: by the viewer's calendar; the compatible rules go by UTC. Where it is yesterday still for a member, they are looked at as of
    ///     then: their last day isn't older for being seen from elsewhere.
    public static func insights(
        for viewer: UserID, members: [TrendMember], rules: any TrendRules, today: CivilDate
    ) -> [TrendInsight] {
        let found = members.flatMap { member in
            let day = min(today, member.today ?? today)
            return member.isEligible(for: viewer, today: day) ? rules.insights(of: member.user, scores: member.scores, today: day) : []
        }
        return selection(from: found)
    }

    static func selection(from found: [TrendInsight]) -> [TrendInsight] {
        let attention = found.filter { $0.rule.tone == .attention && $0.currentScore < goodScore }
        guard !attention.isEmpty else { return Array(found.filter { $0.rule.tone == .celebrate }.prefix(1)) }
        var seen: Set<UserID> = []
        let isFirstOfMember = attention.map { seen.insert($0.member).inserted }
        let others = zip(attention, isFirstOfMember)
        let ordered = others.filter(\.1).map(\.0) + others.filter { !$0.1 }.map(\.0)
        return Array(ordered.prefix(attentionCountMax))
    }
}
