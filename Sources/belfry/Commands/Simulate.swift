import ArgumentParser
import BelfryModel
import BelfryPhrases
import BelfrySimulation
import Foundation

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tries the house's rules on people that are made up from a seed, and measures how well they do.",
        subcommands: [Adaptive.self])

    struct Adaptive: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compares the learnt hour with an oracle, fixed hours, the most frequent hour and Thompson sampling.",
            discussion: """
                Each person has hours at which they respond best, which no policy but the oracle knows; some have others at weekends, some \
                change them half way, some travel, and some ignore tips. The same seed gives the same table. The rules were tuned on the \
                seeds 1 to 4; any other is held out. docs/guide/adaptive.md tells what is learnt, and how.
                """)

        @Option(help: "Everything that is left to chance follows from it.")
        var seed: UInt64 = 2026

        @Option(help: "How many people.")
        var people = AdaptiveTrial.defaultPeopleCount

        @Option(help: "How many days.")
        var days = AdaptiveTrial.defaultDayCount

        @Option(help: "How many notifications a day have a moment of their own: they teach, and are not measured.")
        var others = AdaptiveTrial.defaultOtherCount

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let trial: AdaptiveTrial
            do throws(Problem) {
                trial = try AdaptiveTrial(seed: seed, peopleCount: people, dayCount: days, otherCount: others)
            } catch {
                throw Failure(Phrases.sentence(for: error), isUsage: true)
            }
            let report = trial.report()
            if json { return try printJSON(report) }
            print(report.text)
        }
    }
}
