import Foundation

/// A few threads with a connection each, which do what callers ask for, in its order.
///
/// libpq waits on these threads and on no other: a caller's task is suspended meanwhile. A connection that breaks is opened again
/// by the next who needs it. Many processes share one server's connections: one that nobody has needed for a while is closed, and where the
/// server has no further one to give, those that are open do the work.
final class ConnectionPool: @unchecked Sendable {
    typealias Job = @Sendable (Lane) -> Void

    private let address: PostgresAddress
    private let countMax: Int
    /// Guards what follows.
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var nextJob = 0
    /// Threads that haven't closed their connection yet.
    private var threadCount = 0
    /// Of them, those that still take jobs.
    private var workingCount = 0
    private var idleCount = 0
    /// Of those, how many have a connection, and how many are opening one.
    private var openCount = 0
    private var openingCount = 0
    /// How often it was tidied, and when that was that the server had no further connection to give: until the next time none is tried.
    private var round = 0
    private var refusedRound: Int?
    private var isClosing = false

    /// A connection is closed that nobody has needed since it was tidied so often.
    static let idleRoundMax = 12

    /// - Parameter countMax: how many connections it opens at most; each when it is first needed.
    init(_ address: PostgresAddress, countMax: Int) {
        self.address = address
        self.countMax = countMax
    }

    /// To be called now and then, every few seconds: closes what nobody needs, but for the last connection.
    func tidy() {
        condition.lock()
        defer { condition.unlock() }
        round += 1
        condition.broadcast()
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
        if idleCount >= jobs.count - nextJob {
            condition.signal()
        } else if workingCount == 0 || workingCount < countMax && refusedRound != round {
            threadCount += 1
            workingCount += 1
            let thread = Thread { [self] in work() }
            thread.name = "belfry-postgres"
            thread.start()
        }
        return true
    }

    private func work() {
        let lane = Lane(address)
        while let job = next(lane), open(lane, for: job) {
            job(lane)
            count(lane)
        }
        lane.close()
        condition.lock()
        threadCount -= 1
        condition.broadcast()
        condition.unlock()
    }

    /// Opens a thread's connection where it has none; where none comes about, leaves the job to those that have one.
    /// - Returns: false where this thread is to end.
    private func open(_ lane: Lane, for job: @escaping Job) -> Bool {
        count(lane)
        guard !lane.isCounted else { return true }
        condition.lock()
        openingCount += 1
        condition.unlock()
        lane.prepare()
        condition.lock()
        defer { condition.unlock() }
        openingCount -= 1
        lane.isCounted = lane.isOpen
        if lane.isCounted { openCount += 1 }
        // Where nobody has one the job is told why.
        guard !lane.isCounted, openCount + openingCount > 0 else { return true }
        jobs.insert(job, at: nextJob)
        workingCount -= 1
        if openCount > 0 { refusedRound = round }
        if idleCount > 0 { condition.signal() }
        return false
    }

    /// Notices a connection that has been lost.
    private func count(_ lane: Lane) {
        guard lane.isCounted, !lane.isOpen else { return }
        lane.isCounted = false
        condition.lock()
        defer { condition.unlock() }
        openCount -= 1
    }

    /// Waits for something to do; nil where there will be nothing more for this thread.
    private func next(_ lane: Lane) -> Job? {
        condition.lock()
        defer { condition.unlock() }
        idleCount += 1
        defer { idleCount -= 1 }
        let idleSince = round
        while nextJob == jobs.count {
            if isClosing || workingCount > 1 && round - idleSince >= Self.idleRoundMax {
                workingCount -= 1
                if lane.isCounted { openCount -= 1 }
                return nil
            }
            condition.wait()
        }
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
    /// Why none came about, for the next who needs it.
    private var refusal: (any Error)?
    /// Whether the pool counts it among those that have a connection.
    fileprivate var isCounted = false

    static let tryCountMax = 8

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs something that may be run again as long as nothing of it is kept.
    func run<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        var tryCount = 0
        if let refusal {
            self.refusal = nil
            throw refusal
        }
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

    fileprivate var isOpen: Bool { connection.map { !$0.hasEnded } ?? false }

    /// Opens a connection; where none comes about, the next to use it is told why.
    fileprivate func prepare() {
        do {
            _ = try open()
        } catch {
            refusal = error
        }
    }

    private func open() throws -> Connection {
        if let connection, !connection.hasEnded { return connection }
        let opened = try Connection(address)
        connection = opened
        return opened
    }
}
