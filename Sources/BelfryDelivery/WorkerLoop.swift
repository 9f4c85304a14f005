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
    /// After so long a step that failed by itself is tried again.
    static let retryInterval = Duration.seconds(1)
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
        await worker.finishRecords()
    }

    private func loop(beside overtaking: Overtaking) async {
        var rescueAt = worker.now()
        var isMoreWaiting = false
        var rests = Rests()
        var pause = RoundPause()
        var watch = WakeWatch(now: rescueAt)
        while !doorbell.isStopping {
            do {
                let now = worker.now()
                // After an outage the holders of leases that ran out meanwhile may be alive, and know what providers answered: they record first.
                // Longer than that ever takes, or after an outage that is yet to come, the clock was put back.
                let outageEnd = worker.lastOutage.moment(asOf: now) + worker.renewalInterval
                // So they may after the machine slept, until they have prolonged what they hold.
                let rescueNotBefore = max(outageEnd, watch.look(now: now, length: worker.renewalInterval) ?? outageEnd)
                rescueAt = min(rescueAt, now + Self.rescueInterval)
                if max(rescueAt, rescueNotBefore) <= now {
                    await worker.heldLeases.renewLate(now: now, until: now + worker.leaseLength)
                    let count = try await attempt(.rescue, &rests) { try await worker.queue.rescue(now: now, isDead: isHolderDead) }
                    if let count, count > 0 { worker.observe(.rescued(count: count)) }
                    _ = try await attempt(.rescueBatches, &rests) { try await worker.broadcasts?.rescueBatches(now: now, isDead: isHolderDead) ?? 0 }
                    rescueAt = now + Self.rescueInterval
                }
                let evaluated = try await attempt(.evaluate, &rests) { try await evaluate(now, overtaking) } ?? EvaluationReport()
                if evaluated.memberCount + evaluated.failedMemberCount > 0 { worker.observe(.evaluated(evaluated)) }
                let countMax = isMoreWaiting ? batchCountMax : min(batchCountMax, Self.firstBatchCountMax)
                let batchCount = isMoreWaiting ? 2 : 1
                let delivered = try await attempt(.deliver, &rests) { try await processDeliveries(batchCount: batchCount, countMax, overtaking) }
                let processedCount = delivered?.report.processedCount ?? 0
                isMoreWaiting = delivered?.isMoreWaiting ?? false
                if let report = delivered?.report { worker.observe(.polled(report)) }
                // In turn with the rows, so that neither waits for the other to be through.
                let told = try await attempt(.broadcast, &rests) {
                    try await overtaking.beside { try await worker.processBroadcasts(ageMax: ageMax) { doorbell.isStopping } }
                } ?? BatchReport()
                if told.processedCount > 0 { worker.observe(.polled(told)) }
                guard processedCount == 0, told.processedCount == 0, evaluated.memberCount == 0 else {
                    pause.reset()
                    continue
                }
                let (dueAt, evaluateAt) = try await nextMoments(&rests)
                // What is due next may be a lease that runs out, or a rescue that failed.
                rescueAt = [rescueAt, dueAt, rests[.rescue], rests[.rescueBatches]].compactMap { $0 }.min() ?? rescueAt
                let wakeAt = [dueAt, evaluateAt].compactMap { $0 }.min()
                let waitUntil = now < rescueNotBefore ? wakeAt.map { max($0, rescueNotBefore) } : wakeAt
                await doorbell.wait(atMost: pause.length(until: waitUntil, now: worker.now(), atMost: pollInterval))
            } catch {
                // A statement that was cancelled with the loop is no failure of the store.
                guard !Task.isCancelled else { return }
                worker.noteFailure(error)
                await doorbell.wait(atMost: pollInterval)
            }
        }
    }

    /// What a round is made of. What one of these can't do keeps nobody from the others.
    private enum Step: Hashable {
        case rescue, rescueBatches, evaluate, deliver, broadcast, lookForRows, lookForBatches, lookForMarks
    }

    /// Until when a step that failed is left out.
    private typealias Rests = [Step: Instant]

    /// Does a step, unless it has just failed. Only an outage ends the round: it concerns all of them.
    ///
    /// - Returns: nil where it is left out, or fails.
    /// - Throws: an outage, and whatever it ends with when the loop is cancelled.
    private func attempt<Answer>(_ step: Step, _ rests: inout Rests, _ body: () async throws -> Answer) async throws -> Answer? {
        let now = worker.now()
        // Longer than it ever is, the clock was put back.
        if let rest = rests[step], rest > now, rest - now <= Self.retryInterval { return nil }
        do {
            rests[step] = nil
            return try await body()
        } catch {
            guard !Task.isCancelled, (error as? any OutageError)?.outage == nil else { throw error }
            rests[step] = worker.now() + Self.retryInterval
            worker.noteFailure(error)
            return nil
        }
    }

    /// When something is due next, of what is delivered and of what is evaluated: not before what failed is tried again.
    private func nextMoments(_ rests: inout Rests) async throws -> (dueAt: Instant?, evaluateAt: Instant?) {
        let rowAt: Instant? = try await attempt(.lookForRows, &rests) { try await worker.queue.nextDueMoment() } ?? nil
        let batchAt: Instant? = try await attempt(.lookForBatches, &rests) { try await worker.broadcasts?.nextBatchMoment() } ?? nil
        let markAt: Instant? = try await attempt(.lookForMarks, &rests) { try await evaluations?.store.nextEvaluationMoment() } ?? nil
        let known = rests
        func rested(_ moment: Instant?, _ steps: Step...) -> Instant? {
            moment.map { moment in steps.compactMap { known[$0] }.reduce(moment, max) }
        }
        let dueAt = [rested(rowAt, .deliver, .rescue), rested(batchAt, .broadcast, .rescueBatches)].compactMap { $0 }.min()
        return (dueAt, rested(markAt, .evaluate))
    }

    /// Evaluates whoever is marked, a transaction each: what is queued meanwhile goes past all of them.
    private func evaluate(_ now: Instant, _ overtaking: Overtaking) async throws -> EvaluationReport {
        guard let evaluations, try await evaluations.isDue(now: now) else { return EvaluationReport() }
        return try await overtaking.beside { try await evaluations.evaluateDue(now: now) }
    }

    /// Where more waits than a batch holds, two are under way at once: while one is decided and sent, the store works for the other.
    /// Only a small one, after a rest, while others go past: what they wait for is a processor.
    ///
    /// Each comes to its end whatever becomes of the other: what providers have answered must be recorded.
    private func processDeliveries(
        batchCount: Int, _ countMax: Int, _ overtaking: Overtaking
    ) async throws -> (report: BatchReport, isMoreWaiting: Bool) {
        let round = overtaking.nextRound(now: worker.now())
        if round.rest > .zero { try await Task.sleep(for: round.rest) }
        let countMax = round.isOvertaken ? min(countMax, Overtaking.overtakenCountMax) : countMax
        let batches = (0..<(round.isOvertaken ? 1 : batchCount)).map { _ in
            Task {
                try await overtaking.beside(countMax: countMax) { didLease in
                    try await worker.processBatch(
                        countMax: countMax, ageMax: ageMax, lanes: round.lanes, isStopping: { doorbell.isStopping }, didLease: didLease)
                }
            }
        }
        var results: [Result<BatchReport, any Error>] = []
        for batch in batches { results.append(await batch.result) }
        let report = try results.map { try $0.get() }.reduce(into: BatchReport()) { $0.add($1) }
        return (report, report.processedCount >= countMax)
    }

    /// Takes a little whenever the bell rings while something is under way. Nothing waits for what was taken before it to be sent.
    private func overtake(_ overtaking: Overtaking) async {
        await withDiscardingTaskGroup { group in
            while !doorbell.isStopping {
                await overtaking.bell.wait(atMost: overtaking.waitLength(atMost: pollInterval))
                var isMoreWaiting = true
                while isMoreWaiting, !doorbell.isStopping, let (number, lanes) = overtaking.begin() {
                    let (leases, continuation) = AsyncStream.makeStream(of: Taken.self)
                    group.addTask {
                        await takeSome(of: lanes) { continuation.yield($0) }
                        continuation.finish()
                        overtaking.end(number)
                    }
                    let taken = await leases.first { _ in true }
                    isMoreWaiting = overtaking.didLease(taken?.count, filledBy: taken?.lanes ?? [])
                }
            }
        }
    }

    /// How much was taken at once, and of which lanes where these fill it.
    private typealias Taken = (count: Int, lanes: Set<QueueLane.ID>)

    /// - Parameter didLease: told what was taken, as soon as that is known, and not at all where the store refuses; what else it is told tells nothing.
    private func takeSome(of lanes: LeaseTerms.Lanes, didLease: @escaping @Sendable (Taken) -> Void) async {
        do {
            let report = try await worker.processBatch(
                countMax: Overtaking.countMax, ageMax: ageMax, lanes: lanes, isStopping: { doorbell.isStopping },
                didLease: { didLease(($0.verdicts.count, Overtaking.lanes(filling: $0, countMax: Overtaking.countMax))) })
            // Of what isn't to be sent nothing was told.
            didLease((report.processedCount, []))
            if report.processedCount > 0 { worker.observe(.polled(report)) }
        } catch {
            // The batches find out for themselves.
            worker.noteFailure(error)
        }
    }
}
