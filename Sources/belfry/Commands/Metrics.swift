import ArgumentParser
import BelfryAPI
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Metrics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Takes in what wearables report.", subcommands: [Import.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Imports daily metrics from a CSV file, has them evaluated and queues what follows.",
            discussion: """
                The first line names the columns: user_id (or person), date, source if there are several, and any of \
                \(Metric.allCases.map(\.rawValue).joined(separator: ", ")). An empty cell is a missing value. The whole file is read and \
                checked before anything is stored. A day that is there already changes nothing, so importing twice is safe.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The file.")
        var file: String

        @Option(help: "Puts people who are not known yet into this family, as members.")
        var family: String?

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let file = try MetricsFile(path: file)
            let days = file.days
            try await storeOptions.withHouse(opening: .making) { house in
                let newcomers = family == nil ? [] : try await unknown(among: days, house)
                try await house.intake.check(days, now: house.now(), assuming: newcomers) { "line \(file.lineNumbers[$0]), " }
                if let family { try await add(newcomers, to: family, house) }
                let report = try await importDays(days, into: house) { done in
                    printError("\(done) of \(days.count) days")
                }
                if json { return try printJSON(Answer(report)) }
                print(
                    "Days stored: \(report.changedDayCount); there already: \(report.unchangedDayCount); "
                        + "alerts opened or changed: \(Set(report.changedAlerts).count); notifications queued: \(report.queuedDeliveryCount).")
            }
        }

        private func unknown(among days: [DailyMetrics], _ house: House) async throws -> Set<UserID> {
            let users = Set(days.map(\.user))
            return users.subtracting(try await house.store.preferences(ofKnown: users).keys)
        }

        private func add(_ newcomers: Set<UserID>, to family: String, _ house: House) async throws {
            guard let id = FamilyID(family) else { throw Failure("“\(family)” can't be the name of a family.") }
            let members = newcomers.sorted().map { FamilyMember(user: $0, firstName: $0.text, role: .member) }
            let name = try await house.store.family(id)?.name
            // Nobody comes in, and the family is there.
            if members.isEmpty, name != nil { return }
            try await house.audited(.familyChanged, of: id.text) {
                try await house.store.save(FamilyRecord(id: id, name: name ?? family, members: members), now: house.now())
            }
        }

        private struct Answer: Encodable {
            let changed_days: Int
            let unchanged_days: Int
            let alerts: [AlertID]
            let queued_deliveries: Int

            init(_ report: IngestReport) {
                changed_days = report.changedDayCount
                unchanged_days = report.unchangedDayCount
                alerts = Set(report.changedAlerts).sorted()
                queued_deliveries = report.queuedDeliveryCount
            }
        }
    }
}

/// Takes days in, a bounded number a transaction, a person's together so that each is evaluated as seldom as possible.
///
/// - Parameter onProgress: called with the number of days done.
func importDays(_ days: [DailyMetrics], into house: House, onProgress: (Int) -> Void) async throws -> IngestReport {
    let dayCountPerTransaction = 2000
    var total = IngestReport()
    var rest = days.sorted { ($0.user, $0.date) < ($1.user, $1.date) }[...]
    while !rest.isEmpty {
        let next = rest.prefix(dayCountPerTransaction)
        let members = Set(next.map(\.user)).sorted().prefix(MetricIntake.memberCountMax)
        let part = next.filter { day in members.last.map { day.user <= $0 } ?? false }
        let report = try await house.intake.take(part, now: house.now())
        total.changedDayCount += report.changedDayCount
        total.unchangedDayCount += report.unchangedDayCount
        total.changedAlerts += report.changedAlerts
        total.queuedDeliveryCount += report.queuedDeliveryCount
        rest = rest.dropFirst(part.count)
        onProgress(days.count - rest.count)
    }
    return total
}
