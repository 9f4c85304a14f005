import BelfryModel

/// The server's tables of facts: those of a device, for many persons, with the marks of the sync.
enum SyncSchema {
    static var sql: String { bookkeeping + missingTables }

    /// Makes the tables that ``FactTable`` has now and the database doesn't. A migration that comes with a new table has it again.
    static var missingTables: String { FactTable.allCases.map(definition).joined() }

    /// Brings the tables of facts to what ``FactTable`` says now. A migration that comes with a new column has it again.
    static var missingColumns: String {
        FactTable.allCases.map { table in
            // A database that has the earlier ones gets a table that came later only afterwards.
            "ALTER TABLE IF EXISTS \(table.rawValue) \(table.columns.map { "ADD COLUMN IF NOT EXISTS \($0.definition)" }.joined(separator: ", "));\n"
        }.joined()
    }

    private static func definition(_ table: FactTable) -> String {
        """
        CREATE TABLE IF NOT EXISTS \(table.rawValue) (
            user_id \(Schema.identifier) NOT NULL,
            id \(Schema.identifier) NOT NULL,
            \(table.columns.map(\.definition).joined(separator: ", ")),
            -- Marks of the push that made the row, and of the last that changed it. A deleted row stays, without its columns.
            _created_at bigint NOT NULL,
            _changed_at bigint NOT NULL,
            _is_deleted boolean NOT NULL DEFAULT false,
            PRIMARY KEY (user_id, id)
        );
        CREATE INDEX IF NOT EXISTS \(table.rawValue)_changed ON \(table.rawValue) (user_id, _changed_at);

        """
    }

    private static let bookkeeping = """
        -- The mark of the last push that changed anything of a person's facts.
        CREATE TABLE sync_marks (
            user_id \(Schema.identifier) PRIMARY KEY,
            mark bigint NOT NULL
        );
        -- Pushes that were taken, so that a device whose answer was lost can ask.
        CREATE TABLE sync_pushes (
            user_id \(Schema.identifier) NOT NULL,
            push_id text COLLATE "C" NOT NULL,
            mark bigint NOT NULL,
            PRIMARY KEY (user_id, push_id)
        );

        """
}
