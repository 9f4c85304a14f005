/// The tables, under the names that the tenants already use, so that people can read and write them with `psql`.
///
/// Moments are `timestamptz` to the millisecond, days are `date`. Identifiers sort by their bytes, as they do everywhere in the house.
enum Schema {
    /// Put together once: each lease asks how many there are.
    static let migrations: [Migration] = [
        Migration(name: "1-families", sql: functions + families), Migration(name: "2-vitality", sql: vitality),
        Migration(name: "3-queue", sql: queue), Migration(name: "4-inbox", sql: inbox), Migration(name: "5-sync", sql: SyncSchema.sql),
        Migration(name: "6-change-marks", sql: changeMarks), Migration(name: "7-channels", sql: ChannelSchema.sql),
        // A person's settings have `adaptive` now.
        Migration(name: "8-statistics", sql: StatisticsSchema.sql + SyncSchema.missingColumns),
        Migration(name: "9-language", sql: "ALTER TABLE user_profiles ADD COLUMN language text;"),
        Migration(name: "10-spent-tokens", sql: spentTokens),
        Migration(name: "11-lanes", sql: lanes),
        Migration(name: "12-broadcasts", sql: broadcasts),
        Migration(name: "13-inbox-archive", sql: inboxArchive),
        Migration(name: "14-upkeep", sql: upkeep),
        Migration(name: "15-months", sql: MonthSchema.sql),
        Migration(name: "16-engagement", sql: StatisticsSchema.engagement),
        Migration(name: "17-live", sql: LiveSchema.sql),
        Migration(name: "18-room", sql: MonthSchema.roomAmongOthers),
        Migration(name: "20-dropping", sql: MonthSchema.dropping),
        Migration(name: "21-more-room", sql: MonthSchema.moreRoom),
        Migration(
            name: "22-leases",
            sql: LiveSchema.followers + LeaseSchema.moved + StatisticsSchema.happened + MonthSchema.dropMonth),
        Migration(name: "23-keys", sql: MonthSchema.keyed),
        Migration(
            name: "24-distribution",
            sql: LaneSchema.sql + StatisticsSchema.byApp + MonthSchema.dropMonth + DistributionSchema.sql),
        // In this order: a database that is spread makes no function after it has asked all its nodes.
        Migration(name: "25-transmissions", sql: DistributionSchema.sql + ChannelSchema.transmissionsByApp),
        Migration(name: "26-keys-by-index", sql: MonthSchema.keysByIndex),
        Migration(name: "27-calling-off", sql: MonthSchema.dropMonth + calledOffBroadcasts),
        // By which those are found who had a device before. A web push subscription is long: its hash is enough.
        Migration(name: "28-device-tokens", sql: "CREATE INDEX device_tokens_token ON device_tokens USING hash (device_token);"),
        Migration(name: "29-moving", sql: DistributionSchema.sql),
        Migration(name: "30-over", sql: "CREATE INDEX notification_queue_other_made ON notification_queue_other (created_at, id);"),
        Migration(name: "31-erasure", sql: ErasureSchema.sql),
        Migration(name: "32-message-language", sql: "ALTER TABLE inbox_messages ADD COLUMN language text;"),
        Migration(name: "33-together", sql: LiveSchema.togetherInOrder),
        Migration(name: "34-suspects", sql: LiveSchema.suspects),
        Migration(name: "35-pauses", sql: PauseSchema.sql),
        Migration(name: "36-codes", sql: ChannelSchema.openCodes),
        // A nap stays one, however long ago it was.
        Migration(
            name: "37-naps", sql: "CREATE INDEX wearable_metric_revisions_naps ON wearable_metric_revisions (user_id, metric_date) WHERE precedence = -1;"),
        // A day's round goes through whoever has an alert that goes on, and not through all that ever was.
        Migration(
            name: "38-active-alerts",
            sql: "CREATE INDEX pattern_alert_state_active ON pattern_alert_state (user_id) WHERE episode_status = 'active';"),
        // A person has reminders of their own now.
        Migration(name: "39-reminders", sql: SyncSchema.missingTables),
        Migration(name: "40-message-link", sql: "ALTER TABLE inbox_messages ADD COLUMN link text;"),
        Migration(name: "41-message-collapse", sql: messageCollapse),
        // A person's settings have `muted_until` now, too.
        Migration(
            name: "42-mute",
            sql: """
                ALTER TABLE user_profiles ADD COLUMN muted_until \(moment);
                ALTER TABLE person_settings ADD COLUMN IF NOT EXISTS muted_until text;
                """),
        // A wearable that fell silent is an alert, too.
        Migration(
            name: "43-missing-wearables",
            sql: """
                ALTER TABLE pattern_alert_state DROP CONSTRAINT pattern_alert_state_pattern_type_check;
                ALTER TABLE pattern_alert_state ADD CONSTRAINT pattern_alert_state_pattern_type_check
                    CHECK (pattern_type IN ('drop_vs_baseline', 'rise_vs_baseline', 'missing_wearable'));
                """),
        Migration(name: "44-deliveries-of-apps", sql: deliveriesOfApps),
        // What goes over ntfy is counted by its name, too.
        Migration(name: "45-topics", sql: StatisticsSchema.channels + ChannelSchema.topics),
        // A person's settings have `quiet_hours_by_weekday` now, too. Text, so that whatever SQLite let somebody write there can be moved here.
        Migration(
            name: "46-quiet-nights",
            sql: """
                ALTER TABLE user_profiles ADD COLUMN quiet_hours_by_weekday text;
                ALTER TABLE person_settings ADD COLUMN IF NOT EXISTS quiet_hours_by_weekday text;
                """),
        Migration(name: "47-delayed-reports", sql: PostgresStore.delayedReports),
        // In this order: a database that is spread makes no function after it has asked all its nodes.
        Migration(name: "48-status-webhooks", sql: DistributionSchema.sql + StatusSchema.sql),
        Migration(name: "49-engagement-in-order", sql: StatusSchema.engagedInOrder),
        // How much somebody wants to be told on one day; what their devices share has it already.
        Migration(name: "50-caps", sql: "ALTER TABLE user_profiles ADD COLUMN daily_max bigint;"),
        Migration(name: "51-schedules", sql: ScheduledOrderSchema.sql),
        Migration(name: "52-broadcast-values", sql: broadcastValues),
        // The buttons beside a message, as JSON, and the names of those that were pressed, with spaces between. Of what is no message the queue knows them.
        Migration(
            name: "53-actions",
            sql: """
                ALTER TABLE inbox_messages ADD COLUMN actions json, ADD COLUMN actions_taken text;
                ALTER TABLE notification_queue ADD COLUMN actions_taken text;

                """ + StatusSchema.actionsTaken),
        Migration(name: "55-told-broadcasts", sql: StatusSchema.endedBroadcasts),
        // What goes over Telegram is counted by its name, too.
        Migration(name: "56-telegram", sql: StatisticsSchema.channels + ChannelSchema.chats),
        Migration(name: "57-broadcast-routes", sql: broadcastRoutes),
        Migration(name: "59-schedule-exceptions", sql: ScheduledOrderSchema.exceptions),
        // What has become known since as a reason is counted by its name, too.
        Migration(name: "60-broadcast-state", sql: StatisticsSchema.reasons),
        Migration(name: "61-places", sql: places),
        Migration(name: "62-limits", sql: limits),
        // When its recipient opened it for the first time, whichever channel brought it.
        Migration(name: "64-opened", sql: "ALTER TABLE notification_queue ADD COLUMN opened_at \(moment);"),
        // When its recipient acted on it for the first time, by which nobody further is told; the reason of that is counted by its name, too. And of a
        // schedule, by which step of its escalation somebody is told; null for who is told first.
        Migration(
            name: "71-escalation",
            sql: """
                ALTER TABLE notification_queue ADD COLUMN acted_at \(moment);
                ALTER TABLE schedule_recipients ADD COLUMN escalation_step integer CHECK (escalation_step > 0);
                \(StatisticsSchema.reasons)
                """),
        // What the words of a schedule put in for one whom it tells.
        Migration(name: "73-schedule-values", sql: "ALTER TABLE schedule_recipients ADD COLUMN own_values json;"),
        // Who took it back after it was told; null where nobody did.
        Migration(name: "74-retraction", sql: "ALTER TABLE notification_queue ADD COLUMN retracted_by text;"),
        // What is counted by the names of reasons knows this one's, too.
        Migration(name: "75-mutes", sql: ChannelSchema.mutes + StatisticsSchema.reasons),
        // Through when all sessions of somebody were ended, beside what is used up.
        Migration(name: "77-signin", sql: ChannelSchema.mailboxes + "\nALTER TABLE spent_tokens ADD COLUMN sessions_through \(moment);"),
        Migration(name: "78-later", sql: inboxLater),
        Migration(name: "79-ended-broadcasts", sql: StatusSchema.endedBroadcastsStepByStep),
        Migration(name: "80-rotas", sql: RotaSchema.sql),
        // When it was changed last while it waited, and by whom; null where it stands as it was ordered.
        Migration(name: "82-changed", sql: "ALTER TABLE notification_queue ADD COLUMN changed_at \(moment), ADD COLUMN changed_by text;"),
        // What a key may, until when, and which it has replaced.
        Migration(name: "83-key-scopes", sql: keyTerms),
        Migration(name: "84-audiences", sql: DistributionSchema.sql + AudienceSchema.sql),
        // What has become known since as a reason is counted by its name, too.
        Migration(name: "85-feed-silence", sql: feeds + StatisticsSchema.reasons),
        // When somebody wants a digest, of everything and, as JSON, of some categories: text, as of single nights. What is counted by the names of reasons
        // knows those of it, too.
        Migration(
            name: "86-own-digest",
            sql: "ALTER TABLE user_profiles ADD COLUMN digest_at text, ADD COLUMN digest_by_category text;\n" + StatisticsSchema.reasons),
        // What goes to rooms of chats is counted by its name, too.
        Migration(name: "87-chat", sql: StatisticsSchema.channels + ChannelSchema.rooms),
        Migration(name: "88-app-look", sql: LookSchema.sql),
        // What has become known since as a reason is counted by its name, too.
        Migration(name: "89-categories", sql: CategorySchema.sql + StatisticsSchema.reasons),
        // And so are calls.
        Migration(name: "90-voice", sql: StatisticsSchema.channels + ChannelSchema.calls),
        Migration(name: "92-calendar", sql: CalendarSchema.sql),
        Migration(name: "93-audit", sql: AuditSchema.sql),
        Migration(name: "94-audit-filters", sql: AuditSchema.filters),
        Migration(name: "95-hooks", sql: HookSchema.sql),
        Migration(name: "96-templates", sql: TemplateSchema.sql),
        Migration(name: "97-removals", sql: RemovalSchema.sql),
        Migration(name: "98-hook-secrets", sql: HookSchema.formerSecrets),
        Migration(name: "99-removal-causes", sql: RemovalSchema.causes),
        Migration(name: "100-schedule-audiences", sql: ScheduledOrderSchema.audiences),
    ]

