import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import Foundation

extension PersonCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes people in whom another system knows: what they want, where they are reached, what they switched off.",
            discussion: """
                A line is a person, as JSON, or as CSV with the columns' names in the first line: user_id, and any of \
                \(PeopleColumns.names.filter { $0 != "user_id" }.joined(separator: ", ")). docs/guide/coming-from.md shows both.

                The file is read as a stream, so it may be of any length. Each person is taken in whole or not at all; the same file again changes \
                nothing. Nothing that somebody ended here is switched on again: who is known here already loses what they ended elsewhere, and gets \
                only what they haven't set.
                """)

        enum Format: String, CaseIterable, ExpressibleByArgument { case ndjson, csv }

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The file, or - for standard input.")
        var file: String

        @Option(help: "How it is written (default: csv where the file's name ends so).")
        var format: Format?

        @Flag(help: "Also give further addresses to people who are known here; one that somebody has removed here comes back so.")
        var addAddresses = false

        @Flag(help: "Only say what would become of them.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let isCSV = format.map { $0 == .csv } ?? file.lowercased().hasSuffix(".csv")
            let lines = PeopleLines(of: TextLines(of: try FilePieces(file)), as: isCSV ? .csv : .ndjson)
            let report = try await storeOptions.withHouse(opening: dryRun ? .asItIs : .making) { house in
                let desk = PeopleImport(
                    into: house.store, zones: house.zones, identifiers: house.identifiers, addsAddresses: addAddresses, isDryRun: dryRun)
                return try await take(lines, by: desk, house)
            }
            try tell(report)
            if report.refusedCount > 0 { throw ExitCode.failure }
        }

        private func take<Pieces: AsyncSequence>(
            _ lines: PeopleLines<Pieces>, by desk: PeopleImport, _ house: House
        ) async throws -> PeopleImport.Report {
            var shownCount = 0
            return try await house.audited(.peopleImported) {
                do {
                    return try await desk.take(lines, now: { house.now() }) { report in
                        guard report.count - shownCount >= Self.progressCount else { return }
                        shownCount = report.count
                        printError("\(shownCount) people")
                    }
                } catch Problem.malformedJSON {
                    throw Failure("There is nobody in \(file == "-" ? "what came in" : printable(file)).")
                }
            }
        }

        private static let progressCount = 10_000

        private func tell(_ report: PeopleImport.Report) throws {
            if json { return try printJSON(PeopleReportBody(report, isDryRun: dryRun)) }
            for refusal in report.refusals { printError("Line \(refusal.line): \(Phrases.sentence(for: refusal.problem))") }
            let others = report.refusedCount - report.refusals.count
            if others > 0 { printError("And \(others) more.") }
            print(
                "\(dryRun ? "Would be created" : "Created"): \(report.createdCount); updated: \(report.updatedCount); "
                    + "unchanged: \(report.unchangedCount); refused: \(report.refusedCount).")
        }
    }
}
