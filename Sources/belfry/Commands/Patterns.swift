import ArgumentParser
import BelfryModel
import BelfryPatterns
import BelfryPhrases
import BelfryTime
import Foundation

struct Patterns: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Notices when days leave a person's own usual, in a file, and measures how well.",
        subcommands: [Evaluate.self, Bench.self])

    struct Evaluate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints every episode in a CSV file of daily metrics.",
            discussion: """
                The first line names the columns: user_id (or person), date, source if there are several, and any of \
                \(Metric.allCases.map(\.rawValue).joined(separator: ", ")). An empty cell is a missing value, and every day counts as \
                over. docs/guide/patterns.md says what is noticed.
                """)

        @Option(help: "The file.")
        var metrics: String

        @Option(help: "v1, the compatible rules, or v2, the robust ones.")
        var engine = EngineVersion.v2

        @Option(help: "A JSON file with thresholds in place of those built in.")
        var thresholds: String?

        @Flag(help: "One JSON object an episode, in place of text.")
        var json = false

        func run() throws {
            let engine = try chosenEngine()
            for (user, days) in Dictionary(grouping: try MetricsFile(path: metrics).days, by: \.user)
                .sorted(by: { $0.key < $1.key })
            {
                for episode in engine.episodes(of: days) {
                    if json {
                        try printJSON(EpisodeLine(user, episode))
                    } else {
                        print(EpisodeLine(user, episode).text)
                    }
                }
            }
        }

        private func chosenEngine() throws -> any PatternEngine {
            guard let thresholds else { return engine.engine }
            guard let data = FileManager.default.contents(atPath: thresholds) else {
                throw Failure.unreadable(thresholds)
            }
            do {
                switch engine {
                case .v1:
                    let values = try JSONDecoder().decode(CompatibleThresholds.self, from: data)
                    try values.check()
                    return CompatibleRules(values)
                case .v2:
                    let values = try JSONDecoder().decode(RobustThresholds.self, from: data)
                    try values.check()
                    return RobustRules(values)
                }
            } catch let problem as Problem {
                throw Failure("\(thresholds): \(Phrases.sentence(for: problem))")
            } catch let error as DecodingError {
                throw Failure("\(thresholds): \(Phrases.sentence(for: Problem(error)))")
            }
        }
    }

    struct Bench: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Measures the engines on people's real days: false alerts on shuffled days, and what of an injected change is found.",
            discussion:
                "The same seed gives the same table. People with six weeks of days and more are needed; others only count as days."
        )

        @Option(help: "A CSV file of daily metrics of several people; without one, the demo family's, who are too few for a verdict.")
        var metrics: String?

        @Option(help: "Everything that is left to chance follows from it.")
        var seed: UInt64 = 1

        @Option(help: "Looks only at the rows of this source.")
        var source: String?

        @Option(help: "In how many orders days are delivered.")
        var orders = 1000

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (0...1_000_000).contains(orders) else {
                throw ValidationError("--orders must be from 0 to 1000000.")
            }
        }

        func run() throws {
            guard let path = metrics ?? Bundle.module.path(forResource: "family", ofType: "csv") else {
                throw Failure("The demo's file is missing beside the program. Name a file with --metrics.")
            }
            let days = try MetricsFile(path: path).days.filter { source == nil || $0.source == source }
            var generator = SeededGenerator(seed: seed)
            let people = BenchPerson.people(in: days)
            let report = PatternBench().report(on: people, deliveryOrderCount: orders, using: &generator) { progress in
                switch progress {
                case .people(let done): printError("\(done) of \(people.count) people")
                case .orders(let done): if done % 1000 == 0 { printError("\(done) of \(orders) orders of delivery") }
                }
            }
            if json { return try printJSON(report, named: .convertToSnakeCase) }
            print(report.text)
        }
    }
}

extension EngineVersion: ExpressibleByArgument {}

/// An episode of a person, as one JSON object or as one line of text.
private struct EpisodeLine: Encodable {
    let user: UserID
    let metric: Metric
    let pattern: PatternType
    let engine: String
    let active_since: CivilDate
    let level: Int
    let severity: Severity
    let levels: [Step]
    let resolved_on: CivilDate?
    let reason: ResolveReason?
    let baseline: Double
    let recent: Double
    let deviation_percent: Double
    let reopened_on: [CivilDate]
    let notifications: [Step]

    struct Step: Encodable {
        let level: Int
        let date: CivilDate

        init(_ step: PatternEpisode.Step) {
            level = step.level.rawValue
            date = step.date
        }
    }

    init(_ user: UserID, _ episode: PatternEpisode) {
        self.user = user
        metric = episode.metric
        pattern = episode.pattern
        engine = episode.engine
        active_since = episode.activeSince
        level = episode.level.rawValue
        severity = episode.severity
        levels = episode.levels.map(Step.init)
        resolved_on = episode.resolution?.date
        reason = episode.resolution?.reason
        baseline = episode.baselineValue
        recent = episode.recentValue
        deviation_percent = episode.deviationPercent
        reopened_on = episode.reopenings.map(\.reopenedOn)
        notifications = episode.notifications.map(Step.init)
    }

    var text: String {
        let steps = levels.map { "\($0.level) on \($0.date)" }.joined(separator: ", ")
        let ending = resolved_on.map { "\(reason?.rawValue ?? "resolved") on \($0)" } ?? "goes on"
        let change = String(format: "%.1f → %.1f (%+.0f %%)", baseline, recent, deviation_percent)
        return
            "\(user.text)  \(metric.rawValue)  since \(active_since)  \(change)  levels: \(steps)  \(ending)"
    }
}

extension BenchReport {
    fileprivate var text: String {
        let header =
            "engine       false/py  critical/py  net 7 d  net 14 d  level 21  with gaps  episodes"
        let lines = rows.map { row in
            let name = row.engine.padding(toLength: 12, withPad: " ", startingAt: 0)
            let figures = [
                row.notificationsPerYear, row.criticalPerYear, row.netRecall7, row.netRecall14,
                row.reached21, row.gappyReached21,
                row.episodesPerHit,
            ]
            let widths = [9, 13, 9, 10, 10, 11, 10]
            return name + zip(figures, widths).map { String(format: "%*.2f", $1, $0) }.joined()
        }
        let orders =
            "\(peopleCount) people; orders of delivery: \(deliveryOrderCount), of which \(differingOrderCount) made a difference"
        let trendHeader = "insights     new/py  drop 14 d  drop 21 d"
        let trendLines = trends.map { row in
            row.rules.padding(toLength: 12, withPad: " ", startingAt: 0)
                + String(format: "%7.2f%11.2f%11.2f", row.newPerYear, row.recall14, row.recall21)
        }
        let tables = [[header], lines, ["", trendHeader], trendLines, ["", orders]]
        return tables.flatMap { $0 }.joined(separator: "\n")
    }
}
