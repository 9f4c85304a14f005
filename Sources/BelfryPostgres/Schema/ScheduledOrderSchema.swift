/// What apps have told again and again. Where the queue is spread over nodes it stays with the one that is asked what is near.
enum ScheduledOrderSchema {
    /// The partial indices have the same words.
    static let isActive = "paused_at IS NULL AND ended_at IS NULL"
    static let tellsAudience = "request::json->>'audience' IS NOT NULL"

    /// By which those are found that tell an audience, however many tell persons.
    static let audiences = "CREATE INDEX schedules_audience ON schedules (next_at, app_id, id) WHERE \(isActive) AND \(tellsAudience);"

    /// When a schedule comes besides its rule and when it doesn't, with commas between; and by which an app's open ones are counted.
    static let exceptions = """
        ALTER TABLE schedules ADD COLUMN rdate text, ADD COLUMN exdate text;
        CREATE INDEX schedules_open ON schedules (app_id) WHERE ended_at IS NULL;
        """

    static let sql = """
        CREATE FUNCTION belfry_schedule_gone() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM schedule_recipients WHERE schedule_id = OLD.id;
            RETURN NULL;
        END $$;
        -- What apps have told again and again. The moment of the next is that of its zone, or that of the first of all clocks.
        CREATE TABLE schedules (
            id \(Schema.identifier) PRIMARY KEY,
            app_id \(Schema.identifier) NOT NULL,
            created_at \(Schema.moment) NOT NULL,
            request text NOT NULL CHECK (request::json IS NOT NULL),
            member_user_id \(Schema.identifier),
            starts_at_local text NOT NULL,
            rule text NOT NULL,
            -- Null where each recipient's own clock counts.
            timezone text,
            next_local text,
            next_at \(Schema.moment),
            paused_at \(Schema.moment),
            ended_at \(Schema.moment),
            last_local text,
            last_ordered_at \(Schema.moment),
            ordered_count bigint NOT NULL DEFAULT 0,
            missed_count bigint NOT NULL DEFAULT 0,
            CHECK ((next_at IS NULL) = (ended_at IS NOT NULL) AND (next_at IS NULL) = (next_local IS NULL))
        );
        CREATE INDEX schedules_app ON schedules (app_id, id);
        CREATE INDEX schedules_due ON schedules (next_at, id) WHERE \(isActive);
        CREATE INDEX schedules_member ON schedules (member_user_id) WHERE member_user_id IS NOT NULL;
        CREATE TABLE schedule_recipients (
            schedule_id \(Schema.identifier) NOT NULL,
            user_id \(Schema.identifier) NOT NULL,
            PRIMARY KEY (schedule_id, user_id)
        );
        CREATE INDEX schedule_recipients_user ON schedule_recipients (user_id, schedule_id);
        -- Whoever is told of it goes with it.
        CREATE TRIGGER schedules_gone AFTER DELETE ON schedules FOR EACH ROW EXECUTE FUNCTION belfry_schedule_gone();
        """
}
