import Synchronization

/// What is recorded apart from its batch, because somebody holds a row of it locked, as by hand: nobody waits for that but who ends.
final class LateRecords: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Where somebody holds as much as that, a batch waits for its own: else what is remembered would have no end.
    static let countMax = 8

    var hasRoom: Bool { state.withLock { $0.tasks.count < Self.countMax } }

    func begin(_ record: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.last += 1
            let number = state.last
            state.tasks[number] = Task {
                await record()
                remove(number)
            }
        }
    }

    /// Waits until all is recorded, or given up.
    func finish() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private func remove(_ number: Int) { state.withLock { $0.tasks[number] = nil } }
}
