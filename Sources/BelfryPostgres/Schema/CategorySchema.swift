/// What apps have declared of their categories, and what people have switched on. Where the queue is spread over nodes, both stay where one connects.
enum CategorySchema {
    static let sql = """
        -- What apps have declared of the kinds of notifications that they tell.
        CREATE TABLE app_categories (
            app_id \(Schema.identifier) NOT NULL,
            category text COLLATE "C" NOT NULL,
            -- What people read, and under which heading; in further languages as JSON: {"de": {"name": "…"}}.
            name text NOT NULL,
            description text,
            heading text,
            texts json,
            -- Over which channels nobody is told who hasn't switched it on there, with spaces between.
            off_at_first text NOT NULL DEFAULT '',
            -- Whether nobody may switch it off.
            is_required boolean NOT NULL DEFAULT false,
            created_at \(Schema.madeAt),
            PRIMARY KEY (app_id, category)
        );
        -- What a person has switched on, beside what they want nothing of.
        CREATE TABLE wanted_categories (
            user_id \(Schema.identifier) NOT NULL,
            category text COLLATE "C" NOT NULL,
            channel text COLLATE "C" NOT NULL,
            created_at \(Schema.madeAt),
            PRIMARY KEY (user_id, category, channel)
        );
        -- Pages show these too.
        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON app_categories
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();
        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON wanted_categories
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();

        """
}
