/// What is in somebody's hands: a row a batch and app, however many deliveries it holds, instead of one for each.
///
/// Leased is what the queue calls `sending`; what stands here says how long still, and who is to be asked. Somebody who leases a row by plain
/// SQL holds it alone.
enum LeaseSchema {
    static let table = "notification_leases"

    /// Of a statement that changes the queue: nobody has said that what follows is done besides. A setting of the transaction says so.
    static let isToFollow = "current_setting('\(setting)', true) IS DISTINCT FROM 'on'"
    private static let setting = "belfry.followed"

    /// From here on in this transaction, until it is said again, changes of the queue are followed by the triggers, or else by who makes them.
    /// Of what is queued that goes for the keys alone.
    static func follow(byTriggers: Bool) -> String { "SET LOCAL \(setting) TO \(byTriggers ? "off" : "on")" }

    static let made = """
        CREATE TABLE IF NOT EXISTS \(table) (
            token text COLLATE "C" NOT NULL,
            app_id \(Schema.identifier) NOT NULL,
            -- Empty where a worker holds many.
            alone \(Schema.identifier) NOT NULL DEFAULT '',
            leased_by text,
            lease_until \(Schema.moment) NOT NULL,
            deliveries \(Schema.identifiers) NOT NULL,
            -- Of them, how many are not yet recorded.
            open_count integer NOT NULL,
            PRIMARY KEY (token, app_id, alone)
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
        CREATE INDEX IF NOT EXISTS \(table)_until ON \(table) (lease_until);

        """

    static let columns = "token, app_id, alone, leased_by, lease_until, deliveries, open_count"

    private static func values(of row: String) -> String {
        "coalesce(\(row)lease_token, \(row)id), \(row)app_id, \(row)id, \(row)leased_by, \(row)lease_until, ARRAY[\(row)id], 1"
    }

    private static let conflict = "ON CONFLICT (token, app_id, alone) DO UPDATE SET leased_by = excluded.leased_by, lease_until = excluded.lease_until"

    /// Has each that is leased in these rows be held alone.
    static func keepAll(of rows: String) -> String {
        "INSERT INTO \(table) (\(columns)) SELECT \(values(of: "")) FROM \(rows) WHERE status = 'sending' \(conflict);"
    }

    /// What follows the change of one row. Where it was one of many, their lease goes when it runs out.
    static let follow = """
        IF OLD.status = 'sending' THEN
            DELETE FROM \(table) WHERE token = coalesce(OLD.lease_token, OLD.id) AND app_id = OLD.app_id AND alone = OLD.id;
        END IF;
        IF NEW.status = 'sending' THEN
            INSERT INTO \(table) (\(columns)) VALUES (\(values(of: "NEW."))) \(conflict);
        END IF;
        """

    /// Of what was recorded, less is open in its lease.
    static func close(_ recorded: String) -> String {
        """
        UPDATE \(table) lease SET open_count = open_count - closed.count
        FROM (SELECT token, app_id, count(*) AS count FROM \(recorded) GROUP BY token, app_id) AS closed
        WHERE lease.token = closed.token AND lease.app_id = closed.app_id AND lease.alone = ''
        """
    }

    /// Takes away the leases, of some, of which nothing is open, and of these deliveries those that were held alone.
    static let removeClosed = "DELETE FROM \(table) WHERE token = ANY($1::text[]) AND (open_count <= 0 OR alone = ANY($2::text[]))"

    /// The identifiers of what is leased, each found by its key.
    static let leased = """
        SELECT queue.id FROM (SELECT lease.app_id, unnest(lease.deliveries) AS id FROM \(table) lease) AS held CROSS JOIN LATERAL (
            SELECT id FROM notification_queue WHERE id = held.id AND app_id = held.app_id AND status = 'sending' OFFSET 0) AS queue
        """

    /// Until then what was leased stood among what is live.
    static let moved = """
        INSERT INTO \(table) (\(columns))
        SELECT \(values(of: "queue.")) FROM notification_queue_live live JOIN notification_queue queue USING (id, app_id)
        WHERE live.status = 'sending' AND queue.status = 'sending' \(conflict);
        DELETE FROM notification_queue_live WHERE status = 'sending';
        DROP INDEX IF EXISTS notification_queue_live_leases;
        ALTER TABLE notification_queue_live DROP COLUMN IF EXISTS leased_by;
        DROP FUNCTION IF EXISTS belfry_live_renamed();

        """
}
