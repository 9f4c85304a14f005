import BelfryPorts
import GRDB

/// What a device learns from, and what it has learnt.
enum LearningSchema {
    static let tables = """
        -- One row: what was learnt of the person. It may be gone while the moment of its erasure stays.
        CREATE TABLE learnt_habits (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            document TEXT CHECK (document IS NULL OR (json_valid(document) AND length(CAST(document AS BLOB)) <= \(StoredHabits.documentByteCountMax))),
            erased_at TEXT
        ) STRICT;

        -- In which of several wordings something is said, and how likely each was.
        ALTER TABLE pending_notifications ADD COLUMN wording TEXT CHECK (wording IS NULL OR json_valid(wording));
        ALTER TABLE notification_ledger ADD COLUMN wording TEXT CHECK (wording IS NULL OR json_valid(wording));

        -- However long ago it was told: as long as nothing is known of it, somebody has to find out.
        CREATE INDEX notification_ledger_open ON notification_ledger (told_at) WHERE outcome = 'told';
        """
}
