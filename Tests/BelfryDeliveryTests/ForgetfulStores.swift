import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// A queue that can't record as often as it is told.
final class ForgetfulQueue: PassingQueue {
    let store: MemoryStore
    private let recordErrors: Mutex<[any Error]>
    private let leaseErrors: Mutex<[any Error]>
    private let isKept: Bool
    private let isRefused: @Sendable (AttemptResult) -> Bool
    private let isLocked: @Sendable (AttemptResult) -> Bool
    private let didLease: @Sendable () async throws -> Void

    struct Refused: Error {}

    /// - Parameters:
    ///   - leaseErrors: come in place of answers, though something was leased.
    ///   - isKept: whether what can't be recorded is nevertheless, and only the answer is lost.
    ///   - isRefused: whether nothing is recorded with this one, as where a table's rule forbids it.
    ///   - isLocked: whether somebody holds this one locked, so that it alone isn't recorded.
    ///   - didLease: what happens before the worker has what it leased.
    init(
        _ store: MemoryStore, recordErrors: [any Error] = [], leaseErrors: [any Error] = [], isKept: Bool = false,
        isRefused: @escaping @Sendable (AttemptResult) -> Bool = { _ in false },
        isLocked: @escaping @Sendable (AttemptResult) -> Bool = { _ in false }, didLease: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.store = store
        self.isKept = isKept
        self.isRefused = isRefused
        self.isLocked = isLocked
        self.didLease = didLease
        self.recordErrors = Mutex(recordErrors)
        self.leaseErrors = Mutex(leaseErrors)
    }

    func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch {
        let batch = await store.lease(terms, judge: judge)
        try await didLease()
        let error = leaseErrors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
        return batch
    }

    func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        if results.contains(where: isRefused) { throw Refused() }
        let error = recordErrors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error, !isKept { throw error }
        let locked = results.filter(isLocked).map(\.delivery)
        let lost = await store.record(results.filter { !locked.contains($0.delivery) }, now: now)
        if let error { throw error }
        if !locked.isEmpty { throw LockedDeliveries(locked, lost: lost) }
        return lost
    }
}

/// A store of broadcasts that can't record as often as it is told.
final class ForgetfulBroadcasts: BroadcastStore {
    private let store: MemoryStore
    private let recordErrors: Mutex<[any Error]>
    private let isKept: Bool
    private let isLocked: @Sendable (LeasedBroadcastBatch) -> Bool

    /// - Parameters:
    ///   - isKept: whether what ends a batch is recorded nevertheless, and only the answer is lost.
    ///   - isLocked: whether somebody holds a batch locked.
    init(
        _ store: MemoryStore, recordErrors: [any Error] = [], isKept: Bool = false,
        isLocked: @escaping @Sendable (LeasedBroadcastBatch) -> Bool = { _ in false }
    ) {
        self.store = store
        self.isLocked = isLocked
        self.recordErrors = Mutex(recordErrors)
        self.isKept = isKept
    }

    func record(_ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant) async throws -> Bool {
        try fail()
        if isLocked(batch) { throw LockedBatch() }
        return await store.record(results, of: batch, then: next, now: now)
    }

    func recordEnd(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant, leasing terms: LeaseTerms, judge: @escaping BroadcastJudge
    ) async throws -> (isHeld: Bool, next: LeasedBroadcastBatch?) {
        if isLocked(batch) { throw LockedBatch() }
        if !isKept { try fail() }
        let answer = await store.recordEnd(results, of: batch, now: now, leasing: terms, judge: judge)
        try fail()
        return answer
    }

    private func fail() throws {
        let error = recordErrors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
    }

    func begin(_ broadcast: Broadcast, under key: IdempotencyKey?, now: Instant) async throws -> BroadcastBeginning {
        try await store.begin(broadcast, under: key, now: now)
    }

    func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int) async {
        await store.append(batches, to: broadcast, firstNumber: firstNumber)
    }

    func leaseBatch(_ terms: LeaseTerms, judge: @escaping @Sendable (BroadcastMembers) -> [MemberVerdict]) async -> LeasedBroadcastBatch? {
        await store.leaseBatch(terms, judge: judge)
    }

    func rescueBatches(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async -> Int {
        await store.rescueBatches(now: now, isDead: isDead)
    }

    func recipients(of broadcast: Broadcast, batch number: Int) async -> RecipientBatch? { await store.recipients(of: broadcast, batch: number) }
    func seal(_ broadcast: Broadcast, now: Instant) async { await store.seal(broadcast, now: now) }
    func giveUpIntake(of broadcast: Broadcast) async { await store.giveUpIntake(of: broadcast) }
    func progress(of id: BroadcastID) async -> BroadcastProgress? { await store.progress(of: id) }
    func broadcasts(of app: AppID?, before: BroadcastID?, countMax: Int) async -> [BroadcastProgress] {
        await store.broadcasts(of: app, before: before, countMax: countMax)
    }
    func cancel(_ id: BroadcastID, now: Instant) async -> Bool { await store.cancel(id, now: now) }
    func waitingMemberCount(of broadcast: Broadcast) async -> Int { await store.waitingMemberCount(of: broadcast) }
    func everybody(after user: UserID?, countMax: Int) async -> [UserID] { await store.everybody(after: user, countMax: countMax) }
    func member(_ id: DeliveryID) async -> DeliveryOverview? { await store.member(id) }
    func renew(_ batch: LeasedBroadcastBatch, until: Instant) async -> Bool { await store.renew(batch, until: until) }
    func giveBackBatches(of token: String) async { await store.giveBackBatches(of: token) }
    func nextBatchMoment() async -> Instant? { await store.nextBatchMoment() }
}
