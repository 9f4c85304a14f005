import Foundation

/// A few threads with a connection each, which do what callers ask for, in its order.
///
/// libpq waits on these threads and on no other: a caller's task is suspended meanwhile. A connection that breaks is opened again
/// by the next who needs it.
final class ConnectionPool: @unchecked Sendable {
    typealias Job = @Sendable (Lane) -> Void

    private let address: PostgresAddress
    private let countMax: Int
    /// Guards what follows.
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var nextJob = 0
    private var threadCount = 0
    private var idleCount = 0
    private var isClosing = false

    /// - Parameter countMax: how many connections it opens at most; each when it is first needed.
    init(_ address: PostgresAddress, countMax: Int) {
        self.address = address
        self.countMax = countMax
    }

    /// Reads and writes in one transaction, which begins anew where it met others, or a connection that was dead already.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await run { try $0.transaction(Connection.readWrite, body) }
    }

    func snapshot<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await run { try $0.transaction(Connection.snapshot, body) }
    }

    /// Runs statements that need no transaction around them, and that may be run again although they were kept.
    func single<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await run { try $0.transaction(nil, body) }
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = take { lane in continuation.resume(with: Swift.Result { try lane.run(body) }) }
            if !isTaken { continuation.resume(throwing: PostgresError.closed) }
        }
    }

    private func take(_ job: @escaping Job) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosing else { return false }
        jobs.append(job)
        if idleCount > 0 {
            condition.signal()
        } else if threadCount < countMax {
            threadCount += 1
            let thread = Thread { [self] in work() }
            thread.name = "belfry-postgres"
            thread.start()
        }
        return true
    }

    private func work() {
        let lane = Lane(address)
        while let job = next() { job(lane) }
        lane.close()
        condition.lock()
        threadCount -= 1
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for something to do; nil where there will be nothing more.
    private func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        idleCount += 1
        while nextJob == jobs.count, !isClosing { condition.wait() }
        idleCount -= 1
        guard nextJob < jobs.count else { return nil }
        let job = jobs[nextJob]
        nextJob += 1
        if nextJob == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            nextJob = 0
        }
        return job
    }

    /// Does what was asked for, then closes every connection.
    func close() {
        condition.lock()
        isClosing = true
        condition.broadcast()
        while threadCount > 0 { condition.wait() }
        condition.unlock()
    }
}

/// A thread's own connection.
final class Lane {
    private let address: PostgresAddress
    private var connection: Connection?

    static let tryCountMax = 8

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs something that may be run again as long as nothing of it is kept.
    func run<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        var tryCount = 0
        while true {
            tryCount += 1
            let connection = try open()
            do {
                return try body(connection)
            } catch let error as PostgresError where error.isPassing && tryCount < Self.tryCountMax {
                // A plan that a migration made stale is made anew with its statement.
                if error.isOfStalePlan { connection.forgetStatements() }
                // A second connection that breaks over the same work is no chance.
                if connection.isBroken {
                    close()
                    tryCount = max(tryCount, Self.tryCountMax - 1)
                }
            } catch {
                if connection.isBroken { close() }
                throw error
            }
        }
    }

    func close() { connection = nil }

    private func open() throws -> Connection {
        if let connection, !connection.hasEnded { return connection }
        let opened = try Connection(address)
        connection = opened
        return opened
    }
}
