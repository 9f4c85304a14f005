import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("The bell between processes", .timeLimit(.minutes(10)))
struct BellTests {
    @Test("What one host queues wakes another, and does so after its connection was cut")
    func ringing() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { sleeper in
                try await withStore(on: address) { caller in
                    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
                    var iterator = calls.makeAsyncIterator()
                    sleeper.listen { continuation.yield() }
                    // Once it listens it looks, because something may have come before.
                    await iterator.next()
                    try await caller.markForEvaluation([.ben], at: .noon)
                    await iterator.next()

                    try await caller.write(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND query LIKE 'LISTEN%'
                        """)
                    await iterator.next()
                    try await caller.markForEvaluation([.ben], at: .noon)
                    await iterator.next()
                }
            }
        }
    }
}
