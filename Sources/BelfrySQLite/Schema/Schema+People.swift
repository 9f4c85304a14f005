/// What the schema has for people with their families and devices, and for whoever shows a key or a link.
extension Schema {
    static let spentTokens = """
        -- Links that were opened and sessions that were ended, by their SHA-256, until they run out anyway.
        CREATE TABLE spent_tokens (
            token_hash TEXT PRIMARY KEY NOT NULL,
            expires_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX spent_tokens_expiry ON spent_tokens (expires_at);
        """

    /// By which those are found who had a device before.
    static let deviceTokens = "CREATE INDEX device_tokens_token ON device_tokens (device_token);"

    static let families = """
        CREATE TABLE families (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now)
        ) STRICT;
        CREATE TABLE family_members (
            family_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            first_name TEXT NOT NULL DEFAULT '',
            role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('superadmin', 'admin', 'member')),
            created_at TEXT NOT NULL DEFAULT \(now),
            PRIMARY KEY (family_id, user_id)
        ) STRICT;
        CREATE INDEX family_members_user ON family_members (user_id);

        CREATE TABLE user_profiles (
            user_id TEXT PRIMARY KEY NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            notify_in_app INTEGER NOT NULL DEFAULT 1,
            notify_push INTEGER NOT NULL DEFAULT 0,
            notify_email INTEGER NOT NULL DEFAULT 0,
            champion_notify_email INTEGER NOT NULL DEFAULT 1,
            champion_notify_sms INTEGER NOT NULL DEFAULT 0,
            quiet_hours_start TEXT,
            quiet_hours_end TEXT,
            quiet_hours_notification_level TEXT NOT NULL DEFAULT 'none'
                CHECK (quiet_hours_notification_level IN ('all', 'critical_only', 'none')),
            quiet_hours_action TEXT NOT NULL DEFAULT 'skip' CHECK (quiet_hours_action IN ('skip', 'defer')),
            timezone TEXT NOT NULL DEFAULT 'UTC'
        );

        CREATE TABLE device_tokens (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(newIdentifier),
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            user_id TEXT NOT NULL,
            device_token TEXT NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
            app_version TEXT,
            os_version TEXT,
            is_active INTEGER NOT NULL DEFAULT 1,
            last_used_at TEXT NOT NULL DEFAULT \(now),
            UNIQUE (user_id, device_token)
        ) STRICT;
        CREATE INDEX device_tokens_active ON device_tokens (user_id, is_active);

        CREATE TABLE api_keys (
            name TEXT PRIMARY KEY NOT NULL,
            key_hash TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL DEFAULT \(now),
            revoked_at TEXT
        ) STRICT;
        """

    static let keyTerms = """
        ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'all';
        ALTER TABLE api_keys ADD COLUMN expires_at TEXT;
        ALTER TABLE api_keys ADD COLUMN note TEXT;
        ALTER TABLE api_keys ADD COLUMN last_used_at TEXT;
        ALTER TABLE api_keys ADD COLUMN former_key_hash TEXT;
        ALTER TABLE api_keys ADD COLUMN former_ends_at TEXT;
        CREATE UNIQUE INDEX api_keys_former ON api_keys (former_key_hash);
        """
}
