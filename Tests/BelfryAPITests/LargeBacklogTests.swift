import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryAPI

@Suite("How much waits, where that is much")
struct LargeBacklogTests {
    @Test("What is counted among many is told again for half a minute, and since when it waits as it is")
    func many() async throws {
        let (large, asked) = (LargeBacklog(), Asked(LargeBacklog.countMin))
        let first = try await asked.answer(of: large, after: .seconds(0))
        #expect(first == Backlog(pendingCount: LargeBacklog.countMin, sendingCount: 0, oldestDueAt: .noon))
        asked.number.withLock { $0 = LargeBacklog.countMin + 1 }
        let again = try await asked.answer(of: large, after: LargeBacklog.length - .milliseconds(1))
        let dueAt = Instant.noon + LargeBacklog.length - .milliseconds(1)
        #expect(again == Backlog(pendingCount: LargeBacklog.countMin, sendingCount: 0, oldestDueAt: dueAt))
        let anew = try await asked.answer(of: large, after: LargeBacklog.length)
        #expect(anew.pendingCount == LargeBacklog.countMin + 1)
        let putBack = try await asked.answer(of: large, after: .seconds(-1))
        #expect(putBack.pendingCount == LargeBacklog.countMin + 1)
        #expect(asked.countsMax.withLock { $0 } == [nil, 0, nil, nil])
    }

    @Test("What is counted among few is counted each time")
    func few() async throws {
        let (large, asked) = (LargeBacklog(), Asked(LargeBacklog.countMin - 1))
        _ = try await asked.answer(of: large, after: .seconds(0))
        asked.number.withLock { $0 = 3 }
        let again = try await asked.answer(of: large, after: .seconds(0))
        #expect(again.pendingCount == 3)
    }
}

/// A store that counts as many as it is told, and notes how far it was asked to.
private final class Asked: Sendable {
    let number: Mutex<Int>
    let countsMax = Mutex<[Int?]>([])

    init(_ number: Int) { self.number = Mutex(number) }

    func answer(of large: LargeBacklog, after time: Duration) async throws -> Backlog {
        try await large.answer(now: .noon + time) { countMax in
            countsMax.withLock { $0.append(countMax) }
            let number = number.withLock { $0 }
            return Backlog(pendingCount: min(number, countMax ?? .max), sendingCount: 0, oldestDueAt: .noon + time)
        }
    }
}
