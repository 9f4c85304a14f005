/// What an operator has stopped. Where the queue is spread over nodes it stays with the one that is asked what waits.
enum PauseSchema {
    static let table = "queue_pauses"
    /// Stands where an app would; no app has that name.
    static let everything = ""

    static let sql = """
        -- What an operator has stopped: an app, or everything, which has no name.
        CREATE TABLE \(table) (
            app_id \(Schema.identifier) PRIMARY KEY,
            paused_at \(Schema.madeAt),
            -- Null where somebody has to resume it.
            paused_until \(Schema.moment),
            paused_by text,
            why text,
            -- Critical ones are told all the same.
            excepts_critical boolean NOT NULL DEFAULT false
        );
        """
}
