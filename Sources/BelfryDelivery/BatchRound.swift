import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Synchronization

/// A batch of a broadcast under way: its members are taken one after the other, and how each attempt ended is put down.
final class BatchRound: Sendable {
    private struct State {
        var isReturned = false
        var report: BatchReport
        /// What wasn't to be sent, and what somebody has kept from being recorded so far.
        var unrecorded: [MemberResult] = []
    }

    /// How it went with a member.
    private struct Ended {
        let result: MemberResult
        /// Who has delivered it; mostly there is but one.
        var provider: Provider?
        var others: [Provider] = []
    }

    private typealias Round = SendRound<Int, Ended>

    private let batch: LeasedBroadcastBatch
    private let store: any BroadcastStore
    private let worker: Worker
    let hold: LeaseHold
    private let ageMax: Duration
    private let isStopping: @Sendable () -> Bool
    private let lines: Switchboard.Lines
    /// The words for each verdict: all else that they are made from is the same for all members, unless each has words of their own. Nil where
    /// nothing is said.
    private let contents: [NotificationContent?]
    private let state: Mutex<State>

    /// What has ended is recorded after so long at the latest, so that a crash repeats little.
    private static let recordInterval = Duration.milliseconds(50)
    private static let suspicion = "suspect_batch: too many workers died over its batch, so it goes on by itself"

