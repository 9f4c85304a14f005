/// What came to the schema with apps and priorities.
extension Schema {
    /// When a row that waits is due.
    static let dueAt = "coalesce(next_attempt_at, deliver_after, created_at)"

    private static let fixedForm = "'????-??-??T??:??:??.???Z'"

    private static let normalisedMoments = """
        WHEN NEW.created_at NOT GLOB \(fixedForm) OR NEW.next_attempt_at NOT GLOB \(fixedForm) OR NEW.expires_at NOT GLOB \(fixedForm)
            OR NEW.deliver_after NOT GLOB \(fixedForm)
        BEGIN
            UPDATE notification_queue SET
                created_at = coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
                next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.next_attempt_at),
                expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.expires_at),
                deliver_after = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.deliver_after)
            WHERE id = NEW.id;
        END;
        """

    static let lanes = """
        ALTER TABLE notification_queue ADD COLUMN app_id TEXT NOT NULL DEFAULT 'default';
        -- 1 is critical, 2 normal, 3 low.
        ALTER TABLE notification_queue ADD COLUMN priority INTEGER NOT NULL DEFAULT 2 CHECK (priority BETWEEN 1 AND 3);
        ALTER TABLE notification_queue ADD COLUMN deliver_after TEXT;
        ALTER TABLE notification_queue ADD COLUMN redrives INTEGER NOT NULL DEFAULT 0;
        UPDATE notification_queue SET priority = 1 WHERE status = 'pending' AND json_extract(payload, '$.severity') = 'critical';
        DROP INDEX notification_queue_due;
        -- What a lease reads, and nothing else.
        CREATE INDEX notification_queue_due ON notification_queue (app_id, priority, \(dueAt), id)
            WHERE status = 'pending' AND attempts < 5;
        DROP TRIGGER notification_queue_moments;
        DROP TRIGGER notification_queue_moments_updated;
        CREATE TRIGGER notification_queue_moments AFTER INSERT ON notification_queue \(normalisedMoments)
        CREATE TRIGGER notification_queue_moments_updated
        AFTER UPDATE OF created_at, next_attempt_at, expires_at, deliver_after ON notification_queue
        \(normalisedMoments)
        CREATE INDEX notification_queue_failed ON notification_queue (created_at, id) WHERE status = 'failed';

        -- Keys under which apps have queued something, for 30 days.
        CREATE TABLE idempotency_keys (
            app_id TEXT NOT NULL,
            key TEXT NOT NULL,
            request_hash TEXT NOT NULL,
            -- The identifiers of what was queued, as a list of JSON.
            deliveries TEXT NOT NULL,
            created_at TEXT NOT NULL,
            PRIMARY KEY (app_id, key)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX idempotency_keys_made ON idempotency_keys (created_at);
        """
}
