import BelfryModel

/// What waits, and what failed: of each delivery what a lease looks for, beside the queue.
///
/// Most of what an update costs are the entries that it makes in every index, and PostgreSQL spares them only where nothing changes that
/// an index knows (heap-only tuples). So the queue has no index that knows of states and moments; they are here, in small rows that go
/// when they are leased. Triggers keep it, in the transaction that changes the queue, whoever changes it; only a lease and a record of many
/// do by themselves what follows ("belfry.followed"), for all rows at once.
enum LiveSchema {
    static let table = "notification_queue_live"
    static let sql = made + followers + filled

    /// Dead letters stay, so that they are found.
    private static func isLive(_ row: String = "") -> String {
        "(\(row)status = 'pending' AND \(row)attempts < 5 OR \(row)status = 'failed')"
    }

    private static let made = """
        CREATE TABLE \(table) (
            id \(Schema.identifier) NOT NULL,
            app_id \(Schema.identifier) NOT NULL,
            status text NOT NULL,
            priority integer NOT NULL,
            due_at \(Schema.moment) NOT NULL,
            created_at \(Schema.moment) NOT NULL,
            rescues integer NOT NULL,
            recipient_user_id \(Schema.identifier) NOT NULL,
            channel text NOT NULL,
            group_key text COLLATE "C",
            held_since \(Schema.moment),
            PRIMARY KEY (id, app_id)
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
        -- What a lease reads, and nothing else.
        CREATE INDEX \(table)_due ON \(table) (app_id, priority, due_at, id) WHERE status = 'pending';
        CREATE INDEX \(table)_held ON \(table) (recipient_user_id, channel) WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX \(table)_group ON \(table) (group_key, recipient_user_id, channel) WHERE status = 'pending' AND group_key IS NOT NULL;
        CREATE INDEX \(table)_failed ON \(table) (created_at, id) WHERE status = 'failed';
        DROP INDEX notification_queue_due, notification_queue_held, notification_queue_group, notification_queue_leases, notification_queue_failed;

        """

    /// What is told together is found in the order in which it is taken: of a flood for one person all would be sorted else, at each lease.
    static let togetherInOrder = """
        DROP INDEX \(table)_held;
        DROP INDEX \(table)_group;
        CREATE INDEX \(table)_held ON \(table) (recipient_user_id, channel, app_id, due_at, id)
            WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX \(table)_group ON \(table) (group_key, recipient_user_id, channel, app_id, due_at, id)
            WHERE status = 'pending' AND group_key IS NOT NULL;

        """

    /// By which what workers may have died over is found among all that waits; see `rescueCountOfSuspect`.
    static let suspects = "CREATE INDEX \(table)_suspects ON \(table) (due_at, id) WHERE status = 'pending' AND rescues >= 5;"

    private static let columns = "id, app_id, status, priority, due_at, created_at, rescues, recipient_user_id, channel, group_key, held_since"

    private static func values(of row: String) -> String {
        columns.split(separator: ", ").map { column in
            column == "due_at" ? Schema.dueAt(of: row) : row + column
        }.joined(separator: ", ")
    }

    /// What of a row changes while it lives.
    private static func changing(of row: String) -> String {
        columns.split(separator: ", ").dropFirst(2).map { row + $0 }.joined(separator: ", ")
    }

    /// What of the queue's row says whether it is live, how, and in whose hands it is.
    private static func telling(of row: String) -> String {
        """
        \(row)id, \(row)app_id, \(row)status, \(row)attempts, \(row)priority, \(row)next_attempt_at, \(row)deliver_after, \(row)created_at, \(row)rescues,
            \(row)recipient_user_id, \(row)channel, \(row)group_key, \(row)held_since, \(row)leased_by, \(row)lease_token, \(row)lease_until
        """
    }

    /// Has new rows stand among what is live, or in somebody's hands.
    static func enlist(_ rows: String) -> String {
        """
        INSERT INTO \(table) (\(columns)) SELECT \(values(of: "")) FROM \(rows) WHERE \(isLive());
            \(LeaseSchema.keepAll(of: rows))
        """
    }

    /// What follows each change of the queue.
    static let followers = LeaseSchema.made + functions + triggers

    private static let functions = """
        CREATE OR REPLACE FUNCTION belfry_live_queued() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(enlist("queued"))
            RETURN NULL;
        END $$;
        -- Before a row gets another name, too: where it goes to another month by that, it is none that was updated for what comes after.
        CREATE OR REPLACE FUNCTION belfry_live_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF OLD.id <> NEW.id OR OLD.app_id <> NEW.app_id THEN
                DELETE FROM \(table) WHERE id = OLD.id AND app_id = OLD.app_id;
            END IF;
            IF \(isLive("NEW.")) THEN
                INSERT INTO \(table) AS known (\(columns)) VALUES (\(values(of: "NEW.")))
                ON CONFLICT (id, app_id) DO UPDATE SET (\(changing(of: ""))) = ROW (\(changing(of: "excluded.")))
                WHERE (\(changing(of: "known."))) IS DISTINCT FROM (\(changing(of: "excluded.")));
            ELSE
                DELETE FROM \(table) WHERE id = NEW.id AND app_id = NEW.app_id;
            END IF;
            \(LeaseSchema.follow)
            RETURN NEW;
        END $$;
        -- Each is found by its key: how many there are when a statement is planned says nothing of how many there will be.
        CREATE OR REPLACE FUNCTION belfry_live_gone() RETURNS trigger LANGUAGE plpgsql
            SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
        BEGIN
            DELETE FROM \(table) live USING gone WHERE live.id = gone.id AND live.app_id = gone.app_id;
            RETURN NULL;
        END $$;
        CREATE OR REPLACE FUNCTION belfry_live_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            TRUNCATE \(table), \(LeaseSchema.table);
            RETURN NULL;
        END $$;
        -- All anew, from what the queue says.
        CREATE OR REPLACE FUNCTION belfry_fill_live() RETURNS void LANGUAGE sql AS $$
            DELETE FROM \(table);
            DELETE FROM \(LeaseSchema.table);
            \(enlist("notification_queue"))
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

        """

    private static let triggers = """
        DROP TRIGGER IF EXISTS notification_queue_live_queued ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_live_renamed ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_live_changed ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_live_gone ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_live_emptied ON notification_queue;
        CREATE TRIGGER notification_queue_live_queued AFTER INSERT ON notification_queue REFERENCING NEW TABLE AS queued
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_queued();
        CREATE TRIGGER notification_queue_live_renamed BEFORE UPDATE OF id, app_id ON notification_queue
            FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.app_id <> NEW.app_id) EXECUTE FUNCTION belfry_live_changed();
        CREATE TRIGGER notification_queue_live_changed AFTER UPDATE ON notification_queue
            FOR EACH ROW WHEN (\(LeaseSchema.isToFollow) AND (\(telling(of: "OLD."))) IS DISTINCT FROM (\(telling(of: "NEW."))))
            EXECUTE FUNCTION belfry_live_changed();
        CREATE TRIGGER notification_queue_live_gone AFTER DELETE ON notification_queue REFERENCING OLD TABLE AS gone
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_gone();
        CREATE TRIGGER notification_queue_live_emptied AFTER TRUNCATE ON notification_queue
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_live_emptied();

        """

    private static let filled = "SELECT belfry_fill_live();"
}
