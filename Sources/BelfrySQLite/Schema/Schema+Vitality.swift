/// What came to the schema with the engines: revisions, marks, and what is taken back.
extension Schema {
    static let observations = """
        -- Where a value of wearable_daily_metrics stands among the revisions that were sent of it. Without a row here it is as old as its day.
        CREATE TABLE wearable_metric_revisions (
            user_id TEXT NOT NULL,
            metric_date TEXT NOT NULL,
            source TEXT NOT NULL,
            metric_type TEXT NOT NULL,
            precedence INTEGER NOT NULL DEFAULT 0,
            source_updated_at TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 0,
            received_at TEXT NOT NULL,
            payload_hash INTEGER NOT NULL DEFAULT 0,
            is_final INTEGER NOT NULL DEFAULT 0,
            is_plausible INTEGER NOT NULL DEFAULT 1,
            PRIMARY KEY (user_id, metric_date, source, metric_type)
        ) WITHOUT ROWID, STRICT;

        CREATE TABLE exercise_sessions (
            user_id TEXT NOT NULL,
            source TEXT NOT NULL,
            started_at TEXT NOT NULL,
            local_date TEXT NOT NULL,
            kind TEXT,
            duration_seconds INTEGER NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now),
            PRIMARY KEY (user_id, source, started_at)
        ) WITHOUT ROWID, STRICT;

        -- Who is to be evaluated, and from when on. A row goes when its evaluation is committed.
        CREATE TABLE evaluation_marks (
            user_id TEXT PRIMARY KEY NOT NULL,
            due_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX evaluation_marks_due ON evaluation_marks (due_at, user_id);

        -- The latest daily round in which everybody is marked, and how far it has come.
        CREATE TABLE evaluation_round (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            round_date TEXT NOT NULL,
            cursor_user_id TEXT NOT NULL DEFAULT '',
            is_through INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- Where a person was from which day on.
        CREATE TABLE member_stays (
            user_id TEXT NOT NULL,
            from_date TEXT NOT NULL,
            timezone TEXT NOT NULL,
            PRIMARY KEY (user_id, from_date)
        ) WITHOUT ROWID, STRICT;

        ALTER TABLE pattern_alert_state ADD COLUMN resolved_on TEXT;
        -- [{"level": 3, "date": "2026-01-25"}], and [{"resolved_on": "2026-01-20", "reopened_on": "2026-01-23"}].
        ALTER TABLE pattern_alert_state ADD COLUMN level_dates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(level_dates));
        ALTER TABLE pattern_alert_state ADD COLUMN reopen_history TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reopen_history));
        """

    /// SQLite changes no CHECK of a table that is there, so the queue moves into a new one under its old name.
    static let retractions = """
        DROP TRIGGER user_profiles_changed;
        DROP TRIGGER user_profiles_created;
        CREATE TABLE notification_queue_new (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(newIdentifier),
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            recipient_user_id TEXT NOT NULL,
            member_user_id TEXT NOT NULL,
            alert_state_id TEXT,
            channel TEXT NOT NULL,
            payload TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
            status TEXT NOT NULL DEFAULT 'pending'
                CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed', 'cancelled', 'shadow')),
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
            group_key TEXT,
            retracted_at TEXT,
            CHECK ((status = 'sending') = (lease_until IS NOT NULL))
        ) STRICT;
        INSERT INTO notification_queue_new
            SELECT id, created_at, updated_at, recipient_user_id, member_user_id, alert_state_id, channel, payload, status, attempts, last_error,
                sent_at, idempotency_key, next_attempt_at, held_since, expires_at, reason, decision_inputs, decided_at, merged_into,
                leased_by, lease_token, lease_until, rescues, NULL, NULL
            FROM notification_queue ORDER BY rowid;
        DROP TABLE notification_queue;
        ALTER TABLE notification_queue_new RENAME TO notification_queue;
        \(queueIndexes)
        CREATE INDEX notification_queue_group ON notification_queue (group_key, recipient_user_id, channel)
            WHERE status = 'pending' AND group_key IS NOT NULL;
        CREATE INDEX notification_queue_of_alert ON notification_queue (alert_state_id) WHERE alert_state_id IS NOT NULL;
        \(queueTriggers)
        ALTER TABLE inbox_messages ADD COLUMN retracted_at TEXT;
        CREATE INDEX inbox_messages_alert ON inbox_messages (alert_state_id) WHERE alert_state_id IS NOT NULL;
        """

