import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

/// In the pictures a cross is a day with a value, and a point one without; the last is the day before the Sunday.
@Suite("Silent wearables")
struct WearableSilenceTests {
    private let month = String(repeating: "x", count: 28)

    private func reports(_ picture: String, value: Double = 8000, source: String = "watch", revision: Revision? = nil) -> [ReportedValue] {
        let revision = revision ?? Revision(sourceUpdatedAt: .morning, receivedAt: .morning)
        return picture.enumerated().compactMap { index, mark in
            guard mark == "x" else { return nil }
            return ReportedValue(date: .sunday - (picture.count - index), source: source, value: value, revision: revision)
        }
    }

    private func silences(_ picture: String, beside others: [Metric: [ReportedValue]] = [:]) -> [Episode] {
        let reports = [Metric.steps: reports(picture)].merging(others) { $1 }
        return WearableSilence.episodes(in: reports, today: .sunday).episodes
    }

    /// How many days each lasted, which levels it has, and how it ended.
    private func stories(_ picture: String) -> [String] {
        silences(picture).map { silence in
            let levels = silence.history.levels.map { String($0.level.rawValue) }.joined(separator: ", ")
            return "\(silence.dayCount): \(levels); \(silence.resolved?.rawValue ?? "goes on")"
        }
    }

