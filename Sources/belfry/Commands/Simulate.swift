import ArgumentParser
import BelfryModel
import BelfrySimulation
import BelfrySystem
import Foundation

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tries the house's rules on people that are made up from a seed, and measures how well they do.",
        subcommands: [Adaptive.self, DeviceLives.self])

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
            let trial = try understood { try AdaptiveTrial(seed: seed, peopleCount: people, dayCount: days, otherCount: others) }
            let report = trial.report()
            if json { return try printJSON(report, named: .convertToSnakeCase) }
            print(report.text)
        }
    }

    struct DeviceLives: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "device", abstract: "Lets devices live random lives, and looks for what was told twice, lost, early or too much.",
            discussion: """
                They are killed between any two calls, switched off, carried through zones, their clocks are set, permission flips; with --pairs \
                each person has two, which sync over a line that fails. Exit status 1 where something went wrong; --seed with the seed of a \
                complaint and --count 1 repeats that life and prints it.
                """)

        @Option(help: "The seed of the first life; the others follow it by one.")
        var seed: UInt64 = 1

        @Option(help: "How many lives.")
        var count = 10_000

        @Flag(help: "Each person has two devices that sync.")
        var pairs = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (1...100_000_000).contains(count) else { throw ValidationError("--count \(count): give a number from 1 to 100000000.") }
        }

        func run() async throws {
            let trials = DeviceTrials(firstSeed: seed, count: count, arePairs: pairs, zones: SystemTimeZoneDatabase())
            let cores = ProcessInfo.processInfo.activeProcessorCount
            let report = await trials.run(taskCount: cores) { done in printError("\(done) of \(count)") }
            if json {
                try printJSON(Body(report))
            } else {
                for (seed, outcome) in report.failures {
                    print("seed \(seed):")
                    for complaint in outcome.complaints { print("  \(complaint)") }
                    if count == 1 { for line in outcome.log { print("    \(line)") } }
                }
                print("\(report.count) lives, \(report.shownCount) notifications shown, \(report.failureCount) lives with a complaint.")
            }
            if report.failureCount > 0 { throw ExitCode.failure }
        }

        private struct Body: Encodable {
            let lives, shown, failed: Int
            let failures: [Failure]

            struct Failure: Encodable {
                let seed: UInt64
                let complaints: [String]
            }

            init(_ report: DeviceTrials.Report) {
                (lives, shown, failed) = (report.count, report.shownCount, report.failureCount)
                failures = report.failures.map { Failure(seed: $0.seed, complaints: $0.outcome.complaints) }
            }
        }
    }
}
