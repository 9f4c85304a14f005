import BelfryModel
import BelfryPorts
import BelfryTime

/// Keeps a worker working: as long as there is something due it goes on, then it waits for the doorbell or the next due moment.
public struct WorkerLoop: Sendable {
    let worker: Worker
    let doorbell: Doorbell
    let batchCountMax: Int
    let ageMax: Duration
    let isHolderDead: @Sendable (String) -> Bool
    let evaluations: Evaluations?

    let pollInterval: Duration

    static let rescueInterval = Duration.seconds(15)
    /// Of the first batch after a rest: nothing goes past it before it is known what crowds.
    static let firstBatchCountMax = 100

    /// - Parameters:
    ///   - ageMax: what was queued longer ago has expired.
    ///   - pollInterval: how long it waits at most: another process may have written a row without ringing.
    ///   - evaluations: what else is to be done beside deliveries; nil for nothing.
    ///   - isHolderDead: whether the holder of a lease is known to be gone, as after a crash of this very machine's last server.
    public init(
        worker: Worker, doorbell: Doorbell, batchCountMax: Int = 100, ageMax: Duration = .seconds(24 * 3600),
        pollInterval: Duration = .seconds(1), evaluations: Evaluations? = nil, isHolderDead: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.worker = worker
        self.doorbell = doorbell
        self.batchCountMax = batchCountMax
        self.ageMax = ageMax
        self.pollInterval = pollInterval
        self.isHolderDead = isHolderDead
        self.evaluations = evaluations
    }

    /// Runs until the doorbell is told to stop or its task is cancelled; what is in flight then is finished first.
    public func run() async {
        await withTaskCancellationHandler {
            await loop()
        } onCancel: {
            doorbell.stop()
        }
    }

    private func loop() async {
        let overtaking = Overtaking(bell: doorbell.extended())
        // Before the batches wherever both want a thread.
        let overtaker = Task(priority: .high) { await overtake(overtaking) }
        await loop(beside: overtaking)
        // It ends with the bell.
        await overtaker.value
    }

    private func loop(beside overtaking: Overtaking) async {
        var rescueAt = worker.now()
        var isMoreWaiting = false
        while !doorbell.isStopping {
            do {
                let now = worker.now()
                // After an outage the holders of leases that ran out meanwhile may be alive, and know what providers answered: they record first.
                let rescueNotBefore = worker.lastOutage.moment + worker.renewalInterval
                if max(rescueAt, rescueNotBefore) <= now {
                    let count = try await worker.queue.rescue(now: now, isDead: isHolderDead)
                    if count > 0 { worker.observe(.rescued(count: count)) }
                    _ = try await worker.broadcasts?.rescueBatches(now: now, isDead: isHolderDead)
                    rescueAt = now + Self.rescueInterval
                }
                let evaluated = try await evaluate(now, overtaking)
                if evaluated.memberCount > 0 { worker.observe(.evaluated(evaluated)) }
                let countMax = isMoreWaiting ? batchCountMax : min(batchCountMax, Self.firstBatchCountMax)
                let report = try await processDeliveries(batchCount: isMoreWaiting ? 2 : 1, countMax, overtaking)
                isMoreWaiting = report.processedCount >= countMax
                worker.observe(.polled(report))
                // In turn with the rows, so that neither waits for the other to be through.
                let told = try await overtaking.beside { try await worker.processBroadcasts(ageMax: ageMax) { doorbell.isStopping } }
                if told.processedCount > 0 { worker.observe(.polled(told)) }
                guard report.processedCount == 0, told.processedCount == 0, evaluated.memberCount == 0 else { continue }
                let batchAt = try await worker.broadcasts?.nextBatchMoment()
                let dueAt = [try await worker.queue.nextDueMoment(), batchAt].compactMap { $0 }.min()
                // What is due next may be a lease that runs out.
                rescueAt = min(rescueAt, dueAt ?? rescueAt)
                let evaluateAt = try await evaluations?.store.nextEvaluationMoment()
                let wakeAt = [dueAt, evaluateAt].compactMap { $0 }.min()
                await doorbell.wait(atMost: waitLength(until: now < rescueNotBefore ? wakeAt.map { max($0, rescueNotBefore) } : wakeAt))
            } catch {
                // A statement that was cancelled with the loop is no failure of the store.
                guard !Task.isCancelled else { return }
                worker.noteFailure(error)
                await doorbell.wait(atMost: pollInterval)
            }
        }
    }

    /// Evaluates whoever is marked, a transaction each: what is queued meanwhile goes past all of them.
    private func evaluate(_ now: Instant, _ overtaking: Overtaking) async throws -> EvaluationReport {
        guard let evaluations, try await evaluations.isDue(now: now) else { return EvaluationReport() }
        return try await overtaking.beside { try await evaluations.step(now: now) }
    }

    /// Where more waits than a batch holds, two are under way at once: while one is decided and sent, the store works for the other.
    /// Only one, while others go past: what they wait for is a processor.
    ///
    /// Each comes to its end whatever becomes of the other: what providers have answered must be recorded.
    private func processDeliveries(batchCount: Int, _ countMax: Int, _ overtaking: Overtaking) async throws -> BatchReport {
        let (lanes, isOvertaken) = overtaking.nextRound()
        let batches = (0..<(isOvertaken ? 1 : batchCount)).map { _ in
            Task {
                try await overtaking.beside(countMax: countMax) { didLease in
                    try await worker.processBatch(
                        countMax: countMax, ageMax: ageMax, lanes: lanes, isStopping: { doorbell.isStopping }, didLease: didLease)
                }
            }
        }
        var results: [Result<BatchReport, any Error>] = []
        for batch in batches { results.append(await batch.result) }
        return try results.map { try $0.get() }.reduce(into: BatchReport()) { $0.add($1) }
    }

    /// Takes a little whenever the bell rings while something is under way. Nothing waits for what was taken before it to be sent.
    private func overtake(_ overtaking: Overtaking) async {
        await withDiscardingTaskGroup { group in
            while !doorbell.isStopping {
                await overtaking.bell.wait(atMost: overtaking.waitLength(atMost: pollInterval))
                var isMoreWaiting = true
                while isMoreWaiting, !doorbell.isStopping, let (number, lanes) = overtaking.begin() {
                    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
                    group.addTask {
                        await takeSome(of: lanes) { continuation.yield($0) }
                        continuation.finish()
                        overtaking.end(number)
                    }
                    isMoreWaiting = overtaking.didLease(await counts.first { _ in true })
                }
            }
        }
    }

    /// - Parameter didLease: told how much was taken, as soon as that is known, and not at all where the store refuses; what else it is told tells nothing.
    private func takeSome(of lanes: LeaseTerms.Lanes, didLease: @escaping @Sendable (_ count: Int) -> Void) async {
        do {
            let report = try await worker.processBatch(
                countMax: Overtaking.countMax, ageMax: ageMax, lanes: lanes, isStopping: { doorbell.isStopping },
                didLease: { didLease($0.verdicts.count) })
            // Of what isn't to be sent nothing was told.
            didLease(report.processedCount)
            if report.processedCount > 0 { worker.observe(.polled(report)) }
        } catch {
            // The batches find out for themselves.
            worker.noteFailure(error)
        }
    }

    private func waitLength(until dueAt: Instant?) -> Duration {
        guard let dueAt else { return pollInterval }
        return min(pollInterval, max(.milliseconds(1), dueAt - worker.now()))
    }
}
