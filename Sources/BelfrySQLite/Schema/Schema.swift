import GRDB

/// The tables, under the names that the tenants already use, so that people can read and write them with `sqlite3`.
///
/// Moments are ISO 8601 in UTC, of one length; a trigger brings what was written by hand into that form. Days are `2026-01-25`.
/// Tables are STRICT, so that a value of another type is refused where it is written; only `user_profiles` takes whatever a person
/// writes, and is read leniently.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-families") { try $0.execute(sql: families) }
        migrator.registerMigration("2-vitality") { try $0.execute(sql: vitality) }
        migrator.registerMigration("3-queue") { try $0.execute(sql: queue) }
        migrator.registerMigration("4-inbox") { try $0.execute(sql: inbox) }
        migrator.registerMigration("5-observations") { try $0.execute(sql: observations) }
        migrator.registerMigration("6-retractions") { try $0.execute(sql: retractions) }
        migrator.registerMigration("7-consent") { try $0.execute(sql: consent) }
        migrator.registerMigration("8-sync") { try SyncSchema.create($0) }
        migrator.registerMigration("9-channels") { try ChannelSchema.create($0) }
        migrator.registerMigration("10-statistics") { db in
            try StatisticsSchema.create(db)
            // A person's settings have `adaptive` now.
            try SyncSchema.updateFacts(db)
        }
        migrator.registerMigration("11-language") { try $0.execute(sql: "ALTER TABLE user_profiles ADD COLUMN language TEXT") }
        migrator.registerMigration("12-spent-tokens") { try $0.execute(sql: spentTokens) }
        migrator.registerMigration("13-lanes") { try $0.execute(sql: lanes) }
        migrator.registerMigration("14-broadcasts") { try $0.execute(sql: broadcasts) }
        migrator.registerMigration("15-inbox-archive") { try $0.execute(sql: inboxArchive) }
        migrator.registerMigration("16-upkeep") { try $0.execute(sql: upkeep) }
        migrator.registerMigration("17-engagement") { try $0.execute(sql: StatisticsSchema.engagement) }
        migrator.registerMigration("18-counting") { try $0.execute(sql: StatisticsSchema.countingAnew) }
        migrator.registerMigration("19-counting-by-values") { try $0.execute(sql: StatisticsSchema.countingByValues) }
        migrator.registerMigration("20-transmissions") { try $0.execute(sql: ChannelSchema.transmissionsByApp) }
        migrator.registerMigration("21-moments") { try $0.execute(sql: momentTriggers + calledOffBroadcasts) }
        migrator.registerMigration("22-device-tokens") { try $0.execute(sql: deviceTokens) }
        migrator.registerMigration("23-erasure") { try $0.execute(sql: erasure) }
        migrator.registerMigration("24-apps") { try $0.execute(sql: deliveriesOfApps) }
        migrator.registerMigration("25-mark-moments") { try $0.execute(sql: markMoments) }
        migrator.registerMigration("26-message-language") { try $0.execute(sql: "ALTER TABLE inbox_messages ADD COLUMN language TEXT") }
        migrator.registerMigration("27-together") { try $0.execute(sql: togetherInOrder) }
        migrator.registerMigration("28-suspects") { try $0.execute(sql: suspects) }
        migrator.registerMigration("29-pauses") { try $0.execute(sql: pauses) }
        migrator.registerMigration("30-codes") { try $0.execute(sql: ChannelSchema.openCodes) }
        migrator.registerMigration("31-held") { try $0.execute(sql: heldByIndex) }
        migrator.registerMigration("32-pause-moments") { try $0.execute(sql: pauseMoments) }
        migrator.registerMigration("33-naps") { try $0.execute(sql: naps) }
        migrator.registerMigration("34-active-alerts") { try $0.execute(sql: activeAlerts) }
        migrator.registerMigration("35-moments-with-days") { try $0.execute(sql: momentsWithDays) }
        migrator.registerMigration("36-rare-states") { try $0.execute(sql: rareStates) }
        // A person has reminders of their own now.
        migrator.registerMigration("37-reminders") { try SyncSchema.updateFacts($0) }
        migrator.registerMigration("38-message-link") { try $0.execute(sql: "ALTER TABLE inbox_messages ADD COLUMN link TEXT") }
        migrator.registerMigration("39-message-collapse") { try $0.execute(sql: messageCollapse) }
        migrator.registerMigration("40-mute") { db in
            try db.execute(sql: "ALTER TABLE user_profiles ADD COLUMN muted_until TEXT")
            // A person's settings have `muted_until` now.
            try SyncSchema.updateFacts(db)
        }
        migrator.registerMigration("41-missing-wearables") { try $0.execute(sql: missingWearables) }
        // What goes over ntfy is counted by its name, too.
        migrator.registerMigration("42-topics") { try $0.execute(sql: ChannelSchema.topics + StatisticsSchema.countingAnew) }
        migrator.registerMigration("43-quiet-nights") { db in
            try db.execute(sql: "ALTER TABLE user_profiles ADD COLUMN quiet_hours_by_weekday TEXT")
            // A person's settings have `quiet_hours_by_weekday` now.
            try SyncSchema.updateFacts(db)
        }
        migrator.registerMigration("44-status-webhooks") { try $0.execute(sql: StatusSchema.sql) }
        migrator.registerMigration("45-engagement-in-order") { try $0.execute(sql: StatusSchema.engagedInOrder) }
        // How much somebody wants to be told on one day; what their devices share has it already.
        migrator.registerMigration("46-caps") { try $0.execute(sql: "ALTER TABLE user_profiles ADD COLUMN daily_max INTEGER") }
        migrator.registerMigration("47-schedules") { try $0.execute(sql: schedules) }
        migrator.registerMigration("48-broadcast-values") { try $0.execute(sql: broadcastValues) }
        migrator.registerMigration("49-actions") { try $0.execute(sql: messageActions + StatusSchema.actionsTaken) }
        migrator.registerMigration("51-told-broadcasts") { try $0.execute(sql: StatusSchema.endedBroadcasts) }
        // What goes over Telegram is counted by its name, too.
        migrator.registerMigration("52-telegram") { try $0.execute(sql: ChannelSchema.chats + StatisticsSchema.countingAnew) }
        migrator.registerMigration("53-broadcast-routes") { try $0.execute(sql: broadcastRoutes) }
        migrator.registerMigration("55-schedule-exceptions") { try $0.execute(sql: scheduleExceptions) }
        // What has become known since as a reason is counted by its name, too.
        migrator.registerMigration("56-broadcast-state") { try $0.execute(sql: StatisticsSchema.countingAnew) }
        migrator.registerMigration("57-places") { try $0.execute(sql: places) }
        migrator.registerMigration("58-limits") { try $0.execute(sql: limits) }
        migrator.registerMigration("59-schedules") { try $0.execute(sql: scheduleCounts) }
        // When its recipient opened it for the first time, whichever channel brought it.
        migrator.registerMigration("60-opened") { try $0.execute(sql: "ALTER TABLE notification_queue ADD COLUMN opened_at TEXT") }
        // When its recipient acted on it for the first time, by which nobody further is told; the reason of that is counted by its name, too. And of a
        // schedule, by which step of its escalation somebody is told; null for who is told first.
        migrator.registerMigration("67-escalation") {
            try $0.execute(
                sql: """
                    ALTER TABLE notification_queue ADD COLUMN acted_at TEXT;
                    ALTER TABLE schedule_recipients ADD COLUMN escalation_step INTEGER CHECK (escalation_step > 0);
                    \(StatisticsSchema.countingAnew)
                    """)
        }
        migrator.registerMigration("69-schedule-values") { try $0.execute(sql: scheduleValues) }
        // Who took it back after it was told; empty where nobody did.
        migrator.registerMigration("70-retraction") { try $0.execute(sql: "ALTER TABLE notification_queue ADD COLUMN retracted_by TEXT") }
        // What is counted by the names of reasons knows this one's, too.
        migrator.registerMigration("71-mutes") { try $0.execute(sql: ChannelSchema.mutes + StatisticsSchema.countingAnew) }
        // Through when all sessions of somebody were ended, beside what is used up.
        migrator.registerMigration("73-signin") {
            try $0.execute(sql: "\(ChannelSchema.mailboxes)\nALTER TABLE spent_tokens ADD COLUMN sessions_through TEXT;")
        }
        migrator.registerMigration("74-later") { try $0.execute(sql: inboxLater) }
        migrator.registerMigration("75-rotas") { try $0.execute(sql: rotas) }
        // When it was changed last while it waited, and by whom; empty where it stands as it was ordered.
        migrator.registerMigration("77-changed") { db in
            for column in ["changed_at", "changed_by"] { try db.execute(sql: "ALTER TABLE notification_queue ADD COLUMN \(column) TEXT") }
        }
        // What a key may, until when, and which it has replaced.
        migrator.registerMigration("78-key-scopes") { try $0.execute(sql: keyTerms) }
        migrator.registerMigration("79-audiences") { try $0.execute(sql: audiences) }
        // What has become known since as a reason is counted by its name, too.
        migrator.registerMigration("80-feed-silence") { try $0.execute(sql: feeds + StatisticsSchema.countingAnew) }
        // When somebody wants a digest, of everything and, as JSON, of some categories. What is counted by the names of reasons knows those of it, too.
        migrator.registerMigration("81-own-digest") { db in
            for column in ["digest_at", "digest_by_category"] { try db.execute(sql: "ALTER TABLE user_profiles ADD COLUMN \(column) TEXT") }
            try db.execute(sql: StatisticsSchema.countingAnew)
        }
        // What goes to rooms of chats is counted by its name, too.
        migrator.registerMigration("82-chat") { try $0.execute(sql: ChannelSchema.rooms + StatisticsSchema.countingAnew) }
        migrator.registerMigration("83-app-look") { try $0.execute(sql: looks) }
        // What has become known since as a reason is counted by its name, too.
        migrator.registerMigration("84-categories") { try $0.execute(sql: declaredCategories + StatisticsSchema.countingAnew) }
        // And so are calls.
        migrator.registerMigration("85-voice") { try $0.execute(sql: ChannelSchema.calls + StatisticsSchema.countingAnew) }
        migrator.registerMigration("87-calendar") { try $0.execute(sql: calendars) }
        migrator.registerMigration("88-audit") { try $0.execute(sql: audit) }
        migrator.registerMigration("89-audit-filters") { try $0.execute(sql: auditFilters) }
        migrator.registerMigration("90-hooks") { try $0.execute(sql: hooks) }
        migrator.registerMigration("91-templates") { try $0.execute(sql: templates) }
        migrator.registerMigration("92-removals") { try $0.execute(sql: removals) }
        migrator.registerMigration("93-hook-secrets") { try $0.execute(sql: formerSecrets) }
        migrator.registerMigration("94-removal-causes") { try $0.execute(sql: removalCauses) }
        migrator.registerMigration("95-schedule-audiences") { try $0.execute(sql: scheduleAudiences) }
        return migrator
    }

    static let now = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
    static let newIdentifier =
        "(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))"

    private static let vitality = """
        CREATE TABLE wearable_daily_metrics (
            user_id TEXT NOT NULL,
            metric_date TEXT NOT NULL CHECK (metric_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            source TEXT NOT NULL DEFAULT 'unknown',
            sleep_minutes REAL,
            steps REAL,
            hrv_ms REAL,
            resting_hr REAL,
            sleep_efficiency REAL,
            movement_minutes REAL,
            deep_sleep_minutes REAL,
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            PRIMARY KEY (user_id, metric_date, source)
        ) WITHOUT ROWID, STRICT;

        CREATE TABLE pattern_alert_state (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(newIdentifier),
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            user_id TEXT NOT NULL,
            metric_type TEXT NOT NULL,
            pattern_type TEXT NOT NULL CHECK (pattern_type IN ('drop_vs_baseline', 'rise_vs_baseline')),
            episode_status TEXT NOT NULL DEFAULT 'active' CHECK (episode_status IN ('active', 'resolved')),
            active_since TEXT NOT NULL,
            last_evaluated_date TEXT,
            day_count INTEGER,
            current_level INTEGER NOT NULL DEFAULT 3 CHECK (current_level IN (3, 7, 14, 21)),
            severity TEXT CHECK (severity IN ('watch', 'attention', 'critical')),
            last_notified_level INTEGER,
            last_notified_at TEXT,
            snooze_until TEXT,
            snooze_days INTEGER,
            dismissed_at TEXT,
            baseline_value REAL,
            recent_value REAL,
            deviation_percent REAL,
            resolve_reason TEXT,
            engine TEXT
        ) STRICT;
        CREATE UNIQUE INDEX pattern_alert_state_episode ON pattern_alert_state (user_id, metric_type, pattern_type, active_since);
        CREATE INDEX pattern_alert_state_status ON pattern_alert_state (user_id, episode_status, current_level);
        """

    private static let normalisedMoments = """
        WHEN NEW.created_at NOT GLOB '????-??-??T??:??:??.???Z' OR NEW.next_attempt_at NOT GLOB '????-??-??T??:??:??.???Z'
            OR NEW.expires_at NOT GLOB '????-??-??T??:??:??.???Z'
        BEGIN
            UPDATE notification_queue SET
                created_at = coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
                next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.next_attempt_at),
                expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.expires_at)
            WHERE id = NEW.id;
        END;
        """

    /// The states are drawn in `docs/states/delivery.md`. A row needs only recipient, member, channel, payload and status.
    private static let queue = """
        CREATE TABLE notification_queue (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(newIdentifier),
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            recipient_user_id TEXT NOT NULL,
            member_user_id TEXT NOT NULL,
            alert_state_id TEXT,
            channel TEXT NOT NULL,
            payload TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
            status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed')),
            attempts INTEGER NOT NULL DEFAULT 0,
            last_error TEXT,
            sent_at TEXT,
            idempotency_key TEXT UNIQUE,
            next_attempt_at TEXT,
            held_since TEXT,
            expires_at TEXT,
            reason TEXT,
            decision_inputs TEXT,
            decided_at TEXT,
            merged_into TEXT,
            leased_by TEXT,
            lease_token TEXT,
            lease_until TEXT,
            rescues INTEGER NOT NULL DEFAULT 0,
            CHECK ((status = 'sending') = (lease_until IS NOT NULL))
        ) STRICT;
        \(queueIndexes)
        \(queueTriggers)
        """

    static let queueIndexes = """
        -- What a lease reads, and nothing else.
        CREATE INDEX notification_queue_due ON notification_queue (coalesce(next_attempt_at, created_at), id)
            WHERE status = 'pending' AND attempts < 5;
        CREATE INDEX notification_queue_held ON notification_queue (recipient_user_id, channel)
            WHERE status = 'pending' AND held_since IS NOT NULL;
        CREATE INDEX notification_queue_leases ON notification_queue (lease_until) WHERE status = 'sending';
        CREATE INDEX notification_queue_merged ON notification_queue (merged_into) WHERE merged_into IS NOT NULL;
        CREATE INDEX notification_queue_alert ON notification_queue (alert_state_id, recipient_user_id, channel) WHERE status = 'pending';
        CREATE INDEX notification_queue_recipient ON notification_queue (recipient_user_id, created_at);
        CREATE INDEX notification_queue_member ON notification_queue (member_user_id, created_at);
        """

    static let queueTriggers = """
        -- Moments written by hand, as by datetime('now'), are brought into the one form that sorts.
        CREATE TRIGGER notification_queue_moments AFTER INSERT ON notification_queue \(normalisedMoments)
        CREATE TRIGGER notification_queue_moments_updated AFTER UPDATE OF created_at, next_attempt_at, expires_at ON notification_queue
        \(normalisedMoments)

        -- What is held for a person is decided anew when what they want has changed, whoever changed it.
        -- What was tried since waits for its provider instead.
        CREATE TRIGGER user_profiles_changed AFTER UPDATE ON user_profiles
        BEGIN
            UPDATE notification_queue SET next_attempt_at = NULL
            WHERE recipient_user_id = NEW.user_id AND status = 'pending' AND held_since IS NOT NULL AND attempts = 0;
        END;
        CREATE TRIGGER user_profiles_created AFTER INSERT ON user_profiles
        BEGIN
            UPDATE notification_queue SET next_attempt_at = NULL
            WHERE recipient_user_id = NEW.user_id AND status = 'pending' AND held_since IS NOT NULL AND attempts = 0;
        END;
        """

    /// What is held is found by the index of what is held, which is chosen only where its channel is asked for too: else all that the person ever
    /// had is read.
    private static let heldByIndex = ["changed", "created"].map { what in
        """
        DROP TRIGGER user_profiles_\(what);
        CREATE TRIGGER user_profiles_\(what) AFTER \(what == "created" ? "INSERT" : "UPDATE") ON user_profiles
        BEGIN
            UPDATE notification_queue SET next_attempt_at = NULL
            WHERE recipient_user_id = NEW.user_id AND channel >= '' AND status = 'pending' AND held_since IS NOT NULL AND attempts = 0;
        END;
        """
    }.joined(separator: "\n")

    /// A nap stays one, however long ago it was.
    private static let naps = "CREATE INDEX wearable_metric_revisions_naps ON wearable_metric_revisions (user_id, metric_date) WHERE precedence = -1;"

    /// A day's round goes through whoever has an alert that goes on, and not through all that ever was.
    static let activeAlerts = "CREATE INDEX pattern_alert_state_active ON pattern_alert_state (user_id) WHERE episode_status = 'active';"
}
