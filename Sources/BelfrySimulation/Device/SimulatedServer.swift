import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// The server of one person as their devices reach it, over a line that fails when it is told to.
public struct SimulatedServer: SyncServer {
    /// What is lost of the next sync.
    public enum Fault: String, CaseIterable, Sendable {
        /// Nothing gets through.
        case line
        /// What is pushed doesn't arrive.
        case push
        /// What is pushed is taken, and nobody hears of it.
        case answer
    }

    private let store = MemoryStore()
    private let user = UserID("person") ?? .erased
    private let now: Locked<Instant>
    private let fault = Locked<Fault?>(nil)

    public init(now: Instant) {
        self.now = Locked(now)
    }

    /// - Parameter fault: nil for a line that holds.
    public func set(_ fault: Fault?, now: Instant) {
        self.fault.value = fault
        self.now.value = now
    }

    public func pull(_ pull: SyncPull) async throws(SyncProblem) -> SyncAnswer {
        if fault.value == .line { throw .unavailable }
        return await store.pull(pull, of: user)
    }

    public func push(_ push: SyncPush) async throws(SyncProblem) {
        if fault.value == .push { throw .unavailable }
        switch await store.push(push, of: user, now: now.value) {
        case .taken: break
        case .conflict: throw .conflict
        case .full:
            throw .refused(
                code: Problem.tooMuchShared(rowCountMax: SharedSize.rowCountMax, byteCountMax: SharedSize.byteCountMax).code, field: nil)
        }
        if fault.value == .answer { throw .unavailable }
    }
}

/// Names the pushes of one device, by counting.
final class CountedPushes: IdentifierSource {
    private let device: String
    private let count = Mutex(0)

    init(of device: String) {
        self.device = device
    }

    func next(now: Instant) -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return "\(device)-\(number)"
    }
}
