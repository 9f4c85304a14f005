import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Synchronization

/// Takes a batch of due deliveries through lease, decision, attempt and record.
///
/// Holds no transaction over a send, and gives back what it has not begun when it is told to stop.
public struct Worker: Sendable {
    let queue: any DeliveryQueue
    /// Nil where nobody tells many at once.
    let broadcasts: (any BroadcastStore)?
    /// Nil where no app says how it presents itself.
    let lookBook: LookBook?
    let judge: Judge
    let switchboard: Switchboard
    let retryPolicy: RetryPolicy
    let holder: String
    let identifiers: any IdentifierSource
    let now: @Sendable () -> Instant
    /// A number from 0 to 1, anew at each call.
    let chance: @Sendable () -> Double
    let observe: @Sendable (WorkerEvent) -> Void

    /// How long it may be silent before others take over what it has leased.
    let leaseLength: Duration

    public static let standardLeaseLength = Duration.seconds(60)
    static let concurrentSendCountMax = 16
    /// How long what has ended waits for others of its batch before it is recorded without them.
    static let recordInterval = Duration.milliseconds(20)
    /// How often it tries to record while the store is away.
    static let recordPause = Duration.milliseconds(500)
    /// How often it still tries once it is told to stop, be it that the store is away or that somebody has locked a row.
    static let recordCountMaxWhenStopping = 10
    /// For how long it does. Where the store says nothing each try takes its time, and whoever has told it to stop kills it in the end.
    static let recordLengthWhenStopping = Duration.seconds(10)

    let renewalInterval: Duration
    let lastOutage = LastOutage()
    let lostLeases = LostLeases()
    let heldLeases = HeldLeases()
    let lateRecords = LateRecords()
    /// A lease that runs out sooner is too short to begin a send.
    let leaseRestMin: Duration

    /// - Parameters:
    ///   - holder: names this worker, so that its leases can be taken back when it has died.
    ///   - now: reads the clock.
    public init(
        queue: any DeliveryQueue, broadcasts: (any BroadcastStore)? = nil, lookBook: LookBook? = nil, zones: any TimeZoneDatabase,
        switchboard: Switchboard, retryPolicy: RetryPolicy = RetryPolicy(), holder: String, leaseLength: Duration = standardLeaseLength,
        identifiers: any IdentifierSource, now: @escaping @Sendable () -> Instant,
        chance: @escaping @Sendable () -> Double, observe: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
    ) {
        self.queue = queue
        self.broadcasts = broadcasts
        self.lookBook = lookBook
        self.judge = Judge(zones: zones, switchboard: switchboard)
        self.switchboard = switchboard
        self.retryPolicy = retryPolicy
        self.holder = holder
        self.leaseLength = leaseLength
        self.renewalInterval = leaseLength / 3
        self.leaseRestMin = leaseLength / 6
        self.identifiers = identifiers
        self.now = now
        self.chance = chance
        self.observe = observe
    }

    /// Processes up to `countMax` due deliveries.
    ///
    /// - Parameters:
    ///   - ageMax: what was queued longer ago has expired.
    ///   - lanes: of which it takes.
    ///   - isStopping: asked before each send.
    ///   - didLease: told what is about to be sent.
    /// - Throws: what the store throws; what it has against one result keeps the others from nothing. Whatever is leased then is rescued when its lease
    ///   runs out.
    public func processBatch(
        countMax: Int, ageMax: Duration, lanes: LeaseTerms.Lanes = .all, isStopping: @escaping @Sendable () -> Bool = { false },
        didLease: @Sendable (LeasedBatch) -> Void = { _ in }
    ) async throws -> BatchReport {
        let startedAt = now()
        let terms = LeaseTerms(
            countMax: countMax, now: startedAt, until: startedAt + leaseLength, holder: holder, token: identifiers.next(now: startedAt),
            lanes: lanes, onDuty: { [judge] in judge.onDuty(by: $0, at: startedAt) })
        let batch = try await leasing(terms) { terms in
            try await queue.lease(terms) { [judge] candidates in
                judge.verdicts(on: candidates, now: startedAt, ageMax: ageMax)
            }
        }
        var report = BatchReport(batch.verdicts)
        batch.verdicts.forEach { observe(.decided($0)) }
        guard !batch.toSend.isEmpty else { return report }
        didLease(batch)

        let hold = LeaseHold(until: terms.until)
        let ids = batch.toSend.map(\.delivery.id)
        let attempted = try await toTheEnd(isStopping: isStopping) { isStopping in
            try await withRenewal {
                (hold, { until in try await queue.renew(leases: ids, token: terms.token, until: until) })
            } _: {
                try await attempt(batch, hold, ageMax: ageMax, isStopping: isStopping)
            }
        }
        report.add(attempted)
        return report
    }

