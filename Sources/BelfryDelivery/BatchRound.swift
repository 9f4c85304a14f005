import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Synchronization

/// A batch of a broadcast under way: its members are taken one after the other, and how each attempt ended is put down.
final class BatchRound: Sendable {
    private struct State {
        /// How many each has delivered; few as they are, they are found sooner than hashed.
        var delivered: [(provider: Provider, count: Int)] = []
        var isReturned = false
        var report: BatchReport
    }

    private let batch: LeasedBroadcastBatch
    private let store: any BroadcastStore
    private let worker: Worker
    private let hold: LeaseHold
    private let isStopping: @Sendable () -> Bool
    private let lines: Switchboard.Lines
    /// The words for each verdict: all else that they are made from is the same for all members. Nil where nothing is said.
    private let contents: [NotificationContent?]
    private let state: Mutex<State>

    /// What has ended is recorded after so long at the latest, so that a crash repeats little.
    private static let recordInterval = Duration.milliseconds(50)

    init(
        _ batch: LeasedBroadcastBatch, of store: any BroadcastStore, by worker: Worker, _ hold: LeaseHold,
        isStopping: @escaping @Sendable () -> Bool
    ) {
        self.batch = batch
        self.store = store
        self.worker = worker
        self.hold = hold
        self.isStopping = isStopping
        lines = batch.broadcast.channel.map(worker.switchboard.lines) ?? .none
        contents = Self.contents(of: batch)
        var report = BatchReport()
        for verdict in batch.verdicts { report.add(verdict.judgement, count: verdict.members.count) }
        state = Mutex(State(report: report))
    }

    private static func contents(of batch: LeasedBroadcastBatch) -> [NotificationContent?] {
        var known: [Language: NotificationContent] = [:]
        let payload = batch.broadcast.payload
        return batch.verdicts.map { verdict in
            guard verdict.isToSend else { return nil }
            let language = verdict.language ?? .english
            let content = known[language] ?? Phrases.content(of: payload, severity: payload.severity ?? .watch, isHeld: false, in: language)
            known[language] = content
            return content
        }
    }

    func run() async throws -> BatchReport {
        var (toSend, others): ([Int], [MemberResult]) = ([], [])
        for place in batch.places {
            guard let index = batch.verdictIndex(at: place) else { continue }
            if batch.verdicts[index].isToSend { toSend.append(place) } else { others.append(MemberResult(at: place)) }
        }
        let round = SendRound(toSend, under: hold, recordInterval: Self.recordInterval, attempt: attempt) { [self] results in
            try await record(results, then: .goesOn)
        }
        let rest = try await round.run()
        let isReturned = state.withLock { $0.isReturned } || rest.contains { $0.disposition == .returned }
        try await record(others + rest, then: isReturned ? .isReturned : .ends)
        return state.withLock { $0.report }
    }

    private func attempt(at place: Int) async -> MemberResult {
        // Without a delivery its name would be too long.
        guard worker.mayBegin(hold, isStopping: isStopping), let content = batch.verdictIndex(at: place).flatMap({ contents[$0] }),
            let delivery = batch.delivery(at: place)
        else { return MemberResult(at: place, .returned) }
        let attempt = DeliveryAttempt(transmissions: batch.transmissions[place] ?? [], lines: lines, now: worker.now)
        let (outcomes, transmissions) = await attempt.trials(of: delivery, saying: content, at: batch.members.addresses[place] ?? []) {
            observe($1, of: delivery, by: $0)
        }
        let disposition = worker.retryPolicy.disposition(after: outcomes, attempt: 1, now: worker.now(), chance: worker.chance())
        return MemberResult(at: place, disposition, transmissions: transmissions)
    }

    /// Those that are delivered are told of together, when they are recorded.
    private func observe(_ outcome: Outcome, of delivery: Delivery, by provider: Provider) {
        if outcome == .delivered {
            state.withLock { state in
                if let place = state.delivered.firstIndex(where: { $0.provider == provider }) {
                    state.delivered[place].count += 1
                } else {
                    state.delivered.append((provider, 1))
                }
            }
        } else if let channel = delivery.channel {
            worker.observe(.attempted(delivery.id, channel, provider, outcome))
        }
    }

    private func record(_ results: [MemberResult], then next: BatchLeaseNext) async throws {
        let delivered = state.withLock { state in
            for case let disposition? in results.lazy.map(\.disposition) {
                state.report.add(disposition)
                if disposition == .returned { state.isReturned = true }
            }
            defer { state.delivered = [] }
            return state.delivered
        }
        if let channel = batch.broadcast.channel {
            for (provider, count) in delivered { worker.observe(.membersAttempted(batch.broadcast.id, channel, provider, .delivered, count: count)) }
        }
        let isHeld = try await worker.untilRecorded(hold, isStopping: isStopping) {
            try await store.record(results, of: batch, then: next, now: worker.now())
        }
        guard !isHeld else { return }
        hold.lose()
        for result in results { batch.delivery(at: result.place).map { worker.observe(.leaseLost($0.id)) } }
    }
}