    init(
        _ batch: LeasedBroadcastBatch, of store: any BroadcastStore, by worker: Worker, _ hold: LeaseHold, ageMax: Duration,
        isStopping: @escaping @Sendable () -> Bool
    ) {
        self.batch = batch
        self.store = store
        self.worker = worker
        self.hold = hold
        self.ageMax = ageMax
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

    /// What a member is told; nil where nothing is.
    private func content(at place: Int, of delivery: Delivery) -> NotificationContent? {
        guard let content = batch.verdictIndex(at: place).flatMap({ contents[$0] }) else { return nil }
        guard batch.isPersonal else { return content }
        return Phrases.content(of: delivery.payload, severity: content.severity, isHeld: false, in: content.language)
    }

    var report: BatchReport { state.withLock { $0.report } }

    /// Prolongs the lease.
    /// - Returns: whether it is still ours.
    func renew(until: Instant) async throws -> Bool { try await store.renew(batch, until: until) }

    /// - Parameter next: on which terms the next batch is to be leased, asked when this one is through; nil where none is.
    /// - Returns: the next, where there is one.
    func run(_ next: () -> (terms: LeaseTerms, judge: BroadcastJudge)?) async throws -> (batch: LeasedBroadcastBatch, terms: LeaseTerms)? {
        var (toSend, suspects, decided): ([Int], [Ended], [MemberResult]) = ([], [], [])
        for place in batch.places {
            guard let index = batch.verdictIndex(at: place) else { continue }
            if !batch.verdicts[index].isToSend {
                decided.append(MemberResult(at: place))
            } else if batch.isSuspect {
                suspects.append(Ended(result: suspect(at: place)))
            } else {
                toSend.append(place)
            }
        }
        // The first record has them, so that a crash later on leaves no doubt about them.
        state.withLock { $0.unrecorded = decided }
        let app = batch.broadcast.app
        let looks = showsLook && !toSend.isEmpty ? await worker.looks(of: [app]) : [:]
        let round = Round(toSend, under: hold, recordInterval: Self.recordInterval, isPatient: true) { [self] hand in
            await send(in: hand, with: looks?[app], isKnown: looks != nil)
        } record: { [self] in
            try await record($0, then: .goesOn)
        }
        let ended = suspects + (try await round.run())
        let isReturned = state.withLock { $0.isReturned } || ended.contains { $0.result.disposition == .returned }
        guard !isReturned, let next = next() else {
            try await record(ended, then: isReturned ? .isReturned : .ends)
            return nil
        }
        var following: LeasedBroadcastBatch?
        var isAnswered = false
        try await record(ended, then: .ends) { [self] results, now in
            let answer = try await store.recordEnd(results, of: batch, now: now, leasing: next.terms, judge: next.judge)
            (following, isAnswered) = (answer.next, true)
            return answer.isHeld
        }
        if !isAnswered { worker.lostLeases.note(next.terms.token) }
        return following.map { ($0, next.terms) }
    }

    private var showsLook: Bool { batch.broadcast.channel?.showsLook == true }

    private func attempt(
        after transmissions: [Transmission], with look: AppLook? = nil, mayGoOn: @escaping @Sendable () -> Bool
    ) -> DeliveryAttempt {
        DeliveryAttempt(
            transmissions: transmissions, rescueCount: batch.deathCount, isOfBatch: true, look: look, isRequired: batch.isRequired, lines: lines,
            queue: worker.queue, now: worker.now, mayGoOn: mayGoOn)
    }

    /// Goes on by itself: at once, unless those who died may have handed it over to a provider that doesn't know a repetition.
    private func suspect(at place: Int) -> MemberResult {
        var doubts: (results: [TransmissionResult], wait: Duration) = ([], .zero)
        if let delivery = batch.delivery(at: place), let content = content(at: place, of: delivery) {
            doubts = attempt(after: batch.transmissions(at: place)) { true }.doubts(of: delivery, saying: content, at: batch.addresses(at: place))
        }
        return MemberResult(at: place, .postponed(until: worker.now() + doubts.wait, why: Self.suspicion), transmissions: doubts.results)
    }

    /// - Parameters:
    ///   - look: how its app presents itself.
    ///   - isKnown: whether that is known; else all is given back.
    private func send(in hand: Round.Hand, with look: AppLook?, isKnown: Bool) async {
        let (now, chance) = (worker.now, worker.chance)
        let mayBegin: @Sendable () -> Bool = { [worker, hold, isStopping] in isKnown && worker.mayBegin(hold, isStopping: isStopping) }
        // Mostly nobody has tried before; and of what was said at once to all the end is the same.
        let (first, end) = (attempt(after: [], with: look, mayGoOn: mayBegin), batch.end(ageMax: ageMax))
        var ended: Ended?
        while let place = hand.next(after: ended) {
            // Without a delivery its name would be too long.
            guard mayBegin(), let delivery = batch.delivery(at: place), let content = content(at: place, of: delivery) else {
                ended = Ended(result: MemberResult(at: place, .returned))
                continue
            }
            let (addresses, earlier) = (batch.addresses(at: place), batch.transmissions(at: place))
            let attempt = earlier.isEmpty ? first : self.attempt(after: earlier, with: look, mayGoOn: mayBegin)
            if let (sender, notification) = attempt.onlyWay(of: delivery, saying: content, at: addresses) {
                let sent = await sender.send(notification, now: now())
                let (outcome, transmissions) = attempt.result(sent, of: notification, by: sender)
                let disposition = worker.retryPolicy.disposition(after: outcome, attempt: 1, until: end, now: now(), chance: chance())
                ended = Ended(result: MemberResult(at: place, disposition, transmissions: transmissions))
                if note(outcome, of: notification.delivery, by: sender.provider) { ended?.provider = sender.provider }
            } else {
                var providers: [Provider] = []
                let (outcomes, transmissions) = await attempt.trials(of: delivery, saying: content, at: addresses) {
                    if note($1, of: delivery, by: $0) { providers.append($0) }
                }
                let disposition = worker.retryPolicy.disposition(after: outcomes, attempt: 1, until: end, now: now(), chance: chance())
                ended = Ended(result: MemberResult(at: place, disposition, transmissions: transmissions), others: providers)
            }
        }
    }

    /// Tells of an attempt, unless it has delivered: those are told of together, when they are recorded.
    ///
    /// - Returns: whether it has.
    private func note(_ outcome: Outcome, of delivery: Delivery, by provider: Provider) -> Bool {
        guard outcome != .delivered else { return true }
        if let channel = delivery.channel { worker.observe(.attempted(delivery.id, channel, provider, outcome)) }
        return false
    }

    /// - Parameter isHeld: records something more with it. Whatever keeps that from being done doesn't keep this from being recorded.
    private func record(
        _ ended: [Ended], then next: BatchLeaseNext, with isHeld: (([MemberResult], _ now: Instant) async throws -> Bool)? = nil
    ) async throws {
        tellDelivered(ended)
        let results: [MemberResult] = state.withLock { state in
            for case let disposition? in ended.lazy.map(\.result.disposition) {
                state.report.add(disposition)
                if disposition == .returned { state.isReturned = true }
            }
            defer { state.unrecorded = [] }
            return state.unrecorded + ended.map(\.result)
        }
        // As of one moment, however often it is tried: so the store knows again what it has recorded without our hearing of it.
        let now = worker.now()
        var wasHeld: Bool?
        do {
            wasHeld = try await isHeld?(results, now)
        } catch is LockedBatch {
            // So it will be told below.
        } catch {
            worker.noteFailure(error)
        }
        if wasHeld == nil { wasHeld = try await recordOnce(results, then: next, now) }
        guard let wasHeld else { return await leave(results, then: next, now) }
        note(results, wasHeld: wasHeld)
    }

    /// - Returns: whether the lease was held; nil where somebody holds the batch locked.
    private func recordOnce(_ results: [MemberResult], then next: BatchLeaseNext, _ now: Instant) async throws -> Bool? {
        try await worker.untilRecorded(hold, isStopping: isStopping) { () async throws -> Bool? in
            do {
                return try await store.record(results, of: batch, then: next, now: now)
            } catch is LockedBatch {
                return nil
            }
        }
    }

    private func note(_ results: [MemberResult], wasHeld: Bool) {
        guard !wasHeld else { return }
        hold.lose()
        for result in results { batch.delivery(at: result.place).map { worker.observe(.leaseLost($0.id)) } }
    }

    /// Somebody holds the batch locked, as by hand: its worker goes on with others.
    private func leave(_ results: [MemberResult], then next: BatchLeaseNext, _ now: Instant) async {
        worker.observe(.storeFailed(LockedBatch()))
        if next == .goesOn {
            // The next record has it with it.
            state.withLock { $0.unrecorded = results }
        } else if worker.lateRecords.hasRoom {
            worker.lateRecords.begin { [self] in await recordLate(results, then: next, now) }
        } else {
            await recordLate(results, then: next, now)
        }
    }

    private func recordLate(_ results: [MemberResult], then next: BatchLeaseNext, _ now: Instant) async {
        await worker.recordLate(under: { [self] in (hold, self.renew) }, isStopping: isStopping) {
            guard let wasHeld = try await recordOnce(results, then: next, now) else { return LockedBatch() }
            note(results, wasHeld: wasHeld)
            return nil
        }
    }

    private func tellDelivered(_ ended: [Ended]) {
        guard let channel = batch.broadcast.channel else { return }
        // Few as they are, they are found sooner than hashed.
        var delivered: [(provider: Provider, count: Int)] = []
        func count(_ provider: Provider) {
            if let place = delivered.firstIndex(where: { $0.provider == provider }) {
                delivered[place].count += 1
            } else {
                delivered.append((provider, 1))
            }
        }
        for ended in ended {
            ended.provider.map(count)
            ended.others.forEach(count)
        }
        for (provider, count) in delivered { worker.observe(.membersAttempted(batch.broadcast.id, channel, provider, .delivered, count: count)) }
    }
}