    /// Waits until what somebody had locked is recorded too, or given up. To be called before the store is closed, once nothing more is processed.
    public func finishRecords() async { await lateRecords.finish() }

    /// Runs a body, within which all is processed, and then does the same, however it ended.
    public func finishingRecords<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await finishRecords()
            return result
        } catch {
            await finishRecords()
            throw error
        }
    }

    /// - Returns: how it went, so far as attempts tell.
    private func attempt(
        _ batch: LeasedBatch, _ hold: LeaseHold, ageMax: Duration, isStopping: @escaping @Sendable () -> Bool
    ) async throws -> BatchReport {
        let severities = Dictionary(batch.verdicts.map { ($0.delivery, $0.severity) }, uniquingKeysWith: max)
        let report = Mutex(BatchReport())
        let looks = await looks(of: Set(batch.toSend.filter { $0.delivery.channel?.showsLook == true }.map(\.delivery.app)))
        let record: @Sendable ([AttemptResult]) async throws -> Void = { results in
            try await self.record(results, at: now(), hold, isStopping: isStopping)
            report.withLock { report in results.forEach { report.add($0.disposition) } }
        }
        let attempt: @Sendable (LeasedDelivery) async -> AttemptResult = { delivery in
            await self.attempt(delivery, severity: severities[delivery.delivery.id] ?? .watch, looks, hold, ageMax: ageMax, isStopping: isStopping)
        }
        let round = SendRound(batch.toSend.inTurn, under: hold, recordInterval: Self.recordInterval, attempt: attempt, record: record)
        try await record(round.run())
        return report.withLock { $0 }
    }

    /// - Parameter moment: as of which it is recorded, however often that is tried and by whom: so the store knows again what it has recorded without our
    ///   hearing of it, and what was sent counts from then.
    private func record(
        _ results: [AttemptResult], at moment: Instant, _ hold: LeaseHold, isStopping: @escaping @Sendable () -> Bool
    ) async throws {
        guard !results.isEmpty else { return }
        do {
            guard let (locked, left) = try await recordOnce(results, at: moment, hold, isStopping: isStopping) else { return }
            observe(.storeFailed(locked))
            lateRecords.begin { await recordLate(left, at: moment, until: hold.until, isStopping: isStopping) }
        } catch let error where results.count > 1 && Self.isRefusal(error) {
            // What is wrong with one keeps nobody else from being recorded: they would be told again.
            for result in results {
                do {
                    try await record([result], at: moment, hold, isStopping: isStopping)
                } catch let other where Self.isRefusal(other) {
                    continue
                }
            }
            throw error
        }
    }

    /// - Parameter isLate: whether this is done apart from the batch. Otherwise it is tried until all is recorded, or can be left to that.
    /// - Returns: those that somebody holds locked, if any, and how they ended; of all others it is recorded.
    private func recordOnce(
        _ results: [AttemptResult], at moment: Instant, _ hold: LeaseHold, isLate: Bool = false, isStopping: @Sendable () -> Bool
    ) async throws -> (locked: LockedDeliveries, left: [AttemptResult])? {
        var (left, lost) = (results, [DeliveryID]())
        let locked = try await untilRecorded(hold, isStopping: isStopping) { () async throws -> LockedDeliveries? in
            do {
                lost += try await queue.record(left, now: moment)
                return nil
            } catch let locked as LockedDeliveries {
                lost += locked.lost
                let ids = Set(locked.locked)
                left.removeAll { !ids.contains($0.delivery) }
                guard isLate || lateRecords.hasRoom else { throw locked }
                return locked
            }
        }
        if lost.count == results.count { hold.lose() }
        lost.forEach { observe(.leaseLost($0)) }
        return locked.map { (locked: $0, left: left) }
    }

    /// - Parameter until: when their lease runs out.
    private func recordLate(_ results: [AttemptResult], at moment: Instant, until: Instant, isStopping: @escaping @Sendable () -> Bool) async {
        // All of one batch have one.
        guard let token = results.first?.token else { return }
        let (ids, hold) = (results.map(\.delivery), LeaseHold(until: until))
        var left = results
        await recordLate(under: { (hold, { until in try await queue.renew(leases: ids, token: token, until: until) }) }, isStopping: isStopping) {
            guard let later = try await recordOnce(left, at: moment, hold, isLate: true, isStopping: isStopping) else { return nil }
            left = later.left
            return later.locked
        }
    }

    /// Whether the store has something against what it was asked: it isn't away, nor was anybody cancelled.
    static func isRefusal(_ error: any Error) -> Bool { (error as? any OutageError)?.outage == nil && !(error is CancellationError) }

    /// Tells of a failure. After one of the store itself, whoever else has leased something records before it is rescued; what was wrong with one
    /// statement has kept nobody else from that, and may be wrong again and again.
    func noteFailure(_ error: any Error) {
        if (error as? any OutageError)?.outage != nil { lastOutage.note(at: now()) }
        observe(.storeFailed(error))
    }

    /// What providers have answered is known here alone: while the store is away it is kept, and recorded when it is back. The record is
    /// fenced by the lease, so it never comes too late. Whoever is of an earlier version than the store never could.
    func untilRecorded<Answer>(_ hold: LeaseHold, isStopping: @Sendable () -> Bool, _ record: () async throws -> Answer) async throws -> Answer {
        var tries = TriesWhenStopping()
        while true {
            do {
                let answer = try await record()
                hold.isStoreAway = false
                return answer
            } catch let error as any OutageError where error.outage != nil && error.outage != .outdated {
                guard !isStopping() || tries.mayGoOn(now: now()) else { throw error }
                hold.isStoreAway = true
                noteFailure(error)
                try await Task.sleep(for: Self.recordPause)
            }
        }
    }

    /// - Parameter looks: as of ``looks(of:)``.
    private func attempt(
        _ given: LeasedDelivery, severity: Severity, _ looks: [AppID: AppLook]?, _ hold: LeaseHold, ageMax: Duration,
        isStopping: @escaping @Sendable () -> Bool
    ) async -> AttemptResult {
        guard mayBegin(hold, isStopping: isStopping), let channel = given.delivery.channel, looks != nil || !channel.showsLook,
            let leased = await upToDate(given), mayBegin(hold, isStopping: isStopping)
        else {
            return AttemptResult(delivery: given.delivery.id, token: given.token, disposition: .returned, app: given.delivery.app)
        }
        let delivery = leased.toTell
        let content = Phrases.content(of: delivery, merged: leased.merged, severity: severity, in: leased.language ?? .english)
        let attempt = DeliveryAttempt(
            transmissions: leased.transmissions, rescueCount: leased.rescueCount, hasWaited: leased.wasDecidedBefore,
            merged: Dictionary(leased.merged.map { ($0.id, $0.member) }, uniquingKeysWith: { first, _ in first }),
            look: channel.showsLook ? looks?[delivery.app] : nil, isRequired: leased.isRequired, lines: switchboard.lines(over: channel), queue: queue,
            now: now
        ) {
            mayBegin(hold, isStopping: isStopping)
        }
        let (outcomes, transmissions) = await attempt.trials(of: delivery, saying: content, at: leased.addresses) {
            observe(.attempted(delivery.id, channel, $0, $1))
        }
        return AttemptResult(
            delivery: delivery.id, token: leased.token,
            disposition: retryPolicy.disposition(
                after: outcomes, attempt: delivery.attemptCount + 1, until: delivery.end(ageMax: ageMax), now: now(), chance: chance()),
            transmissions: transmissions, app: delivery.app,
            isNamed: ([delivery] + leased.merged).contains { $0.payload.notification != nil }, place: MessagePlace(of: delivery))
    }

    /// A summary that tells of others, as it may be told now. Nothing is asked of what tells of nobody else.
    ///
    /// - Returns: nil where its lease was lost, or nobody can tell.
    private func upToDate(_ leased: LeasedDelivery) async -> LeasedDelivery? {
        guard leased.tellsOfOthers else { return leased }
        do {
            return try await queue.stillTold(by: leased).map(leased.telling)
        } catch {
            noteFailure(error)
            return nil
        }
    }
}

extension LeasedDelivery {
    /// A summary tells of several: what one of them leads to, shows, or takes the place of, isn't theirs.
    fileprivate var toTell: Delivery {
        guard !merged.isEmpty else { return delivery }
        var delivery = delivery
        delivery.payload.link = nil
        delivery.payload.actions = nil
        delivery.payload.image = nil
        delivery.payload.collapseKey = nil
        return delivery
    }
}
