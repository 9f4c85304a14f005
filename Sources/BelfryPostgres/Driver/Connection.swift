import CLibpq
import Foundation

/// One connection, for one thread at a time, always in libpq's pipeline mode.
///
/// Statements are written down as they come and go out together, when the first answer is wanted: a transaction whose statements
/// don't wait for each other's answers takes one round trip. Its socket never blocks in libpq; the thread waits in `poll`, and for no
/// longer than the database may stay silent.
final class Connection {
    let handle: OpaquePointer
    /// Statements that the server has prepared, by their SQL.
    private var prepared: [String: String] = [:]
    private var preparedCount = 0
    /// What was sent and not yet answered, in its order.
    private var waiting: [Answer] = []
    /// The first that went wrong since the last synchronisation.
    private var failure: PostgresError?
    private(set) var isBroken = false
    /// Whether it broke because nothing came for too long.
    private(set) var isSilent = false
    /// How often its pool had met silence when it was opened.
    var silenceCount = 0
    /// Who has upkeep's lock by it. Its number wouldn't say: a server that began anew soon gives the same ones again.
    var upkeepHolder: String?
    /// Whether its database may be spread over nodes of Citus; nil until somebody asks.
    private var hasCitus: Bool?
    /// What the plans of its statements were made for, as whoever sends them sees it.
    var planned = PlannedSize()

    /// After so much silence a server is taken to be gone. Statements are cut off by the server itself before that.
    static let silenceMillisecondsMax: Int32 = 45_000
    private static let preparedCountMax = 256

    private let patience: Patience

    /// - Throws: ``PostgresError/unreachable(why:)``.
    init(_ address: PostgresAddress, patience: Patience = Patience()) throws {
        self.patience = patience
        // What comes before the address gives way to it, what comes after doesn't.
        var options = [
            ("application_name", "belfry"), ("connect_timeout", "\(Patience.connectSeconds)"), ("target_session_attrs", "read-write"),
            ("dbname", address.uri), ("client_encoding", "UTF8"),
        ]
        if let seconds = patience.connectSecondsAtMost { options.append(("connect_timeout", "\(seconds)")) }
        let keys = options.map { strdup($0.0) } + [nil]
        let values = options.map { strdup($0.1) } + [nil]
        defer { (keys + values).forEach { free($0) } }
        let opened = PQconnectdbParams(keys.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        guard let opened else { throw PostgresError.unreachable(why: "out of memory") }
        handle = opened
        guard PQstatus(handle) == CONNECTION_OK else {
            // The only copy: the connection is finished with this object, of which all is set by now.
            throw PostgresError.unreachable(why: Self.sentences(String(cString: PQerrorMessage(handle))))
        }
        _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
        PQsetnonblocking(handle, 1)
        try runScript(Self.session, within: Self.silenceMillisecondsMax)
    }

    deinit { PQfinish(handle) }

    /// What libpq says of each host in lines, some of which ask.
    private static func sentences(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.reduce("") { told, line in told.isEmpty ? line : told + (told.hasSuffix("?") ? " " : ". ") + line }
    }

    /// Moments and numbers come in one form whatever the role's defaults say; what waits too long is cut off. Statements are planned once,
    /// but where the values say which node they go to. A client whose machine is gone is missed within two minutes, not hours: by a connection that is idle
    /// it may have upkeep's lock. Long values are compressed by the quicker of the ways that the server was built with.
    private static let session = """
        SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, YMD'; SET IntervalStyle TO 'postgres'; SET extra_float_digits TO 1;
        SET standard_conforming_strings TO on; SET bytea_output TO 'hex';
        SET statement_timeout TO '30s'; SET lock_timeout TO '20s'; SET idle_in_transaction_session_timeout TO '10s';
        SET tcp_keepalives_idle TO 60; SET tcp_keepalives_interval TO 15; SET tcp_keepalives_count TO 4;
        SET jit TO off;
        SELECT set_config(name, 'lz4', false) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals);
        SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN 'auto' ELSE 'force_generic_plan' END, false)
        """

    var socket: Int32 { PQsocket(handle) }
    var processNumber: Int32 { PQbackendPID(handle) }
}

// MARK: Statements

extension Connection {
    /// Whether its database may be spread over nodes of Citus, where no statement can look for several people at once. Asked of it once.
    func isOnCitus() throws -> Bool {
        if let hasCitus { return hasCitus }
        let answer = try row("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is_there")?.flag("is_there") ?? false
        hasCitus = answer
        return answer
    }

