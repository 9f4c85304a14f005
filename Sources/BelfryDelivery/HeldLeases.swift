import BelfryTime
import Synchronization

/// What of the store this process holds at present.
///
/// Where a clock goes forward at once, or the machine slept, leases have run out whose holder is alive and knows what providers answered. Before anything
/// is rescued here they are prolonged, so that nobody is told twice; another process can't know, and waits a while: ``WakeWatch``.
final class HeldLeases: Sendable {
    /// How a worker stands with a lease, and what prolongs it and tells whether it is still ours.
    typealias Held = @Sendable () -> (hold: LeaseHold, renew: @Sendable (_ until: Instant) async throws -> Bool)

    private struct State {
        var held: [Int: Held] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// - Returns: the number by which to remove it.
    func add(_ held: @escaping Held) -> Int {
        state.withLock { state in
            state.last += 1
            state.held[state.last] = held
            return state.last
        }
    }

    func remove(_ number: Int) { state.withLock { $0.held[number] = nil } }

    /// Prolongs those that have run out by now.
    func renewLate(now: Instant, until: Instant) async {
        for held in state.withLock({ Array($0.held.values) }) {
            let (hold, renew) = held()
            guard hold.until <= now else { continue }
            // Nothing more is begun under it: only what was is recorded still.
            if let isOurs = try? await renew(until), !isOurs { hold.lose() }
        }
    }
}
