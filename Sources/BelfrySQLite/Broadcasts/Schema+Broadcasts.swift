/// What is told to many at once: batches that nobody changes, a lease each, and a log that is only appended to.
extension Schema {
    static let broadcasts = """
        CREATE TABLE broadcasts (
            id TEXT NOT NULL,
            app_id TEXT NOT NULL,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            channel TEXT NOT NULL,
            payload TEXT NOT NULL CHECK (json_valid(payload)),
            member_user_id TEXT,
            deliver_after TEXT,
            expires_at TEXT,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 3),
            status TEXT NOT NULL CHECK (status IN ('filling', 'ready', 'cancelled')),
            recipient_count INTEGER NOT NULL DEFAULT 0,
            idempotency_key TEXT,
            request_hash TEXT,
            PRIMARY KEY (id, app_id)
        ) WITHOUT ROWID, STRICT;
        CREATE UNIQUE INDEX broadcasts_key ON broadcasts (app_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

        CREATE TABLE broadcast_batches (
            app_id TEXT NOT NULL,
            broadcast_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            recipient_count INTEGER NOT NULL CHECK (recipient_count BETWEEN 1 AND 500),
            -- A list of their identifiers.
            recipients TEXT NOT NULL CHECK (json_valid(recipients)),
            PRIMARY KEY (app_id, broadcast_id, number)
        ) STRICT;

        -- A row goes when its batch is through.
        CREATE TABLE broadcast_leases (
            app_id TEXT NOT NULL,
            broadcast_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            priority INTEGER NOT NULL,
            due_at TEXT NOT NULL,
            leased_by TEXT,
            lease_token TEXT,
            lease_until TEXT,
            lease_count INTEGER NOT NULL DEFAULT 0,
            -- How many there are in the log.
            entries INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (app_id, broadcast_id, number)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX broadcast_leases_due ON broadcast_leases (app_id, priority, due_at, broadcast_id, number) WHERE lease_until IS NULL;
        CREATE INDEX broadcast_leases_running ON broadcast_leases (lease_until) WHERE lease_until IS NOT NULL;

        CREATE TABLE broadcast_results (
            app_id TEXT NOT NULL,
            broadcast_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            entry INTEGER NOT NULL,
            recorded_at TEXT NOT NULL,
            sent_count INTEGER NOT NULL,
            skipped_count INTEGER NOT NULL,
            queued_count INTEGER NOT NULL,
            results TEXT NOT NULL CHECK (json_valid(results)),
            PRIMARY KEY (app_id, broadcast_id, number, entry, recorded_at)
        ) STRICT;

        -- Those members that go on by themselves.
        ALTER TABLE notification_queue ADD COLUMN broadcast_id TEXT;
        CREATE INDEX notification_queue_broadcast ON notification_queue (app_id, broadcast_id) WHERE broadcast_id IS NOT NULL;
        """

    /// What each recipient has of their own, a list of objects by their places; NULL where all are told the same words.
    /// Those that have any are found in an order of their own, which no other index has.
    static let broadcastValues = """
        ALTER TABLE broadcast_batches ADD COLUMN recipient_values TEXT CHECK (recipient_values IS NULL OR json_valid(recipient_values));
        CREATE INDEX broadcast_batches_valued ON broadcast_batches (broadcast_id, number, app_id) WHERE recipient_values IS NOT NULL;
        """

    /// Over which those go on who aren't reached over the first channel, a list of names; NULL where nobody does.
    static let broadcastRoutes = "ALTER TABLE broadcasts ADD COLUMN fallback_channels TEXT CHECK (fallback_channels IS NULL OR json_valid(fallback_channels))"

    /// By which those are found whose members may have been called off in part.
    static let calledOffBroadcasts = "CREATE INDEX broadcasts_called_off ON broadcasts (updated_at) WHERE status = 'cancelled';"
}
