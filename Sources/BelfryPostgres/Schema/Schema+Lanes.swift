import BelfryModel

extension Schema {
    /// When a row that waits is due.
    static func dueAt(of row: String = "") -> String { "coalesce(\(row)next_attempt_at, \(row)deliver_after, \(row)created_at)" }

    /// By which an app that has queued little finds it among all that others have. The house's own would pay for it with each delivery. What is told people
    /// of themselves, as most is, is found by whom it is told: that they needn't be found as its member pays for the other index more than once.
    static let deliveriesOfApps = """
        DROP INDEX notification_queue_member;
        CREATE INDEX notification_queue_member ON notification_queue (member_user_id, created_at) WHERE \(isOfAnother);
        CREATE INDEX notification_queue_app ON notification_queue (app_id, id) WHERE \(isOfApp);
        """

    /// By which what takes the place of something is found, whatever else somebody is told. What has no key of its app isn't in it.
    static let places = """
        CREATE INDEX notification_queue_places ON notification_queue (app_id, channel, (\(collapseKey)), recipient_user_id, created_at)
            WHERE \(collapseKey) IS NOT NULL;
        """

    static let collapseKey = "payload->>'collapse_key'"

    /// Of what a limit counts (a person's of a day, or an app's under a key), when it was decided to be sent; null for all else. An update that leaves it null
    /// makes no entry in any index, so it costs what isn't limited nothing. What was told under a key in the week before stands there, too.
    static let limits = """
        ALTER TABLE notification_queue ADD COLUMN counted_at \(moment);
        UPDATE notification_queue SET counted_at = decided_at
            WHERE status IN ('sending', 'sent') AND decided_at > now() - interval '7 days' AND payload->'throttle'->>'key' IS NOT NULL;
        CREATE INDEX notification_queue_counted ON notification_queue (recipient_user_id, counted_at) WHERE counted_at IS NOT NULL;
        """

    /// That it isn't the house's own; the partial index has the same words.
    static let isOfApp = "app_id <> '\(AppID.house.text)'"

    /// That somebody is told of another; the partial index has the same words.
    static let isOfAnother = "member_user_id <> recipient_user_id"

    /// That it is of a person, in the words of the indexes.
    static func isOf(_ member: String) -> String {
        "(member_user_id = \(member) AND \(isOfAnother) OR recipient_user_id = \(member) AND member_user_id = \(member))"
    }

    /// Apps and priorities. What a lease reads begins with them, and every key has the app in it, so that the queue can be distributed by it.
    static let lanes = """
        ALTER TABLE notification_queue
            ADD COLUMN app_id \(identifier) NOT NULL DEFAULT 'default',
            -- 1 is critical, 2 normal, 3 low.
            ADD COLUMN priority integer NOT NULL DEFAULT 2 CHECK (priority BETWEEN 1 AND 3),
            ADD COLUMN deliver_after \(moment),
            ADD COLUMN redrives integer NOT NULL DEFAULT 0;
        UPDATE notification_queue SET priority = 1 WHERE status = 'pending' AND payload->>'severity' = 'critical';
        -- By the identifier first: rows are looked for by it alone too. A distributed engine asks only that the app is a part of the key.
        ALTER TABLE notification_queue DROP CONSTRAINT notification_queue_pkey, ADD PRIMARY KEY (id, app_id);
        DROP INDEX notification_queue_due;
        -- What a lease reads, and nothing else.
        CREATE INDEX notification_queue_due ON notification_queue (app_id, priority, \(dueAt()), id)
            WHERE status = 'pending' AND attempts < 5;
        DROP INDEX notification_queue_key;
        CREATE UNIQUE INDEX notification_queue_key ON notification_queue (app_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
        CREATE INDEX notification_queue_failed ON notification_queue (created_at, id) WHERE status = 'failed';

        -- Keys under which apps have queued something, for 30 days.
        CREATE TABLE idempotency_keys (
            app_id \(identifier) NOT NULL,
            key text COLLATE "C" NOT NULL,
            request_hash text NOT NULL,
            -- The identifiers of what was queued, as a list of JSON.
            deliveries text NOT NULL,
            created_at \(moment) NOT NULL,
            PRIMARY KEY (app_id, key)
        );
        CREATE INDEX idempotency_keys_made ON idempotency_keys (created_at);
        """
}
