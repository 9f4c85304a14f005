import BelfryModel

/// What waits, is being sent, or failed: of each delivery what a lease looks for, beside the queue.
///
/// Most of what an update costs are the entries that it makes in every index, and PostgreSQL spares them only where nothing changes that
/// an index knows (heap-only tuples). So the queue has no index that knows of states and moments; they are here, in small rows that go
/// when they are through. Triggers keep it, in the transaction that changes the queue, whoever changes it.
enum LiveSchema {
    static let table = "notification_queue_live"
    static let sql = made + functions + followers + triggers + filled

    /// Dead letters stay, so that they are found.
    private static func isLive(_ row: String = "") -> String {
        "(\(row)status = 'pending' AND \(row)attempts < 5 OR \(row)status IN ('sending', 'failed'))"
    }

    private static let made = """
        CREATE TABLE \(table) (
            id \(Schema.identifier) NOT NULL,
            app_id \(Schema.identifier) NOT NULL,
            status text NOT NULL,
            priority integer NOT NULL,
            -- Of what is being sent, when its lease runs out.
            due_at \(Schema.moment) NOT NULL,
            created_at \(Schema.moment) NOT NULL,
            rescues integer NOT NULL,
            recipient_user_id \(Schema.identifier) NOT NULL,
            channel text NOT NULL,
            group_key text COLLATE "C",
            held_since \(Schema.moment),
            leased_by text,
            PRIMARY KEY (id, app_id)
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
        -- What a lease reads, and nothing else.
        CREATE INDEX \(table)_due ON \(table) (app_id, priority, due_at, id) WHERE status = 'pending';
        CREATE INDEX \(table)_held ON \(table) (recipient_user_id, channel) WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX \(table)_group ON \(table) (group_key, recipient_user_id, channel) WHERE status = 'pending' AND group_key IS NOT NULL;
        CREATE INDEX \(table)_leases ON \(table) (due_at) WHERE status = 'sending';
        CREATE INDEX \(table)_failed ON \(table) (created_at, id) WHERE status = 'failed';
        DROP INDEX notification_queue_due, notification_queue_held, notification_queue_group, notification_queue_leases, notification_queue_failed;

        """

    private static let columns = """
        id, app_id, status, priority, due_at, created_at, rescues, recipient_user_id, channel, group_key, held_since, leased_by
        """

    private static func rows(of queue: String) -> String {
        """
        SELECT id, app_id, status, priority, CASE status WHEN 'sending' THEN lease_until ELSE \(Schema.dueAt) END, created_at, rescues,
            recipient_user_id, channel, group_key, held_since, leased_by
        FROM \(queue) WHERE \(isLive())
        """
    }

    /// What of a row changes while it lives.
    private static let changing = [
        "status", "priority", "due_at", "created_at", "rescues", "recipient_user_id", "channel", "group_key", "held_since", "leased_by",
    ]

    private static func list(_ prefix: String) -> String { changing.map { "\(prefix).\($0)" }.joined(separator: ", ") }

    private static let functions = """
        CREATE FUNCTION belfry_live_queued() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO \(table) (\(columns)) \(rows(of: "queued"));
            RETURN NULL;
        END $$;
        CREATE FUNCTION belfry_live_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM \(table) WHERE id = OLD.id AND app_id = OLD.app_id;
            RETURN NULL;
        END $$;
        CREATE FUNCTION belfry_live_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            TRUNCATE \(table);
            RETURN NULL;
        END $$;
        -- All anew, from what the queue says.
        CREATE FUNCTION belfry_fill_live() RETURNS void LANGUAGE sql AS $$
            DELETE FROM \(table);
            INSERT INTO \(table) (\(columns)) \(rows(of: "notification_queue"));
        $$;
        -- What is held for a person is found by their name.
        CREATE OR REPLACE FUNCTION belfry_release_held() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE notification_queue SET next_attempt_at = NULL
            WHERE id = ANY (ARRAY(
                    SELECT id FROM \(table) WHERE recipient_user_id = NEW.user_id AND status = 'pending' AND held_since IS NOT NULL))
                AND recipient_user_id = NEW.user_id AND status = 'pending' AND held_since IS NOT NULL AND attempts = 0
                AND next_attempt_at IS NOT NULL;
            RETURN NULL;
        END $$;
        -- Without loops its plans look dear, and who hasn't switched it off would compile each.
        ALTER FUNCTION belfry_note_happened() SET jit = off;

        """

    /// What follows each change of the queue. Each row is found by its key: how many there are when a statement is planned says nothing
    /// of how many there will be.
    static let followers = """
        CREATE OR REPLACE FUNCTION belfry_live_changed() RETURNS trigger LANGUAGE plpgsql \(byKey) AS $$
        BEGIN
            DELETE FROM \(table) live USING present
            WHERE live.id = present.id AND live.app_id = present.app_id AND NOT \(isLive("present."));
            IF EXISTS (SELECT 1 FROM present WHERE \(isLive())) THEN
                INSERT INTO \(table) AS known (\(columns)) \(rows(of: "present"))
                ON CONFLICT (id, app_id) DO UPDATE SET (\(changing.joined(separator: ", "))) = ROW (\(list("excluded")))
                WHERE (\(list("known"))) IS DISTINCT FROM (\(list("excluded")));
            END IF;
            RETURN NULL;
        END $$;
        CREATE OR REPLACE FUNCTION belfry_live_gone() RETURNS trigger LANGUAGE plpgsql \(byKey) AS $$
        BEGIN
            DELETE FROM \(table) live USING gone WHERE live.id = gone.id AND live.app_id = gone.app_id;
            RETURN NULL;
        END $$;

        """

    private static let byKey = "SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

    private static let triggers = """
        CREATE TRIGGER notification_queue_live_queued AFTER INSERT ON notification_queue REFERENCING NEW TABLE AS queued
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_queued();
        CREATE TRIGGER notification_queue_live_renamed AFTER UPDATE OF id, app_id ON notification_queue
            FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.app_id <> NEW.app_id) EXECUTE FUNCTION belfry_live_renamed();
        CREATE TRIGGER notification_queue_live_changed AFTER UPDATE ON notification_queue REFERENCING NEW TABLE AS present
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_changed();
        CREATE TRIGGER notification_queue_live_gone AFTER DELETE ON notification_queue REFERENCING OLD TABLE AS gone
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_gone();
        CREATE TRIGGER notification_queue_live_emptied AFTER TRUNCATE ON notification_queue
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_emptied();

        """

    private static let filled = "SELECT belfry_fill_live();"
}
