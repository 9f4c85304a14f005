/// What came to the schema so that a person is found wherever they are named, and stays erased for tokens from before.
enum ErasureSchema {
    static let sql = """
        -- When who was erased, by marks that only whoever signs tokens can make: tokens from before let nobody in.
        CREATE TABLE erased_people (
            mark text COLLATE "C" PRIMARY KEY,
            erased_at \(Schema.moment) NOT NULL
        );
        -- By which what names a person is found, where they are not whom it was made for.
        CREATE INDEX alert_snoozes_recipient ON alert_snoozes (recipient_user_id);
        CREATE INDEX pattern_alert_state_snoozed_by ON pattern_alert_state (snoozed_by) WHERE snoozed_by IS NOT NULL;
        CREATE INDEX inbox_messages_member ON inbox_messages (member_user_id) WHERE member_user_id <> recipient_user_id;
        CREATE INDEX broadcasts_member ON broadcasts (member_user_id) WHERE member_user_id IS NOT NULL;
        """
}
