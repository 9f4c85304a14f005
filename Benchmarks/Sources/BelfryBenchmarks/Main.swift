import ArgumentParser
import BelfrySystem
import Foundation

// BelfryBenchmarks: how fast the rooms work, each figure beside a peer or a limit that is measured in the same run.
// It never judges by an absolute figure: machines differ, and so do their other users.

@main
struct BelfryBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "BelfryBenchmarks", abstract: "Measures how fast Belfry decides, notices, queues and delivers.",
        discussion: """
            Groups: \(Group.allCases.map(\.rawValue).joined(separator: ", ")).

            Each row is the median of several rounds by the clock; spread is from the slowest to the fastest round; per CPU-s is how many \
            operations one core does in a second of its own time, which other users of the machine disturb least. A ratio divides the \
            figure by that of the row named behind it, by the clock and by CPU seconds. docs/benchmarks.md tells what each row is.
            """)

    @Flag(help: "Writes one JSON object a line instead of a table.")
    var json = false

    @Option(help: "Measures only the group of this name, or else those whose names contain it.")
    var filter: String?

    @Option(help: "Measures of those groups only the rows whose name contains this.")
    var rows: String?

    @Option(help: "How many rounds each row is measured.")
    var rounds = 7

    @Option(help: "Where the databases are written; they are removed again. By default the system's temporary folder.")
    var folder: String?

    @Option(help: "The built command whose `decide` is measured.")
    var belfry = ".build/release/belfry"

    @Option(help: "How many minutes of `churn`.")
    var minutes = 60

    @Option(help: "How many wait in `postgres-growth-large`.")
    var held = 10_000_000

    @Option(help: "How many are finished in it: 0.4 GB of disk a million, and 1.3 for each million that waits.")
    var finished = 50_000_000

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
        guard !groups.isEmpty else { throw ValidationError("No group's name contains '\(filter ?? "")'.") }
    }

    private var groups: [Group] {
        if let named = filter.flatMap(Group.init) { return [named] }
        return Group.allCases.filter { group in !group.isOnDemand && filter.map(group.rawValue.contains) ?? true }
    }

    func run() async throws {
        let parent = folder.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? FileManager.default.temporaryDirectory
        let workplace = try Workplace(below: parent)
        defer { workplace.remove() }
        let report = Report(isJSON: json)
        report.begin(
            try Machine(folder: workplace.folder),
            [("rounds", "\(rounds), after one to warm up"), ("databases", "WAL, synchronous FULL")])
        let zones = SystemTimeZoneDatabase()
        let sideBySide = SideBySide(roundCount: rounds)
        for group in groups {
            let contenders = try await group.contenders(zones: zones, workplace: workplace, report: report, options: self)
            let chosen = contenders.filter { contender in rows.map(contender.name.contains) ?? true }
            report.add(try await sideBySide.measure(chosen, group: group.rawValue))
        }
    }
}

/// What is measured together.
enum Group: String, CaseIterable {
    case decide, zones, recurrence, plan, device, text, patterns, judge, ingest, document, queue, postgres, bulk, growth, history, push
    case postgresGrowth = "postgres-growth", postgresGrowthLarge = "postgres-growth-large", postgresLatency = "postgres-latency"
    case pushLate = "push-late", pushMemory = "push-memory"
    case webPush = "web-push", mail, pages, command, churn

    /// Takes minutes, so it is measured only where it is named.
    var isOnDemand: Bool { [.pushMemory, .postgresGrowthLarge, .churn].contains(self) }

    func contenders(zones: SystemTimeZoneDatabase, workplace: Workplace, report: Report, options: BelfryBenchmarks) async throws -> [Contender] {
        switch self {
        case .decide: try Decisions(zones: zones).contenders
        case .zones: try ZoneQuestions(zones: zones).contenders
        case .recurrence: try Recurrences(zones: zones).contenders
        case .plan: try Plans(zones: zones).contenders
        case .device: try await DevicePasses(zones: zones, workplace: workplace).contenders
        case .text: Moments.contenders
        case .patterns: Series.contenders
        case .judge: try Judging(zones: zones).contenders
        case .ingest: try await Ingestion(workplace: workplace).contenders
        case .document: try await Documents(workplace: workplace).contenders
        case .queue: try await QueueWork(zones: zones, workplace: workplace).contenders
        case .postgres: try await PostgresQueueWork(zones: zones, workplace: workplace).contenders
        case .postgresGrowth: try await PostgresGrowth(workplace: workplace, report: report, held: 1_000_000, finished: 1_000_000).contenders
        case .postgresGrowthLarge:
            try await PostgresGrowth(workplace: workplace, report: report, held: options.held, finished: options.finished).contenders
        case .postgresLatency: try await PostgresLatency(zones: zones, workplace: workplace, report: report).measured()
        case .bulk:
            try await BulkWork(zones: zones, workplace: workplace).contenders
                + BulkWork(isToEverybody: true, zones: zones, workplace: workplace).contendersToEverybody
        case .growth: try await Growth(workplace: workplace).contenders
        case .history: try await History(workplace: workplace).contenders
        case .push: try Pushes(.nghttpd, workplace: workplace, report: report)?.contenders ?? []
        case .pushLate: try Pushes(.lateNginx, workplace: workplace, report: report)?.contenders ?? []
        case .pushMemory: try await Pushes(.nghttpd, workplace: workplace, report: report)?.weighed(1_000_000, report) ?? []
        case .webPush: try PushMessages(report: report).contenders
        case .mail: try Mails(report: report)?.contenders ?? []
        case .pages: try await Pages(workplace: workplace, report: report).measured()
        case .churn: try await Churn(zones: zones, workplace: workplace, report: report, minuteCount: options.minutes).measured()
        case .command: DecideCommand(path: options.belfry, report: report).map { [$0.contender] } ?? []
        }
    }
}

/// A folder of our own, removed when the work is done.
struct Workplace {
    let folder: URL

    init(below parent: URL) throws {
        folder = parent.appendingPathComponent("belfry-benchmarks-\(ProcessInfo.processInfo.processIdentifier)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Keeps the optimizer from leaving out work whose result nobody reads.
nonisolated(unsafe) private var kept = 0

@inline(never)
func keep(_ value: Int) {
    kept &+= value
}
