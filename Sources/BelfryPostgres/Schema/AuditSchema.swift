import BelfryPorts

/// Who did what. It is small: where the queue is spread over nodes it stays with the one that is asked, and no month is a partition of it.
enum AuditSchema {
    static let table = "audit_log"

    static let sql = """
        -- Who did what: lines are added, and go by their age.
        CREATE TABLE audit_log (
            id \(Schema.identifier) PRIMARY KEY,
            happened_at \(Schema.moment) NOT NULL,
            actor_kind text NOT NULL,
            -- An app or an account of a machine; null where it is a person, or whoever has the admin secret.
            actor_name \(Schema.identifier),
            actor_user_id \(Schema.identifier),
            action text NOT NULL,
            -- The thing, which is never a person.
            subject \(Schema.identifier),
            -- Whose things they were.
            user_id \(Schema.identifier),
            outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
            changed_count bigint,
            details text NOT NULL DEFAULT '{}',
            request text
        );
        CREATE INDEX audit_log_at ON audit_log (happened_at);
        CREATE INDEX audit_log_user ON audit_log (user_id, id) WHERE user_id IS NOT NULL;
        CREATE INDEX audit_log_actor ON audit_log (actor_user_id) WHERE actor_user_id IS NOT NULL;
        CREATE INDEX audit_log_subject ON audit_log (subject, id) WHERE subject IS NOT NULL;
        CREATE FUNCTION belfry_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'audit_log: lines are never changed';
        END $$;
        CREATE TRIGGER audit_log_stays BEFORE UPDATE OF id, happened_at, actor_kind, actor_name, action, subject, outcome, details, request ON audit_log
            FOR EACH ROW EXECUTE FUNCTION belfry_audit_stays();
        """

    /// What the log is asked for by, each in the order of lines. Most lines tell of what was done: those that don't are found by their own.
    static let filters = """
        DROP INDEX audit_log_actor;
        CREATE INDEX audit_log_actor ON audit_log ((\(AuditSelection.actorColumn)), id);
        CREATE INDEX audit_log_kind ON audit_log (actor_kind, id);
        CREATE INDEX audit_log_action ON audit_log (action, id);
        CREATE INDEX audit_log_refused ON audit_log (id) WHERE outcome = 'refused';
        """
}
