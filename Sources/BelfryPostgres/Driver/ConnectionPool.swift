import BelfryPorts
import Foundation

/// A few threads with a connection each, which do what callers ask for, in its order.
///
/// libpq waits on these threads and on no other: a caller's task is suspended meanwhile. A thread opens its connection before it takes a job, so
/// none waits for one that is only about to come while another is free. Many processes share a server's connections: where it has no
/// further one to give, those that are open do the work, and those that nobody needs are closed.
final class ConnectionPool: @unchecked Sendable {
    private let address: PostgresAddress
    private let countMax: Int
    private let connect: @Sendable (PostgresAddress) throws -> Connection
    /// Guards what follows; whoever closes the pool waits for it.
    private let condition = NSCondition()
    private var jobs = Jobs()
    /// Threads that sleep, the last of them on top. That one is woken first: what its connection has done lately the server still has at hand.
    private var sleepers: [DispatchSemaphore] = []
    private var threadCount = 0
    /// Those that take no further job.
    private var endingCount = 0
    /// Threads that wait for a job; each that was woken for one counts until it has it.
    private var idleCount = 0
    /// Threads with a connection, and those that are opening one.
    private var openCount = 0
    private var openingCount = 0
    /// How often none could be opened while there was none.
    private var refusalCount = 0
    /// How often one said nothing for too long. Those that were opened before are taken to be as silent: nobody waits for each of them in turn.
    private var silenceCount = 0
    /// Whether the server had no further connection to give. None is tried then until the next ``tidy()``, as long as one is open.
    private var isServerFull = false
    /// How many idle threads there were at the least, since so many calls of ``tidy()``.
    private var idleCountMin = 0
    private var tidyCount = 0
    /// How many idle threads are to end.
    private var surplus = 0
    private var isClosing = false

    /// After so many calls of ``tidy()``, as many threads end as were idle all the time.
    static let tidyCountMax = 6

    /// - Parameters:
    ///   - countMax: how many connections it opens at most; each when it is first needed.
    ///   - connect: opens one, on a thread that may wait.
    init(_ address: PostgresAddress, countMax: Int, connect: @escaping @Sendable (PostgresAddress) throws -> Connection = { try Connection($0) }) {
        self.address = address
        self.countMax = countMax
        self.connect = connect
    }

    /// Reads and writes in one transaction, which begins anew where it met others, or a connection that was dead already.
    ///
    /// Where somebody answers for what it does, it leaves a line in the audit log.
    /// - Parameter count: how many were changed; nil where nobody counts them.
    func write<Value: Sendable>(
        counting count: @escaping @Sendable (Value) -> Int? = { Audit.count(of: $0) }, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        // The threads of the pool know nothing of whose task it is.
        guard let entry = Audit.line?() else { return try await run { try $0.transaction(Connection.readWrite, body) } }
        return try await run { connection in
            try connection.transaction(Connection.readWrite) { db in
                let value = try body(db)
                if let entry = entry.counting(count(value)) { try PostgresStore.leave(entry, db) }
                return value
            }
        }
    }

    func snapshot<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await run { try $0.transaction(Connection.snapshot, body) }
    }

    /// Runs statements that need no transaction around them, and that may be run again although they were kept.
    func single<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await run { try $0.transaction(nil, body) }
    }

    /// Runs something that may be run again as long as nothing of it is kept.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                attempt: { connection, isLast in
                    do {
                        continuation.resume(returning: try body(connection))
                    } catch let error as PostgresError where error.isPassing && !isLast {
                        return error
                    } catch {
                        continuation.resume(throwing: error)
                    }
                    return nil
                }, refuse: { continuation.resume(throwing: $0) })
            if !take(job) { job.refuse(PostgresError.closed) }
        }
    }

    private func take(_ job: Job) -> Bool {
        locked {
            guard !isClosing else { return false }
            var job = job
            job.refusalCount = refusalCount + openingCount
            jobs.append(job)
            wakeOne()
            return true
        }
    }

    private func putBack(_ job: Job) {
        jobs.putBack(job)
        wakeOne()
    }

    /// Has somebody look for a job: one who waits, and somebody new where fewer wait than there are jobs.
    private func wakeOne() {
        idleCountMin = min(idleCountMin, max(0, idleCount - jobs.count))
        // While somebody opens a connection, one without may leave the job to them.
        openingCount > 0 ? wakeAll() : wakeLast()
        guard idleCount < jobs.count else { return }
        surplus = 0
        guard threadCount == 0 || threadCount < countMax && !isServerFull else { return }
        threadCount += 1
        let thread = Thread { [self] in work() }
        thread.name = "belfry-postgres"
        thread.start()
    }

    private func wakeLast() { _ = sleepers.popLast()?.signal() }

    private func wakeAll() {
        sleepers.forEach { $0.signal() }
        sleepers = []
    }

    /// To be called every ten seconds or so: closes what nobody needs, but for the last connection.
    func tidy() {
        locked {
            isServerFull = false
            tidyCount += 1
            guard tidyCount >= Self.tidyCountMax else { return }
            (surplus, tidyCount, idleCountMin) = (idleCountMin, 0, idleCount)
            wakeAll()
        }
    }

    /// Does what was asked for, then closes every connection.
    func close() {
        locked {
            isClosing = true
            wakeAll()
            while threadCount + endingCount > 0 { condition.wait() }
        }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}

