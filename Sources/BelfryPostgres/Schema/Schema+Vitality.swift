/// What wearables report, and the alerts that follow from it.
extension Schema {
    /// Whether what brings the days of wearables is down.
    static let feeds = """
        -- The latest daily count, and how far it has come.
        CREATE TABLE feed_round (
            id integer PRIMARY KEY CHECK (id = 1),
            round_date date NOT NULL,
            cursor_user_id \(identifier) NOT NULL DEFAULT '',
            is_through boolean NOT NULL DEFAULT false
        );

        -- How many members who reported regularly have which last day, by its source; an empty one is for all.
        CREATE TABLE feed_counts (
            source text COLLATE "C" NOT NULL,
            last_date date NOT NULL,
            member_count bigint NOT NULL,
            PRIMARY KEY (source, last_date)
        );

        -- Since when nothing comes from a source, or from all where it is empty, and on which day it was seen that it comes again.
        CREATE TABLE feed_outages (
            source text COLLATE "C" NOT NULL,
            since date NOT NULL,
            ended_on date,
            PRIMARY KEY (source, since)
        );

        -- Since when the feed is down for which nobody is told of the alert now.
        ALTER TABLE pattern_alert_state ADD COLUMN feed_down_since date;

        """

    static let vitality = """
        CREATE TABLE wearable_daily_metrics (
            user_id \(identifier) NOT NULL,
            metric_date date NOT NULL,
            source text COLLATE "C" NOT NULL DEFAULT 'unknown',
            sleep_minutes double precision,
            steps double precision,
            hrv_ms double precision,
            resting_hr double precision,
            sleep_efficiency double precision,
            movement_minutes double precision,
            deep_sleep_minutes double precision,
            created_at \(madeAt),
            updated_at \(madeAt),
            PRIMARY KEY (user_id, metric_date, source)
        );

        -- Where a value of wearable_daily_metrics stands among the revisions that were sent of it. Without a row here it is as old as its day.
        CREATE TABLE wearable_metric_revisions (
            user_id \(identifier) NOT NULL,
            metric_date date NOT NULL,
            source text COLLATE "C" NOT NULL,
            metric_type text NOT NULL,
            precedence bigint NOT NULL DEFAULT 0,
            source_updated_at \(moment) NOT NULL,
            version bigint NOT NULL DEFAULT 0,
            received_at \(moment) NOT NULL,
            payload_hash bigint NOT NULL DEFAULT 0,
            is_final boolean NOT NULL DEFAULT false,
            is_plausible boolean NOT NULL DEFAULT true,
            PRIMARY KEY (user_id, metric_date, source, metric_type)
        );

        CREATE TABLE exercise_sessions (
            user_id \(identifier) NOT NULL,
            source text COLLATE "C" NOT NULL,
            started_at \(moment) NOT NULL,
            local_date date NOT NULL,
            kind text,
            duration_seconds bigint NOT NULL,
            created_at \(madeAt),
            PRIMARY KEY (user_id, source, started_at)
        );

        -- Who is to be evaluated, and from when on. A row goes when its evaluation is committed.
        CREATE TABLE evaluation_marks (
            user_id \(identifier) PRIMARY KEY,
            due_at \(moment) NOT NULL
        );
        CREATE INDEX evaluation_marks_due ON evaluation_marks (due_at, user_id);

        -- The latest daily round in which everybody is marked, and how far it has come.
        CREATE TABLE evaluation_round (
            id integer PRIMARY KEY CHECK (id = 1),
            round_date date NOT NULL,
            cursor_user_id \(identifier) NOT NULL DEFAULT '',
            is_through boolean NOT NULL DEFAULT false
        );

        -- Where a person was from which day on.
        CREATE TABLE member_stays (
            user_id \(identifier) NOT NULL,
            from_date date NOT NULL,
            timezone text NOT NULL,
            PRIMARY KEY (user_id, from_date)
        );

        CREATE TABLE pattern_alert_state (
            id \(identifier) PRIMARY KEY DEFAULT belfry_new_identifier(),
            created_at \(madeAt),
            updated_at \(madeAt),
            user_id \(identifier) NOT NULL,
            metric_type text NOT NULL,
            pattern_type text NOT NULL CHECK (pattern_type IN ('drop_vs_baseline', 'rise_vs_baseline')),
            episode_status text NOT NULL DEFAULT 'active' CHECK (episode_status IN ('active', 'resolved')),
            active_since date NOT NULL,
            last_evaluated_date date,
            day_count integer,
            current_level integer NOT NULL DEFAULT 3 CHECK (current_level IN (3, 7, 14, 21)),
            severity text CHECK (severity IN ('watch', 'attention', 'critical')),
            last_notified_level integer,
            last_notified_at \(moment),
            snooze_until date,
            snooze_days integer,
            snoozed_by \(identifier),
            dismissed_at \(moment),
            baseline_value double precision,
            recent_value double precision,
            deviation_percent double precision,
            resolve_reason text,
            engine text,
            resolved_on date,
            -- [{"level": 3, "date": "2026-01-25"}], and [{"resolved_on": "2026-01-20", "reopened_on": "2026-01-23"}].
            level_dates jsonb NOT NULL DEFAULT '[]',
            reopen_history jsonb NOT NULL DEFAULT '[]'
        );
        CREATE UNIQUE INDEX pattern_alert_state_episode ON pattern_alert_state (user_id, metric_type, pattern_type, active_since);
        CREATE INDEX pattern_alert_state_status ON pattern_alert_state (user_id, episode_status, current_level);

        -- Each recipient's own snooze. What pattern_alert_state says besides counts for those without one, unless somebody's call wrote it.
        CREATE TABLE alert_snoozes (
            alert_state_id \(identifier) NOT NULL,
            recipient_user_id \(identifier) NOT NULL,
            snooze_until date NOT NULL,
            snooze_days integer NOT NULL,
            PRIMARY KEY (alert_state_id, recipient_user_id)
        );
        """
}
