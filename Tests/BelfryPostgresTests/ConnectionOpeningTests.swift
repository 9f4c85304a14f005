import BelfryModel
import BelfryTesting
import Dispatch
import Testing

@testable import BelfryPostgres

@Suite("Whoever opens a connection, beside others who wait for one")
struct ConnectionOpeningTests: OpensTwoConnections {
    @Test("Whoever opens a connection for nothing, because another has taken its work and has lost its own, works on", .timeLimit(.minutes(10)))
    func openedForNothing() async throws {
        try await Databases.with { address in
            let (isBusy, isOpening) = (Gate(), Gate())
            let (busy, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                switch number {
                case 2:
                    isOpening.open()
                    opening.wait()
                    throw PostgresError.unreachable(why: "gone")
                case 3:
                    opening.signal()
                    throw PostgresError.unreachable(why: "gone")
                default: break
                }
            }
            defer { pool.close() }
            let first = Task {
                try await pool.run { _ in
                    isBusy.open()
                    busy.wait()
                }
            }
            await isBusy.wait()
            // The second connection is opened for it, and fails when the first has taken it and is cut.
            let second = Task {
                try await pool.single { try $0.rows("SELECT pg_terminate_backend(pg_backend_pid())").count }
            }
            await isOpening.wait()
            busy.signal()
            try await first.value
            await #expect(throws: PostgresError.unreachable(why: "gone")) { _ = try await second.value }
            // The second opening may come to its end only now. Then it refuses one of those who wait, or the server counts as full until
            // somebody looks again.
            let looking = Task {
                var count = 0
                while !Task.isCancelled {
                    if count % 1000 == 0 {
                        pool.tidy()
                        Task { try? await pool.run { _ in } }
                    }
                    count += 1
                    await Task.yield()
                }
            }
            defer { looking.cancel() }
            // Two who wait for each other need both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (own, other) in [(left, right), (right, left)] {
                    group.addTask {
                        func meet() async throws {
                            try await pool.run { _ in
                                own.signal()
                                other.wait()
                            }
                        }
                        do { try await meet() } catch PostgresError.unreachable { try await meet() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Whoever has no connection opens one, too, when more comes while another is opened", .timeLimit(.minutes(10)))
    func openedForMore() async throws {
        try await Databases.with { address in
            let isOpening = Gate()
            let (both, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                switch number {
                case 1:
                    both.wait()
                    throw PostgresError.unreachable(why: "gone")
                case 2:
                    both.signal()
                    throw PostgresError.unreachable(why: "gone")
                case 3:
                    isOpening.open()
                    opening.wait()
                default: opening.signal()
                }
            }
            defer { pool.close() }
            let refused = Task { try await pool.run { _ in } }
            await #expect(throws: PostgresError.unreachable(why: "gone")) { try await pool.run { _ in } }
            await #expect(throws: PostgresError.unreachable(why: "gone")) { try await refused.value }
            // Two who wait for each other need both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                left.signal()
                right.wait()
            }
            await isOpening.wait()
            try await pool.run { _ in
                right.signal()
                left.wait()
            }
            try await first
        }
    }

    @Test("What waits while a connection is opened anew for its own work doesn't wait for the end of that", .timeLimit(.minutes(10)))
    func openedForItsOwn() async throws {
        try await Databases.with { address in
            let attemptCount = Notes<Int>()
            let isOpening = Gate()
            let (opening, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                guard number == 2 else { return }
                isOpening.open()
                opening.wait()
            }
            defer { pool.close() }
            let first = Task {
                try await pool.single { db in
                    attemptCount.add(1)
                    if attemptCount.all.count == 1 { _ = try db.rows("SELECT pg_terminate_backend(pg_backend_pid())") }
                    done.wait()
                }
            }
            await isOpening.wait()
            let second = Task { try await pool.single { _ in _ = done.signal() } }
            // It has come by then, and found somebody who opens one.
            for _ in 0..<100 { await Task.yield() }
            opening.signal()
            try await first.value
            try await second.value
        }
    }
}
