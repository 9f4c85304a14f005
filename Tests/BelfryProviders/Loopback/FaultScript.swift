import Synchronization

/// What goes wrong at a provider, one request after the other: tests write it, or a seed does.
public final class FaultScript: Sendable {
    public enum Fault: Hashable, Sendable {
        /// Nothing goes wrong.
        case none
        /// It is not taken, and this is answered.
        case answer(status: Int, headers: [String: String] = [:], body: String = "")
        /// It is not taken, and the connection is closed.
        case close
        /// It is taken, and the connection is closed before the answer.
        case loseAnswer
        /// It is taken, and the answer waits for ``release()``.
        case hold
    }

    private struct State {
        var faults: [Fault]
        var waiters: [CheckedContinuation<Void, Never>] = []
        var heldCount = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    public init(_ faults: [Fault] = []) {
        state = Mutex(State(faults: faults))
    }

    /// As many as are asked for, by a generator with a seed; most requests go well.
    public convenience init(count: Int, faults: [Fault], using generator: inout some RandomNumberGenerator) {
        var script: [Fault] = []
        for _ in 0..<count {
            let isFault = Int.random(in: 0..<3, using: &generator) == 0
            script.append(isFault ? faults.randomElement(using: &generator) ?? .none : .none)
        }
        self.init(script)
    }

    /// The next one; `none` once the script has ended.
    func next() -> Fault {
        state.withLock { $0.faults.isEmpty ? .none : $0.faults.removeFirst() }
    }

    /// Waits for ``release()``.
    func hold() async {
        await withCheckedContinuation { continuation in
            let watchers = state.withLock { state in
                state.waiters.append(continuation)
                state.heldCount += 1
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Returns when an answer is being held.
    public func isHolding() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.heldCount == 0 { state.watchers.append(continuation) }
                return state.heldCount > 0
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets every held answer go.
    public func release() {
        let waiters = state.withLock { state in
            defer { (state.waiters, state.heldCount) = ([], 0) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension LoopbackServer {
    /// Answers by the next fault of a script, or else by what the provider says.
    ///
    /// - Parameter accept: what the provider answers; it remembers what it took.
    static func answer(_ script: FaultScript, accept: () async -> Answer) async -> Answer {
        switch script.next() {
        case .none: return await accept()
        case .answer(let status, let headers, let body): return .json(status, body, headers: headers)
        case .close: return .close
        case .loseAnswer:
            _ = await accept()
            return .close
        case .hold:
            let answer = await accept()
            await script.hold()
            return answer
        }
    }
}
