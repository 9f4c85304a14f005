extension Schema {
    /// The states are drawn in `docs/states/delivery.md`. A row needs only recipient, member, channel, payload and status.
    ///
    /// Room is left in each page, so that an update finds its place beside the row.
    static let queue = """
        CREATE TABLE notification_queue (
            id \(identifier) PRIMARY KEY DEFAULT belfry_new_identifier(),
            created_at \(madeAt),
            updated_at \(madeAt),
            recipient_user_id \(identifier) NOT NULL,
            member_user_id \(identifier) NOT NULL,
            alert_state_id \(identifier),
            channel text NOT NULL,
            payload jsonb NOT NULL DEFAULT '{}',
            status text NOT NULL DEFAULT 'pending'
                CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed', 'cancelled', 'shadow')),
            attempts integer NOT NULL DEFAULT 0,
            last_error text,
            sent_at \(moment),
            idempotency_key text COLLATE "C",
            next_attempt_at \(moment),
            held_since \(moment),
            expires_at \(moment),
            reason text,
            -- As text, so that it replays to the letter.
            decision_inputs json,
            decided_at \(moment),
            merged_into \(identifier),
            leased_by text,
            lease_token text,
            lease_until \(moment),
            rescues integer NOT NULL DEFAULT 0,
            group_key text COLLATE "C",
            retracted_at \(moment),
            CHECK ((status = 'sending') = (lease_until IS NOT NULL))
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
        -- What a lease reads, and nothing else.
        CREATE INDEX notification_queue_due ON notification_queue (coalesce(next_attempt_at, created_at), id)
            WHERE status = 'pending' AND attempts < 5;
        CREATE INDEX notification_queue_held ON notification_queue (recipient_user_id, channel)
            WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX notification_queue_group ON notification_queue (group_key, recipient_user_id, channel)
            WHERE status = 'pending' AND group_key IS NOT NULL;
        CREATE INDEX notification_queue_leases ON notification_queue (lease_until) WHERE status = 'sending';
        CREATE INDEX notification_queue_merged ON notification_queue (merged_into) WHERE merged_into IS NOT NULL;
        CREATE INDEX notification_queue_of_alert ON notification_queue (alert_state_id) WHERE alert_state_id IS NOT NULL;
        CREATE UNIQUE INDEX notification_queue_key ON notification_queue (idempotency_key) WHERE idempotency_key IS NOT NULL;
        CREATE INDEX notification_queue_recipient ON notification_queue (recipient_user_id, created_at);
        CREATE INDEX notification_queue_member ON notification_queue (member_user_id, created_at);

        -- What is held for a person is decided anew when what they want has changed, whoever changed it.
        -- What was tried since waits for its provider instead.
        CREATE FUNCTION belfry_release_held() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE notification_queue SET next_attempt_at = NULL
            WHERE recipient_user_id = NEW.user_id AND status = 'pending' AND held_since IS NOT NULL AND attempts = 0
                AND next_attempt_at IS NOT NULL;
            RETURN NULL;
        END $$;
        CREATE TRIGGER user_profiles_changed AFTER INSERT OR UPDATE ON user_profiles
            FOR EACH ROW EXECUTE FUNCTION belfry_release_held();
        """
}
