import BelfryModel
import BelfryPorts
import Synchronization

/// What is queued while a batch is under way goes past it, in small batches of its own.
///
/// A batch takes as long as its slowest send, and where one app has queued very much, batch follows batch. Nobody else is to wait for
/// that, nor what is critical. So whenever the bell rings meanwhile, a little is taken beside it: not of the lanes that crowd the batches, but
/// of all others. These are left to it, as long as it keeps up with them: in a batch of hundreds they would wait until all of it is decided.
final class Overtaking: Sendable {
    private struct State {
        var leasingCount = 0
        var sendingCount = 0
        /// Since a round began, and before there was something to go past.
        var hasRungBefore = false
        var crowded: Set<QueueLane.ID> = []
        /// Which small batch is under way; nil where none is.
        var overtaker: Int?
        var overtakerCount = 0
        /// Which was under way when the last round of batches began.
        var overtakerBefore: Int?
        var overtakerCountBefore = 0
        /// More is queued than small batches are good for.
        var isOverrun = false
    }

    /// How much is taken at once.
    static let countMax = 32
    /// A lane that has such a share of a full batch crowds it.
    private static let crowdShare = 8

    let bell: Doorbell
    private let state = Mutex(State())

    /// - Parameter bell: for this alone to wait at.
    init(bell: Doorbell) {
        self.bell = bell
    }

    // MARK: Whoever overtakes

    /// The lanes to take of; nil where there is nothing to go past. Then there will be a ring as soon as there is.
    func begin() -> LeaseTerms.Lanes? {
        state.withLock { state in
            guard state.sendingCount > 0 || !state.crowded.isEmpty else {
                state.hasRungBefore = true
                return nil
            }
            state.overtakerCount += 1
            state.overtaker = state.overtakerCount
            return .allBut(state.crowded)
        }
    }

    /// - Returns: whether there may be more.
    func end(_ report: BatchReport?) -> Bool {
        state.withLock { state in
            state.overtaker = nil
            state.isOverrun = report.map { $0.processedCount >= Self.countMax } ?? false
            return state.isOverrun
        }
    }

    // MARK: Whoever is overtaken

    /// The lanes of which the next round of batches takes, and whether anything went past the last one.
    func nextRound() -> (lanes: LeaseTerms.Lanes, isOvertaken: Bool) {
        state.withLock { state in
            let isStuck = state.overtaker != nil && state.overtaker == state.overtakerBefore
            let isOvertaken = !isStuck && (state.overtaker != nil || state.overtakerCount > state.overtakerCountBefore)
            state.overtakerBefore = state.overtaker
            state.overtakerCountBefore = state.overtakerCount
            state.hasRungBefore = false
            return (state.crowded.isEmpty || isStuck || state.isOverrun ? .all : .only(state.crowded), isOvertaken)
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
        if report.processedCount < countMax { state.withLock { $0.crowded = [] } }
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

    private func note(_ batch: LeasedBatch, countMax: Int) {
        let hasRungBefore = state.withLock { state in
            state.leasingCount -= 1
            state.sendingCount += 1
            if batch.verdicts.count >= countMax {
                let counts = Dictionary(batch.toSend.map { ($0.delivery.lane, 1) }, uniquingKeysWith: +)
                state.crowded.formUnion(counts.filter { $0.value > countMax / Self.crowdShare }.keys)
            }
            return state.hasRungBefore
        }
        if hasRungBefore { bell.ring() }
    }
}

extension Delivery {
    fileprivate var lane: QueueLane.ID { QueueLane.ID(app: app.text.utf8, rank: priority.rank) }
}
