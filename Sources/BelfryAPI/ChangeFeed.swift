import BelfryModel
import BelfryPorts
import BelfryTime
import Logging
import ServiceLifecycle
import Synchronization

/// Tells open pages that something has changed, whichever process changed it.
///
/// Looks at the store's change mark a few times a second, and only while somebody listens.
public final class ChangeFeed: Service {
    private struct State {
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var streamCounts: [UserID: Int] = [:]
        /// The server stops: whoever comes now, as with a request that was under way, would wait for ever.
        var isOver = false
    }

    private let state = Mutex(State())
    private let store: any OverviewStore
    private static let interval = Duration.milliseconds(250)
    /// So many streams a person may have open at once: each reads at every change, whoever brought it.
    static let streamCountMax = 30

    public init(store: any OverviewStore) {
        self.store = store
    }

    /// A stream with an element for each change from now on; several in a row may be one. It ends when the server stops.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.nextID += 1
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// - Throws: ``Problem/tooManyStreams(countMax:)`` where the person has as many open as they may.
    func takePlace(for person: UserID) throws(Problem) -> StreamPlace {
        let isTaken = state.withLock { state -> Bool in
            let count = state.streamCounts[person] ?? 0
            guard count < Self.streamCountMax else { return false }
            state.streamCounts[person] = count + 1
            return true
        }
        guard isTaken else { throw .tooManyStreams(countMax: Self.streamCountMax) }
        return StreamPlace { [weak self] in self?.leavePlace(of: person) }
    }

    private func leavePlace(of person: UserID) {
        state.withLock { state in
            let count = (state.streamCounts[person] ?? 1) - 1
            state.streamCounts[person] = count > 0 ? count : nil
        }
    }

    /// Runs until the server stops, then ends every stream.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await self.watch() }
        let listeners = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.finish() }
    }

    private func watch() async {
        var lastMark: String?
        while !Task.isCancelled {
            let listeners = state.withLock { Array($0.listeners.values) }
            if listeners.isEmpty {
                lastMark = nil
            } else if let mark = try? await store.changeMark() {
                if let last = lastMark, last != mark { listeners.forEach { $0.yield() } }
                lastMark = mark
            }
            try? await Task.sleep(for: Self.interval)
        }
    }
}

/// One of the streams that a person may have open, for as long as somebody holds it: also an answer that is never sent gives its place back.
final class StreamPlace: Sendable {
    private let leave: @Sendable () -> Void

    init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit { leave() }
}
