import BelfryModel
import BelfryTime

/// One line of the bench's second table: rules for trend insights, and their figures over the three pillars.
public struct TrendRow: Hashable, Sendable, Codable {
    public let rules: String
    /// New insights a person-year on shuffled scores, where none means anything.
    public let newPerYear: Double
    /// Mean over the pillars of the share of lasting drops that are told of before they end, of two and of three weeks.
    public let recall14: Double
    public let recall21: Double
}

/// Measures rules for trend insights on people's own scores: how much they tell of nothing, and whether they find a lasting drop.
///
/// A drop takes 20 points off each score of a stretch. It is found where an insight that asks for attention is new within the stretch.
struct TrendBench {
    static let pointCount = 20.0
    static let stretchLengths = [14, 21]
    static let shuffleCount = 3
    static let placeCount = 12
    /// So many days come before a stretch, so that the window is full.
    static let historyDayCount = 28
    static let wornShare = 0.7

    private struct Tally {
        var nullDayCount = 0
        var newCount = 0
        var stretches: [Pillar: [Int: (count: Int, hitCount: Int)]] = [:]
    }

    static func rows(of people: [BenchPerson], using generator: inout some RandomNumberGenerator) -> [TrendRow] {
        let contenders: [any TrendRules] = [CompatibleTrends(), RobustTrends()]
        var tallies = contenders.map { _ in Tally() }
        for person in people {
            let scores = scores(of: person)
            guard let first = scores.first?.date, let last = scores.last?.date else { continue }
            for _ in 0..<shuffleCount {
                let shuffled = shuffled(scores, using: &generator)
                for (index, rules) in contenders.enumerated() {
                    tallies[index].nullDayCount += shuffled.count
                    let insights = rules.history(of: person.user, scores: shuffled, from: first, through: last)
                    tallies[index].newCount += insights.count(where: \.isNew)
                }
            }
            for (pillar, stretch) in stretches(in: scores, using: &generator) {
                let injected = scores.map { $0.lowered(in: stretch, pillar) }
                for (index, rules) in contenders.enumerated() {
                    let isHit = isFound(rules, person.user, injected, pillar, stretch)
                    let length = stretch.upperBound - stretch.lowerBound
                    let known = tallies[index].stretches[pillar, default: [:]][length] ?? (0, 0)
                    tallies[index].stretches[pillar, default: [:]][length] = (known.count + 1, known.hitCount + (isHit ? 1 : 0))
                }
            }
        }
        return zip(contenders, tallies).map { rules, tally in row(type(of: rules).name, tally) }
    }

    private static func scores(of person: BenchPerson) -> [DailyScores] {
        let series = person.observations.map { DailySeries(of: $0, $1) }
        guard let last = series.compactMap(\.days.last?.date).max() else { return [] }
        return VitalityScores.scores(from: series, through: last)
    }

    /// Each pillar's scores on other days, weekdays among weekdays and weekends among weekends.
    private static func shuffled(_ scores: [DailyScores], using generator: inout some RandomNumberGenerator) -> [DailyScores] {
        var byDate: [CivilDate: [Pillar: Double]] = [:]
        for pillar in Pillar.allCases {
            let values = scores.compactMap { day in day.pillars[pillar].map { Observation(date: day.date, value: $0) } }
            for value in values.shuffledWithinWeek(using: &generator) { byDate[value.date, default: [:]][pillar] = value.value }
        }
        return byDate.sorted { $0.key < $1.key }.map { DailyScores(date: $0.key, pillars: $0.value) }
    }

    private static func stretches(
        in scores: [DailyScores], using generator: inout some RandomNumberGenerator
    ) -> [(pillar: Pillar, dates: Range<CivilDate>)] {
        var stretches: [(Pillar, Range<CivilDate>)] = []
        for pillar in Pillar.allCases {
            let dates = scores.filter { $0.pillars[pillar] != nil }.map(\.date)
            guard let first = dates.first, let last = dates.last else { continue }
            for length in stretchLengths where last - first + 1 >= historyDayCount + length {
                let worn = (historyDayCount...(last - first + 1 - length)).map { first + $0 }.filter { start in
                    let before = dates.count { $0 < start && $0 >= start - historyDayCount }
                    let within = dates.count { $0 >= start && $0 < start + length }
                    return Double(before) >= wornShare * Double(historyDayCount) && Double(within) >= wornShare * Double(length)
                }
                for _ in 0..<placeCount {
                    guard let start = worn.randomElement(using: &generator) else { break }
                    stretches.append((pillar, start..<(start + length)))
                }
            }
        }
        return stretches
    }

    private static func isFound(
        _ rules: any TrendRules, _ user: UserID, _ scores: [DailyScores], _ pillar: Pillar, _ stretch: Range<CivilDate>
    ) -> Bool {
        rules.history(of: user, scores: scores, from: stretch.lowerBound - TrendPoints.windowDayCount, through: stretch.upperBound - 1)
            .contains { $0.pillar == pillar && $0.rule.tone == .attention && $0.isNew && stretch.contains($0.date) }
    }

    private static func row(_ name: String, _ tally: Tally) -> TrendRow {
        func recall(_ length: Int) -> Double {
            let shares = Pillar.allCases.compactMap { tally.stretches[$0]?[length] }.map { Double($0.hitCount) / Double($0.count) }
            return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
        }
        let years = Double(tally.nullDayCount) / BenchTally.daysPerYear
        return TrendRow(
            rules: name, newPerYear: years > 0 ? Double(tally.newCount) / years : 0, recall14: recall(14), recall21: recall(21))
    }
}

extension DailyScores {
    /// With 20 points less in a pillar on the days of a stretch, and nothing below zero.
    fileprivate func lowered(in stretch: Range<CivilDate>, _ pillar: Pillar) -> DailyScores {
        guard stretch.contains(date), let score = pillars[pillar] else { return self }
        return DailyScores(date: date, pillars: pillars.merging([pillar: max(0, score - TrendBench.pointCount)]) { $1 })
    }
}
