import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The plain rule")
struct PlainRuleTests {
    let rule = PlainRule()

    struct Row: Sendable, CustomTestStringConvertible {
        let days: String
        let episodes: [String]
        let testDescription: String

        init(_ testDescription: String, _ days: String, _ episodes: String...) {
            self.days = days
            self.episodes = episodes
            self.testDescription = testDescription
        }
    }

    static let rows = [
        Row("Two days that are off are not an episode", "=======77"),
        Row("The third day that is off opens one, which began with the first", "=======777", "8–10 level 3, goes on"),
        Row("Days a fifth below the usual open one", "=======888", "8–10 level 3, goes on"),
        Row("Days a tenth below the usual don't", "=======999999999"),
        Row("Three days count that are a fifth off in the mean, one of them less", "=======976", "8–10 level 3, goes on"),
        Row("A usual day before the third begins the count anew", "=======77=777", "11–13 level 3, goes on"),
        Row("Good news is no episode", "=======DDDDDDDD"),

        Row("Seven days of history are enough, six are not, for they don't say what is usual", "======777"),
        Row("With six days of history the first that is off counts as history", "======7777", "8–10 level 3, goes on"),
        Row("Without history there is nothing", "777777"),

        Row("It goes on after one usual day", "=======888=", "8–10 level 3, goes on"),
        Row("It is over after two", "=======888==", "8–10 level 3, recovered on 12"),
        Row("A usual day counts as off while the mean of three days still is", "=======666=", "8–11 level 3, goes on"),
        Row("A deep one outlasts a single usual day", "=======666=66", "8–13 level 3, goes on"),
        Row("A mild one doesn't, for the means that follow include that day", "=======888=88", "8–10 level 3, recovered on 12"),
        Row(
            "After one that is over another may come", "=======666==========666", "8–11 level 3, recovered on 13",
            "21–23 level 3, goes on"),

        Row("A missing day doesn't count towards the three", "=======7_7"),
        Row("Nor does it stand in the way", "=======7_77", "8–11 level 3, goes on"),
        Row("Missing days at the end don't make it longer", "=======777___", "8–10 level 3, goes on"),
        Row("Missing days inside belong to its length, which is counted in civil days", "=======777___7", "8–14 level 7, goes on"),
        Row("Six days without a value don't end it", "=======888______=", "8–10 level 3, goes on"),
        Row("A gap of eight days, seven of them without a value, ends it", "=======888_______=", "8–10 level 3, stale on 10"),
        Row("A gap ends a beginning as well", "=======88_______8"),

        Row("A zero is a missing day", "=======7070"),
        Row("Zeros pass, whatever their number", "=======7070007", "8–14 level 7, goes on"),
        Row("A wearable in a drawer is no episode", "=======0000000"),
        Row("A zero is no usual day", "=======8880", "8–10 level 3, goes on"),
    ]

    @Test("The days of a picture give its episodes", arguments: rows)
    func pictures(row: Row) {
        #expect(rule.episodes(of: .steps, in: Picture(text: row.days).observations).map(\.picture) == row.episodes)
    }

    // MARK: Thresholds

    /// Ten days: seven usual ones, and three that are off by a fraction to the bad side.
    private func days(_ metric: Metric, usual: Double, off fraction: Double) -> [Observation] {
        let sign = metric.badPattern == .dropVsBaseline ? -1.0 : 1.0
        return (0..<10).map { day in
            Observation(date: Picture.firstDay + day, value: day < 7 ? usual : usual * (1 + sign * fraction))
        }
    }

    @Test("Exactly 20 % off opens an episode, 19.9 % does not, whatever the metric", arguments: Metric.allCases)
    func threshold(metric: Metric) {
        for usual in stride(from: 30.1, to: 80, by: 0.1) {
            let episodes = rule.episodes(of: metric, in: days(metric, usual: usual, off: 0.20))
            #expect(episodes.map(\.picture) == ["8–10 level 3, goes on"], "usual \(usual)")
            #expect(rule.episodes(of: metric, in: days(metric, usual: usual, off: 0.199)) == [], "usual \(usual)")
        }
    }

    @Test("Only a rise of the resting heart rate is bad news, and only a drop of everything else", arguments: Metric.allCases)
    func direction(metric: Metric) {
        let drop = rule.episodes(of: metric, in: Picture(text: "=======666", usual: 60).observations)
        let rise = rule.episodes(of: metric, in: Picture(text: "=======DDD", usual: 60).observations)
        let isRiseBad = metric == .restingHeartRate
        #expect(drop.map(\.pattern) == (isRiseBad ? [] : [.dropVsBaseline]))
        #expect(rise.map(\.pattern) == (isRiseBad ? [.riseVsBaseline] : []))
    }

    // MARK: Long episodes

    @Test(
        "An episode reaches its levels by civil days, the first and the last counted",
        arguments: [(3, 3), (6, 3), (7, 7), (13, 7), (14, 14), (20, 14), (21, 21), (56, 21)])
    func levels(dayCount: Int, level: Int) {
        let days = Picture(text: "=======" + String(repeating: "7", count: dayCount))
        #expect(rule.episodes(of: .steps, in: days.observations).map(\.picture) == ["8–\(7 + dayCount) level \(level), goes on"])
    }

    @Test("The usual stays frozen while an episode lasts, and its figures say how far off the last days are")
    func figures() throws {
        let days = Picture(text: "=======" + String(repeating: "7", count: 30) + "66")
        let episode = try #require(rule.episodes(of: .steps, in: days.observations).first)
        #expect(episode.baselineValue == 1000)
        #expect(abs(episode.recentValue - 1900.0 / 3) < 1e-9)
        #expect(abs(episode.deviationPercent - -110.0 / 3) < 1e-9)
        #expect(episode.lastEvaluatedDate == Picture.firstDay + 38)
    }

