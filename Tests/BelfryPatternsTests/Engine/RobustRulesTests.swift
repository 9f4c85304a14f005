import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The robust rules, version 2")
struct RobustRulesTests {
    /// Six weeks that sway by 2 % from day to day, then the days of a picture.
    private func observations(_ days: String, metric: Metric = .hrv) -> [Observation] {
        let usual = metric == .restingHeartRate ? 60.0 : 50
        let before = (0..<42).map {
            Observation(date: Picture.firstDay - 42 + $0, value: usual * [0.98, 1, 1.02][$0 % 3])
        }
        return before + Picture(text: days, usual: usual).observations
    }

    private func episodes(_ days: String, metric: Metric = .hrv) -> [PatternEpisode] {
        let series = DailySeries(of: metric, observations(days, metric: metric))
        return RobustRules().episodes(in: series, through: Picture.firstDay + days.count - 1)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let days: String
        let episodes: [String]

        init(_ testDescription: String, _ days: String, _ episodes: String...) {
            self.testDescription = testDescription
            self.days = days
            self.episodes = episodes
        }
    }

    static let rows = [
        Row("Two bad days are none", "77"),
        Row("Three are noticed", "777", "1–3: 3 on 3; told 3 on 3; goes on"),
        Row("Days a tenth off don't matter, however many", "99999999999999"),
        Row("Good news is no episode", "DDDDDDDD"),
        Row("Three bad days among missing ones are too few for any window", "7_7_7"),
        Row(
            "Three of four, of a window of five, are enough", "77_77", "1–5: 3 on 4; told 3 on 4; goes on"
        ),
        Row(
            "Levels have the days on which they were reached", "777777777777777777777",
            "1–21: 3 on 3, 7 on 7, 14 on 14, 21 on 21; told 3 on 3, 7 on 7, 14 on 14, 21 on 21; goes on"),
        Row(
            "A missing day neither extends nor breaks it", "7777_7777_7777_7777_7",
            "1–21: 3 on 3, 7 on 7, 14 on 14, 21 on 21; told 3 on 3, 7 on 7, 14 on 14, 21 on 21; goes on"),
        Row(
            "Missing days at the end don't make it longer", "777777___",
            "1–6: 3 on 3; told 3 on 3; goes on"),
        Row(
            "One usual day doesn't end it", "777777=777",
            "1–10: 3 on 3, 7 on 7; told 3 on 3, 7 on 7; goes on"),
        Row(
            "The mean of three days trails by up to two; then two usual ones end it, on the first of them",
            "777777====",
            "1–8: 3 on 3, 7 on 7; told 3 on 3, 7 on 7; recovered on 9"),
        Row(
            "At level 14 it takes three", "77777777777777=====",
            "1–16: 3 on 3, 7 on 7, 14 on 14; told 3 on 3, 7 on 7, 14 on 14; recovered on 17"),
        Row(
            "A week without a value ends it without a word", "777777_______",
            "1–6: 3 on 3; told 3 on 3; stale on 13"),
        Row("Six days without one don't", "777777______", "1–6: 3 on 3; told 3 on 3; goes on"),
        Row(
            "What comes back within a week is the same one, and the same level is not told again",
            "77777=======777",
            "1–15: 3 on 3, 7 on 7; told 3 on 3, 7 on 7; goes on"),
        Row(
            "What comes back later is another", "777777" + String(repeating: "=", count: 14) + "777",
            "1–8: 3 on 3, 7 on 7; told 3 on 3, 7 on 7; recovered on 9",
            "21–23: 3 on 23; told 3 on 23; goes on"),
    ]

    @Test("The days of a picture give its episodes", arguments: rows)
    func pictures(row: Row) {
        #expect(episodes(row.days).map(\.story) == row.episodes)
    }

