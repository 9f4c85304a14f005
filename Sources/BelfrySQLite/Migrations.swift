import GRDB

/// Brings files up to this version.
enum Migrations {
    /// Several processes may start on a new file at once. Each migration is one transaction, so one of them wins it and the others
    /// fail on it; these look again, as long as somebody gets on.
    ///
    /// - Throws: `DatabaseError` where the file was written by a later version.
    static func run(_ migrator: DatabaseMigrator, on pool: DatabasePool) throws {
        let applied = try pool.read(migrator.appliedIdentifiers)
        guard applied.isSubset(of: migrator.migrations) else {
            throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the file was written by a later version of Belfry")
        }
        do {
            try migrator.migrate(pool)
        } catch {
            guard try pool.read(migrator.appliedIdentifiers) != applied else { throw error }
            try run(migrator, on: pool)
        }
    }
}
