import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Synchronization

/// A batch of a broadcast under way: a few tasks take its members one after the other, and put down how each attempt ended.
final class BatchRound: Sendable {
    private struct State {
        var waiting: ArraySlice<Int>
        var unrecorded: [MemberResult]
        var recordedAt: Instant
        var isRecording = false
        var isReturned = false
        var delivered: [Provider: Int] = [:]
        var report: BatchReport
    }

    /// What a task does next.
    private enum Move {
        case send(place: Int)
        case record([MemberResult])
    }

    private let batch: LeasedBroadcastBatch
    private let store: any BroadcastStore
    private let worker: Worker
    private let hold: LeaseHold
    private let isStopping: @Sendable () -> Bool
    private let lines: Switchboard.Lines
    /// The words for each verdict: all else that they are made from is the same for all members. Nil where nothing is said.
    private let contents: [NotificationContent?]
    private let sendCount: Int
    private let state: Mutex<State>

    /// What has ended is recorded after so long at the latest, so that a crash repeats little.
    private static let recordInterval = Duration.seconds(1)

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
        var toSend: [Int] = []
        var others: [MemberResult] = []
        for place in batch.places {
            guard let index = batch.verdictIndex(at: place) else { continue }
            if batch.verdicts[index].isToSend { toSend.append(place) } else { others.append(MemberResult(at: place)) }
        }
        var report = BatchReport()
        for verdict in batch.verdicts { report.add(verdict.judgement, count: verdict.members.count) }
        sendCount = toSend.count
        others.reserveCapacity(others.count + toSend.count)
        state = Mutex(State(waiting: toSend[...], unrecorded: others, recordedAt: worker.now(), report: report))
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
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(Worker.concurrentSendCountMax, sendCount) { group.addTask { try await self.work() } }
            for try await _ in group {}
        }
        let (rest, isReturned) = state.withLock { ($0.unrecorded, $0.isReturned) }
        try await record(rest, then: isReturned ? .isReturned : .ends)
        return state.withLock(\.report)
    }

    /// Takes one member after the other until none waits.
    private func work() async throws {
        while let move = next(at: worker.now()) {
            switch move {
            case .send(let place):
                guard worker.mayBegin(hold, isStopping: isStopping), let attempt = attempt(at: place) else {
                    end(MemberResult(at: place, .returned))
                    continue
                }
                let (outcomes, transmissions) = await attempt.trials(at: batch.members.addresses[place] ?? []) { provider, outcome in
                    observe(outcome, of: attempt.delivery, by: provider)
                }
                let disposition = worker.retryPolicy.disposition(after: outcomes, attempt: 1, now: worker.now(), chance: worker.chance())
                end(MemberResult(at: place, disposition, transmissions: transmissions))
            case .record(let results):
                do {
                    try await record(results, then: .goesOn)
                } catch {
                    // The others begin nothing more.
                    state.withLock { $0.waiting = [] }
                    throw error
                }
                state.withLock { $0.isRecording = false }
            }
        }
    }

    /// Nil where nothing waits any more.
    private func next(at now: Instant) -> Move? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            guard !state.isRecording, state.recordedAt + Self.recordInterval <= now else { return state.waiting.popFirst().map { .send(place: $0) } }
            state.isRecording = true
            state.recordedAt = now
            defer { state.unrecorded = [] }
            return .record(state.unrecorded)
        }
    }

    /// Nil where the name of its delivery would be too long.
    private func attempt(at place: Int) -> DeliveryAttempt? {
        guard let content = batch.verdictIndex(at: place).flatMap({ contents[$0] }), let delivery = batch.delivery(at: place) else { return nil }
        return DeliveryAttempt(
            delivery: delivery, transmissions: batch.transmissions[place] ?? [], content: content, lines: lines, now: worker.now)
    }

    private func end(_ result: MemberResult) {
        state.withLock { state in
            state.unrecorded.append(result)
            guard let disposition = result.disposition else { return }
            state.report.add(disposition)
            if disposition == .returned { state.isReturned = true }
        }
    }

    /// Those that are delivered are told of together, when they are recorded.
    private func observe(_ outcome: Outcome, of delivery: Delivery, by provider: Provider) {
        if outcome == .delivered {
            state.withLock { $0.delivered[provider, default: 0] += 1 }
        } else if let channel = delivery.channel {
            worker.observe(.attempted(delivery.id, channel, provider, outcome))
        }
    }

    private func record(_ results: [MemberResult], then next: BatchLeaseNext) async throws {
        let delivered = state.withLock { state in
            defer { state.delivered = [:] }
            return state.delivered
        }
        if let channel = batch.broadcast.channel {
            for (provider, count) in delivered { worker.observe(.membersAttempted(batch.broadcast.id, channel, provider, .delivered, count: count)) }
        }
        guard try await !store.record(results, of: batch, then: next, now: worker.now()) else { return }
        for result in results { batch.delivery(at: result.place).map { worker.observe(.leaseLost($0.id)) } }
    }
}
