import BelfryPorts

/// What the schema has for messages in the app, and the conditions that its indexes share with statements.
extension Schema {
    static let inbox = """
        CREATE TABLE inbox_messages (
            id \(identifier) PRIMARY KEY,
            recipient_user_id \(identifier) NOT NULL,
            member_user_id \(identifier) NOT NULL,
            alert_state_id \(identifier),
            category text NOT NULL,
            title text NOT NULL,
            body text NOT NULL,
            severity text NOT NULL CHECK (severity IN ('watch', 'attention', 'critical')),
            created_at \(moment) NOT NULL,
            read_at \(moment),
            retracted_at \(moment)
        );
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, created_at);
        CREATE INDEX inbox_messages_alert ON inbox_messages (alert_state_id) WHERE alert_state_id IS NOT NULL;
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
        ALTER TABLE inbox_messages ADD COLUMN archived_at \(moment);
        -- That it was read once, and when, stays in read_at.
        ALTER TABLE inbox_messages ADD COLUMN unread_again_at \(moment);
        DROP INDEX inbox_messages_recipient;
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, created_at, id) WHERE archived_at IS NULL;
        CREATE INDEX inbox_messages_archive ON inbox_messages (recipient_user_id, created_at, id) WHERE archived_at IS NOT NULL;
        """

    /// By which a message finds what it takes the place of. What an app gives no key costs nothing.
    static let messageCollapse = """
        ALTER TABLE inbox_messages ADD COLUMN collapse_id text;
        CREATE INDEX inbox_messages_collapse ON inbox_messages (recipient_user_id, collapse_id) WHERE collapse_id IS NOT NULL AND retracted_at IS NULL;
        """

    /// Until when a message is put off: from then on it is in the inbox again, by this moment and no more by the one at which it came.
    static let inboxLater = """
        ALTER TABLE inbox_messages ADD COLUMN later_until \(moment);
        DROP INDEX inbox_messages_recipient;
        DROP INDEX inbox_messages_archive;
        CREATE INDEX inbox_messages_recipient ON inbox_messages (recipient_user_id, (\(placedAt)), id) WHERE archived_at IS NULL;
        CREATE INDEX inbox_messages_archive ON inbox_messages (recipient_user_id, (\(placedAt)), id) WHERE archived_at IS NOT NULL;
        CREATE INDEX inbox_messages_later ON inbox_messages (recipient_user_id, later_until, id) WHERE later_until IS NOT NULL;
        """

    /// Of a message, by which moment it stands in its folder; the indexes have the same words.
    static let placedAt = "coalesce(later_until, created_at)"
}
