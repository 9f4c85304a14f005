import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Counts what this process did, for `GET /metrics` in Prometheus' text format (version 0.0.4), and knows when the worker last got on.
///
/// The names of series are bounded: channels, reasons, routes and status codes are fixed lists.
public final class Counters: Sendable {
    private struct State {
        var counts: [Series: Int] = [:]
        var lastProgressAt: Instant?
    }

    private struct Series: Hashable, Comparable {
        let name: String
        /// As they stand in the text: `reason="snoozed"`.
        let labels: String

        static func < (left: Series, right: Series) -> Bool { (left.name, left.labels) < (right.name, right.labels) }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Instant

    public init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// When a worker of this process last got on: looked for work and could record what it found, or ended an attempt.
    var lastProgressAt: Instant? { state.withLock(\.lastProgressAt) }

    public func add(_ event: WorkerEvent) {
        switch event {
        case .decided(let verdict):
            switch verdict.judgement {
            case .decided(let decision):
                add("belfry_decisions_total", #"action="\#(decision.action.rawValue)",reason="\#(decision.reason.rawValue)""#)
            case .undeliverable: add("belfry_decisions_total", #"action="fail",reason="undeliverable""#)
            }
        case .attempted(_, let channel, let outcome):
            add("belfry_attempts_total", #"channel="\#(channel.rawValue)",outcome="\#(outcome.label)""#)
            state.withLock { $0.lastProgressAt = now() }
        case .leaseLost: add("belfry_leases_lost_total", "")
        case .rescued(let count): add("belfry_rescued_total", "", count)
        case .evaluated(let report):
            add("belfry_members_evaluated_total", #"result="kept""#, report.memberCount)
            add("belfry_members_evaluated_total", #"result="failed""#, report.failedMemberCount)
            add("belfry_deliveries_queued_total", "", report.queuedDeliveryCount)
        case .polled: state.withLock { $0.lastProgressAt = now() }
        case .storeFailed: add("belfry_store_failures_total", "")
        }
    }

    func addRequest(path: String, status: Int) {
        add("belfry_http_requests_total", #"route="\#(path.escapedLabel)",status="\#(status)""#)
    }

    func addIngest(_ report: IngestReport) {
        add("belfry_days_ingested_total", #"result="changed""#, report.changedDayCount)
        add("belfry_days_ingested_total", #"result="unchanged""#, report.unchangedDayCount)
        add("belfry_deliveries_queued_total", "", report.queuedDeliveryCount)
    }

    private func add(_ name: String, _ labels: String, _ count: Int = 1) {
        state.withLock { $0.counts[Series(name: name, labels: labels), default: 0] += count }
    }

    /// The whole page.
    func text(backlog: Backlog) -> String {
        let counts = state.withLock(\.counts)
        var lines: [String] = []
        var lastName = ""
        for (series, count) in counts.sorted(by: { $0.key < $1.key }) {
            if series.name != lastName { lines += ["# HELP \(series.name) \(Self.help[series.name] ?? "")", "# TYPE \(series.name) counter"] }
            lastName = series.name
            lines.append("\(series.name)\(series.labels.isEmpty ? "" : "{\(series.labels)}") \(count)")
        }
        let oldestAge = backlog.oldestDueAt.map { max(0, (now() - $0).milliseconds) } ?? 0
        lines += [
            "# HELP belfry_queue_depth Deliveries that wait or are being sent.", "# TYPE belfry_queue_depth gauge",
            #"belfry_queue_depth{status="pending"} \#(backlog.pendingCount)"#, #"belfry_queue_depth{status="sending"} \#(backlog.sendingCount)"#,
            "# HELP belfry_queue_oldest_due_age_seconds How long the oldest delivery that is due has waited.",
            "# TYPE belfry_queue_oldest_due_age_seconds gauge", "belfry_queue_oldest_due_age_seconds \(Double(oldestAge) / 1000)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let help = [
        "belfry_decisions_total": "Decisions by what they were and why.",
        "belfry_attempts_total": "Attempts to send, by channel and how they ended.",
        "belfry_leases_lost_total": "Results that came after the lease had been taken away.",
        "belfry_rescued_total": "Deliveries taken back from workers that died.",
        "belfry_members_evaluated_total": "Members evaluated anew, by whether what followed could be kept.",
        "belfry_store_failures_total": "Times a worker could not use the database.",
        "belfry_http_requests_total": "Requests by route and status.",
        "belfry_days_ingested_total": "Days that wearables reported.",
        "belfry_deliveries_queued_total": "Notifications queued by alerts.",
    ]
}

extension Outcome {
    fileprivate var label: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retry"
        case .rejected: "rejected"
        case .addressGone: "address_gone"
        }
    }
}

extension String {
    fileprivate var escapedLabel: String {
        reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
