import BelfryModel
import GRDB

/// The tables of a device: the facts, as an app reads and writes them, and what is needed to sync them and to notice each change.
///
/// Whoever writes the facts, by this package, by GRDB or by any SQL, does so under the triggers here: they keep WatermelonDB's columns
/// `_status` and `_changed`, remember what was deleted, and put the row into the feed. Only `is_merging` quiets the first two, for what
/// comes from the server.
enum DeviceSchema {
    /// Other tables of a device follow as further migrations.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-facts") { db in
            try db.execute(sql: syncing)
            try updateFacts(db)
        }
        migrator.registerMigration("2-journal") { try $0.execute(sql: JournalSchema.tables) }
        migrator.registerMigration("3-learning") { db in
            try db.execute(sql: LearningSchema.tables)
            // The person's settings have `adaptive` now.
            try updateFacts(db)
        }
        migrator.registerMigration("4-whole-tables") { db in
            // Who came by `adaptive` before there was this list may have missed what others wrote there.
            try db.execute(sql: wholeTables)
            try askForWhole(.profile, db)
        }
        migrator.registerMigration("5-refused") { db in
            try db.execute(
                sql: "ALTER TABLE pending_notifications ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0 CHECK (is_refused IN (0, 1))")
        }
        // The person has reminders of their own now.
        migrator.registerMigration("6-reminders") { try updateFacts($0) }
        // The person's settings have `muted_until` now.
        migrator.registerMigration("7-mute") { try updateFacts($0) }
        // And `quiet_hours_by_weekday`.
        migrator.registerMigration("8-quiet-nights") { try updateFacts($0) }
        return migrator
    }

    /// Brings the tables of facts to what ``FactTable`` says now. A migration that comes with a new table or column calls it again.
    static func updateFacts(_ db: Database) throws {
        try db.execute(sql: wholeTables)
        for table in FactTable.allCases {
            let isNew = try !db.tableExists(table.rawValue)
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS \(table.rawValue) (
                        id TEXT PRIMARY KEY NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND \(FactRecord.idByteCountMax)
                            AND id NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'),
                        \(table.definitions),
                        _status TEXT NOT NULL DEFAULT 'created' CHECK (_status IN ('created', 'updated', 'synced')),
                        _changed TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    CREATE INDEX IF NOT EXISTS \(table.rawValue)_unsynced ON \(table.rawValue) (id) WHERE _status <> 'synced';
                    """)
            let isWider = try table.addMissingColumns(db)
            if isNew || isWider { try askForWhole(table, db) }
            for trigger in FactTriggers(table).all { try db.execute(sql: trigger) }
        }
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS budget_items_due_date ON budget_items (due_date)")
    }

    /// What the server has there was passed over, as long as the file had no place for it.
    private static func askForWhole(_ table: FactTable, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO sync_whole_tables (table_name) SELECT ? FROM sync_state WHERE pulled_at IS NOT NULL",
            arguments: [table.rawValue])
    }

    private static let wholeTables = """
        -- Tables of which the next pull wants every row, because the file has only now a place for some of what is in them.
        CREATE TABLE IF NOT EXISTS sync_whole_tables (
            table_name TEXT PRIMARY KEY NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let syncing = """
        -- One row: where syncing stands.
        CREATE TABLE sync_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            pulled_at INTEGER,
            turn INTEGER NOT NULL DEFAULT 0,
            push_id TEXT,
            push TEXT,
            is_merging INTEGER NOT NULL DEFAULT 0 CHECK (is_merging IN (0, 1)),
            CHECK ((push_id IS NULL) = (push IS NULL))
        ) STRICT;
        INSERT INTO sync_state (id) VALUES (1);

        -- Rows that the person deleted and the server has, as far as is known.
        CREATE TABLE sync_deletions (
            table_name TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (table_name, id)
        ) STRICT, WITHOUT ROWID;

        -- Deletions that the server has taken and that the next pull brings back as news.
        CREATE TABLE sync_echoes (
            table_name TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (table_name, id)
        ) STRICT, WITHOUT ROWID;

        -- Rows that are being replaced: INSERT OR REPLACE tells no trigger what was there before.
        CREATE TABLE sync_replacements (
            table_name TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (table_name, id)
        ) STRICT, WITHOUT ROWID;

        -- Each row that has changed, once, with the mark of its last change.
        CREATE TABLE fact_changes (
            mark INTEGER PRIMARY KEY AUTOINCREMENT,
            table_name TEXT NOT NULL,
            id TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX fact_changes_row ON fact_changes (table_name, id);
        """
}
