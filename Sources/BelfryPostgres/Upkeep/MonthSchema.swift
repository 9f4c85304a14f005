/// A partition a month: what is kept for so long goes with its month, instead of row by row.
///
/// Identifiers are UUIDs of version 7, so a month is a range of them, and a row is found by its identifier alone. What people named
/// otherwise, and what outlives its month, is in the partition `…_other`.
enum MonthSchema {
    /// Who queued something under which key: a unique index can't span the months.
    static let keys = "notification_queue_keys"
    /// A setting of a transaction that makes or drops months.
    static let moving = "belfry.moving"
    static let sql = naming + making + functions + keyTable + partitioning + keyTriggers + made

    private static let naming = """
        -- What an identifier of version 7 begins with that is made then.
        CREATE FUNCTION belfry_identifier_at(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT substr(ms, 1, 8) || '-' || substr(ms, 9, 4) FROM lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS ms
        $$;

        """

    private static let making = """
        -- Makes room for a month, with what was written of it before.
        CREATE OR REPLACE FUNCTION belfry_make_month(parent text, month date) RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE
            made text := parent || to_char(month, '_YYYY_MM');
            place text := CASE parent WHEN 'notification_queue' THEN 'id' WHEN 'notification_transmissions' THEN 'delivery_id' ELSE 'recorded_at' END;
            low text := month::timestamp AT TIME ZONE 'UTC';
            high text := (month + interval '1 month')::timestamp AT TIME ZONE 'UTC';
        BEGIN
            IF to_regclass(made) IS NOT NULL THEN RETURN false; END IF;
            IF place <> 'recorded_at' THEN
                low := belfry_identifier_at(low::timestamptz);
                high := belfry_identifier_at(high::timestamptz);
            END IF;
            EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', made, parent);
            IF parent = 'notification_queue' THEN
                EXECUTE format('ALTER TABLE %I SET (\(room))', made);
            END IF;
            EXECUTE format('LOCK TABLE %I', parent || '_other');
            EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
                parent || '_other', place, low, high, made);
            EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, made, low, high);
            RETURN true;
        END $$;

        """

    private static let functions = """
        -- From a month on until some months from now.
        CREATE FUNCTION belfry_make_months(month date, ahead integer) RETURNS integer LANGUAGE sql AS $$
            SELECT count(*) FILTER (WHERE belfry_make_month(parent, at::date))::integer
            FROM unnest(ARRAY['notification_queue', 'notification_transmissions', 'broadcast_results']) AS parent,
                generate_series(date_trunc('month', month::timestamp), date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead),
                    interval '1 month') AS at
        $$;

        """

    /// Nobody gets at the queue while a month goes: what is alive is found without reading it, and what goes is counted before.
    static let dropping = dropMonth + """
        -- By which those are found whose month is gone.
        CREATE INDEX \(keys)_made ON \(keys) (created_at);
        """

