import GRDB

/// The tables of a device that never leave it: what it asked its notification centre for, what was told, and its own schedule.
enum JournalSchema {
    static let tables = """
        -- What the centre was asked for and isn't settled. AskedNotification.State says where each state can go.
        CREATE TABLE pending_notifications (
            identifier TEXT PRIMARY KEY NOT NULL,
            moment TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('asked', 'confirmed', 'removing')),
            replaced_moment TEXT,
            is_late INTEGER NOT NULL DEFAULT 0 CHECK (is_late IN (0, 1)),
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            category TEXT NOT NULL,
            thread TEXT NOT NULL,
            severity TEXT NOT NULL CHECK (severity IN ('watch', 'attention', 'critical')),
            parts TEXT NOT NULL CHECK (json_valid(parts)),
            expires_at TEXT,
            fingerprint TEXT NOT NULL,
            promises TEXT NOT NULL CHECK (json_valid(promises))
        ) STRICT, WITHOUT ROWID;

        -- Which notification speaks of which bill, on this device alone.
        CREATE VIEW budget_item_notifications AS
            SELECT bills.id AS budget_item_id, pending.identifier AS notification_id, pending.moment AS scheduled_for, pending.state AS state
            FROM pending_notifications AS pending, json_each(pending.parts) AS part
            JOIN budget_items AS bills ON part.value LIKE 'bills|%' AND substr(part.value, 7, length(bills.id) + 1) = bills.id || '|';

        CREATE TABLE notification_ledger (
            identifier TEXT NOT NULL,
            told_at TEXT NOT NULL,
            notification TEXT NOT NULL,
            category TEXT NOT NULL,
            outcome TEXT NOT NULL
                CHECK (outcome IN ('told', 'opened', 'acted', 'dismissed', 'ignored', 'missed', 'not_allowed')),
            outcome_at TEXT NOT NULL,
            PRIMARY KEY (identifier, told_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX notification_ledger_told_at ON notification_ledger (told_at);
        CREATE INDEX notification_ledger_category ON notification_ledger (category, outcome, identifier);

        CREATE TABLE notification_snoozes (
            identifier TEXT PRIMARY KEY NOT NULL,
            until TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notification_dismissals (
            scope TEXT PRIMARY KEY NOT NULL,
            dismissed_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What a person did with a notification, so that it is done once.
        CREATE TABLE handled_responses (
            identifier TEXT NOT NULL,
            moment TEXT NOT NULL,
            action TEXT NOT NULL,
            PRIMARY KEY (identifier, moment, action)
        ) STRICT, WITHOUT ROWID;

        -- One row: see DeviceState.
        CREATE TABLE device_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            state TEXT NOT NULL CHECK (json_valid(state))
        ) STRICT;

        -- Where the system has no scheduler: what waits, and what stands on the desktop.
        CREATE TABLE scheduled_notifications (
            identifier TEXT NOT NULL,
            is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
            moment TEXT NOT NULL,
            shown_at TEXT,
            notification TEXT NOT NULL CHECK (json_valid(notification)),
            PRIMARY KEY (identifier, is_shown),
            CHECK ((is_shown = 1) = (shown_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        -- Under which number the desktop's notification service shows what.
        CREATE TABLE shown_notifications (
            identifier TEXT PRIMARY KEY NOT NULL,
            notification TEXT NOT NULL CHECK (json_valid(notification))
        ) STRICT, WITHOUT ROWID;
        """
}
