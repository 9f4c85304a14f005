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
        /// What keeps the worker of this process from its work; nil once it has got on.
        var workerOutage: StoreOutage?
        /// What kept a request, or something else outside of the worker, from its work, and when.
        var passingOutage: (outage: StoreOutage, at: Instant)?
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

    /// What failed for an outage outside of the worker speaks for so long, where nothing else fails after it.
    static let passingOutageLength = Duration.seconds(30)

    /// Why the store can't be used, as far as this process has seen it lately.
    var outage: StoreOutage? {
        let now = now()
        return state.withLock { state in
            state.workerOutage ?? state.passingOutage.flatMap { now - $0.at < Self.passingOutageLength ? $0.outage : nil }
        }
    }

    /// Takes note of an error outside of the worker, where it tells of an outage.
    public func addOutage(_ error: any Error) {
        guard let outage = (error as? any OutageError)?.outage else { return }
        let now = now()
        state.withLock { $0.passingOutage = (outage, now) }
        add("belfry_store_failures_total", Self.labels(outage))
    }

    /// Takes note that somebody who is known wanted what isn't theirs to do.
    func addRefusal(_ problem: Problem) { add("belfry_refusals_total", #"code="\#(problem.code)""#) }

    func addRefusedSignIn(_ reason: SignInRefusal.Reason) { add("belfry_sign_ins_refused_total", #"code="\#(reason.rawValue)""#) }

    private static func labels(_ outage: StoreOutage?) -> String { #"reason="\#(outage?.rawValue ?? "other")""# }

    public func add(_ event: WorkerEvent) {
        switch event {
        case .decided(let verdict): add(verdict.judgement, 1)
        case .membersDecided(_, let judgement, let count): add(judgement, count)
        case .attempted(_, let channel, let provider, let outcome): addAttempts(channel, provider, outcome, 1)
        case .membersAttempted(_, let channel, let provider, let outcome, let count): addAttempts(channel, provider, outcome, count)
        case .leaseLost: add("belfry_leases_lost_total", "")
        case .rescued(let count): add("belfry_rescued_total", "", count)
        case .evaluated(let report):
            add("belfry_members_evaluated_total", #"result="kept""#, report.memberCount)
            add("belfry_members_evaluated_total", #"result="failed""#, report.failedMemberCount)
            add("belfry_deliveries_queued_total", "", report.queuedDeliveryCount)
        case .polled:
            state.withLock { state in
                state.lastProgressAt = now()
                state.workerOutage = nil
            }
        case .storeFailed(let error):
            let outage = (error as? any OutageError)?.outage
            state.withLock { $0.workerOutage = outage }
            add("belfry_store_failures_total", Self.labels(outage))
        }
    }

    private func add(_ judgement: Verdict.Judgement, _ count: Int) {
        switch judgement {
        case .decided(let decision):
            add("belfry_decisions_total", #"action="\#(decision.action.rawValue)",reason="\#(decision.reason.rawValue)""#, count)
        case .undeliverable: add("belfry_decisions_total", #"action="fail",reason="undeliverable""#, count)
        }
    }

    private func addAttempts(_ channel: DeliveryChannel, _ provider: Provider, _ outcome: Outcome, _ count: Int) {
        add(
            "belfry_attempts_total",
            #"channel="\#(channel.rawValue)",provider="\#(provider.rawValue)",outcome="\#(outcome.label)""#, count)
        state.withLock { $0.lastProgressAt = now() }
    }

    public func add(_ event: UpkeepEvent) {
        switch event {
        case .elected: add("belfry_upkeep_elections_total", "")
        case .pruned(let report):
            for (kind, count) in report.counts { add("belfry_pruned_total", #"kind="\#(kind.rawValue)""#, count) }
        case .ordered(let report):
            add("belfry_schedule_occurrences_total", #"result="ordered""#, report.orderedCount)
            add("belfry_schedule_occurrences_total", #"result="missed""#, report.missedCount)
        case .failed: add("belfry_upkeep_failures_total", "")
        }
    }

    public func add(_ event: StatusTellerEvent) {
        switch event {
        case .told(let app, let count):
            add("belfry_status_events_told_total", #"app="\#(app.text.escapedLabel)""#, count)
            add("belfry_status_posts_total", #"app="\#(app.text.escapedLabel)",result="taken""#)
        case .refused(let app, _): add("belfry_status_posts_total", #"app="\#(app.text.escapedLabel)",result="refused""#)
        case .logFailed(let error): addOutage(error)
        }
    }

    public func add(_ event: RemoverEvent) {
        switch event {
        case .ended(_, let end): add("belfry_removals_total", #"result="\#(end.removedAt == nil ? "stays" : "removed")""#)
        case .storeFailed(let error): addOutage(error)
        }
    }

    func addRequest(path: String, status: Int) {
        add("belfry_http_requests_total", #"route="\#(path.escapedLabel)",status="\#(status)""#)
    }

    func addIngest(_ report: IngestReport) {
        state.withLock { $0.passingOutage = nil }
        add("belfry_days_ingested_total", #"result="changed""#, report.changedDayCount)
        add("belfry_days_ingested_total", #"result="unchanged""#, report.unchangedDayCount)
        add("belfry_deliveries_queued_total", "", report.queuedDeliveryCount)
    }

    /// - Parameter result: `taken`, `not_kept`, or why it was refused.
    func addCallback(from provider: Provider, result: String) {
        add("belfry_callbacks_total", #"provider="\#(provider.rawValue)",result="\#(result)""#)
    }

    /// - Parameter result: `taken`, `repeated`, why nobody is told, the code of the problem why it was refused, or `not_kept`.
    func addHookPost(_ result: String) { add("belfry_hook_posts_total", #"result="\#(result)""#) }

    private func add(_ name: String, _ labels: String, _ count: Int = 1) {
        state.withLock { $0.counts[Series(name: name, labels: labels), default: 0] += count }
    }

    /// The whole page, but for what the store counts.
    ///
    /// - Parameter backlog: nil where the store can't tell it.
    func text(backlog: Backlog?, pauseCount: Int = 0, feedDownCount: Int = 0, upkeep: UpkeepStanding? = nil) -> String {
        let counts = state.withLock(\.counts)
        var lines: [String] = []
        var lastName = ""
        for (series, count) in counts.sorted(by: { $0.key < $1.key }) {
            if series.name != lastName { lines += ["# HELP \(series.name) \(Self.help[series.name] ?? "")", "# TYPE \(series.name) counter"] }
            lastName = series.name
            lines.append("\(series.name)\(series.labels.isEmpty ? "" : "{\(series.labels)}") \(count)")
        }
        lines += [
            "# HELP belfry_store_up Whether the database could be asked, and could count, for this page.", "# TYPE belfry_store_up gauge",
            "belfry_store_up \(backlog == nil ? 0 : 1)",
        ]
        guard let backlog else { return lines.joined(separator: "\n") + "\n" }
        let oldestAge = backlog.oldestDueAt.map { max(0, (now() - $0).milliseconds) } ?? 0
        lines += [
            "# HELP belfry_queue_depth Deliveries that wait or are being sent; "
                + "\(LargeBacklog.countMin) or more are counted every \(LargeBacklog.length.components.seconds) seconds.",
            "# TYPE belfry_queue_depth gauge",
            #"belfry_queue_depth{status="pending"} \#(backlog.pendingCount)"#, #"belfry_queue_depth{status="sending"} \#(backlog.sendingCount)"#,
            "# HELP belfry_broadcast_batches Batches of broadcasts that wait or are being sent.", "# TYPE belfry_broadcast_batches gauge",
            #"belfry_broadcast_batches{status="pending"} \#(backlog.pendingBatchCount)"#,
            #"belfry_broadcast_batches{status="sending"} \#(backlog.sendingBatchCount)"#,
            "# HELP belfry_queue_oldest_due_age_seconds How long the oldest delivery or batch that is due has waited.",
            "# TYPE belfry_queue_oldest_due_age_seconds gauge", "belfry_queue_oldest_due_age_seconds \(Double(oldestAge) / 1000)",
            "# HELP belfry_queue_paused Pauses that stand: of apps, and of everything.", "# TYPE belfry_queue_paused gauge",
            "belfry_queue_paused \(pauseCount)",
            "# HELP belfry_feeds_down Sources of wearables' days from which nothing comes any more, of many members at once.",
            "# TYPE belfry_feeds_down gauge", "belfry_feeds_down \(feedDownCount)",
        ]
        if let age = backlog.oldestTransactionAge {
            lines += [
                "# HELP belfry_store_oldest_transaction_age_seconds How long the oldest transaction of the database server has been open, from a minute on.",
                "# TYPE belfry_store_oldest_transaction_age_seconds gauge",
                "belfry_store_oldest_transaction_age_seconds \(age.components.seconds)",
            ]
        }
        if let upkeep {
            lines += [
                "# HELP belfry_upkeep_holder Which process keeps the store in order.", "# TYPE belfry_upkeep_holder gauge",
                #"belfry_upkeep_holder{process="\#(upkeep.holder.escapedLabel)"} 1"#,
            ]
        }
        if let ranAt = upkeep?.ranAt {
            lines += [
                "# HELP belfry_upkeep_age_seconds How long ago the store was last kept in order.", "# TYPE belfry_upkeep_age_seconds gauge",
                "belfry_upkeep_age_seconds \(Double(max(0, (now() - ranAt).milliseconds)) / 1000)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let help = [
        "belfry_decisions_total": "Decisions by what they were and why.",
        "belfry_attempts_total": "Attempts to send, by channel and how they ended.",
        "belfry_hook_posts_total": "What was posted to hooks, by what became of it.",
        "belfry_callbacks_total": "Callbacks by provider and what became of them.",
        "belfry_leases_lost_total": "Results that came after the lease had been taken away.",
        "belfry_refusals_total": "Requests of somebody known who wanted what isn't theirs to do, and secrets and links that are refused, by code.",
        "belfry_sign_ins_refused_total": "Times the identity provider signed nobody in, by code.",
        "belfry_rescued_total": "Deliveries taken back from workers that died.",
        "belfry_members_evaluated_total": "Members evaluated anew, by whether what followed could be kept.",
        "belfry_store_failures_total": "Times a worker or a request could not use the database, by why.",
        "belfry_http_requests_total": "Requests by route and status.",
        "belfry_days_ingested_total": "Days that wearables reported.",
        "belfry_upkeep_elections_total": "Times this process was elected to keep the store in order.",
        "belfry_upkeep_failures_total": "Times upkeep failed, and was tried again.",
        "belfry_schedule_occurrences_total": "Occurrences of schedules that were ordered, or came while nobody could order them.",
        "belfry_pruned_total": "Rows that were over and are gone, by what they were.",
        "belfry_deliveries_queued_total": "Notifications queued by alerts.",
        "belfry_status_events_told_total": "Events that apps were told of their deliveries.",
        "belfry_removals_total": "Messages that were to disappear where they were shown, by what became of them.",
        "belfry_status_posts_total": "Posts to apps' own endpoints, by what became of them.",
    ]
}

extension String {
    /// Scalar by scalar: a line feed behind a carriage return, and a quotation mark with an accent, are characters of their own.
    var escapedLabel: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