    /// A wearable that fell silent is an alert, too. SQLite changes no CHECK of a table that is there, so the alerts move into a new one.
    static let missingWearables = """
        CREATE TABLE pattern_alert_state_new (
            id TEXT PRIMARY KEY NOT NULL DEFAULT \(newIdentifier),
            created_at TEXT NOT NULL DEFAULT \(now),
            updated_at TEXT NOT NULL DEFAULT \(now),
            user_id TEXT NOT NULL,
            metric_type TEXT NOT NULL,
            pattern_type TEXT NOT NULL CHECK (pattern_type IN ('drop_vs_baseline', 'rise_vs_baseline', 'missing_wearable')),
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
            engine TEXT,
            resolved_on TEXT,
            -- [{"level": 3, "date": "2026-01-25"}], and [{"resolved_on": "2026-01-20", "reopened_on": "2026-01-23"}].
            level_dates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(level_dates)),
            reopen_history TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reopen_history)),
            snoozed_by TEXT
        ) STRICT;
        INSERT INTO pattern_alert_state_new
            SELECT id, created_at, updated_at, user_id, metric_type, pattern_type, episode_status, active_since, last_evaluated_date, day_count,
                current_level, severity, last_notified_level, last_notified_at, snooze_until, snooze_days, dismissed_at, baseline_value,
                recent_value, deviation_percent, resolve_reason, engine, resolved_on, level_dates, reopen_history, snoozed_by
            FROM pattern_alert_state ORDER BY rowid;
        DROP TABLE pattern_alert_state;
        ALTER TABLE pattern_alert_state_new RENAME TO pattern_alert_state;
        CREATE UNIQUE INDEX pattern_alert_state_episode ON pattern_alert_state (user_id, metric_type, pattern_type, active_since);
        CREATE INDEX pattern_alert_state_status ON pattern_alert_state (user_id, episode_status, current_level);
        CREATE INDEX pattern_alert_state_snoozed_by ON pattern_alert_state (snoozed_by) WHERE snoozed_by IS NOT NULL;
        \(activeAlerts)
        """

    /// A mark of another form would be due too soon or too late, and one that can't be read would never be, and hide when others are.
    static let markMoments = """
        UPDATE evaluation_marks SET due_at = coalesce(\(fixedForm(of: "due_at")), \(fixedForm(of: "'now'")))
            WHERE due_at IS NOT \(fixedForm(of: "due_at"));
        \(markTriggers(fixedForm))
        """

    static func markTriggers(_ form: (String) -> String) -> String {
        let normalised = """
            WHEN NEW.due_at IS NOT \(fixedForm(of: "NEW.due_at"))
            BEGIN
                SELECT RAISE(ABORT, 'bad_moment: due_at is a moment in UTC, such as 2026-01-25T08:00:00Z')
                WHERE \(form("NEW.due_at")) IS NULL;
                UPDATE evaluation_marks SET due_at = \(form("NEW.due_at")) WHERE user_id = NEW.user_id;
            END;
            """
        return """
            DROP TRIGGER IF EXISTS evaluation_marks_moments;
            DROP TRIGGER IF EXISTS evaluation_marks_moments_updated;
            CREATE TRIGGER evaluation_marks_moments AFTER INSERT ON evaluation_marks \(normalised)
            CREATE TRIGGER evaluation_marks_moments_updated AFTER UPDATE OF due_at ON evaluation_marks \(normalised)
            """
    }

    /// Whether what brings the days of wearables is down.
    static let feeds = """
        -- The latest daily count, and how far it has come.
        CREATE TABLE feed_round (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            round_date TEXT NOT NULL,
            cursor_user_id TEXT NOT NULL DEFAULT '',
            is_through INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- How many members who reported regularly have which last day, by its source; an empty one is for all.
        CREATE TABLE feed_counts (
            source TEXT NOT NULL,
            last_date TEXT NOT NULL,
            member_count INTEGER NOT NULL,
            PRIMARY KEY (source, last_date)
        ) WITHOUT ROWID, STRICT;

        -- Since when nothing comes from a source, or from all where it is empty, and on which day it was seen that it comes again.
        CREATE TABLE feed_outages (
            source TEXT NOT NULL,
            since TEXT NOT NULL,
            ended_on TEXT,
            PRIMARY KEY (source, since)
        ) WITHOUT ROWID, STRICT;

        -- Since when the feed is down for which nobody is told of the alert now.
        ALTER TABLE pattern_alert_state ADD COLUMN feed_down_since TEXT;

        """

    static let consent = """
        -- Whether the family's admins are told of the member.
        ALTER TABLE family_members ADD COLUMN shares_alerts INTEGER NOT NULL DEFAULT 1 CHECK (shares_alerts IN (0, 1));

        -- A row goes when its invitation is accepted.
        CREATE TABLE family_invitations (
            code_hash TEXT PRIMARY KEY NOT NULL,
            family_id TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('superadmin', 'admin', 'member')),
            created_at TEXT NOT NULL,
            expires_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;

        -- Each recipient's own snooze. What pattern_alert_state says besides counts for those without one, unless somebody's call wrote it.
        CREATE TABLE alert_snoozes (
            alert_state_id TEXT NOT NULL,
            recipient_user_id TEXT NOT NULL,
            snooze_until TEXT NOT NULL,
            snooze_days INTEGER NOT NULL,
            PRIMARY KEY (alert_state_id, recipient_user_id)
        ) WITHOUT ROWID, STRICT;
        ALTER TABLE pattern_alert_state ADD COLUMN snoozed_by TEXT;
        """
}