    /// Has a statement run of which nothing is wanted but that it succeeds.
    func execute(_ sql: String, _ parameters: (any SQLConvertible)?...) throws { _ = try send(sql, parameters) }

    func execute(_ sql: String, _ parameters: [(any SQLConvertible)?]) throws { _ = try send(sql, parameters) }

    /// Has a statement run; it goes out when the first answer is wanted.
    func send(_ sql: String, _ parameters: (any SQLConvertible)?...) throws -> Answer { try send(sql, parameters) }

    /// - Parameter form: of the values that it brings.
    func send(_ sql: String, _ parameters: [(any SQLConvertible)?], bringing form: ValueForm = .text) throws -> Answer {
        guard !isBroken else { throw PostgresError.lost }
        let name = try name(of: sql)
        let answer = Answer(self)
        let values = parameters.map { $0?.sql ?? .null }
        let isSent = StatementParameters(values).withPointers { pointers, lengths, formats in
            PQsendQueryPrepared(handle, name, Int32(values.count), pointers, lengths, formats, form.rawValue) == 1
        }
        guard isSent else { throw broken() }
        waiting.append(answer)
        return answer
    }

    func rows(_ sql: String, _ parameters: (any SQLConvertible)?...) throws -> [Row] { try send(sql, parameters).rows() }

    func row(_ sql: String, _ parameters: (any SQLConvertible)?...) throws -> Row? { try send(sql, parameters).rows().first }

    /// - Returns: how many rows were changed.
    @discardableResult
    func change(_ sql: String, _ parameters: (any SQLConvertible)?...) throws -> Int { try send(sql, parameters).changeCount() }

    /// Prepares a statement where it isn't yet.
    private func name(of sql: String) throws -> String {
        if let name = prepared[sql] { return name }
        preparedCount += 1
        let name = "s\(preparedCount)"
        guard PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw broken() }
        waiting.append(Answer(self, preparing: sql))
        prepared[sql] = name
        return name
    }

    /// Reads the answers to all that was written down.
    func receive(_ answer: Answer) throws {
        if !answer.isAnswered {
            guard !isBroken, !waiting.isEmpty else { throw failure ?? .lost }
            try receiveAll()
        }
        if let failure { throw failure }
    }

    /// Ends with a Sync, where a Flush would do: only after a Sync the server takes a transaction for idle, and ends it when its client
    /// sleeps, which else would hold its locks for ever.
    private func receiveAll() throws {
        guard PQpipelineSync(handle) == 1 else { throw broken() }
        while !waiting.isEmpty { try receiveNext() }
        while true {
            guard !isBroken, PQstatus(handle) == CONNECTION_OK else { throw broken() }
            guard let result = try nextResult() else { continue }
            let status = PQresultStatus(result)
            PQclear(result)
            if status == PGRES_PIPELINE_SYNC { break }
        }
    }

