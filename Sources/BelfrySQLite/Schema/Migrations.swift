import BelfryPorts
import GRDB

/// A file was written by a later version.
public struct LaterVersionError: OutageError, CustomStringConvertible {
    public var outage: StoreOutage? { .outdated }
    public var description: String { "a later version of Belfry has brought the file up to date; use that version, or a later one" }
}

/// A file is there for something else: it is a server's store and no device's file, or the other way round, or another program's.
public struct OtherFileError: Error, CustomStringConvertible {
    public var description: String { "another kind of database is in the file" }
}

/// Brings files up to this version, and tells who is of an earlier one.
enum Migrations {
    /// Several processes may start on a new file at once. Each migration is one transaction, so one of them wins it and the others
    /// fail on it; these look again, as long as somebody gets on.
    ///
    /// - Throws: ``LaterVersionError`` where the file has steps that this version doesn't know, ``OtherFileError`` where it knows none of them.
    static func run(_ migrator: DatabaseMigrator, on pool: DatabasePool) throws {
        let applied = try pool.read { try Self.applied(of: migrator, $0) }
        guard applied.isEmpty || !applied.isDisjoint(with: migrator.migrations) else { throw OtherFileError() }
        guard applied.isSubset(of: migrator.migrations) else { throw LaterVersionError() }
        do {
            try migrator.migrate(pool)
        } catch {
            guard try pool.read({ try Self.applied(of: migrator, $0) }) != applied else { throw error }
            try run(migrator, on: pool)
        }
    }

    /// The steps that a file has. Whether there is a table of them is asked first: somebody who makes it meanwhile leaves nobody with a question
    /// that failed.
    static func applied(of migrator: DatabaseMigrator, _ db: Database) throws -> Set<String> {
        try db.tableExists("grdb_migrations") ? migrator.appliedIdentifiers(db) : []
    }

    /// To be asked in the transaction that takes something.
    ///
    /// - Throws: ``LaterVersionError``
    static func check(_ db: Database) throws {
        let count = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM grdb_migrations")) ?? 0
        if count > stepCount { throw LaterVersionError() }
    }

    private static let stepCount = Schema.migrator.migrations.count
}
