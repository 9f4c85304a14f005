import Synchronization

/// What is sent under one lease: a few tasks take one item after the other, and what has ended is recorded now and then, so that a crash
/// repeats little. While the store is away nothing is begun.
final class SendRound<Item: Sendable, Ended: Sendable>: Sendable {
    private struct State {
        var waiting: ArraySlice<Item>
        var ended: [Ended] = []
    }

    private enum Step {
        /// A task found nothing to take.
        case idle
        case recordingDue
        case recorded
    }

    private let hold: LeaseHold
    private let recordInterval: Duration
    private let attempt: @Sendable (Item) async -> Ended
    private let record: @Sendable ([Ended]) async throws -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - recordInterval: how long what has ended waits for the others, unless another record is under way.
    ///   - record: takes what ended together; never called while it is at work.
    init(
        _ items: [Item], under hold: LeaseHold, recordInterval: Duration, attempt: @escaping @Sendable (Item) async -> Ended,
        record: @escaping @Sendable ([Ended]) async throws -> Void
    ) {
        self.hold = hold
        self.recordInterval = recordInterval
        self.attempt = attempt
        self.record = record
        state = Mutex(State(waiting: items[...]))
    }

    /// - Returns: what has ended since the last record.
    /// - Throws: what a record throws; nothing more is begun then.
    func run() async throws -> [Ended] {
        try await withThrowingTaskGroup(of: Step.self) { group in
            var (taskCount, isTimed, isRecording) = (0, false, false)
            while true {
                for _ in 0..<freeTaskCount(beside: taskCount) {
                    taskCount += 1
                    group.addTask { [self] in
                        await sendInTurn()
                        return .idle
                    }
                }
                if taskCount > 0, !isTimed {
                    isTimed = true
                    group.addTask { [recordInterval] in
                        try? await Task.sleep(for: recordInterval)
                        return .recordingDue
                    }
                }
                guard taskCount > 0 || isRecording, let step = try await group.next() else { break }
                switch step {
                case .idle: taskCount -= 1
                case .recorded: isRecording = false
                case .recordingDue:
                    isTimed = false
                    let ended = isRecording ? [] : takeEnded()
                    guard !ended.isEmpty else { continue }
                    isRecording = true
                    group.addTask { [self] in
                        do {
                            try await record(ended)
                        } catch {
                            state.withLock { $0.waiting = [] }
                            throw error
                        }
                        return .recorded
                    }
                }
            }
            group.cancelAll()
            return takeEnded()
        }
    }

    private func freeTaskCount(beside taskCount: Int) -> Int {
        hold.isStoreAway ? 0 : min(Worker.concurrentSendCountMax - taskCount, state.withLock { $0.waiting.count })
    }

    /// Takes one after the other until none waits.
    private func sendInTurn() async {
        var ended: Ended?
        while let item = next(after: ended) { ended = await attempt(item) }
    }

    /// Puts down what has ended, and takes the next; nil where none waits, or the store is away.
    private func next(after ended: Ended?) -> Item? {
        let isStoreAway = hold.isStoreAway
        return state.withLock { state in
            if let ended { state.ended.append(ended) }
            return isStoreAway ? nil : state.waiting.popFirst()
        }
    }

    private func takeEnded() -> [Ended] {
        state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
    }
}
