import ArgumentParser
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Forgets what is over: deliveries that wait for nothing, and keys, codes and tokens that count no more.",
        discussion: """
            A server or worker does the same by itself, every hour, by the setting retention_days. A PostgreSQL drops whole months, once all of a \
            month is old enough and nobody reads their tables for long; what of one still waits is kept.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: "Of deliveries, what was made longer ago, in days, such as 90d (default: retention_days, or else \(PruneCutoffs.standardDayCount)d).")
    var olderThan: DayCount?

    /// A number of days, with or without its unit.
    struct DayCount: ExpressibleByArgument {
        let count: Int

        init?(argument: String) {
            guard let count = Int(argument.hasSuffix("d") ? argument.dropLast() : argument[...]) else { return nil }
            self.count = count
        }
    }

    @Flag(help: "Only say what would go.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard let olderThan = olderThan?.count else { return }
        guard olderThan >= PruneCutoffs.dayCountMin else {
            throw ValidationError("--older-than must be \(PruneCutoffs.dayCountMin) days or more: until then an app may repeat a request under its key.")
        }
        guard olderThan <= PruneCutoffs.dayCountMax else {
            throw ValidationError("--older-than must be \(PruneCutoffs.dayCountMax) days or less.")
        }
    }

    func run() async throws {
        try await storeOptions.withHouse { house in
            let retention = olderThan.map { Duration.seconds($0.count * 86_400) } ?? house.settings.retention
            let pruner = Pruner(store: house.store, retention: retention, auditRetention: house.settings.auditRetention)
            let now = house.now()
            guard !dryRun else { return try tell(try await pruner.preview(now: now)) }
            let pruned = await pruner.prune(now: now)
            if !pruned.report.isEmpty { try await house.note(.storePruned, changedCount: pruned.report.counts.values.reduce(0, +)) }
            // What went before a step failed is gone, and told.
            if pruned.failure == nil || !pruned.report.isEmpty { try tell(pruned.report) }
            if let failure = pruned.failure { throw failure }
        }
    }

    private func tell(_ report: PruneReport) throws {
        if report.hasBusyMonths {
            printError("Months that are over stay for now: somebody reads their tables for long, as a dump does. Prune again when that has ended.")
        }
        if json { return try printJSON(Answer(report, isPreview: dryRun)) }
        let counts = PruneReport.Kind.allCases.filter { report[$0] > 0 }.map { "\($0.rawValue.replacingOccurrences(of: "_", with: " ")): \(report[$0])" }
        print("\(dryRun ? "Would go" : "Gone"): \(counts.isEmpty ? "nothing" : counts.joined(separator: ", ")).")
    }

    private struct Answer: Encodable {
        let dry_run: Bool
        let pruned: [String: Int]
        let busy_months: Bool

        init(_ report: PruneReport, isPreview: Bool) {
            dry_run = isPreview
            busy_months = report.hasBusyMonths
            pruned = Dictionary(uniqueKeysWithValues: PruneReport.Kind.allCases.map { ($0.rawValue, report[$0]) })
        }
    }
}