    private func receiveNext() throws {
        let answer = waiting.removeFirst()
        guard let result = try nextResult() else { throw broken() }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: answer.answer(result)
        case PGRES_PIPELINE_ABORTED:
            forget(answer)
            answer.answer(result)
        default:
            forget(answer)
            if failure == nil { failure = error(result) }
            answer.answer(result)
        }
        // Each answer ends with nothing.
        while let rest = try nextResult() { PQclear(rest) }
    }

    private func forget(_ answer: Answer) {
        if let sql = answer.preparing { prepared[sql] = nil }
    }

    /// Nil where there is nothing more to the answer that is being read.
    func nextResult(within silence: Int32 = silenceMillisecondsMax) throws -> OpaquePointer? {
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw broken() }
            if PQisBusy(handle) == 0 { return PQgetResult(handle) }
            try wait(toWrite: unsent == 1, within: silence)
        }
    }

    func wait(toWrite: Bool, within silence: Int32) throws {
        var event = pollfd(fd: socket, events: Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0), revents: 0)
        var (count, left): (Int32, Int32) = (0, silence)
        repeat {
            left = patience.left(of: left)
            let wait = left < 0 ? left : min(left, Patience.lookMilliseconds)
            count = poll(&event, 1, wait)
            left -= wait
        } while count == 0 && left > 0
        if count < 0, errno == EINTR { return }
        guard count > 0 else { throw count == 0 ? silent() : broken() }
        if event.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            guard PQconsumeInput(handle) == 1 else { throw broken() }
        }
    }

    /// Nothing has come for too long.
    func silent() -> PostgresError {
        isSilent = true
        return broken()
    }

    func broken() -> PostgresError {
        isBroken = true
        waiting = []
        return failure ?? .lost
    }

    func error(_ result: OpaquePointer) -> PostgresError {
        func field(_ code: UInt8) -> String? { PQresultErrorField(result, Int32(code)).map { String(cString: $0) } }
        guard let sqlState = field(UInt8(ascii: "C")) else { return broken() }
        if sqlState.hasPrefix("57P") || ["25006", "25P03"].contains(sqlState) || PQstatus(handle) != CONNECTION_OK { isBroken = true }
        return .refused(
            sqlState: sqlState, relation: field(UInt8(ascii: "t")), constraint: field(UInt8(ascii: "n")),
            fault: sqlState.hasPrefix("42") ? field(UInt8(ascii: "M")) : nil)
    }
}

// MARK: Transactions

extension Connection {
    static let readWrite = "BEGIN"
    /// One state of the database for however many statements.
    static let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Runs a body in a transaction. What it sends and never waits for goes out with the commit.
    ///
    /// - Parameter beginning: how it begins; nil where the statements may be run again although they were kept.
    func transaction<Value>(_ beginning: String? = readWrite, _ body: (Connection) throws -> Value) throws -> Value {
        do {
            if let beginning { try execute(beginning) }
            let value = try body(self)
            try commit(beginning)
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    private func commit(_ beginning: String?) throws {
        // A transaction that failed is rolled back by COMMIT too, without a word.
        if let failure { throw failure }
        guard beginning != nil else { return try synchronise() }
        let commit = try send("COMMIT")
        do {
            try synchronise()
        } catch {
            // What went wrong after it doesn't matter.
            guard !commit.isSuccessful else { return }
            guard isBroken, beginning == Self.readWrite, (error as? PostgresError)?.isOfOrderlyEnd != true else { throw error }
            throw PostgresError.lostWhileCommitting
        }
    }

    /// Whether the server has ended it while nobody used it.
    var hasEnded: Bool {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&event, 1, 0) > 0 {
            guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
                // Asked again it would say nothing: it has no socket then.
                isBroken = true
                break
            }
        }
        return isBroken
    }

    /// Ends the pipeline: reads every answer that is still to come.
    /// - Throws: the first thing that went wrong in it.
    private func synchronise() throws {
        guard !isBroken else { throw failure ?? .lost }
        // Whoever has read all that was asked needs no further way there and back.
        if !waiting.isEmpty { try receiveAll() }
        defer { failure = nil }
        if let failure { throw failure }
        if prepared.count > Self.preparedCountMax { forgetStatements() }
    }

    private func rollBack() {
        guard !isBroken else { return }
        _ = try? synchronise()
        failure = nil
        guard !isBroken, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        try? execute("ROLLBACK")
        _ = try? synchronise()
        failure = nil
        if PQtransactionStatus(handle) != PQTRANS_IDLE { isBroken = true }
    }

    /// After a migration, or where there are too many.
    func forgetStatements() {
        prepared = [:]
        _ = try? runScript("DEALLOCATE ALL")
    }
}
