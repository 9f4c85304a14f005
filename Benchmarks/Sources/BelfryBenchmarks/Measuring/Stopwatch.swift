import Foundation

/// Adds up what stretches of work cost that are done one after the other, in whatever task.
final class Stopwatch: @unchecked Sendable {
    private let lock = NSLock()
    private var cost = Cost()

    func measure<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
        var answer: Answer?
        let cost = try await Cost.measure { answer = try await body() }
        lock.withLock { self.cost += cost }
        // The body has returned: it is there.
        return answer!
    }

    /// What it has come to; it begins anew.
    func take() -> Cost {
        lock.withLock {
            defer { cost = Cost() }
            return cost
        }
    }
}
