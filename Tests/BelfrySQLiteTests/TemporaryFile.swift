import Foundation
import GRDB

@testable import BelfrySQLite

/// A path at which there is no file yet, in a folder of its own that is removed afterwards.
func withTemporaryPath<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/belfry-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else { throw CocoaError(.fileWriteUnknown) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body("\(folder)/belfry.sqlite")
}

/// A store on a fresh file, which is removed afterwards.
func withStore<Result>(_ body: (SQLiteStore) async throws -> Result) async throws -> Result {
    try await withTemporaryPath { path in
        try newFile.get().write(to: URL(fileURLWithPath: path))
        return try await withStore(at: path, body)
    }
}

/// A file that has come through all migrations: these take longer than most tests.
private let newFile = Result<Data, any Error> {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-new-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("belfry.sqlite")
    try SQLiteStore(path: file.path).close()
    return try Data(contentsOf: file)
}

/// A store on a file that stays.
func withStore<Result>(at path: String, _ body: (SQLiteStore) async throws -> Result) async throws -> Result {
    let store = try SQLiteStore(path: path)
    defer { try? store.close() }
    return try await body(store)
}

/// A store on a file of an earlier version, which had something written into it then.
///
/// - Parameters:
///   - version: the last migration that it had.
///   - sql: what was written.
func withStore<Result>(upgradedFrom version: String, having sql: String, _ body: (SQLiteStore) async throws -> Result) async throws -> Result {
    try await withStore(upgradedFrom: version, having: sql, asking: { _ in true }) { store, _ in try await body(store) }
}

/// The same, where what stood there is compared with what stands there afterwards.
///
/// - Parameter ask: reads it from the file of the earlier version.
func withStore<Known: Sendable, Result>(
    upgradedFrom version: String, having sql: String, asking ask: @escaping @Sendable (Database) throws -> Known,
    _ body: (SQLiteStore, Known) async throws -> Result
) async throws -> Result {
    try await withTemporaryPath { path in
        let old = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(old, upTo: version)
        let known = try await old.write { db in
            try db.execute(sql: sql)
            return try ask(db)
        }
        try old.close()
        return try await withStore(at: path) { store in try await body(store, known) }
    }
}

extension SQLiteStore {
    /// Runs a statement as a person with a SQL client would.
    func write(_ sql: String) async throws {
        try await pool.write { try $0.execute(sql: sql) }
    }
}
