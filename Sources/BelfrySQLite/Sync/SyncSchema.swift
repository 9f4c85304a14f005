import BelfryModel
import GRDB

/// The server's tables of facts: those of a device, for many persons, with the marks of the sync.
enum SyncSchema {
    static func create(_ db: Database) throws {
        try db.execute(sql: bookkeeping)
        try updateFacts(db)
    }

    /// Brings the tables of facts to what ``FactTable`` says now. A migration that comes with a new table or column calls it again.
    static func updateFacts(_ db: Database) throws {
        for table in FactTable.allCases {
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS \(table.rawValue) (
                        user_id TEXT NOT NULL,
                        id TEXT NOT NULL,
                        \(table.definitions),
                        -- Marks of the push that made the row, and of the last that changed it. A deleted row stays, without its columns.
                        _created_at INTEGER NOT NULL,
                        _changed_at INTEGER NOT NULL,
                        _is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (_is_deleted IN (0, 1)),
                        PRIMARY KEY (user_id, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX IF NOT EXISTS \(table.rawValue)_changed ON \(table.rawValue) (user_id, _changed_at);
                    """)
            try table.addMissingColumns(db)
        }
    }

    private static let bookkeeping = """
        -- The mark of the last push that changed anything of a person's facts.
        CREATE TABLE sync_marks (
            user_id TEXT PRIMARY KEY NOT NULL,
            mark INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Pushes that were taken, so that a device whose answer was lost can ask.
        CREATE TABLE sync_pushes (
            user_id TEXT NOT NULL,
            push_id TEXT NOT NULL,
            mark INTEGER NOT NULL,
            PRIMARY KEY (user_id, push_id)
        ) STRICT, WITHOUT ROWID;
        """
}
