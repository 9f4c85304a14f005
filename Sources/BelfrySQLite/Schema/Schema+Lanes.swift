import BelfryModel

/// What came to the schema with apps and priorities.
extension Schema {
    /// By which an app that has queued little finds it among all that others have. The house's own would pay for it with each delivery.
    static let deliveriesOfApps = "CREATE INDEX notification_queue_app ON notification_queue (app_id, id) WHERE \(isOfApp);"

    /// That it isn't the house's own; the partial index has the same words.
    static let isOfApp = "app_id <> '\(AppID.house.text)'"

    /// When a row that waits is due.
    static let dueAt = "coalesce(next_attempt_at, deliver_after, created_at)"

    /// What is told together is found in the order in which it is taken: of a flood for one person all would be sorted else, at each lease.
    static let togetherInOrder = """
        DROP INDEX notification_queue_held;
        DROP INDEX notification_queue_group;
        CREATE INDEX notification_queue_held ON notification_queue (recipient_user_id, channel, app_id, \(dueAt), id)
            WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX notification_queue_group ON notification_queue (group_key, recipient_user_id, channel, app_id, \(dueAt), id)
            WHERE status = 'pending' AND group_key IS NOT NULL;
        """

    /// By which what takes the place of something is found, whatever else somebody is told. What has no key of its app isn't in it.
    static let places = """
        CREATE INDEX notification_queue_places ON notification_queue (recipient_user_id, app_id, \(collapseKey), channel, created_at)
            WHERE \(collapseKey) IS NOT NULL;
        """

    static let collapseKey = "json_extract(payload, '$.collapse_key')"

    /// By which what workers may have died over is found among all that waits; see `rescueCountOfSuspect`.
    static let suspects = """
        CREATE INDEX notification_queue_suspects ON notification_queue (\(dueAt), id) WHERE status = 'pending' AND attempts < 5 AND rescues >= 5;
        """

    /// By which those are found that are in such a state, of which there are few among all. Whoever queues, leases and sends writes nothing into it.
    static let rareStates = """
        CREATE INDEX notification_queue_rare ON notification_queue (status, id) WHERE \(rare.map(isIn).joined(separator: " OR "));
        """

    static let rare: [Delivery.Status] = [.cancelled, .shadow]

    /// Of what a limit counts (a person's of a day, or an app's under a key), when it was decided to be sent; null for all else, which costs nothing. What was
    /// told under a key before stands there, too.
    static let limits = """
        ALTER TABLE notification_queue ADD COLUMN counted_at TEXT;
        UPDATE notification_queue SET counted_at = decided_at
            WHERE status IN ('sending', 'sent') AND json_extract(payload, '$.throttle.key') IS NOT NULL;
        CREATE INDEX notification_queue_counted ON notification_queue (recipient_user_id, counted_at) WHERE counted_at IS NOT NULL;
        """

    /// In the words of the partial indexes.
    static func isIn(_ status: Delivery.Status) -> String { "status = '\(status.rawValue)'" }

    /// Of a row of the queue, besides when it was made and changed.
    private static let moments = ["next_attempt_at", "expires_at", "deliver_after", "held_since", "lease_until"]

    /// The one form that sorts; null where it can't be read.
    static func fixedForm(of moment: String) -> String { "strftime('%Y-%m-%dT%H:%M:%fZ', \(moment))" }

    /// The same; null also where a moment doesn't begin with a day: SQLite takes `20:00` for one of the year 2000, and a number for a day's.
    static func dayForm(of moment: String) -> String {
        "(CASE WHEN \(moment) GLOB '[0-9][0-9][0-9][0-9]-*' THEN \(fixedForm(of: moment)) END)"
    }

    /// A moment that can't be read is refused: as none it would have the row told at once, or never given back. When a row was made is what is
    /// known of it least, and now will do.
    private static func normalisedMoments(_ form: (String) -> String) -> String {
        """
        WHEN \((["created_at"] + moments).map { "NEW.\($0) IS NOT \(fixedForm(of: "NEW.\($0)"))" }.joined(separator: " OR "))
        BEGIN
            SELECT RAISE(ABORT, 'bad_moment: \(moments.joined(separator: ", ")) are moments in UTC, such as 2026-01-25T08:00:00Z')
            WHERE \(moments.map { "NEW.\($0) IS NOT NULL AND \(form("NEW.\($0)")) IS NULL" }.joined(separator: " OR "));
            UPDATE notification_queue SET
                created_at = coalesce(\(form("NEW.created_at")), \(fixedForm(of: "'now'"))),
                \(moments.map { "\($0) = \(form("NEW.\($0)"))" }.joined(separator: ", "))
            WHERE id = NEW.id;
        END;
        """
    }

    static let momentTriggers = queueMomentTriggers(fixedForm)

    private static func queueMomentTriggers(_ form: (String) -> String) -> String {
        """
        DROP TRIGGER IF EXISTS notification_queue_moments;
        DROP TRIGGER IF EXISTS notification_queue_moments_updated;
        CREATE TRIGGER notification_queue_moments AFTER INSERT ON notification_queue \(normalisedMoments(form))
        CREATE TRIGGER notification_queue_moments_updated
        AFTER UPDATE OF created_at, \(moments.joined(separator: ", ")) ON notification_queue
        \(normalisedMoments(form))

        """
    }

    /// A row that is to wait until `20:00` would be told at once, and so would one that is to expire then have expired for long.
    static let momentsWithDays = queueMomentTriggers(dayForm) + markTriggers(dayForm)

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
        \(momentTriggers)
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