    static let dropMonth = """
        -- Drops a month of deliveries with their transmissions; what is alive is kept among the others, and so is, for now, what was merged
        -- into something that isn't told yet: that takes long to find, so it is looked for before anybody is locked out.
        CREATE OR REPLACE FUNCTION belfry_drop_month(month date) RETURNS TABLE (deliveries bigint, transmissions bigint) LANGUAGE plpgsql AS $$
        DECLARE
            queue text := 'notification_queue' || to_char(month, '_YYYY_MM');
            ways text := 'notification_transmissions' || to_char(month, '_YYYY_MM');
            low text := belfry_identifier_at(month::timestamp AT TIME ZONE 'UTC');
            high text := belfry_identifier_at((month + interval '1 month')::timestamp AT TIME ZONE 'UTC');
        BEGIN
            transmissions := 0;
            EXECUTE format('SELECT count(*) FROM %I', queue) INTO deliveries;
            IF to_regclass(ways) IS NOT NULL THEN
                EXECUTE format('SELECT count(*) FROM %I', ways) INTO transmissions;
            END IF;
            EXECUTE format('CREATE TEMPORARY TABLE belfry_alive ON COMMIT DROP AS SELECT merged.id FROM %I merged
                WHERE merged_into IS NOT NULL AND status NOT IN (''pending'', ''sending'') AND EXISTS (
                    SELECT 1 FROM notification_queue lead WHERE lead.id = merged.merged_into AND lead.app_id = merged.app_id
                        AND lead.status NOT IN (''sent'', ''cancelled'', ''shadow''))', queue);
            LOCK TABLE notification_queue, notification_transmissions IN ACCESS EXCLUSIVE MODE;
            INSERT INTO belfry_alive
                SELECT id FROM notification_queue_live WHERE id >= low AND id < high AND status = 'pending'
                UNION SELECT id FROM (\(LeaseSchema.leased)) AS leased WHERE id >= low AND id < high;
            EXECUTE format('ALTER TABLE notification_queue DETACH PARTITION %I', queue);
            EXECUTE format('WITH kept AS (
                    INSERT INTO notification_queue_other SELECT * FROM %I WHERE id = ANY (ARRAY(SELECT id FROM belfry_alive)) RETURNING 1)
                SELECT $1 - count(*) FROM kept', queue) INTO deliveries USING deliveries;
            EXECUTE format('DROP TABLE %I', queue);
            IF to_regclass(ways) IS NOT NULL THEN
                EXECUTE format('ALTER TABLE notification_transmissions DETACH PARTITION %I', ways);
                EXECUTE format('WITH kept AS (
                        INSERT INTO notification_transmissions_other SELECT * FROM %I WHERE delivery_id = ANY (ARRAY(SELECT id FROM belfry_alive)) RETURNING 1)
                    SELECT $1 - count(*) FROM kept', ways) INTO transmissions USING transmissions;
                EXECUTE format('DROP TABLE %I', ways);
            END IF;
            DROP TABLE belfry_alive;
            RETURN NEXT;
        END $$;

        """

    private static let keyTable = """
        CREATE TABLE \(keys) (
            app_id \(Schema.identifier) NOT NULL,
            idempotency_key text COLLATE "C" NOT NULL,
            delivery_id \(Schema.identifier) NOT NULL,
            created_at \(Schema.madeAt),
            PRIMARY KEY (app_id, idempotency_key)
        );
        INSERT INTO \(keys) SELECT app_id, idempotency_key, id, created_at FROM notification_queue WHERE idempotency_key IS NOT NULL;
        DROP INDEX notification_queue_key;

        """

    /// The table as it is becomes the partition of what no month has; then the months take their rows out of it.
    private static let partitioning = """
        DO $$
        DECLARE
            parent text;
            line text;
            triggers text[];
            indexes text[];
            rights text[];
        BEGIN
            FOREACH parent IN ARRAY ARRAY['notification_queue', 'notification_transmissions'] LOOP
                SELECT coalesce(array_agg(pg_get_triggerdef(oid)), '{}') INTO triggers FROM pg_trigger WHERE tgrelid = parent::regclass AND NOT tgisinternal;
                SELECT coalesce(array_agg(pg_get_indexdef(indexrelid)), '{}') INTO indexes FROM pg_index WHERE indrelid = parent::regclass AND NOT indisprimary;
                SELECT coalesce(array_agg(format('GRANT %s ON %I TO %s', privilege_type, parent,
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)), '{}') INTO rights
                FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = parent::regclass AND grantee <> relowner;
                FOR line IN SELECT format('DROP TRIGGER %I ON %I', tgname, parent) FROM pg_trigger WHERE tgrelid = parent::regclass AND NOT tgisinternal
                LOOP EXECUTE line; END LOOP;
                FOR line IN SELECT format('ALTER INDEX %I RENAME TO %I', relname, replace(relname, parent, parent || '_other'))
                    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = parent::regclass
                LOOP EXECUTE line; END LOOP;
                EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, parent || '_other');
                IF parent = 'notification_queue' THEN
                    CREATE TABLE notification_queue (LIKE notification_queue_other INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
                        PRIMARY KEY (id, app_id)) PARTITION BY RANGE (id);
                ELSE
                    ALTER TABLE notification_transmissions_other DROP CONSTRAINT notification_transmissions_other_pkey,
                        ADD CONSTRAINT notification_transmissions_other_pkey PRIMARY KEY (id, delivery_id);
                    CREATE TABLE notification_transmissions (LIKE notification_transmissions_other INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
                        PRIMARY KEY (id, delivery_id)) PARTITION BY RANGE (delivery_id);
                END IF;
                EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, parent || '_other');
                FOREACH line IN ARRAY indexes || triggers || rights LOOP EXECUTE line; END LOOP;
            END LOOP;
        END $$;

        """

