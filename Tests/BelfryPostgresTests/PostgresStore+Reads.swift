@testable import BelfryPostgres

extension PostgresStore {
    /// How many rows of a table were read until now, over its only connection.
    func readCount(of table: String) async throws -> Int {
        try await count("coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)", in: "pg_stat_user_tables", of: table)
    }

    /// How many entries of its indexes, of which not all lead to a row that is read.
    func entryCount(of table: String) async throws -> Int {
        try await count("idx_tup_read", in: "pg_stat_user_indexes", of: table)
    }

    /// How often a table was looked into, in whatever way.
    func scanCount(of table: String) async throws -> Int {
        try await count("coalesce(seq_scan, 0) + coalesce(idx_scan, 0)", in: "pg_stat_user_tables", of: table)
    }

    func count(_ figure: String, in view: String, of table: String) async throws -> Int {
        try await write("SELECT pg_stat_force_next_flush()")
        let counts = try await values("SELECT sum(\(figure))::text AS value FROM \(view) WHERE relname = '\(table)'")
        return counts.compactMap { $0.flatMap { Int($0) } }.reduce(0, +)
    }
}
