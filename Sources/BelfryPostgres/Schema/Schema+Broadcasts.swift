extension Schema {
    /// The part of the log that no month has.
    static let otherResults = "broadcast_results_other"

    /// What is told to many at once: batches that nobody changes, a lease each, and a log that is only appended to, a partition a month.
    static let broadcasts = """
        CREATE TABLE broadcasts (
            id \(identifier) NOT NULL,
            app_id \(identifier) NOT NULL,
            created_at \(moment) NOT NULL,
            updated_at \(moment) NOT NULL,
            channel text NOT NULL,
            payload jsonb NOT NULL,
            member_user_id \(identifier),
            deliver_after \(moment),
            expires_at \(moment),
            priority integer NOT NULL CHECK (priority BETWEEN 1 AND 3),
            status text NOT NULL CHECK (status IN ('filling', 'ready', 'cancelled')),
            recipient_count bigint NOT NULL DEFAULT 0,
            idempotency_key text COLLATE "C",
            request_hash text,
            PRIMARY KEY (id, app_id)
        );
        CREATE UNIQUE INDEX broadcasts_key ON broadcasts (app_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

        CREATE TABLE broadcast_batches (
            app_id \(identifier) NOT NULL,
            broadcast_id \(identifier) NOT NULL,
            number integer NOT NULL,
            recipient_count integer NOT NULL CHECK (recipient_count BETWEEN 1 AND 500),
            -- A list of their identifiers.
            recipients json NOT NULL,
            PRIMARY KEY (app_id, broadcast_id, number)
        );

        -- A row goes when its batch is through.
        CREATE TABLE broadcast_leases (
            app_id \(identifier) NOT NULL,
            broadcast_id \(identifier) NOT NULL,
            number integer NOT NULL,
            priority integer NOT NULL,
            due_at \(moment) NOT NULL,
            leased_by text,
            lease_token text,
            lease_until \(moment),
            lease_count integer NOT NULL DEFAULT 0,
            -- How many there are in the log.
            entries integer NOT NULL DEFAULT 0,
            PRIMARY KEY (app_id, broadcast_id, number)
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
        CREATE INDEX broadcast_leases_due ON broadcast_leases (app_id, priority, due_at, broadcast_id, number) WHERE lease_until IS NULL;
        CREATE INDEX broadcast_leases_running ON broadcast_leases (lease_until) WHERE lease_until IS NOT NULL;

        CREATE TABLE broadcast_results (
            app_id \(identifier) NOT NULL,
            broadcast_id \(identifier) NOT NULL,
            number integer NOT NULL,
            entry integer NOT NULL,
            recorded_at \(moment) NOT NULL,
            sent_count integer NOT NULL,
            skipped_count integer NOT NULL,
            queued_count integer NOT NULL,
            -- As text, so that the inputs of verdicts replay to the letter.
            results json NOT NULL,
            PRIMARY KEY (app_id, broadcast_id, number, entry, recorded_at)
        ) PARTITION BY RANGE (recorded_at);
        -- Where there is no partition of the month, nothing is lost.
        CREATE TABLE \(otherResults) PARTITION OF broadcast_results DEFAULT;

        -- Those members that go on by themselves.
        ALTER TABLE notification_queue ADD COLUMN broadcast_id \(identifier);
        CREATE INDEX notification_queue_broadcast ON notification_queue (app_id, broadcast_id) WHERE broadcast_id IS NOT NULL;

        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON broadcasts
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();
        """

    /// What each recipient has of their own, a list of objects by their places; NULL where all are told the same words.
    /// Those that have any are found in an order of their own, which no other index has.
    static let broadcastValues = """
        ALTER TABLE broadcast_batches ADD COLUMN recipient_values json;
        CREATE INDEX broadcast_batches_valued ON broadcast_batches (broadcast_id, number, app_id) WHERE recipient_values IS NOT NULL;
        """

    /// Over which those go on who aren't reached over the first channel, a list of names; NULL where nobody does.
    static let broadcastRoutes = "ALTER TABLE broadcasts ADD COLUMN fallback_channels json;"

    /// By which those are found whose members may have been called off in part.
    static let calledOffBroadcasts = "CREATE INDEX broadcasts_called_off ON broadcasts (updated_at) WHERE status = 'cancelled';"
}
