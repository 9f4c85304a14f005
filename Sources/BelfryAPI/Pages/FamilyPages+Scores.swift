import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

extension FamilyPages {
    /// A card for each member of a person's families of whose days something is known; somebody in two families has one.
    func scoreCards(of families: [FamilyRecord], for visitor: PageVisitor) async throws -> [ScoreCard] {
        var cards: [ScoreCard] = []
        var seen: Set<UserID> = []
        for family in families {
            let trends = try await services.insights.trends(
                of: family, for: visitor.person, by: services.intake.evaluator.version, today: visitor.today, now: visitor.now)
            for member in trends.members where !member.scores.isEmpty && seen.insert(member.user).inserted {
                cards.append(card(member, trends, visitor.words))
            }
        }
        return cards
    }

    private func card(_ member: FamilyTrends.Member, _ trends: FamilyTrends, _ words: PageWords) -> ScoreCard {
        let name = member.firstName.isEmpty ? member.user.text : member.firstName
        let last = member.scores.last.flatMap { day in 
            day.vitality.map { words(FamilyWord.vitality, ["score": text($0), "day": Phrases.text(of: day.date, in: words.language)]) }
        }
        let insights = trends.insights.filter { $0.member == member.user }.map { insight in
            let words = Phrases.words(for: insight, memberName: nil, in: words.language)
            return ScoreCard.Insight(tone: insight.rule.tone, title: words.title, sentence: words.body)
        }
        return ScoreCard(
            id: member.user.text, memberName: name, vitalityText: last ?? "", pillars: Pillar.allCases.map { chart(of: $0, member, trends, words.language) },
            insights: insights)
    }

    private func chart(of pillar: Pillar, _ member: FamilyTrends.Member, _ trends: FamilyTrends, _ language: Language) -> ScoreCard.PillarChart {
        let scores = Dictionary(member.scores.map { ($0.date, $0.pillars[pillar]) }, uniquingKeysWith: { $1 })
        let first = trends.today - (FamilyTrends.dayCount - 1)
        let points = (0..<FamilyTrends.dayCount).map { (offset: Int) -> ChartPoint in
            let score = scores[first + offset] ?? nil
            return ChartPoint(dateText: Phrases.text(of: first + offset, in: language), value: score, valueText: score.map(text) ?? "")
        }
        return ScoreCard.PillarChart(
            name: Phrases.name(of: pillar, in: language), currentText: points.last { $0.value != nil }?.valueText ?? "", points: points)
    }

    private func text(_ score: Double) -> String { String(Int(score.rounded())) }
}