    @Test("What is noticed late is told once, at the level that it has")
    func jump() throws {
        // Until the eighth day no window has enough values that are off.
        let days = observations("7_7_7_777")
        let found = try #require(
            RobustRules().episodes(in: DailySeries(of: .hrv, days), through: Picture.firstDay + 8).first)
        #expect(found.notifications.map(\.level) == [.days7])
        #expect(found.levels.map(\.level) == [.days3, .days7])
        #expect(Set(found.levels.map(\.date)).count == 1)
    }

    @Test("After 56 days it is the new usual, and nothing more is told of it")
    func newNormal() throws {
        let found = episodes(String(repeating: "7", count: 120))
        #expect(found.count == 1)
        #expect(found.first?.resolution == .init(date: Picture.firstDay + 56, reason: .newNormal))
    }

    @Test("The usual stays frozen, and the figures say how far off the last week is")
    func figures() throws {
        let found = try #require(episodes(String(repeating: "7", count: 30)).first)
        #expect(abs(found.baselineValue - 50) < 0.1)
        #expect(found.recentValue < 50 * 0.86)
        #expect(found.deviationPercent < -14)
        #expect(found.severity == .critical)
    }

    @Test("Of a heart as steady as a clock is told too, where one day of five is usual")
    func steady() {
        let before = (0..<42).map { Observation(date: Picture.firstDay - 42 + $0, value: 60) }
        let series = DailySeries(of: .restingHeartRate, before + Picture(text: "AA=AA", usual: 60).observations)
        let found = RobustRules().episodes(in: series, through: Picture.firstDay + 4)
        #expect(found.map(\.story) == ["1–5: 3 on 5; told 3 on 5; goes on"])
    }

    @Test("A resting heart rate is bad news when it rises, by as little as 8 %")
    func rise() {
        let days = (0..<5).map { Observation(date: Picture.firstDay + $0, value: 65.5) }
        let series = DailySeries(
            of: .restingHeartRate, observations("", metric: .restingHeartRate) + days)
        #expect(
            RobustRules().episodes(in: series, through: Picture.firstDay + 4).map(\.pattern) == [
                .riseVsBaseline
            ])
    }

    @Test("With fewer than 14 of the last 28 days nothing is said")
    func learning() {
        func count(_ dayCount: Int) -> Int {
            let days = observations("777").filter { $0.date >= Picture.firstDay - dayCount }
            return RobustRules().episodes(in: DailySeries(of: .hrv, days), through: Picture.firstDay + 2)
                .count
        }
        #expect(count(13) == 0)
        #expect(count(14) == 1)
    }

    @Test("What is found may depend on days however long ago: no number of last days finds the same as all of them")
    func wholePast() {
        // To those who know the time before, each stretch is an episode and says nothing of the usual. To whoever begins with one it is the
        // usual, and so are all that follow.
        let cycle = String(repeating: "6", count: 22) + String(repeating: "=", count: 20)
        let cycleCount = 20
        let all = observations(String(repeating: cycle, count: cycleCount) + "666")
        let lastDate = Picture.firstDay + cycle.count * cycleCount + 2
        func count(since date: CivilDate) -> Int {
            let series = DailySeries(of: .hrv, all.filter { $0.date >= date })
            return RobustRules().episodes(in: series, through: lastDate).count
        }
        #expect(count(since: Picture.firstDay - 42) == cycleCount + 1)
        for known in [2, 10, 19] { #expect(count(since: Picture.firstDay + cycle.count * (cycleCount - known)) == 0) }
    }

    @Test("A reopened one remembers when it was thought to be over")
    func reopening() {
        let found = episodes("77777=======777")
        #expect(
            found.map(\.reopenings) == [
                [.init(resolvedOn: Picture.firstDay + 7, reopenedOn: Picture.firstDay + 14)]
            ])
    }

    @Test("One that was so long that the last weeks have too few usual days is found again by its own usual, within a week")
    func reopeningAfterLong() {
        let month = String(repeating: "7", count: 30)
        let levels = "3 on 3, 7 on 7, 14 on 14, 21 on 21; told 3 on 3, 7 on 7, 14 on 14, 21 on 21"
        #expect(episodes(month + "=======777").map(\.story) == ["1–40: \(levels); goes on"])
        #expect(episodes(month + "=======77").map(\.story) == ["1–32: \(levels); recovered on 33"])
        #expect(episodes(month + "=========777").map(\.story) == ["1–32: \(levels); recovered on 33"], "that is more than a week later")
    }

    @Test("Weekends have a usual of their own: a quiet Sunday is no news")
    func weekends() {
        let days = (0..<84).map { day in
            let date = Picture.firstDay + day
            return Observation(
                date: date,
                value: (date.weekday == 0 || date.weekday == 6 ? 4000 : 9000) * [0.95, 1, 1.05][day % 3])
        }
        #expect(
            RobustRules().episodes(in: DailySeries(of: .steps, days), through: Picture.firstDay + 83)
                == [])
    }

    @Test("Days of a long flight are not part of what is usual")
    func travel() {
        let dates = Set((1...20).map { Picture.firstDay - $0 })
        let series = DailySeries(of: .hrv, observations("7777777"), unusual: dates)
        #expect(RobustRules().episodes(in: series, through: Picture.firstDay + 6) == [])
    }

    @Test(
        "The same days in any order give the same episodes, and days to come change nothing that was told"
    )
    func anyOrder() {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<20 {
            let days = (0..<120).compactMap { day -> Observation? in
                guard Int.random(in: 0..<8, using: &generator) > 0 else { return nil }
                let factor = (60..<80).contains(day) ? 0.6 : 1.0
                return Observation(
                    date: Picture.firstDay + day,
                    value: 50 * factor * Double.random(in: 0.8...1.2, using: &generator))
            }
            let episodes = RobustRules().episodes(
                in: DailySeries(of: .hrv, days), through: Picture.firstDay + 119)
            #expect(!episodes.isEmpty)
            let shuffled = DailySeries(of: .hrv, (days + days).shuffled(using: &generator))
            #expect(RobustRules().episodes(in: shuffled, through: Picture.firstDay + 119) == episodes)
            for last in stride(from: 20, to: 120, by: 7) {
                let until = RobustRules().episodes(
                    in: DailySeries(of: .hrv, days), through: Picture.firstDay + last)
                let told = episodes.flatMap(\.notifications).filter { $0.date <= Picture.firstDay + last }
                #expect(until.flatMap(\.notifications) == told)
            }
        }
    }

    @Test("Figures that no engine can reckon with are refused")
    func check() throws {
        try RobustThresholds.standard.check()
        try CompatibleThresholds.standard.check()
        var robust = RobustThresholds.standard
        robust.limits[.steps]?.scaleMin = 0
        #expect(throws: Problem.numberOutOfRange(field: "limits.steps.scaleMin", range: 0.001...10)) {
            try robust.check()
        }
        var compatible = CompatibleThresholds.standard
        compatible.recentDayCount = 0
        #expect(throws: Problem.numberOutOfRange(field: "recentDayCount", range: 1...365)) {
            try compatible.check()
        }
    }
}
