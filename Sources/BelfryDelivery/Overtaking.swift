import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// What is queued while a batch is under way goes past it, in small batches of its own.
///
/// A batch takes as long as its slowest send, and where one app has queued very much, batch follows batch. Nobody else is to wait for
/// that, nor what is critical. So whenever the bell rings meanwhile, a little is taken beside it: not of the lanes that crowd the batches, but
/// of all others. These are left to it, as long as it keeps up with them: in a batch of hundreds they would wait until all of it is decided.
/// Nor does one small batch wait for another: the next is leased while the last one's answers are still to come.
final class Overtaking: Sendable {
    private struct State {
        var leasingCount = 0
        var sendingCount = 0
        /// Since a round began, and before there was something to go past.
        var hasRungBefore = false
        var crowded: Set<QueueLane.ID> = []
        /// Since when the oldest of what crowds has waited.
        var crowdedSince: Instant?
        /// When the last round of batches began, and its rest was over.
        var roundBeganAt: Instant?
        /// The small batches that are under way, by their numbers, from 1.
        var overtakers: Set<Int> = []
        var lastOvertaker = 0
        /// The last that there was when the last round of batches began.
        var lastOvertakerBefore = 0
        /// A small batch is being leased.
        var isLooking = false
        /// The store refused the last one.
        var hasFailed = false
        /// One has taken something since a round began.
        var hasPassed = false
        /// What fills small batches that are under way, by their numbers.
        var filling: [Int: Set<QueueLane.ID>] = [:]
        /// It rang while as many small batches were under way as may be.
        var hasRungInVain = false
        /// More is queued than small batches are good for.
        var isOverrun = false
    }

    /// How much is taken at once.
    static let countMax = 32
    /// How many small batches are under way at once: while one waits for its answers, or is recorded, the next is taken.
    static let overtakerCountMax = 2
    /// As long as something crowds the batches they take of nothing else. What falls due then rings no bell, and is looked for so often.
    static let lookInterval = Duration.milliseconds(100)
    /// How much a batch takes at most while something goes past it.
    static let overtakenCountMax = 50
    /// What crowds and has waited for longer rests no more for others.
    static let crowdPatience = Duration.seconds(30)
    private static let restMax = Duration.milliseconds(20)
    /// A lane that has such a share of a full batch crowds it.
    private static let crowdShare = 8

    let bell: Doorbell
    private let state = Mutex(State())

    /// - Parameter bell: for this alone to wait at.
    init(bell: Doorbell) {
        self.bell = bell
    }

    // MARK: Whoever overtakes

    /// How long to wait for a ring.
    ///
    /// - Parameter length: where nothing crowds, or the store has just refused.
    func waitLength(atMost length: Duration) -> Duration {
        state.withLock { $0.crowded.isEmpty || $0.hasFailed } ? length : min(length, Self.lookInterval)
    }

    /// A small batch that may be leased now, and the lanes to take of; nil where there is nothing to go past, or too much does. Then there will be a
    /// ring as soon as that is over.
    func begin() -> (number: Int, lanes: LeaseTerms.Lanes)? {
        state.withLock { state in
            guard state.sendingCount > 0 || !state.crowded.isEmpty else {
                state.hasRungBefore = true
                return nil
            }
            guard state.overtakers.count < Self.overtakerCountMax else {
                state.hasRungInVain = true
                return nil
            }
            state.lastOvertaker += 1
            state.overtakers.insert(state.lastOvertaker)
            state.isLooking = true
            return (state.lastOvertaker, .allBut(state.filling.values.reduce(state.crowded) { $0.union($1) }))
        }
    }

    /// - Parameters:
    ///   - count: how much was leased of the small batch that was begun last; nil where the store refused.
    ///   - lanes: what fills it: as long as it is under way, the next leaves that to it.
    /// - Returns: whether there may be more.
    func didLease(_ count: Int?, filledBy lanes: Set<QueueLane.ID> = []) -> Bool {
        state.withLock { state in
            state.isLooking = false
            state.hasFailed = count == nil
            let count = count ?? 0
            if count > 0 { state.hasPassed = true }
            if !lanes.isEmpty, state.overtakers.contains(state.lastOvertaker) { state.filling[state.lastOvertaker] = lanes }
            state.isOverrun = count >= Self.countMax
            return state.isOverrun
        }
    }

