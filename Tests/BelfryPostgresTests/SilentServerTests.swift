import BelfryModel
import BelfryTesting
import Dispatch
import Synchronization
import Testing

@testable import BelfryPostgres

@Suite("A server that says nothing")
struct SilentServerTests: OpensTwoConnections {
    @Test("Whoever waits for a server that says nothing when the process is told to stop waits no longer than there is time", .timeLimit(.minutes(10)))
    func haste() async throws {
        try await Databases.with { address in
            let patience = Patience(shortest: 100)
            let pool = ConnectionPool(address, countMax: 1) { try Connection($0, patience: patience) }
            let observer = ConnectionPool(address, countMax: 1)
            defer {
                pool.close()
                observer.close()
            }
            let asking = Task { try await pool.write { _ = try $0.rows("SELECT pg_sleep(25)") } }
            let isAsked = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(25)%' AND state = 'active' AND datname = current_database()"
            while try await observer.single({ try $0.row(isAsked) == nil }) {}
            patience.shorten()
            await #expect(throws: PostgresError.lost) { try await asking.value }
        }
    }

    @Test("What met a server that says nothing is handed to no other connection of before, nor is what comes after it", .timeLimit(.minutes(10)))
    func silence() async throws {
        try await Databases.with { address in
            let isAway = Mutex(false)
            let attempts = Notes<Int>()
            let pool = Self.poolOfTwo(address) { _ in
                if isAway.withLock({ $0 }) { throw PostgresError.unreachable(why: "silence") }
            }
            defer { pool.close() }
            // Two who wait for each other open both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                left.signal()
                right.wait()
            }
            try await pool.run { _ in
                right.signal()
                left.wait()
            }
            try await first
            isAway.withLock { $0 = true }
            await #expect(throws: PostgresError.unreachable(why: "silence")) {
                try await pool.run { db -> Void in
                    attempts.add(1)
                    throw db.silent()
                }
            }
            #expect(attempts.all.count == 1)
            await #expect(throws: PostgresError.unreachable(why: "silence")) { try await pool.run { _ in attempts.add(2) } }
            #expect(attempts.all == [1])
            isAway.withLock { $0 = false }
            try await pool.run { _ in attempts.add(3) }
            #expect(attempts.all == [1, 3])
        }
    }

    @Test("What was left to whoever opened a connection after silence, and opened none, is done by another than one that is busy", .timeLimit(.minutes(10)))
    func leftAfterSilence() async throws {
        try await Databases.with { address in
            let openingCount = Mutex(0)
            let (isOpening, isBusy) = (Gate(), Gate())
            let (opening, busy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = ConnectionPool(address, countMax: 3) { address in
                let number = openingCount.withLock { count in
                    count += 1
                    return count
                }
                if number == 4 {
                    isOpening.open()
                    opening.wait()
                    throw PostgresError.unreachable(why: "silence")
                }
                return try Connection(address)
            }
            defer { pool.close() }
            // Three who wait for each other open all.
            let (coming, going) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                coming.signal()
                going.wait()
            }
            async let second: Void = pool.run { _ in
                coming.signal()
                going.wait()
            }
            try await pool.run { _ in
                for _ in 1...2 { coming.wait() }
                for _ in 1...2 { going.signal() }
            }
            _ = try await (first, second)
            let working = Task {
                try await pool.run { _ in
                    isBusy.open()
                    busy.wait()
                }
            }
            await isBusy.wait()
            let silent = Task { try await pool.run { db -> Void in throw db.silent() } }
            await isOpening.wait()
            let left = Task { try await pool.run { _ in } }
            for _ in 1...1000 { await Task.yield() }
            opening.signal()
            await #expect(throws: PostgresError.unreachable(why: "silence")) { try await silent.value }
            try await left.value
            busy.signal()
            try await working.value
        }
    }

    @Test("All who wait for a server that doesn't answer are told when an attempt fails, however many they are", .timeLimit(.minutes(10)))
    func silent() async throws {
        let count = 40
        let (attempts, coming) = (Notes<Int>(), DispatchSemaphore(value: 0))
        let pool = ConnectionPool(try PostgresAddress("postgres://127.0.0.1/belfry"), countMax: 1) { _ in
            attempts.add(1)
            if attempts.all.count == 1 { for _ in 1...count { coming.wait() } }
            throw PostgresError.unreachable(why: "silence")
        }
        defer { pool.close() }
        let refusedCount = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...count {
                group.addTask {
                    coming.signal()
                    do {
                        try await pool.run { _ in }
                        return false
                    } catch {
                        return (error as? PostgresError) == .unreachable(why: "silence")
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refusedCount == count && attempts.all.count < count)
    }
}
