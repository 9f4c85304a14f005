import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Synchronization

// BelfryPostgres: every store door on PostgreSQL, through libpq. It keeps and finds; it decides nothing.

/// A database that many servers and workers share.
///
/// A commit is on the server's disk when it returns (`synchronous_commit`, as the server has it), so nothing that was acknowledged
/// is lost. Statements wait on the pool's own threads; see `docs/decisions/0013-libpq-on-threads-of-its-own.md`.
public final class PostgresStore: Sendable {
    let pool: ConnectionPool
    /// By which it is said what is due, and when a lease has run out: one for all hosts. Nil where callers' moments count.
    let clock: DatabaseClock?
    private let bell: Bell
    private let patience: Patience
    let seat: UpkeepSeat
    /// Of broadcasts, when a worker looked last.
    let dueBatchLanes = Mutex<[QueueLane]>([])
    let crowds = Mutex(CrowdedBroadcasts())
    /// Until when no month is dropped, because others were busy with one.
    let monthsBusyUntil = Mutex(Instant(secondsSinceEpoch: 0))
    /// Of the deliveries that are in no month: up to where is known which are over.
    let prunedUpTo = Mutex(PrunedPlace.first)
    /// What couldn't be forgotten lately, by its name.
    let stuckPrunes = Mutex<[String: StuckPrune]>([:])
    /// Until when none is made, for the same reason.
    let roomBusyUntil = Mutex(Instant(secondsSinceEpoch: 0))

    /// Opens a database and migrates it where needed.
    ///
    /// - Parameters:
    ///   - clock: learns what time it is there; who works on the database goes by it. Nil for tests, in which the moments count that callers give.
    ///   - connectionCountMax: how many connections it opens at most, besides one by which processes wake each other, and one that elects who keeps the store in order.
    ///   - onWait: told once, where it migrates, how many deliveries others have in hand that it waits for.
    /// - Throws: ``PostgresError`` where the database can't be reached or was written by a later version.
    public init(
        _ address: PostgresAddress, clock: DatabaseClock?, connectionCountMax: Int = standardConnectionCount,
        onWait: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let patience = Patience()
        self.patience = patience
        pool = ConnectionPool(address, countMax: connectionCountMax) { try Connection($0, patience: patience) }
        self.clock = clock
        bell = Bell(address)
        seat = UpkeepSeat(address, patience: patience)
        do {
            try await Migrations.run(Schema.migrations, on: pool, onWait: onWait)
            try await readClock()
        } catch {
            pool.close()
            throw error
        }
    }

    public static let standardConnectionCount = 8

    /// From now on another process that queues something has `onWork` called.
    public func listen(_ onWork: @escaping @Sendable () -> Void) { bell.listen(onWork) }

    /// To be called every ten seconds by whoever keeps it open: looks what time it is there, and closes connections that nobody needs.
    ///
    /// - Throws: ``PostgresError``, also where a later version has migrated it meanwhile.
    public func refresh() async throws {
        pool.tidy()
        try await readClock()
        try await checkVersion()
    }

    /// - Throws: ``PostgresError/laterVersion`` where one has migrated it, or ``PostgresError/migrating`` where somebody does.
    func checkVersion() async throws {
        try await pool.single { try Migrations.check(try Migrations.askStanding($0)) }
    }

    /// From now on a server that says nothing is soon taken to be gone: whoever is told to stop has no time to wait for it.
    public func hurry() { patience.shorten() }

    /// Finishes what is under way and closes every connection.
    public func close() {
        bell.stop()
        seat.close()
        pool.close()
    }

    /// What PostgreSQL says of an error, never with the statement or the values; nil where it isn't PostgreSQL's.
    public static func describe(_ error: any Error) -> String? {
        (error as? PostgresError)?.description
    }

    /// Wakes the workers of other processes, once a commit has queued something for them.
    func ring() { bell.ring() }

    /// Changes whenever anybody has committed; see the function in the schema.
    public func changeMark() async throws -> String {
        try await pool.single { try $0.row("SELECT belfry_change_mark() AS mark")?.text("mark") ?? "" }
    }
}

extension Payload {
    private static let decoder = JSONDecoder()

    init(stored text: String) {
        self = Payload(flatJSON: text) ?? (try? Self.decoder.decode(Payload.self, from: Data(text.utf8))) ?? Payload()
    }

    func stored() throws -> String { try flatJSON()?.jsonWithoutNUL ?? json(self) }
}

/// As a column of JSON takes it: PostgreSQL keeps no NUL, also not as `\u0000`.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).jsonWithoutNUL
}