    /// - Parameter number: of a small batch that is through.
    func end(_ number: Int) {
        let isToLook = state.withLock { state in
            state.overtakers.remove(number)
            let wasFull = state.filling.removeValue(forKey: number) != nil
            defer { state.hasRungInVain = false }
            return state.hasRungInVain || wasFull
        }
        if isToLook { bell.ring() }
    }

    // MARK: Whoever is overtaken

    /// A round of batches.
    struct Round {
        /// Of which it takes.
        let lanes: LeaseTerms.Lanes
        /// Something went past the last one.
        let isOvertaken: Bool
        /// How long it rests before: what goes past then has the processors to itself. As long as the last round took, as long as something goes past what
        /// crowds, and has not waited so long that it is to be told first of all.
        let rest: Duration
    }

    func nextRound(now: Instant) -> Round {
        state.withLock { state in
            let (overtakers, before) = (state.overtakers, state.lastOvertakerBefore)
            let isStuck = overtakers.count >= Self.overtakerCountMax && overtakers.allSatisfy { $0 <= before }
            let isOvertaken = !isStuck && (state.isLooking || state.hasPassed)
            state.lastOvertakerBefore = state.lastOvertaker
            state.hasPassed = false
            state.hasRungBefore = false
            let mayWait = state.crowdedSince.map { now - $0 < Self.crowdPatience } ?? false
            let length = state.roundBeganAt.map { max(.zero, min(now - $0, Self.restMax)) } ?? .zero
            let rest = isOvertaken && mayWait ? length : .zero
            state.roundBeganAt = now + rest
            let isOverrun = state.isOverrun || !state.filling.isEmpty
            return Round(lanes: state.crowded.isEmpty || isStuck || isOverrun ? .all : .only(state.crowded), isOvertaken: isOvertaken, rest: rest)
        }
    }

    /// Has a batch taken to its end.
    ///
    /// - Parameter process: calls what it is given with what it has leased.
    func beside(
        countMax: Int, _ process: @Sendable (_ didLease: @escaping @Sendable (LeasedBatch) -> Void) async throws -> BatchReport
    ) async throws -> BatchReport {
        state.withLock { $0.leasingCount += 1 }
        let isLeased = Mutex(false)
        defer {
            isLeased.withLock { isLeased in
                state.withLock { if isLeased { $0.sendingCount -= 1 } else { $0.leasingCount -= 1 } }
            }
        }
        let report = try await process { [self] batch in
            isLeased.withLock { $0 = true }
            note(batch, countMax: countMax)
        }
        if report.processedCount < countMax { state.withLock { ($0.crowded, $0.crowdedSince) = ([], nil) } }
        return report
    }

    /// Has something else done that takes its time.
    func beside<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let hasRungBefore = state.withLock { state in
            state.sendingCount += 1
            return state.hasRungBefore
        }
        defer { state.withLock { $0.sendingCount -= 1 } }
        if hasRungBefore { bell.ring() }
        return try await body()
    }

    /// The lanes that have a good share of a batch; none where it isn't full.
    static func lanes(filling batch: LeasedBatch, countMax: Int) -> Set<QueueLane.ID> {
        guard batch.verdicts.count >= countMax else { return [] }
        let counts = Dictionary(batch.toSend.map { ($0.delivery.lane, 1) }, uniquingKeysWith: +)
        return Set(counts.filter { $0.value > countMax / crowdShare }.keys)
    }

    private func note(_ batch: LeasedBatch, countMax: Int) {
        let isToLook = state.withLock { state in
            let wasCrowded = !state.crowded.isEmpty
            state.leasingCount -= 1
            state.sendingCount += 1
            if batch.verdicts.count >= countMax {
                state.crowded.formUnion(Self.lanes(filling: batch, countMax: countMax))
                state.crowdedSince = state.crowded.isEmpty ? nil : batch.toSend.lazy.map(\.delivery.ageBeginsAt).min()
            }
            return state.hasRungBefore || !wasCrowded && !state.crowded.isEmpty
        }
        if isToLook { bell.ring() }
    }
}
