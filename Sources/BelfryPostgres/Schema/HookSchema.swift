/// Where any program may post a document. Where the queue is spread over nodes it stays with the one that is asked.
enum HookSchema {
    static let sql = """
        CREATE FUNCTION belfry_hook_gone() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM hook_people WHERE app_id = OLD.app_id AND hook = OLD.name;
            RETURN NULL;
        END $$;
        -- Where any program may post a document, and what is told of it.
        CREATE TABLE hooks (
            app_id \(Schema.identifier) NOT NULL,
            name \(Schema.identifier) NOT NULL,
            created_at \(Schema.madeAt),
            request json NOT NULL,
            -- How whoever posts shows that they may: 'key', or what the secret signs and in which header that stands.
            scheme text NOT NULL,
            header text,
            secret text,
            PRIMARY KEY (app_id, name),
            CHECK ((scheme = 'key') = (secret IS NULL))
        );
        CREATE TABLE hook_people (
            app_id \(Schema.identifier) NOT NULL,
            hook \(Schema.identifier) NOT NULL,
            user_id \(Schema.identifier) NOT NULL,
            PRIMARY KEY (app_id, hook, user_id)
        );
        CREATE INDEX hook_people_user ON hook_people (user_id, app_id, hook);
        -- Whoever is told of it goes with it.
        CREATE TRIGGER hooks_gone AFTER DELETE ON hooks FOR EACH ROW EXECUTE FUNCTION belfry_hook_gone();
        """

    /// The secret that counts beside a new one, and until when.
    static let formerSecrets = "ALTER TABLE hooks ADD COLUMN former_secret text, ADD COLUMN former_ends_at \(Schema.moment);"
}
