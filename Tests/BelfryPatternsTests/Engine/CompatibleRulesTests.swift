import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The compatible rules, version 1")
struct CompatibleRulesTests {
    private func episodes(_ days: String, _ metric: Metric = .steps, usual: Double = 1000)
        -> [PatternEpisode]
    {
        let observations = Picture(text: days, usual: usual).observations
        return CompatibleRules().episodes(
            in: DailySeries(of: metric, observations), through: Picture.firstDay + days.count - 1)
    }

    // MARK: Beginning and end

    @Test("Four days of baseline and three recent ones are enough, six days are not")
    func sevenDays() {
        #expect(episodes("====555").map(\.story) == ["5–7: 3 on 7; told 3 on 7; goes on"])
        #expect(episodes("===555") == [])
    }

    @Test("The recent days must be consecutive: a missing one among them says nothing")
    func consecutive() {
        #expect(episodes("=======77_7") == [])
        #expect(episodes("=======77_777").map(\.story) == ["11–13: 3 on 13; told 3 on 13; goes on"])
    }

    @Test(
        "The first day of an episode is the first of the three whose mean is off, though it may have been usual itself"
    )
    func mean() {
        // (1000 + 500 + 500) / 3 is a third below the 1000 before.
        #expect(episodes("=======55").map(\.story) == ["7–9: 3 on 9; told 3 on 9; goes on"])
    }

    @Test("It is over after two clean days, dated on the first of them")
    func recovery() {
        // Means on days 9 to 14: 667, 500, 667, 833, 1000, 1000; on day 12 the baseline is 889, so that day is neither off nor clean.
        let found = episodes("=======555=====")
        #expect(found.map(\.story) == ["7–11: 3 on 9; told 3 on 9; recovered on 13"])
    }

    @Test("A day between the threshold and 5 % is neither off nor clean")
    func between() {
        // Days at 90 %: means of 900 against 1000 do not fire, and are not clean.
        let found = episodes("=====================555999")
        #expect(found.map(\.resolution) == [nil])
        #expect(found.map(\.story) == ["21–25: 3 on 23; told 3 on 23; goes on"])
    }

    @Test("On the good side any distance is clean")
    func goodSide() {
        #expect(episodes("=====================555IIII").first?.resolution?.reason == .recovered)
    }

    @Test("At level 14 and 21 it takes three clean days")
    func critical() {
        let thresholds = CompatibleThresholds.standard
        #expect(EpisodeLevel.allCases.map(thresholds.cleanDayCount) == [2, 2, 3, 3])
    }

    @Test("A week without a value ends it, and six days don't")
    func stale() {
        let off = "=======555"
        #expect(episodes(off + "______").map(\.story) == ["7–10: 3 on 9; told 3 on 9; goes on"])
        #expect(episodes(off + "_______").map(\.story) == ["7–10: 3 on 9; told 3 on 9; stale on 17"])
    }

    @Test("Days that come back within another week and are still off go on with it, which is noted; what they say later is an episode of its own")
    func pause() {
        let off = "=======555"
        func afterSilence(_ dayCount: Int, _ days: String) -> [PatternEpisode] { episodes(off + String(repeating: "_", count: dayCount) + days) }
        let again = afterSilence(13, "444")
        #expect(again.map(\.story) == ["7–26: 3 on 9; told 3 on 9; goes on"])
        let reopening = PatternEpisode.Reopening(resolvedOn: Picture.firstDay + 16, reopenedOn: Picture.firstDay + 25)
        #expect(again.map(\.reopenings) == [[reopening]])
        let later = afterSilence(14, "444").map(\.story)
        #expect(later == ["7–10: 3 on 9; told 3 on 9; stale on 17", "25–27: 3 on 27; told 3 on 27; goes on"])
    }

    @Test("What is over for want of days stays so until days say that it goes on: usual ones don't, nor fewer than three", arguments: ["====", "55"])
    func staysStale(days: String) {
        let found = episodes("=======555" + "__________" + days)
        #expect(found.map(\.story) == ["7–10: 3 on 9; told 3 on 9; stale on 17"])
    }

    // MARK: Levels

