import Synchronization

/// Whoever waits goes on when it opens, and whoever comes later goes through.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)

    public init() {}

    /// Returns at once where it is open, and else when it opens.
    public func wait() async {
        continuation.yield()
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Returns when somebody has come, once for each who does.
    public func untilSomebodyComes() async { _ = await arrivals.first { _ in true } }

    /// Lets through who waits and who comes later, for good.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }
}
