/// Spreads the hot path over the nodes of a distributed PostgreSQL, by app: `SELECT belfry_distribute()`; see `docs/citus.md`.
///
/// There each row's triggers run on its node, one row at a time, and reach what is of the same app; so they stand here once more without
/// tables of the rows that a statement changed, and what waits is looked up by the lanes that were ever seen.
enum DistributionSchema {
    /// What has an app in its key; all else stays where one connects.
    static let tables = [
        "notification_queue", "idempotency_keys", MonthSchema.keys, LiveSchema.table, LeaseSchema.table, StatisticsSchema.passingTable, "broadcasts",
        "broadcast_batches", "broadcast_leases", "broadcast_results", "notification_transmissions", known, StatusSchema.webhooks, StatusSchema.changes,
    ] + AudienceSchema.tables
    static let known = "notification_queue_lanes_seen"

    static let sql = """
        -- Nobody asks it any more: no shard could.
        DROP FUNCTION IF EXISTS belfry_is_alive(text, text);
        CREATE OR REPLACE FUNCTION belfry_distribute(shards integer DEFAULT 32) RETURNS void LANGUAGE plpgsql AS $distribute$
        DECLARE
            name text;
        BEGIN
            IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
                RAISE feature_not_supported USING MESSAGE = 'belfry_distribute: this database has no extension citus';
            END IF;
            -- For those who come later too: triggers on shards, and settings of a transaction that hold on every node.
            EXECUTE format('ALTER DATABASE %I SET citus.enable_unsafe_triggers TO on', current_database());
            EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands TO local', current_database());
            PERFORM set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.propagate_set_commands', 'local', true),
                set_config('citus.multi_shard_modify_mode', 'sequential', true);
            PERFORM run_command_on_workers('CREATE SEQUENCE IF NOT EXISTS belfry_changes');

            CREATE TABLE IF NOT EXISTS \(known) (
                app_id \(Schema.identifier) NOT NULL,
                priority integer NOT NULL,
                PRIMARY KEY (app_id, priority)
            );
            INSERT INTO \(known) SELECT app_id, priority FROM \(LiveSchema.table)
                UNION SELECT app_id, priority FROM broadcast_leases ON CONFLICT DO NOTHING;
            \(dropped)
            FOREACH name IN ARRAY ARRAY[\(tables.map { "'\($0)'" }.joined(separator: ", "))] LOOP
                IF EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = name::regclass) THEN CONTINUE; END IF;
                IF name = 'notification_queue' THEN
                    PERFORM create_distributed_table(name, 'app_id', shard_count => shards);
                ELSE
                    PERFORM create_distributed_table(name, 'app_id', colocate_with => 'notification_queue');
                END IF;
            END LOOP;
            \(functions)
            \(triggers)
            \(views)
        END $distribute$;

        """

    private static let dropped = [
        "notification_queue_queued", "notification_queue_keyed", "notification_queue_freed", "notification_queue_live_queued",
        "notification_queue_live_gone", "notification_queue_live_emptied",
    ].map { "DROP TRIGGER IF EXISTS \($0) ON notification_queue;" }.joined(separator: "\n    ")

    private static let row = "(SELECT NEW.*) AS queued"

    /// A row that only goes from one partition to another is neither new nor gone; on one node no trigger hears of it.
    private static let unlessMoving = "IF current_setting('\(MonthSchema.moving)', true) = 'on' THEN RETURN NULL; END IF;"

    private static let functions = """
        CREATE OR REPLACE FUNCTION belfry_row_queued() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(unlessMoving)
            \(StatisticsSchema.noteQueued(in: row))
            \(LiveSchema.enlist(row))
            IF NEW.idempotency_key IS NOT NULL AND \(LeaseSchema.isToFollow) THEN
                \(MonthSchema.keep(row))
            END IF;
            RETURN NULL;
        END $$;
        CREATE OR REPLACE FUNCTION belfry_row_gone() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(unlessMoving)
            DELETE FROM \(LiveSchema.table) WHERE id = OLD.id AND app_id = OLD.app_id;
            DELETE FROM \(MonthSchema.keys) WHERE app_id = OLD.app_id AND idempotency_key = OLD.idempotency_key AND delivery_id = OLD.id;
            RETURN NULL;
        END $$;
        CREATE OR REPLACE FUNCTION belfry_lane_seen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO \(known) (app_id, priority) VALUES (NEW.app_id, NEW.priority) ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$;
        -- Numbers are drawn on each node.
        \(Schema.changeMark(drawn: "SELECT string_agg(result, '/' ORDER BY nodeid) FROM run_command_on_all_nodes('SELECT last_value FROM belfry_changes')"))
        """

    private static let triggers = """
        DROP TRIGGER IF EXISTS notification_queue_row_queued ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_row_gone ON notification_queue;
        DROP TRIGGER IF EXISTS notification_queue_live_lane ON \(LiveSchema.table);
        DROP TRIGGER IF EXISTS broadcast_leases_lane ON broadcast_leases;
        CREATE TRIGGER notification_queue_row_queued AFTER INSERT ON notification_queue FOR EACH ROW EXECUTE FUNCTION belfry_row_queued();
        CREATE TRIGGER notification_queue_row_gone AFTER DELETE ON notification_queue FOR EACH ROW EXECUTE FUNCTION belfry_row_gone();
        CREATE TRIGGER notification_queue_live_lane AFTER INSERT OR UPDATE OF priority ON \(LiveSchema.table) FOR EACH ROW EXECUTE FUNCTION belfry_lane_seen();
        CREATE TRIGGER broadcast_leases_lane AFTER INSERT ON broadcast_leases FOR EACH ROW EXECUTE FUNCTION belfry_lane_seen();
        """

    private static let views = LaneSchema.views { table, waiting, order in
        """
        SELECT lane.app_id, lane.priority, first.due_at FROM \(known) lane CROSS JOIN LATERAL (
            SELECT due_at FROM \(table) waiting WHERE \(waiting) AND waiting.app_id = lane.app_id AND waiting.priority = lane.priority
            ORDER BY due_at, \(order) LIMIT 1) AS first
        """
    }
}