// MARK: A thread

extension ConnectionPool {
    private func work() {
        let wake = DispatchSemaphore(value: 0)
        var connection: Connection?
        while waitForJob(isOpen: connection != nil, in: wake) {
            if let open = connection {
                if open.hasEnded || locked({ open.silenceCount != silenceCount }) {
                    lose(&connection)
                } else if let job = locked({ jobs.next() }), !perform(job, on: &connection) {
                    break
                }
            } else if !reopen(&connection) {
                break
            }
        }
        connection = nil
        locked {
            endingCount -= 1
            condition.broadcast()
        }
    }

    /// - Returns: whether there is something to do: a job to be taken, or a connection to be opened for one; or else this thread is to end.
    private func waitForJob(isOpen: Bool, in wake: DispatchSemaphore) -> Bool {
        locked {
            idleCount += 1
            defer { idleCount -= 1 }
            while jobs.count <= (isOpen ? 0 : openingCount) {
                let isSurplus = surplus > 0 && (isOpen ? openCount > 1 : threadCount > 1)
                if isSurplus { surplus -= 1 }
                if isSurplus || isClosing && jobs.isEmpty {
                    end(isOpen: isOpen)
                    return false
                }
                sleepers.append(wake)
                condition.unlock()
                wake.wait()
                condition.lock()
            }
            return true
        }
    }

    private func end(isOpen: Bool) {
        threadCount -= 1
        endingCount += 1
        if isOpen { openCount -= 1 }
    }

    private func lose(_ connection: inout Connection?) {
        connection = nil
        locked { openCount -= 1 }
    }

    /// Opens a connection. Where none comes about, those that are open do the work; where there is none, a caller is told why, and with them
    /// all who have seen as many attempts fail as can be made at once: however many wait for a server that doesn't answer, none waits for long.
    ///
    /// - Parameter job: for which alone it is opened; else for any that waits.
    /// - Returns: false where this thread has ended.
    private func reopen(_ connection: inout Connection?, for job: Job? = nil) -> Bool {
        locked {
            openingCount += 1
            // That takes its time, in which somebody else may be free.
            wakeAll()
        }
        let opened = Swift.Result { try connect(address) }
        connection = try? opened.get()
        let (refused, hasEnded): ([Job], Bool) = locked {
            openingCount -= 1
            if let connection {
                connection.silenceCount = silenceCount
                openCount += 1
                // Others have left to it what waits, but it goes on with its own.
                if job != nil { wakeAll() }
                return ([], false)
            }
            guard openCount > 0 else {
                refusalCount += 1
                // Another may have taken what it was opened for, and lost its connection over it: then there is nobody to tell.
                var isFirst = job == nil
                let waiting = jobs.removeFirst { one in
                    defer { isFirst = false }
                    return refusalCount - one.refusalCount >= (isFirst ? 1 : countMax)
                }
                return ((job.map { [$0] } ?? []) + waiting, false)
            }
            isServerFull = true
            end(isOpen: false)
            guard let job else { return ([], true) }
            // Others would wait as long for it.
            guard !job.hasMetSilence else {
                // Those without a connection have left what waits to this one.
                wakeAll()
                return ([job], true)
            }
            putBack(job)
            return ([], true)
        }
        if case .failure(let error) = opened { refused.forEach { $0.refuse(error) } }
        return !hasEnded
    }

    /// Tries again what met others. What lost its connection begins anew with another.
    ///
    /// - Returns: false where this thread has ended.
    private func perform(_ job: Job, on connection: inout Connection?) -> Bool {
        var job = job
        while let open = connection {
            job.tryCount += 1
            let error = job.attempt(open, job.tryCount >= Job.tryCountMax)
            // A plan that a migration made stale is made anew with its statement.
            if error?.isOfStalePlan == true { open.forgetStatements() }
            if open.isBroken {
                if open.isSilent {
                    job.hasMetSilence = true
                    locked { silenceCount += 1 }
                }
                lose(&connection)
                // A second connection that breaks over the same work is no chance.
                job.tryCount = max(job.tryCount, Job.tryCountMax - 1)
                if error != nil { guard reopen(&connection, for: job) else { return false } }
            } else if error == nil {
                return true
            }
        }
        return true
    }
}