    /// Whoever writes rows: a second row under a key is refused. Who has claimed the keys of what they queue says so.
    static let keyed = """
        CREATE OR REPLACE FUNCTION belfry_keep_keys() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(keep("queued"))
            RETURN NULL;
        END $$;
        DROP TRIGGER IF EXISTS notification_queue_keyed ON notification_queue;
        CREATE TRIGGER notification_queue_keyed AFTER INSERT ON notification_queue REFERENCING NEW TABLE AS queued
            FOR EACH STATEMENT WHEN (\(LeaseSchema.isToFollow)) EXECUTE FUNCTION belfry_keep_keys();
        CREATE OR REPLACE FUNCTION belfry_free_keys() RETURNS trigger LANGUAGE plpgsql
            SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
        BEGIN
            DELETE FROM \(keys) known USING gone
            WHERE known.app_id = gone.app_id AND known.idempotency_key = gone.idempotency_key AND known.delivery_id = gone.id;
            RETURN NULL;
        END $$;

        """

    /// A key is looked for by the index in a session too that first did so when there was none.
    static let keysByIndex = "ALTER FUNCTION belfry_keep_keys() SET enable_seqscan TO off;"

    /// - Parameter rows: those that are new, as `queued`.
    static func keep(_ rows: String) -> String {
        """
        INSERT INTO \(keys) (app_id, idempotency_key, delivery_id)
        SELECT app_id, idempotency_key, id FROM \(rows) WHERE idempotency_key IS NOT NULL ON CONFLICT DO NOTHING;
        IF EXISTS (SELECT 1 FROM \(rows) CROSS JOIN LATERAL (
            SELECT delivery_id FROM \(keys) WHERE app_id = queued.app_id AND idempotency_key = queued.idempotency_key OFFSET 0) AS known
            WHERE known.delivery_id <> queued.id) THEN
            RAISE unique_violation USING TABLE = 'notification_queue', CONSTRAINT = 'notification_queue_key';
        END IF;
        """
    }

    private static let keyTriggers = keyed + """
        CREATE TRIGGER notification_queue_freed AFTER DELETE ON notification_queue REFERENCING OLD TABLE AS gone
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_free_keys();

        """

    /// What is in no month is updated as often as what is in one.
    static let roomAmongOthers = "ALTER TABLE notification_queue_other SET (\(room));"

    /// The months that there are get as much room as those to come.
    static let moreRoom = making + """
        DO $$
        DECLARE
            month regclass;
        BEGIN
            FOR month IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'notification_queue'::regclass LOOP
                EXECUTE format('ALTER TABLE %s SET (\(room))', month);
            END LOOP;
        END $$;
        """

    /// Room for the next two versions of a row in its own page, with what was decided, and a vacuum that keeps up with them.
    private static let room = "fillfactor = 25, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0"

    /// What has a partition a month.
    static let parents = ["notification_queue", "notification_transmissions", "broadcast_results"]
    /// How many months there is room for beyond the present one.
    static let monthsAhead = 3

    /// All that there are rows for, which are moved into them.
    static let made = """
        -- From the oldest there are, two years back at most.
        SELECT belfry_make_months(greatest(least(now(), (SELECT min(created_at) FROM notification_queue)), now() - interval '24 months')::date, \(monthsAhead));
        """
}