    @Test("After 56 days it is the person's new usual", arguments: [57, 58, 120])
    func newNormal(dayCount: Int) {
        let days = Picture(text: "=======" + String(repeating: "7", count: dayCount))
        #expect(rule.episodes(of: .steps, in: days.observations).map(\.picture) == ["8–64 level 21, new_normal on 64"])
    }

    @Test("A decline by a hundredth a day is noticed, one by three thousandths becomes the usual unseen")
    func slowDecline() {
        func decline(_ factor: Double) -> [Observation] {
            (0..<90).map { day in
                Observation(date: Picture.firstDay + day, value: (0..<day).reduce(10_000) { value, _ in value * factor })
            }
        }
        #expect(rule.episodes(of: .steps, in: decline(0.99)).first != nil)
        #expect(rule.episodes(of: .steps, in: decline(0.997)) == [])
    }

    // MARK: Any series

    /// A person's days as they may come: usual ones, worse stretches, gaps, zeros and nonsense.
    private func randomSeries(using generator: inout SeededGenerator) -> [Observation] {
        var level = 1.0
        return (0..<Int.random(in: 0...150, using: &generator)).compactMap { day in
            if Int.random(in: 0..<10, using: &generator) == 0 { level = Double.random(in: 0.4...1.4, using: &generator) }
            let value: Double? =
                switch Int.random(in: 0..<40, using: &generator) {
                case 0...3: nil
                case 4: 0
                case 5: 199_999
                default: 8000 * level * Double.random(in: 0.9...1.1, using: &generator)
                }
            return value.map { Observation(date: Picture.firstDay + day, value: $0) }
        }
    }

    @Test("Whatever the days, the episodes follow each other, only the last may go on, and each is what it says")
    func invariants() {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<500 {
            let episodes = rule.episodes(of: .steps, in: randomSeries(using: &generator))
            for episode in episodes {
                #expect(episode.dayCount >= 3)
                #expect(EpisodeLevel(reachedAfterDays: episode.dayCount) == episode.level)
                #expect(episode.activeSince + episode.dayCount - 1 <= episode.lastEvaluatedDate)
                #expect(episode.recentValue <= episode.baselineValue * 0.8 + 1e-6)
            }
            #expect(zip(episodes, episodes.dropFirst()).allSatisfy { $0.lastEvaluatedDate < $1.activeSince })
            #expect(episodes.dropLast().allSatisfy { $0.resolved != nil })
        }
    }

    @Test("The same days, corrections included, give the same episodes in whatever order they arrived")
    func arrivalOrder() {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<200 {
            let final = randomSeries(using: &generator)
            var arrivals = final.shuffled(using: &generator)
            // Some days come in wrong first: each wrong value is somewhere before its right one.
            for observation in final where Int.random(in: 0..<5, using: &generator) == 0 {
                let right = arrivals.firstIndex(of: observation) ?? 0
                let wrong = Observation(date: observation.date, value: Double.random(in: 0...20_000, using: &generator))
                arrivals.insert(wrong, at: Int.random(in: 0...right, using: &generator))
            }
            var stored: [CivilDate: Double] = [:]
            for arrival in arrivals { stored[arrival.date] = arrival.value }
            let series = stored.map { Observation(date: $0.key, value: $0.value) }.sorted { $0.date < $1.date }
            #expect(rule.episodes(of: .steps, in: series) == rule.episodes(of: .steps, in: final))
        }
    }

    @Test("What has ended stays as it is when more days come")
    func prefixes() {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<50 {
            let series = randomSeries(using: &generator)
            var ended: [Episode] = []
            for count in 0...series.count {
                let now = rule.episodes(of: .steps, in: Array(series.prefix(count))).filter { $0.resolved != nil }
                #expect(now.starts(with: ended))
                ended = now
            }
        }
    }

    @Test("A late correction is as if the day had been right from the start")
    func lateCorrection() {
        let wrong = Picture(text: "=======77777777").observations
        let right = Picture(text: "=======777==777").observations
        #expect(rule.episodes(of: .steps, in: wrong).map(\.picture) == ["8–15 level 7, goes on"])
        #expect(rule.episodes(of: .steps, in: right).map(\.picture) == ["8–11 level 3, recovered on 13"])
    }

    // MARK: What no wearable reports

    @Test("No days, one or two are too few for anything", arguments: ["", "=", "7", "==", "=7", "77", "0", "__"])
    func tooFew(days: String) {
        #expect(rule.episodes(of: .steps, in: Picture(text: days).observations) == [])
    }

    @Test("Values that could not have come in are passed over", arguments: [1e300, .infinity, .nan, -5000, 200_001, .leastNonzeroMagnitude])
    func nonsense(value: Double) {
        let usual = Picture(text: "=======", usual: 8000).observations
        let after = (7..<17).map { Observation(date: Picture.firstDay + $0, value: value) }
        let episodes = rule.episodes(of: .steps, in: usual + after)
        #expect(episodes == [] || value == .leastNonzeroMagnitude)
        #expect(episodes.allSatisfy { $0.deviationPercent.isFinite })
    }

    @Test("Days that are there twice, or out of their order, stop nobody")
    func disorder() {
        let days = Picture(text: "=======777777").observations
        #expect(rule.episodes(of: .steps, in: days.flatMap { [$0, $0] }).count == 1)
        _ = rule.episodes(of: .steps, in: days.reversed())
        _ = rule.episodes(of: .steps, in: Array(repeating: days[0], count: 50))
    }
}