    @Test("Three days without any value are a silence, seven one of a week; it has no higher level, and is never grave")
    func levels() {
        let rows: [(dayCount: Int, stories: [String])] = [
            (0, []), (2, []), (3, ["3: 3; goes on"]), (6, ["6: 3; goes on"]), (7, ["7: 3, 7; goes on"]), (30, ["30: 3, 7; goes on"]),
        ]
        for row in rows { #expect(stories(month + String(repeating: ".", count: row.dayCount)) == row.stories) }
        let longest = silences(month + String(repeating: ".", count: 30))
        #expect(longest.map(\.level) == [.days7] && longest.map(\.severity) == [.watch] && longest.map(\.pattern) == [.missingWearable])
        #expect(longest.map(\.activeSince) == [.sunday - 30] && longest.map(\.history.levels[1].date) == [.sunday - 24])
    }

    @Test("Whoever had values on fewer than half of the four weeks before isn't missed")
    func habit() {
        #expect(stories(String(repeating: ".x", count: 14) + "...") == ["3: 3; goes on"])
        #expect(stories(String(repeating: ".x", count: 13) + "...") == [])
        #expect(stories(String(repeating: "x", count: 20) + String(repeating: ".", count: 15) + "x...") == ["15: 3, 7; recovered"])
        #expect(stories("") == [])
    }

    @Test("Who leaves it off for some days now and then is missed on the day after the longest that was within the four weeks before")
    func habitOfGaps() {
        let weekly = String(repeating: "xxxx...", count: 4)
        #expect(stories(weekly + "xxxx...") == [])
        #expect(stories(weekly + "xxxx....") == ["4: 3; goes on"])
        #expect(stories(weekly + "xxxx.......") == ["7: 3, 7; goes on"])
        let fortnightly = String(repeating: "xxxxxxx.......", count: 3) + "xxxxxxx"
        #expect(stories(fortnightly + ".......") == [])
        #expect(stories(fortnightly + "........") == ["8: 3, 7; goes on"])
        let late = silences(fortnightly + "..........")
        #expect(late.map { $0.history.levels.map(\.date) } == [[.sunday - 3, .sunday - 3]], "both levels are reached when it is longer")
        let longest = "xxxxxxx.............." + "xxxxxxx"
        #expect(stories(longest + "..............") == [])
        #expect(stories(longest + "...............") == ["15: 3, 7; goes on"])
    }

    @Test("A break that began before the four weeks is no habit")
    func oldBreak() {
        let back = month + String(repeating: ".", count: 20) + String(repeating: "x", count: 14)
        #expect(stories(back + "...") == ["20: 3, 7; recovered", "3: 3; goes on"])
        let within = month + String(repeating: ".", count: 9) + String(repeating: "x", count: 18)
        #expect(stories(within + ".........") == ["9: 3, 7; recovered"])
        #expect(stories(within + "..........") == ["9: 3, 7; recovered", "10: 3, 7; goes on"])
    }

    @Test("It is over on the day of the next value, and after 56 days without a word")
    func ends() {
        #expect(stories(month + "....x") == ["4: 3; recovered"])
        let over = silences(month + "....x")
        #expect(over.map(\.history.resolvedOn) == [.sunday - 1] && over.map(\.lastEvaluatedDate) == [.sunday - 1])
        #expect(stories(month + "....x........") == ["4: 3; recovered", "8: 3, 7; goes on"], "the next one is another")
        #expect(stories(month + String(repeating: ".", count: 56)) == ["56: 3, 7; goes on"])
        for dayCount in [57, 90] {
            let given = silences(month + String(repeating: ".", count: dayCount))
            #expect(given.map(\.resolved) == [.newNormal] && given.map(\.dayCount) == [56])
            #expect(given.map(\.history.resolvedOn) == [.sunday - (dayCount - 56)], "later days change nothing")
            #expect(silences(month + String(repeating: ".", count: dayCount - 1) + "x").map(\.resolved) == [dayCount == 57 ? .recovered : .newNormal])
        }
    }

    @Test("Any metric of any source breaks it, a nap too; what nobody can have doesn't, nor does a day that is still to come")
    func values() {
        let silent = month + "....."
        let picture = String(repeating: ".", count: 30) + "x.."
        #expect(silences(silent).count == 1)
        #expect(silences(silent, beside: [.hrv: reports(picture, value: 50, source: "ring")]).isEmpty)
        let nap = Revision(precedence: Revision.napPrecedence, sourceUpdatedAt: .morning, receivedAt: .morning)
        #expect(silences(silent, beside: [.sleepMinutes: reports(picture, value: 80, revision: nap)]).isEmpty)
        #expect(silences(silent, beside: [.hrv: reports(picture, value: 0, source: "ring")]).count == 1)
        let later = ReportedValue(date: .sunday + 1, source: "ring", value: 50, sourceUpdatedAt: .morning, receivedAt: .morning)
        #expect(silences(silent, beside: [.hrv: [later]]).map(\.resolved) == [nil])
    }

    @Test("It is of what came on the most days, with the value in the middle, in whatever order the days arrived")
    func metric() throws {
        var generator = SeededGenerator(seed: .seed())
        let hrv = reports(month + "...", value: 50).enumerated().map { index, report in
            ReportedValue(date: report.date, source: report.source, value: 40 + Double(index), revision: report.revision)
        }
        let steps = reports(String(repeating: ".x", count: 14) + "...")
        let expected = WearableSilence.episodes(in: [.steps: steps, .hrv: hrv], today: .sunday)
        let silence = try #require(expected.episodes.first)
        #expect(silence.metric == .hrv && silence.baselineValue == 54 && silence.recentValue == 54 && silence.deviationPercent == 0)
        #expect(expected.dates == CivilDate.sunday - 31 ... CivilDate.sunday)
        for _ in 0..<20 {
            let found = WearableSilence.episodes(in: [.hrv: (hrv + hrv).shuffled(using: &generator), .steps: steps.shuffled(using: &generator)], today: .sunday)
            #expect(found.episodes == expected.episodes && found.dates == expected.dates)
        }
    }

    @Test("Half a day after the last day came, nothing more is on its way")
    func comingIn() throws {
        let reports = [Metric.steps: reports(month + "...")]
        let silence = try #require(WearableSilence.episodes(in: reports, today: .sunday).episodes.first)
        let end = Instant.morning + .seconds(12 * 3600)
        #expect(WearableSilence.isComingIn(reports, before: silence, now: end - .seconds(1)))
        #expect(!WearableSilence.isComingIn(reports, before: silence, now: end))
    }

    @Test("Dates at both ends of the calendar, and beyond it, stop nobody")
    func extremes() {
        let dates = [Int32.min / 2, -719_162, 0, 2_932_896, Int32.max / 2].map(CivilDate.init(daysSinceEpoch:))
        let reports = dates.map { ReportedValue(date: $0, source: "watch", value: 8000, sourceUpdatedAt: .morning, receivedAt: .morning) }
        #expect(WearableSilence.episodes(in: [.steps: reports], today: .sunday).episodes == [])
    }
}