    @Test(
        "Levels have the day on which their last day came, first and last counted, and each is told once"
    )
    func levels() {
        // A slide of 4 % a day keeps the mean of three a quarter below that of the 21 before.
        let slide = (0..<60).map { day in
            Observation(
                date: Picture.firstDay + day,
                value: (0..<max(0, day - 20)).reduce(50_000) { value, _ in value * 0.96 })
        }
        let found = CompatibleRules().episodes(
            in: DailySeries(of: .steps, slide), through: Picture.firstDay + 59)
        #expect(found.count == 1)
        #expect(found.first?.levels.map(\.level) == EpisodeLevel.allCases)
        #expect(found.first?.notifications == found.first?.levels)
        let dates = found.first?.levels.map(\.date) ?? []
        #expect(zip(dates, dates.dropFirst()).map { $1 - $0 } == [4, 7, 7])
        #expect(dates.first.map { $0 - (found.first?.activeSince ?? $0) } == 2)
        #expect(found.first?.severity == .critical)
    }

    @Test("A day that isn't off breaks the run: the days count anew, the level stays")
    func brokenRun() {
        let found = episodes("=====================5555==9555555")
        #expect(found.first?.levels.map(\.level).max() == .days7)
        let unbroken = episodes("=====================5555_555")
        #expect(unbroken.first?.levels.map(\.level) == [.days3])
    }

    // MARK: Thresholds

    struct Threshold: Sendable, CustomTestStringConvertible {
        let metric: Metric
        let usual: Double
        /// The least change that fires, and one that doesn't.
        let fires: Double
        let not: Double
        var testDescription: String { "\(metric.rawValue) at \(usual)" }
    }

    static let table = [
        Threshold(metric: .sleepMinutes, usual: 400, fires: 360, not: 361),
        Threshold(metric: .sleepMinutes, usual: 500, fires: 450, not: 456),
        Threshold(metric: .steps, usual: 8000, fires: 6000, not: 6010),
        Threshold(metric: .hrv, usual: 40, fires: 34, not: 34.1),
        Threshold(metric: .restingHeartRate, usual: 45, fires: 49.5, not: 49.4),
        Threshold(metric: .restingHeartRate, usual: 60, fires: 65, not: 64.9),
        Threshold(metric: .sleepEfficiency, usual: 95, fires: 85.5, not: 85.6),
        Threshold(metric: .sleepEfficiency, usual: 90, fires: 84.9, not: 85),
        Threshold(metric: .movementMinutes, usual: 60, fires: 42, not: 43),
        Threshold(metric: .movementMinutes, usual: 200, fires: 180, not: 181),
        Threshold(metric: .deepSleepMinutes, usual: 40, fires: 30, not: 31),
        Threshold(metric: .deepSleepMinutes, usual: 100, fires: 85, not: 86),
    ]

    @Test("Each metric has its own thresholds, any of which is enough", arguments: table)
    func thresholds(row: Threshold) {
        func found(_ recent: Double) -> Int {
            let days = (0..<13).map {
                Observation(date: Picture.firstDay + $0, value: $0 < 10 ? row.usual : recent)
            }
            return CompatibleRules().episodes(
                in: DailySeries(of: row.metric, days), through: Picture.firstDay + 12
            )
            .count { $0.lastDeviatingDate == Picture.firstDay + 12 }
        }
        #expect(found(row.fires) == 1)
        #expect(found(row.not) == 0)
    }

    @Test(
        "The baseline is the mean of the 21 days with a value before the recent ones, however far back they are"
    )
    func baseline() throws {
        let found = try #require(
            episodes("55555" + "_____" + String(repeating: "=", count: 21) + "555").last)
        #expect(found.lastDeviatingDate == Picture.firstDay + 33)
        #expect(found.baselineValue == 1000)
        #expect(found.recentValue == 500)
        #expect(abs(found.deviationPercent - -50) < 1e-9)
    }

    @Test("Days after the last one that is over are not looked at")
    func openDay() {
        let series = DailySeries(of: .steps, Picture(text: "=======555").observations)
        #expect(CompatibleRules().episodes(in: series, through: Picture.firstDay + 7) == [])
    }
}

extension PatternEpisode {
    /// `8–10: 3 on 10, 7 on 14; told 3 on 10; goes on`: days by their place in a picture, from 1.
    var story: String {
        func day(_ date: CivilDate) -> Int { date - Picture.firstDay + 1 }
        func steps(_ steps: [Step]) -> String {
            steps.map { "\($0.level.rawValue) on \(day($0.date))" }.joined(separator: ", ")
        }
        let ending = resolution.map { "\($0.reason.rawValue) on \(day($0.date))" } ?? "goes on"
        return
            "\(day(activeSince))–\(day(lastDeviatingDate)): \(steps(levels)); told \(steps(notifications)); \(ending)"
    }
}
