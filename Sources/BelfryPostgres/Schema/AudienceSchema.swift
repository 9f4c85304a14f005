/// Lists of people that apps keep. Where the queue is spread over nodes they are, too, by app: a broadcast's batches are made of them on their node.
enum AudienceSchema {
    static let tables = ["audiences", "audience_members"]

    /// `belfry_distribute()` is made anew before it, and knows of both.
    static let sql = """
        CREATE TABLE audiences (
            app_id \(Schema.identifier) NOT NULL,
            id \(Schema.identifier) NOT NULL,
            -- What people read.
            title text,
            -- Whether people may join and leave by themselves.
            is_open boolean NOT NULL DEFAULT false,
            created_at \(Schema.moment) NOT NULL,
            PRIMARY KEY (app_id, id),
            CHECK (title IS NOT NULL OR NOT is_open)
        );
        CREATE INDEX audiences_open ON audiences (app_id, id) WHERE is_open;
        CREATE TABLE audience_members (
            app_id \(Schema.identifier) NOT NULL,
            audience_id \(Schema.identifier) NOT NULL,
            user_id \(Schema.identifier) NOT NULL,
            joined_at \(Schema.moment) NOT NULL,
            PRIMARY KEY (app_id, audience_id, user_id)
        );
        -- In no order: by one that has it, the members of all audiences might be gone through for those of one.
        CREATE INDEX audience_members_user ON audience_members USING hash (user_id);

        """
}
