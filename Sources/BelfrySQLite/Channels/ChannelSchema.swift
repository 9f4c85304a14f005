import BelfryModel
import GRDB

/// What came to the schema with the channels: where people are reached, what became of each way there, and routes.
enum ChannelSchema {
    static func create(_ db: Database) throws {
        try db.execute(sql: addresses)
        try db.execute(sql: transmissions)
        try db.execute(sql: routes)
    }

    private static let addresses = """
        -- In which of Apple's environments the token last worked, and since when it is known to be the person's.
        ALTER TABLE device_tokens ADD COLUMN environment TEXT CHECK (environment IN ('sandbox', 'production'));
        ALTER TABLE device_tokens ADD COLUMN registered_at TEXT;
        UPDATE device_tokens SET registered_at = updated_at;

        CREATE TABLE contact_points (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(Schema.newIdentifier),
            user_id TEXT NOT NULL,
            channel TEXT NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp', 'champion_email', 'champion_sms')),
            address TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(Schema.now),
            updated_at TEXT NOT NULL DEFAULT \(Schema.now),
            verified_at TEXT,
            code_hash TEXT,
            code_expires_at TEXT,
            code_attempts INTEGER NOT NULL DEFAULT 0,
            silenced_at TEXT,
            silence_reason TEXT CHECK (silence_reason IN ('opted_out', 'bounced', 'complained', 'gone')),
            last_inbound_at TEXT,
            UNIQUE (user_id, channel, address),
            CHECK ((silenced_at IS NULL) = (silence_reason IS NULL))
        ) STRICT;
        CREATE INDEX contact_points_address ON contact_points (address);

        -- What a person wants nothing of: a row a category and channel.
        CREATE TABLE unwanted_categories (
            user_id TEXT NOT NULL,
            category TEXT NOT NULL,
            channel TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(Schema.now),
            PRIMARY KEY (user_id, category, channel)
        ) WITHOUT ROWID, STRICT;
        """

    private static let transmissions = """
        -- One delivery to one address, over all its attempts. Where each status can go stands in docs/states/delivery.md.
        CREATE TABLE notification_transmissions (
            id TEXT PRIMARY KEY NOT NULL,
            delivery_id TEXT NOT NULL,
            address_id TEXT NOT NULL,
            provider TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'ambiguous', 'accepted', 'sent', 'delivered', 'read', 'failed')),
            provider_message_id TEXT,
            why TEXT,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX notification_transmissions_delivery ON notification_transmissions (delivery_id);
        CREATE INDEX notification_transmissions_message ON notification_transmissions (provider, provider_message_id)
            WHERE provider_message_id IS NOT NULL;

        -- What providers reported. A row whose status is there waits for its transmission.
        CREATE TABLE provider_reports (
            provider TEXT NOT NULL,
            event_id TEXT NOT NULL,
            received_at TEXT NOT NULL,
            transmission_id TEXT,
            provider_message_id TEXT,
            status TEXT,
            why TEXT,
            address_fate TEXT,
            PRIMARY KEY (provider, event_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX provider_reports_waiting ON provider_reports (provider, coalesce(transmission_id, provider_message_id)) WHERE status IS NOT NULL;
        CREATE INDEX provider_reports_received ON provider_reports (received_at);
        """

    /// Whose delivery each is of.
    static let transmissionsByApp = """
        ALTER TABLE notification_transmissions ADD COLUMN app_id TEXT NOT NULL DEFAULT '\(AppID.house.text)';
        UPDATE notification_transmissions SET app_id = queue.app_id FROM notification_queue queue
        WHERE queue.id = delivery_id AND queue.app_id <> '\(AppID.house.text)';
        -- The names of its members begin with a broadcast's own.
        UPDATE notification_transmissions SET app_id = broadcasts.app_id FROM broadcasts
        WHERE delivery_id > broadcasts.id || '-' AND delivery_id < broadcasts.id || '.' AND broadcasts.app_id <> '\(AppID.house.text)';
        """

    /// By which codes that were never given back are forgotten, of the few people who have one.
    static let openCodes = "CREATE INDEX contact_points_code ON contact_points (code_expires_at) WHERE code_hash IS NOT NULL;"

    /// By which those are found whose mailbox it is, who ask for a link to sign in.
    static let mailboxes = """
        CREATE INDEX contact_points_mailbox ON contact_points (lower(address)) WHERE channel = 'email' AND verified_at IS NOT NULL;
        """

    /// A topic is a contact point, too.
    static let topics = contactPoints(over: ["email", "sms", "whatsapp", "ntfy", "champion_email", "champion_sms"])
    /// And so is a chat.
    static let chats = contactPoints(over: ["email", "sms", "whatsapp", "ntfy", "telegram", "champion_email", "champion_sms"])

    /// And a room. What stood beside the table since stands there again.
    static let rooms = contactPoints(over: ["email", "sms", "whatsapp", "ntfy", "telegram", "chat", "champion_email", "champion_sms"]) + "\n" + mailboxes + "\n"

    /// And a number that is called.
    static let calls =
        contactPoints(over: ["email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms"]) + "\n" + mailboxes + "\n"

    /// The table is made anew with what is in it: SQLite changes no CHECK of a table that is there.
    private static func contactPoints(over channels: [String]) -> String {
        """
        CREATE TABLE contact_points_new (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(Schema.newIdentifier),
            user_id TEXT NOT NULL,
            channel TEXT NOT NULL CHECK (channel IN (\(channels.map { "'\($0)'" }.joined(separator: ", ")))),
            address TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(Schema.now),
            updated_at TEXT NOT NULL DEFAULT \(Schema.now),
            verified_at TEXT,
            code_hash TEXT,
            code_expires_at TEXT,
            code_attempts INTEGER NOT NULL DEFAULT 0,
            silenced_at TEXT,
            silence_reason TEXT CHECK (silence_reason IN ('opted_out', 'bounced', 'complained', 'gone')),
            last_inbound_at TEXT,
            UNIQUE (user_id, channel, address),
            CHECK ((silenced_at IS NULL) = (silence_reason IS NULL))
        ) STRICT;
        INSERT INTO contact_points_new
            SELECT id, user_id, channel, address, created_at, updated_at, verified_at, code_hash, code_expires_at, code_attempts, silenced_at,
                silence_reason, last_inbound_at
            FROM contact_points ORDER BY rowid;
        DROP TABLE contact_points;
        ALTER TABLE contact_points_new RENAME TO contact_points;
        CREATE INDEX contact_points_address ON contact_points (address);
        \(openCodes)
        """
    }

    /// A category is muted over every channel until a moment, or it is off over one without an end.
    static let mutes = """
        ALTER TABLE unwanted_categories ADD COLUMN muted_until TEXT CHECK ((channel = '*') = (muted_until IS NOT NULL))
            CHECK (strftime('%Y-%m-%dT%H:%M:%fZ', muted_until) IS muted_until);

        """

    private static let routes = """
        ALTER TABLE notification_queue ADD COLUMN route_key TEXT;
        ALTER TABLE notification_queue ADD COLUMN route_step INTEGER;
        ALTER TABLE notification_queue ADD COLUMN route_until TEXT;
        CREATE INDEX notification_queue_route ON notification_queue (route_key, recipient_user_id, route_step) WHERE route_key IS NOT NULL;
        """
}
