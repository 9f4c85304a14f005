import BelfryTesting
import Foundation
import Testing

/// A database of one test, looked into and written to with `psql`, as its operators do.
struct PostgresDatabase {
    let name: String
    let cluster: PrivateCluster

    var uri: String { cluster.uri(database: name) }

    /// Gives a test a database with nothing in it, which is gone afterwards.
    ///
    /// - Parameter cluster: nil for the one that the tests share.
    static func with<Result>(in cluster: PrivateCluster? = nil, _ body: (PostgresDatabase) async throws -> Result) async throws -> Result {
        let shared = cluster == nil ? try await PrivateCluster.shared() : nil
        guard let cluster = cluster ?? shared else { throw CancellationError() }
        let database = PostgresDatabase(name: "belfry_\(ProcessInfo.processInfo.globallyUniqueString.lowercased().filter { $0.isLetter || $0.isNumber })", cluster: cluster)
        let keeper = PostgresDatabase(name: "postgres", cluster: cluster)
        try await keeper.execute("CREATE DATABASE \(database.name)")
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(database))
        } catch {
            result = .failure(error)
        }
        try await keeper.execute("DROP DATABASE \(database.name) WITH (FORCE)")
        return try result.get()
    }

    /// The lines of an answer, columns with `|` between them.
    @discardableResult
    func execute(_ sql: String) async throws -> [String] {
        let answer = try await answer(to: sql)
        #expect(answer.status == 0, "\(sql)")
        return answer.lines
    }

    private func answer(to sql: String) async throws -> (status: Int32, lines: [String]) {
        let tool = try RunningTool("psql", ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--dbname=\(uri)", "--command=\(sql)"])
        var lines: [String] = []
        while let line = await tool.line() { lines.append(line) }
        return (await tool.exitStatus(), lines)
    }

    /// Locks a table, and everybody out of it, until ``letGo()``.
    func hold(_ table: String) async throws {
        _ = try await answer(to: "BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(3600)")
    }

    /// Locks all rows of a table, as somebody does who changes them by hand, until ``letGo()``.
    func holdRows(of table: String) async throws {
        _ = try await answer(to: "BEGIN; SELECT 1 FROM \(table) FOR UPDATE; SELECT pg_sleep(3600)")
    }

    private static let holders = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"

    /// Waits until whoever is to hold something does.
    func becomeHeld() async throws {
        while try await execute("SELECT count(*) \(Self.holders)") == ["0"] {}
    }

    /// Ends whoever holds something, which must be under way by then.
    func letGo() async throws {
        try await becomeHeld()
        try await execute("SELECT pg_terminate_backend(pid) \(Self.holders)")
    }

    /// Asks until it answers, and none of those of its processes is left.
    func becomeReachable(without processes: [String] = []) async throws {
        let left = "SELECT count(*) FROM pg_stat_activity WHERE pid::text = ANY('{\(processes.joined(separator: ","))}')"
        while try await answer(to: left) != (0, ["0"]) {}
    }

    /// Nobody reaches it any more, until it is opened.
    func close() async throws {
        let keeper = PostgresDatabase(name: "postgres", cluster: cluster)
        try await keeper.execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
        try await keeper.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    func open() async throws {
        try await PostgresDatabase(name: "postgres", cluster: cluster).execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    }
}
