import BelfryPorts

extension Schema {
    static let inbox = """
        CREATE TABLE inbox_messages (
            id TEXT PRIMARY KEY NOT NULL,
            recipient_user_id TEXT NOT NULL,
            member_user_id TEXT NOT NULL,
            alert_state_id TEXT,
            category TEXT NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            severity TEXT NOT NULL CHECK (severity IN ('watch', 'attention', 'critical')),
            created_at TEXT NOT NULL,
            read_at TEXT
        ) STRICT;
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, created_at);
        """

    /// Of a message, that it lies unread; the partial index has the same words.
    static let isUnread = "archived_at IS NULL AND (read_at IS NULL OR unread_again_at IS NOT NULL)"

    /// Of a message, that a later one has its place, or it was taken back; see ``InboxMessage/isReplaced``.
    private static let isReplaced = """
        retracted_at IS NOT NULL AND collapse_id IS NOT NULL AND (alert_state_id IS NULL OR collapse_id = '\(InboxMessage.collapseIDOfTakenBack)')
        """

    /// Of a message, that it waits to be read and still holds.
    static let isToBeRead = "\(isUnread) AND NOT (\(isReplaced))"

    static let inboxArchive = """
        ALTER TABLE inbox_messages ADD COLUMN archived_at TEXT;
        -- That it was read once, and when, stays in read_at.
        ALTER TABLE inbox_messages ADD COLUMN unread_again_at TEXT;
        DROP INDEX inbox_messages_recipient;
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, created_at, id) WHERE archived_at IS NULL;
        CREATE INDEX inbox_messages_archive ON inbox_messages (recipient_user_id, created_at, id) WHERE archived_at IS NOT NULL;
        """

    /// By which a message finds what it takes the place of. What an app gives no key costs nothing.
    static let messageCollapse = """
        ALTER TABLE inbox_messages ADD COLUMN collapse_id TEXT;
        CREATE INDEX inbox_messages_collapse ON inbox_messages (recipient_user_id, collapse_id) WHERE collapse_id IS NOT NULL AND retracted_at IS NULL;
        """

    /// Until when a message is put off: from then on it is in the inbox again, by this moment and no more by the one at which it came.
    static let inboxLater = """
        ALTER TABLE inbox_messages ADD COLUMN later_until TEXT;
        DROP INDEX inbox_messages_recipient;
        DROP INDEX inbox_messages_archive;
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, \(placedAt), id) WHERE archived_at IS NULL;
        CREATE INDEX inbox_messages_archive ON inbox_messages (recipient_user_id, \(placedAt), id) WHERE archived_at IS NOT NULL;
        CREATE INDEX inbox_messages_later ON inbox_messages (recipient_user_id, later_until, id) WHERE later_until IS NOT NULL;
        """

    /// Of a message, by which moment it stands in its folder; the indexes have the same words.
    static let placedAt = "coalesce(later_until, created_at)"

    /// The buttons beside a message, as JSON, and the names of those that were pressed, with spaces between. Of what is no message the queue knows them.
    static let messageActions = """
        ALTER TABLE inbox_messages ADD COLUMN actions TEXT CHECK (actions IS NULL OR json_valid(actions));
        ALTER TABLE inbox_messages ADD COLUMN actions_taken TEXT;
        ALTER TABLE notification_queue ADD COLUMN actions_taken TEXT;

        """
}
