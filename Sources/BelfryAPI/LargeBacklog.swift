import BelfryPorts
import BelfryTime
import Synchronization

/// How much waits in a store, of which much isn't counted anew at each look: among millions that takes seconds, and several may look every few.
final class LargeBacklog: Sendable {
    /// From so many deliveries on, what was counted is told again.
    static let countMin = 100_000
    /// For so long.
    static let length = Duration.seconds(30)

    private struct Counted {
        let backlog: Backlog
        let at: Instant
    }

    private let counted = Mutex<Counted?>(nil)

    /// - Parameter look: as of ``AlertStore/backlog(countMax:now:)``, which counts as far as it is asked to. What it doesn't count is always told as it is.
    func answer(now: Instant, look: (_ countMax: Int?) async throws -> Backlog) async throws -> Backlog {
        // A clock may have been put back.
        if let counted = counted.withLock({ $0 }), counted.at <= now, now < counted.at + Self.length {
            let (known, present) = (counted.backlog, try await look(0))
            return Backlog(
                pendingCount: known.pendingCount, sendingCount: known.sendingCount, pendingBatchCount: known.pendingBatchCount,
                sendingBatchCount: known.sendingBatchCount, oldestDueAt: present.oldestDueAt, oldestTransactionAge: present.oldestTransactionAge)
        }
        let backlog = try await look(nil)
        let isLarge = backlog.pendingCount + backlog.sendingCount >= Self.countMin
        counted.withLock { $0 = isLarge ? Counted(backlog: backlog, at: now) : nil }
        return backlog
    }
}
