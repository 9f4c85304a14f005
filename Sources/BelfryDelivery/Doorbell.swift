import Synchronization

/// Wakes a waiting worker when there is something to do, or when it is time to stop.
///
/// A ring while nobody waits is remembered, so that the next wait returns at once.
public final class Doorbell: Sendable {
    private struct State {
        var hasRung = false
        var isStopping = false
        var waiter: CheckedContinuation<Void, Never>?
        var extensions: [Doorbell] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var isStopping: Bool { state.withLock(\.isStopping) }

    /// Whether somebody waits, whom the next ring wakes.
    var isWaitedAt: Bool { state.withLock { $0.waiter != nil } }

    public func ring() {
        wake { $0.hasRung = true }.forEach { $0.ring() }
    }

    /// From now on every wait returns at once.
    public func stop() {
        wake { $0.isStopping = true }.forEach { $0.stop() }
    }

    /// Another bell that rings whenever this one does, for a second waiter.
    public func extended() -> Doorbell {
        let bell = Doorbell()
        let isStopping = state.withLock { state in
            state.extensions.append(bell)
            return state.isStopping
        }
        if isStopping { bell.stop() }
        return bell
    }

    /// Returns when the bell rings, at the latest after `length`. One waiter at a time.
    public func wait(atMost length: Duration) async {
        let timer = Task { [weak self] in
            if (try? await Task.sleep(for: length)) != nil { self?.ring() }
        }
        defer { timer.cancel() }
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.hasRung || state.isStopping { return true }
                state.waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
        state.withLock { $0.hasRung = false }
    }

    /// - Returns: those that are to follow.
    private func wake(_ change: (inout sending State) -> Void) -> [Doorbell] {
        let (waiter, extensions) = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return (state.waiter, state.extensions)
        }
        waiter?.resume()
        return extensions
    }
}
