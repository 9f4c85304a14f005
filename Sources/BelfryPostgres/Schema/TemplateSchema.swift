/// What apps tell again and again by its name. Where the queue is spread over nodes it stays with the one that is asked.
enum TemplateSchema {
    static let sql = """
        -- With what it said before: a template stands as its latest version says.
        CREATE TABLE templates (
            app_id \(Schema.identifier) NOT NULL,
            name \(Schema.identifier) NOT NULL,
            version integer NOT NULL CHECK (version > 0),
            created_at \(Schema.madeAt),
            contents json NOT NULL,
            PRIMARY KEY (app_id, name, version)
        );
        """
}
