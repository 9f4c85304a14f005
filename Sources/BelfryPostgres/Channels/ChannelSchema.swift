import BelfryModel

/// What came to the schema with the channels: where people are reached, what became of each way there, and routes.
enum ChannelSchema {
    static let sql = addresses + transmissions + routes

    private static let addresses = """
        -- In which of Apple's environments the token last worked, and since when it is known to be the person's.
        ALTER TABLE device_tokens
            ADD COLUMN environment text CHECK (environment IN ('sandbox', 'production')),
            ADD COLUMN registered_at \(Schema.moment);
        UPDATE device_tokens SET registered_at = updated_at;

        CREATE TABLE contact_points (
            id \(Schema.identifier) PRIMARY KEY DEFAULT belfry_new_identifier(),
            user_id \(Schema.identifier) NOT NULL,
            channel text COLLATE "C" NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp', 'champion_email', 'champion_sms')),
            address text COLLATE "C" NOT NULL,
            created_at \(Schema.madeAt),
            updated_at \(Schema.madeAt),
            verified_at \(Schema.moment),
            code_hash text,
            code_expires_at \(Schema.moment),
            code_attempts integer NOT NULL DEFAULT 0,
            silenced_at \(Schema.moment),
            silence_reason text CHECK (silence_reason IN ('opted_out', 'bounced', 'complained', 'gone')),
            last_inbound_at \(Schema.moment),
            UNIQUE (user_id, channel, address),
            CHECK ((silenced_at IS NULL) = (silence_reason IS NULL))
        );
        CREATE INDEX contact_points_address ON contact_points (address);

        -- What a person wants nothing of: a row a category and channel.
        CREATE TABLE unwanted_categories (
            user_id \(Schema.identifier) NOT NULL,
            category text COLLATE "C" NOT NULL,
            channel text COLLATE "C" NOT NULL,
            created_at \(Schema.madeAt),
            PRIMARY KEY (user_id, category, channel)
        );

        """

    private static let transmissions = """
        -- One delivery to one address, over all its attempts. Where each status can go stands in docs/states/delivery.md.
        CREATE TABLE notification_transmissions (
            id \(Schema.identifier) PRIMARY KEY,
            delivery_id \(Schema.identifier) NOT NULL,
            address_id \(Schema.identifier) NOT NULL,
            provider text COLLATE "C" NOT NULL,
            status text NOT NULL CHECK (status IN ('pending', 'ambiguous', 'accepted', 'sent', 'delivered', 'read', 'failed')),
            provider_message_id text COLLATE "C",
            why text,
            created_at \(Schema.moment) NOT NULL,
            updated_at \(Schema.moment) NOT NULL
        );
        CREATE INDEX notification_transmissions_delivery ON notification_transmissions (delivery_id);
        CREATE INDEX notification_transmissions_message ON notification_transmissions (provider, provider_message_id)
            WHERE provider_message_id IS NOT NULL;

        -- What providers reported. A row whose status is there waits for its transmission.
        CREATE TABLE provider_reports (
            provider text COLLATE "C" NOT NULL,
            event_id text COLLATE "C" NOT NULL,
            received_at \(Schema.moment) NOT NULL,
            transmission_id \(Schema.identifier),
            provider_message_id text COLLATE "C",
            status text,
            why text,
            address_fate text,
            PRIMARY KEY (provider, event_id)
        );
        CREATE INDEX provider_reports_waiting ON provider_reports (provider, coalesce(transmission_id, provider_message_id)) WHERE status IS NOT NULL;
        CREATE INDEX provider_reports_received ON provider_reports (received_at);

        """

    /// So that they can be distributed by it, as their deliveries are.
    static let transmissionsByApp = """
        ALTER TABLE notification_transmissions ADD COLUMN app_id \(Schema.identifier) NOT NULL DEFAULT '\(AppID.house.text)',
            DROP CONSTRAINT notification_transmissions_pkey, ADD PRIMARY KEY (id, delivery_id, app_id);
        UPDATE notification_transmissions way SET app_id = queue.app_id FROM notification_queue queue
        WHERE queue.id = way.delivery_id AND queue.app_id <> '\(AppID.house.text)';
        -- The names of its members begin with a broadcast's own.
        UPDATE notification_transmissions way SET app_id = broadcasts.app_id FROM broadcasts
        WHERE way.delivery_id > broadcasts.id || '-' AND way.delivery_id < broadcasts.id || '.' AND broadcasts.app_id <> '\(AppID.house.text)';

        """

    /// By which codes that were never given back are forgotten, of the few people who have one.
    static let openCodes = "CREATE INDEX contact_points_code ON contact_points (code_expires_at) WHERE code_hash IS NOT NULL;"

    /// By which those are found whose mailbox it is, who ask for a link to sign in.
    static let mailboxes = """
        CREATE INDEX contact_points_mailbox ON contact_points (lower(address)) WHERE channel = 'email' AND verified_at IS NOT NULL;
        """

    /// A topic is a contact point, too.
    static let topics = """
        ALTER TABLE contact_points DROP CONSTRAINT contact_points_channel_check;
        ALTER TABLE contact_points ADD CONSTRAINT contact_points_channel_check
            CHECK (channel IN ('email', 'sms', 'whatsapp', 'ntfy', 'champion_email', 'champion_sms'));
        """

    /// A chat is a contact point, too.
    static let chats = """
        ALTER TABLE contact_points DROP CONSTRAINT contact_points_channel_check;
        ALTER TABLE contact_points ADD CONSTRAINT contact_points_channel_check
            CHECK (channel IN ('email', 'sms', 'whatsapp', 'ntfy', 'telegram', 'champion_email', 'champion_sms'));
        """

    /// A room is a contact point, too.
    static let rooms = """
        ALTER TABLE contact_points DROP CONSTRAINT contact_points_channel_check;
        ALTER TABLE contact_points ADD CONSTRAINT contact_points_channel_check
            CHECK (channel IN ('email', 'sms', 'whatsapp', 'ntfy', 'telegram', 'chat', 'champion_email', 'champion_sms'));
        """

    /// A number that is called is a contact point, too.
    static let calls = """
        ALTER TABLE contact_points DROP CONSTRAINT contact_points_channel_check;
        ALTER TABLE contact_points ADD CONSTRAINT contact_points_channel_check
            CHECK (channel IN ('email', 'sms', 'whatsapp', 'ntfy', 'telegram', 'chat', 'voice', 'champion_email', 'champion_sms'));
        """

    /// A category is muted over every channel until a moment, or it is off over one without an end.
    static let mutes = """
        ALTER TABLE unwanted_categories ADD COLUMN muted_until \(Schema.moment)
            CHECK (isfinite(muted_until)), ADD CHECK ((channel = '*') = (muted_until IS NOT NULL));

        """

    private static let routes = """
        ALTER TABLE notification_queue
            ADD COLUMN route_key text COLLATE "C",
            ADD COLUMN route_step integer,
            ADD COLUMN route_until text;
        CREATE INDEX notification_queue_route ON notification_queue (route_key, recipient_user_id, route_step) WHERE route_key IS NOT NULL;

        -- Pages show these too.
        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON contact_points
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();
        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON unwanted_categories
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();
        CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON notification_transmissions
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change();
        """
}
