import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Takes a batch of due deliveries through lease, decision, attempt and record.
///
/// Holds no transaction over a send, and gives back what it has not begun when it is told to stop.
public struct Worker: Sendable {
    let queue: any DeliveryQueue
    let judge: Judge
    let senders: [DeliveryChannel: any Sender]
    let retryPolicy: RetryPolicy
    let holder: String
    let identifiers: any IdentifierSource
    let now: @Sendable () -> Instant
    /// A number from 0 to 1, anew at each call.
    let chance: @Sendable () -> Double
    let observe: @Sendable (WorkerEvent) -> Void

    static let leaseLength = Duration.seconds(60)
    static let renewalInterval = Duration.seconds(20)
    static let concurrentSendCountMax = 16

    /// - Parameters:
    ///   - holder: names this worker, so that its leases can be taken back when it has died.
    ///   - now: reads the clock.
    public init(
        queue: any DeliveryQueue, zones: any TimeZoneDatabase, senders: [DeliveryChannel: any Sender], retryPolicy: RetryPolicy = RetryPolicy(),
        holder: String, identifiers: any IdentifierSource, now: @escaping @Sendable () -> Instant,
        chance: @escaping @Sendable () -> Double, observe: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
    ) {
        self.queue = queue
        self.judge = Judge(zones: zones, sendableChannels: Set(senders.keys))
        self.senders = senders
        self.retryPolicy = retryPolicy
        self.holder = holder
        self.identifiers = identifiers
        self.now = now
        self.chance = chance
        self.observe = observe
    }

    /// Processes up to `countMax` due deliveries.
    ///
    /// - Parameters:
    ///   - ageMax: what was queued longer ago has expired.
    ///   - isStopping: asked before each send.
    /// - Throws: what the store throws; whatever was leased by then is rescued when its lease runs out.
    public func processBatch(countMax: Int, ageMax: Duration, isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> BatchReport {
        let startedAt = now()
        let terms = LeaseTerms(
            countMax: countMax, now: startedAt, until: startedAt + Self.leaseLength, holder: holder, token: identifiers.next(now: startedAt))
        let batch = try await queue.lease(terms) { [judge] candidates in
            judge.verdicts(on: candidates, now: startedAt, ageMax: ageMax)
        }
        var report = BatchReport(batch.verdicts)
        batch.verdicts.forEach { observe(.decided($0)) }
        guard !batch.toSend.isEmpty else { return report }

        let results = try await withRenewedLeases(of: batch, token: terms.token) {
            try await attempt(batch, isStopping: isStopping)
        }
        report.add(results)
        return report
    }

    private enum Step {
        case attempted(AttemptResult)
        case recorded
    }

    /// Sends a few at a time, and records what has ended while the others are still on their way: whatever was recorded is not
    /// repeated after a crash. All that ends during one record is recorded together by the next.
    private func attempt(_ batch: LeasedBatch, isStopping: @escaping @Sendable () -> Bool) async throws -> [AttemptResult] {
        let severities = Dictionary(batch.verdicts.map { ($0.delivery, $0.severity) }, uniquingKeysWith: max)
        return try await withThrowingTaskGroup(of: Step.self) { group in
            var waiting = batch.toSend[...]
            var results: [AttemptResult] = []
            var unrecorded: [AttemptResult] = []
            var isRecording = false
            func startNext() {
                guard let delivery = waiting.popFirst() else { return }
                let severity = severities[delivery.delivery.id] ?? .watch
                group.addTask { .attempted(await attempt(delivery, severity: severity, isStopping: isStopping)) }
            }
            for _ in 0..<Self.concurrentSendCountMax { startNext() }
            while let step = try await group.next() {
                switch step {
                case .attempted(let result):
                    results.append(result)
                    unrecorded.append(result)
                    startNext()
                case .recorded: isRecording = false
                }
                guard !isRecording, !unrecorded.isEmpty else { continue }
                isRecording = true
                let ended = unrecorded
                unrecorded = []
                group.addTask {
                    try await record(ended)
                    return .recorded
                }
            }
            return results
        }
    }

    private func record(_ results: [AttemptResult]) async throws {
        let lost = try await queue.record(results, now: now())
        lost.forEach { observe(.leaseLost($0)) }
    }

    private func attempt(_ leased: LeasedDelivery, severity: Severity, isStopping: @Sendable () -> Bool) async -> AttemptResult {
        let delivery = leased.delivery
        guard !isStopping(), let channel = delivery.channel, let sender = senders[channel] else {
            return AttemptResult(delivery: delivery.id, token: leased.token, disposition: .returned)
        }
        let content = Phrases.content(
            of: delivery.payload, merged: leased.merged.map(\.payload), severity: severity, isHeld: delivery.heldSince != nil)
        let outcome = await sender.send(OutgoingNotification(delivery: delivery, content: content), now: now())
        observe(.attempted(delivery.id, channel, outcome))
        return AttemptResult(
            delivery: delivery.id, token: leased.token,
            disposition: retryPolicy.disposition(after: outcome, attempt: delivery.attemptCount + 1, now: now(), chance: chance()))
    }

    /// Keeps the leases of a batch alive for as long as its sends take.
    private func withRenewedLeases<Result: Sendable>(of batch: LeasedBatch, token: String, _ body: @escaping @Sendable () async throws -> Result)
        async throws -> Result
    {
        let ids = batch.toSend.map(\.delivery.id)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                while !Task.isCancelled {
                    guard (try? await Task.sleep(for: Self.renewalInterval)) != nil else { return nil }
                    // A renewal that fails leaves the old lease; the record is fenced either way.
                    try? await queue.renew(leases: ids, token: token, until: now() + Self.leaseLength)
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}

/// What a worker did or saw, for logs and metrics.
public enum WorkerEvent: Sendable {
    case decided(Verdict)
    case attempted(DeliveryID, DeliveryChannel, Outcome)
    case leaseLost(DeliveryID)
    case rescued(count: Int)
    /// Members were evaluated anew, and what follows was queued.
    case evaluated(EvaluationReport)
    /// The loop went round: it looked for work and found none, or did some.
    case polled(BatchReport)
    /// The store failed; the loop waits and tries again.
    case storeFailed(any Error)
}

/// How a batch went.
public struct BatchReport: Hashable, Sendable {
    public private(set) var processedCount = 0
    public private(set) var sentCount = 0
    public private(set) var skippedCount = 0
    public private(set) var failedCount = 0
    public private(set) var deferredCount = 0

    init(_ verdicts: [Verdict]) {
        processedCount = verdicts.count
        for verdict in verdicts {
            switch verdict.judgement {
            case .decided(.skip), .decided(.merge): skippedCount += 1
            case .decided(.defer): deferredCount += 1
            case .decided(.send): break
            case .undeliverable: failedCount += 1
            }
        }
    }

    mutating func add(_ results: [AttemptResult]) {
        for result in results {
            switch result.disposition {
            case .sent: sentCount += 1
            case .retry, .failed: failedCount += 1
            case .returned: processedCount -= 1
            }
        }
    }
}
