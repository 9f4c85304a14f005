/// How apps present themselves. Where the queue is spread over nodes it stays with the one that is asked, as inboxes do.
enum LookSchema {
    static let sql = """
        CREATE TABLE app_looks (
            app_id \(Schema.identifier) PRIMARY KEY,
            name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
            -- By language, as JSON.
            names text,
            color text CHECK (color ~ '^#[0-9a-f]{6}$'),
            logo_url text CHECK (logo_url ILIKE 'https://%' AND char_length(logo_url) <= 2048),
            reply_to text CHECK (char_length(reply_to) <= 254),
            -- Stands at the end of mails.
            footer text CHECK (char_length(footer) BETWEEN 1 AND 300)
        );
        -- Whose a message is; null where it came before that was kept.
        ALTER TABLE inbox_messages ADD COLUMN app_id \(Schema.identifier);
        """
}
