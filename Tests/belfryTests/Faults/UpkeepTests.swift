import BelfryTesting
import Foundation
import Testing

/// Who keeps a store in order that several processes share.
@Suite("Upkeep of many processes", .timeLimit(.minutes(10)))
struct UpkeepOfManyTests {
    private static let lock = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 30064 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"

    private func worker(on database: PostgresDatabase) async throws -> RunningProgram {
        #expect(try await Program.run("migrate", "--store", database.uri).status == 0)
        let worker = try RunningProgram(["worker", "--store", database.uri], environment: ["BELFRY_LOG_LEVEL": "error"])
        #expect(await worker.errors.line { $0.hasPrefix("Working on ") } != nil)
        return worker
    }

    /// The number of the process that keeps the store in order, once it is another than that.
    private func holder(of database: PostgresDatabase, after other: Int32? = nil) async throws -> Int32 {
        while true {
            let holder = try await database.execute("SELECT split_part(holder, '/', 2) FROM upkeep WHERE ran_at IS NOT NULL").first.flatMap(Int32.init)
            if let holder, holder != other { return holder }
        }
    }

    @Test("On PostgreSQL one of two workers keeps it, and when that one is killed the other goes on")
    func onPostgres() async throws {
        try await PostgresDatabase.with { database in
            let workers = [try await worker(on: database), try await worker(on: database)]
            let first = try await holder(of: database)
            #expect(try await database.execute(Self.lock) == ["1"], "one lock, of one of them")
            let holding = try #require(workers.first { $0.processNumber == first })
            let other = try #require(workers.first { $0.processNumber != first })
            holding.kill()
            #expect(try await holder(of: database, after: first) == other.processNumber)
            #expect(try await database.execute(Self.lock) == ["1"])
            other.terminate()
            #expect(await other.exitStatus() == 0)
            #expect(try await database.execute(Self.lock) == ["0"], "whoever stops gives it back")
        }
    }
}
