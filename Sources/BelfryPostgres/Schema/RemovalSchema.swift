/// What was taken back and is to disappear. Where the queue is spread over nodes it stays with the one that is asked.
enum RemovalSchema {
    static let sql = """
        -- When it disappeared where it was shown, because it was taken back, or why it stays there.
        ALTER TABLE notification_transmissions ADD COLUMN removed_at \(Schema.moment), ADD COLUMN stays_why text;
        -- A row goes once it has disappeared, or can't.
        CREATE TABLE removals (
            app_id \(Schema.identifier) NOT NULL,
            delivery_id \(Schema.identifier) NOT NULL,
            due_at \(Schema.moment) NOT NULL,
            attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            PRIMARY KEY (app_id, delivery_id)
        );
        CREATE INDEX removals_due ON removals (due_at);
        """

    /// Why each is to disappear, and how often its provider was to be left alone.
    static let causes = """
        ALTER TABLE removals ADD COLUMN waits integer NOT NULL DEFAULT 0 CHECK (waits >= 0), ADD COLUMN cause text NOT NULL DEFAULT 'taken_back',
            -- Of what is replaced, by what.
            ADD COLUMN successor_id \(Schema.identifier);
        """
}
