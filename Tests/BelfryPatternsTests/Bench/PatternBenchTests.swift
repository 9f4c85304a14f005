import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPatterns

@Suite("The bench of patterns")
struct PatternBenchTests {
    /// The rows of a file in the form of the bench, read without ceremony: the file is known.
    private static func people(_ url: URL) throws -> [BenchPerson] {
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        let rows = try lines.dropFirst().filter { $0[0] != "fitabase" }.map { cells in
            let values = zip(header, cells).compactMap { name, cell in
                Metric(rawValue: name).flatMap { metric in Double(cell).map { (metric, $0) } }
            }
            return DailyMetrics(
                user: try #require(UserID(cells[1])), date: try #require(CivilDate(cells[2])),
                source: cells[0],
                values: Dictionary(uniqueKeysWithValues: values))
        }
        return BenchPerson.people(in: rows)
    }

    private static func sample() throws -> [BenchPerson] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try people(folder.appendingPathComponent("Samples/lifesnaps.csv"))
    }

    private static var small: PatternBench {
        var bench = PatternBench()
        bench.shuffleCount = 3
        bench.placeCount = 3
        return bench
    }

    private func row(_ engine: any PatternEngine, _ bench: PatternBench, _ people: [BenchPerson])
        -> BenchRow
    {
        var generator = SeededGenerator(seed: 1)
        let sum = people.reduce(into: [Metric: BenchTally]()) { sum, person in
            sum.merge(bench.tallies(of: [engine], on: person, using: &generator)[0], uniquingKeysWith: +)
        }
        return BenchRow(engine: type(of: engine).name, sum)
    }

    @Test(
        "On four real people the robust rules tell of nothing far less often than the compatible ones, and find no less"
    )
    func sample() throws {
        let people = try Self.sample()
        #expect(people.count == 4)
        let compatible = row(CompatibleRules(), Self.small, people)
        let robust = row(RobustRules(), Self.small, people)
        #expect((25...75).contains(compatible.notificationsPerYear))
        #expect(robust.notificationsPerYear < 10)
        #expect(robust.netRecall14 > 0.7)
        #expect(robust.reached21 > 5 * compatible.reached21)
    }

    @Test("Version 1, the control, has its own row on four real people, from a fixed seed")
    func control() throws {
        let row = row(CompatibleRules(), Self.small, try Self.sample())
        let figures = [row.notificationsPerYear, row.criticalPerYear, row.netRecall7, row.netRecall14, row.reached21, row.episodesPerHit]
        let expected = [67.639, 0.712, 0.734, 0.767, 0.021, 1.237]
        #expect(zip(figures, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(figures)")
    }

    @Test("On four real people the insights of version 2 tell of nothing far less often than the compatible ones, and find a lasting drop")
    func trends() throws {
        var generator = SeededGenerator(seed: 1)
        let rows = TrendBench.rows(of: try Self.sample(), using: &generator)
        #expect(rows.count == 2)
        #expect(rows[0].newPerYear > 80)
        #expect(rows[1].newPerYear < 20)
        #expect(rows[1].recall21 > 0.6)
    }

    @Test("The same seed gives the same report, and no order of delivery makes a difference")
    func repeatable() throws {
        let whole = try #require(try Self.sample().first)
        let people = [
            BenchPerson(
                user: whole.user, observations: whole.observations.mapValues { Array($0.prefix(60)) })
        ]
        var bench = Self.small
        bench.shuffleCount = 1
        bench.placeCount = 0
        func report(onProgress: (PatternBench.Progress) -> Void = { _ in }) -> BenchReport {
            var generator = SeededGenerator(seed: 7)
            return bench.report(on: people, deliveryOrderCount: 8, using: &generator, onProgress: onProgress)
        }
        var steps: [PatternBench.Progress] = []
        let first = report { steps.append($0) }
        let wanted = [PatternBench.Progress.people(1)] + (1...8).map { PatternBench.Progress.orders($0) }
        #expect(steps == wanted)
        #expect(first == report())
        #expect(first.differingOrderCount == 0)
        #expect(first.rows.map(\.engine) == ["v1", "v2", "v2 held out", "ewma", "cusum"])
        #expect(first.trends.map(\.rules) == ["compatible", "v2"])
    }

    @Test("A shuffle keeps the values, and weekends among weekends")
    func shuffle() throws {
        var generator = SeededGenerator(seed: .seed())
        let days = (0..<70).map { day -> Observation in
            let isWeekend = day % 7 == 0 || day % 7 == 6
            return Observation(date: .sunday + day, value: Double(isWeekend ? 1000 + day : 5000 + day))
        }
        let shuffled = days.shuffledWithinWeek(using: &generator)
        #expect(shuffled != days)
        #expect(shuffled.map(\.date) == days.map(\.date))
        #expect(shuffled.map(\.value).sorted() == days.map(\.value).sorted())
        #expect(
            shuffled.allSatisfy { ($0.value < 2000) == ($0.date.weekday == 0 || $0.date.weekday == 6) })
    }

    @Test("Net recall counts what is found beyond what the same places give anyway")
    func netRecall() {
        let half = BenchTally.Stretch(count: 10, hitCount: 8, controlCount: 6)
        #expect(abs(half.netRecall - 0.5) < 1e-9)
        #expect(BenchTally.Stretch().netRecall == 0)
        #expect(BenchTally.Stretch(count: 4, hitCount: 4, controlCount: 4).netRecall == 0)
    }

    @Test("Nobody's days give a report of zeros, not of nonsense")
    func nobody() {
        var generator = SeededGenerator(seed: 1)
        let report = PatternBench().report(on: [], deliveryOrderCount: 5, using: &generator)
        #expect(
            report.rows.allSatisfy {
                $0.notificationsPerYear == 0 && $0.netRecall14 == 0 && $0.episodesPerHit == 0
            })
        #expect(report.trends.allSatisfy { $0.newPerYear == 0 && $0.recall14 == 0 })
    }
}
