import BelfryModel
import BelfryPhrases

/// One member's scores of three weeks, and what is worth a look in them.
public struct ScoreCard: Hashable, Sendable {
    /// The scores of a pillar.
    public struct PillarChart: Hashable, Sendable {
        /// "Sleep"
        public let name: String
        /// The last score, as a person says it; empty where there is none.
        public let currentText: String
        /// The oldest day first.
        public let points: [ChartPoint]

        public init(name: String, currentText: String, points: [ChartPoint]) {
            self.name = name
            self.currentText = currentText
            self.points = points
        }
    }

    /// "Lower than before: sleep score", and how much.
    public struct Insight: Hashable, Sendable {
        public let tone: TrendTone
        public let title: String
        public let sentence: String

        public init(tone: TrendTone, title: String, sentence: String) {
            self.tone = tone
            self.title = title
            self.sentence = sentence
        }
    }

    public let id: String
    public let memberName: String
    /// "Vitality 78 of 100 on 8 June 2026"
    public let vitalityText: String
    public let pillars: [PillarChart]
    public let insights: [Insight]

    public init(id: String, memberName: String, vitalityText: String, pillars: [PillarChart], insights: [Insight] = []) {
        self.id = id
        self.memberName = memberName
        self.vitalityText = vitalityText
        self.pillars = pillars
        self.insights = insights
    }
}

extension ScoreCard {
    func html(_ words: PageWords) -> HTML {
        """
        <li><article class="card score" id="scores-of-\(id)" tabindex="-1" aria-labelledby="name-of-scores-\(id)">
        <h3 id="name-of-scores-\(id)">\(memberName)</h3>
        <p class="aside">\(vitalityText)</p>
        <div class="pillars">\(pillars.map { html(of: $0, words) })</div>\(insights.map { $0.html(words) })
        </article></li>
        """
    }

    private func html(of pillar: PillarChart, _ words: PageWords) -> HTML {
        let chart = Chart(
            name: memberName + words.comma + pillar.name, points: pillar.points, baseline: nil, baselineText: "", words: words, range: ScoreCard.range)
        return """
            <div class="pillar"><p class="line"><span>\(pillar.name)</span><strong>\(pillar.currentText)</strong></p>
            \(chart.html ?? "<p class=\"aside\">\(words(FamilyWord.tooLittle))</p>")</div>
            """
    }

    /// Scores go from 0 to 100, and all are drawn on that scale, so that they compare at a glance.
    static let range = 0.0...100
}

extension ScoreCard.Insight {
    func html(_ words: PageWords) -> HTML {
        """
        <div class="insight"><p>\(Mark(tone, words).html)</p>
        <p><strong>\(title).</strong> \(sentence)</p></div>
        """
    }
}