    /// All that the migrations make, but for what stays only until it is counted, what follows from the rest, and partitions.
    static var tableNames: [String] {
        let others: Set = [
            StatisticsSchema.passingTable, otherResults, MonthSchema.keys, LiveSchema.table, LeaseSchema.table, DistributionSchema.known, "%I",
        ]
        return migrations.flatMap { migration in
            migration.sql.split(separator: "CREATE TABLE ", omittingEmptySubsequences: false).dropFirst().map { line in
                String((line.hasPrefix(ifMissing) ? line.dropFirst(ifMissing.count) : line).prefix { $0 != " " })
            }
        }.filter { !others.contains($0) }.reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private static let ifMissing = "IF NOT EXISTS "

    /// An opaque identifier.
    static let identifier = "text COLLATE \"C\""
    static let identifiers = "text[] COLLATE \"C\""
    static let moment = "timestamptz(3)"
    static let madeAt = "\(moment) NOT NULL DEFAULT now()"

    private static let functions = """
        -- A UUID of version 7 (RFC 9562, section 5.7): the milliseconds since 1970, then chance.
        CREATE FUNCTION belfry_new_identifier() RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
            SELECT overlay(overlay(gen_random_uuid()::text
                PLACING substr(ms, 1, 8) || '-' || substr(ms, 9, 4) FROM 1 FOR 13) PLACING '7' FROM 15 FOR 1)
            FROM lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') AS ms
        $$;
        """

    private static let spentTokens = """
        -- Links that were opened and sessions that were ended, by their SHA-256, until they run out anyway.
        CREATE TABLE spent_tokens (
            token_hash text PRIMARY KEY,
            expires_at \(moment) NOT NULL
        );
        CREATE INDEX spent_tokens_expiry ON spent_tokens (expires_at);
        """

    private static let families = """
        CREATE TABLE families (
            id \(identifier) PRIMARY KEY,
            name text NOT NULL,
            created_at \(madeAt)
        );
        CREATE TABLE family_members (
            family_id \(identifier) NOT NULL,
            user_id \(identifier) NOT NULL,
            first_name text NOT NULL DEFAULT '',
            role text NOT NULL DEFAULT 'member' CHECK (role IN ('superadmin', 'admin', 'member')),
            -- Whether the family's admins are told of the member.
            shares_alerts boolean NOT NULL DEFAULT true,
            created_at \(madeAt),
            PRIMARY KEY (family_id, user_id)
        );
        CREATE INDEX family_members_user ON family_members (user_id);

        -- A row goes when its invitation is accepted.
        CREATE TABLE family_invitations (
            code_hash text PRIMARY KEY,
            family_id \(identifier) NOT NULL,
            role text NOT NULL CHECK (role IN ('superadmin', 'admin', 'member')),
            created_at \(moment) NOT NULL,
            expires_at \(moment) NOT NULL
        );

        CREATE TABLE user_profiles (
            user_id \(identifier) PRIMARY KEY,
            created_at \(madeAt),
            updated_at \(madeAt),
            notify_in_app boolean NOT NULL DEFAULT true,
            notify_push boolean NOT NULL DEFAULT false,
            notify_email boolean NOT NULL DEFAULT false,
            champion_notify_email boolean NOT NULL DEFAULT true,
            champion_notify_sms boolean NOT NULL DEFAULT false,
            quiet_hours_start time(0),
            quiet_hours_end time(0),
            quiet_hours_notification_level text NOT NULL DEFAULT 'none'
                CHECK (quiet_hours_notification_level IN ('all', 'critical_only', 'none')),
            quiet_hours_action text NOT NULL DEFAULT 'skip' CHECK (quiet_hours_action IN ('skip', 'defer')),
            timezone text NOT NULL DEFAULT 'UTC'
        );

        CREATE TABLE device_tokens (
            id \(identifier) PRIMARY KEY DEFAULT belfry_new_identifier(),
            created_at \(madeAt),
            updated_at \(madeAt),
            user_id \(identifier) NOT NULL,
            device_token text NOT NULL,
            platform text NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
            app_version text,
            os_version text,
            is_active boolean NOT NULL DEFAULT true,
            last_used_at \(madeAt),
            UNIQUE (user_id, device_token)
        );
        CREATE INDEX device_tokens_active ON device_tokens (user_id, is_active);

        CREATE TABLE api_keys (
            name text COLLATE "C" PRIMARY KEY,
            key_hash text NOT NULL UNIQUE,
            created_at \(madeAt),
            revoked_at \(moment)
        );
        """

    private static let keyTerms = """
        ALTER TABLE api_keys ADD COLUMN scopes text NOT NULL DEFAULT 'all', ADD COLUMN expires_at \(moment), ADD COLUMN note text,
            ADD COLUMN last_used_at \(moment), ADD COLUMN former_key_hash text, ADD COLUMN former_ends_at \(moment);
        CREATE UNIQUE INDEX api_keys_former ON api_keys (former_key_hash);
        """

    /// By which pages learn that something has changed, whoever changed it.
    private static let changeMarks = """
        CREATE SEQUENCE belfry_changes;
        CREATE FUNCTION belfry_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM nextval('belfry_changes');
            RETURN NULL;
        END $$;
        \(changeMark(drawn: "SELECT last_value FROM belfry_changes"))
        DO $$
        DECLARE shown text;
        BEGIN
            FOREACH shown IN ARRAY ARRAY[
                'alert_snoozes', 'device_tokens', 'families', 'family_members', 'inbox_messages', 'notification_queue', 'pattern_alert_state',
                'user_profiles', 'wearable_daily_metrics'
            ] LOOP
                EXECUTE format('CREATE TRIGGER belfry_changed AFTER INSERT OR UPDATE OR DELETE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_change()', shown);
            END LOOP;
        END $$;
        """

    /// - Parameter drawn: asks which number was drawn last.
    static func changeMark(drawn: String) -> String {
        """
        -- A number is drawn before the change is committed. Which transactions of this database are still under way is a part of the mark,
        -- so that it changes again when they are through.
        CREATE OR REPLACE FUNCTION belfry_change_mark() RETURNS text LANGUAGE sql STABLE AS $$
            SELECT (\(drawn)) || '/' || coalesce(
                (SELECT string_agg(backend_xid::text, ',' ORDER BY pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND backend_xid IS NOT NULL AND backend_type = 'client backend'), '')
        $$;
        """
    }
}
