import ArgumentParser
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime

struct Analytics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts what happened to deliveries: sent, held, skipped, failed, read, by channel and category.",
        discussion: "Days are days of UTC. Whatever happens is counted when it happens, so one delivery may count as held and as sent.")

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: "The first day (default: 29 days before --to).")
    var from: String?

    @Option(help: "The last day (default: today).")
    var to: String?

    @Option(help: "By what to tell apart: day, channel, category, with commas between them (default: channel,category).")
    var by: String?

    @Flag(help: "Print CSV, for a spreadsheet.")
    var csv = false

    @Flag(help: "Print JSON, as the API answers.")
    var json = false

    func validate() throws {
        if csv, json { throw ValidationError("--csv and --json go one at a time.") }
    }

    func run() async throws {
        try await storeOptions.withHouse { house in
            let today = TimeZoneRules.utc.civil(at: house.now()).date
            let query = try understood { try DeliveryAnalytics.Query(from: from, to: to, by: by, today: today) }
            let analytics = DeliveryAnalytics(try await house.store.statistics(on: query.days), on: query.days, by: query.dimensions)
            if json { return try printJSON(analytics) }
            if csv { return print(analytics.csv, terminator: "") }
            show(analytics)
        }
    }

    private func show(_ analytics: DeliveryAnalytics) {
        print("\(analytics.days.lowerBound) to \(analytics.days.upperBound)\n")
        let events: [DeliveryEvent] = [.queued, .held, .skipped, .merged, .sent, .read, .retried, .failed]
        let head = [analytics.dimensions.map(\.rawValue).joined(separator: " ")] + events.map(\.rawValue) + ["errors"]
        let named = analytics.rows.map { ($0.names.map(printable).joined(separator: " "), $0.figures) } + [("all", analytics.total)]
        let rows = named.map { name, figures in [name] + events.map { "\(figures.count($0))" } + [percent(figures.errorRate)] }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        for row in [head] + rows {
            let cells = zip(row, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + gap : gap + cell.0
            }
            print(cells.joined(separator: "  "))
        }
    }

    private func percent(_ rate: Double?) -> String { rate.map { "\(($0 * 1000).rounded() / 10) %" } ?? "–" }
}
