import BelfryModel
import BelfryPorts
import Synchronization

/// What is queued while a batch is under way goes past it, in small batches of its own.
///
/// A batch takes as long as its slowest send, and where one app has queued very much, batch follows batch. Nobody else is to wait for
/// that, nor what is critical. So whenever the bell rings meanwhile, a little is taken beside it: not of the lanes that crowd the batches, but
/// of all others.
final class Overtaking: Sendable {
    private struct State {
        var leasingCount = 0
        var sendingCount = 0
        var hasRungBefore = false
        var crowded: Set<QueueLane.ID> = []
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

    /// The lanes to leave alone; nil where there is nothing to go past. Then there will be a ring as soon as there is.
    var crowded: Set<QueueLane.ID>? {
        state.withLock { state in
            if state.sendingCount > 0 || !state.crowded.isEmpty { return state.crowded }
            state.hasRungBefore = state.leasingCount > 0
            return nil
        }
    }

    /// Has a batch taken to its end.
    ///
    /// - Parameter process: takes what is to be called with what it has leased.
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

    private func note(_ batch: LeasedBatch, countMax: Int) {
        let hasRungBefore = state.withLock { state in
            state.leasingCount -= 1
            state.sendingCount += 1
            if batch.verdicts.count >= countMax {
                let counts = Dictionary(batch.toSend.map { ($0.delivery.lane, 1) }, uniquingKeysWith: +)
                state.crowded.formUnion(counts.filter { $0.value > countMax / Self.crowdShare }.keys)
            }
            defer { state.hasRungBefore = false }
            return state.hasRungBefore
        }
        if hasRungBefore { bell.ring() }
    }
}

extension Delivery {
    fileprivate var lane: QueueLane.ID { QueueLane.ID(app: app.text, rank: priority.rank) }
}
