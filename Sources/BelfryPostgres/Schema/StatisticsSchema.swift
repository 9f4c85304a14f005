import BelfryModel

/// How often what happened to deliveries, by day and over all days.
///
/// Triggers note what happened, a row a kind and statement, in the transaction that changes the queue, whoever changes it. They only insert,
/// so that workers on many hosts never wait for each other over one count; the rows are added to the counts when somebody asks, and now and
/// then.
enum StatisticsSchema {
    /// What stands there goes when it is counted.
    static let passingTable = "delivery_events"
    static let sql = tables + functions + triggers + known

    private static func list(_ texts: [String]) -> String { texts.map { "'\($0)'" }.joined(separator: ", ") }

    private static let tables = """
        -- The row of 1970-01-01 counts over all days.
        CREATE TABLE delivery_statistics (
            day date NOT NULL,
            channel text COLLATE "C" NOT NULL,
            category text COLLATE "C" NOT NULL,
            event text COLLATE "C" NOT NULL CHECK (event IN (\(list(DeliveryEvent.allCases.map(\.rawValue))))),
            reason text COLLATE "C" NOT NULL DEFAULT '',
            count bigint NOT NULL CHECK (count >= 0),
            PRIMARY KEY (day, channel, category, event, reason)
        );
        -- The categories that are counted by name.
        CREATE TABLE delivery_statistics_categories (
            name text COLLATE "C" PRIMARY KEY
        );
        -- What happened and isn't counted yet; a category that is too long is empty.
        CREATE TABLE \(passingTable) (
            id bigint GENERATED ALWAYS AS IDENTITY,
            app_id \(Schema.identifier) NOT NULL DEFAULT \(house),
            day date NOT NULL,
            channel text COLLATE "C" NOT NULL,
            category text COLLATE "C" NOT NULL,
            event text COLLATE "C" NOT NULL,
            reason text COLLATE "C" NOT NULL,
            count bigint NOT NULL,
            PRIMARY KEY (id, app_id)
        );

        """

    /// The channels that are counted by name; what goes over another is counted together.
    static let channels = """
        CREATE OR REPLACE FUNCTION belfry_event_channel(channel text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN channel IN (\(list(DeliveryChannel.allCases.map(\.rawValue)))) THEN channel ELSE '\(DeliveryStatistic.other)' END
        $$;
        """

    /// The reasons that are counted by name.
    static let reasons = """
        CREATE OR REPLACE FUNCTION belfry_event_reason(event text, reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN event IN (\(list(DeliveryEvent.allCases.filter(\.hasReason).map(\.rawValue))))
                AND reason IN (\(list(Reason.allCases.map(\.rawValue)))) THEN reason ELSE '' END
        $$;
        """

    private static let functions = """
        CREATE FUNCTION belfry_event_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
            SELECT CASE WHEN moment >= '0001-01-01 00:00:00Z' AND moment < '10000-01-01 00:00:00Z'
                THEN (moment AT TIME ZONE 'UTC')::date ELSE (now() AT TIME ZONE 'UTC')::date END
        $$;
        \(channels)
        CREATE FUNCTION belfry_event_category(category text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN octet_length(category) <= \(DeliveryStatistic.categoryByteCountMax) THEN category ELSE '' END
        $$;
        CREATE FUNCTION belfry_event_category(payload jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE jsonb_typeof(payload->'kind') WHEN 'string' THEN belfry_event_category(payload->>'kind') ELSE 'general' END
        $$;
        \(reasons)

        """

    /// Whose the inbox is.
    private static let house = "'\(AppID.house.text)'"

    private static let columns = "\(passingTable) (app_id, day, channel, category, event, reason, count)"

    private static let triggers = """
        \(noted)
        CREATE TRIGGER notification_queue_queued AFTER INSERT ON notification_queue REFERENCING NEW TABLE AS queued
            FOR EACH STATEMENT EXECUTE FUNCTION belfry_note_queued();

        """ + happened + """
        CREATE FUNCTION belfry_note_read() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO \(columns)
            VALUES (\(house), belfry_event_day(NEW.read_at), '\(DeliveryChannel.inApp.rawValue)', belfry_event_category(NEW.category), 'read', '', 1);
            RETURN NULL;
        END $$;
        CREATE TRIGGER inbox_messages_read AFTER UPDATE OF read_at ON inbox_messages
            FOR EACH ROW WHEN (OLD.read_at IS NULL AND NEW.read_at IS NOT NULL) EXECUTE FUNCTION belfry_note_read();

        """

    /// Databases of before don't say which app something happened to.
    static let byApp = """
        ALTER TABLE \(passingTable) ADD COLUMN IF NOT EXISTS app_id \(Schema.identifier) NOT NULL DEFAULT \(house),
            DROP CONSTRAINT \(passingTable)_pkey, ADD PRIMARY KEY (id, app_id);

        """ + noted + happened

    /// What becomes of new rows, of which many may be alike.
    static let noted = """
        CREATE OR REPLACE FUNCTION belfry_note_queued() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            \(noteQueued(in: "queued"))
            RETURN NULL;
        END $$;
        """

    static func noteQueued(in rows: String) -> String {
        """
        INSERT INTO \(columns)
        SELECT app_id, belfry_event_day(created_at), belfry_event_channel(channel), belfry_event_category(payload),
            CASE status WHEN 'shadow' THEN 'shadowed' ELSE 'queued' END, '', count(*)
        FROM \(rows) GROUP BY 1, 2, 3, 4, 5;
        """
    }

    /// What has happened to a row, of which one event may be several.
    static let happened = noteHappened(beside: "") + """
        DROP TRIGGER IF EXISTS notification_queue_happened ON notification_queue;
        CREATE TRIGGER notification_queue_happened AFTER UPDATE ON notification_queue
            FOR EACH ROW WHEN (\(LeaseSchema.isToFollow) AND NEW.status <> 'sending'
                AND (NEW.status <> OLD.status OR OLD.held_since IS NULL AND NEW.held_since IS NOT NULL))
            EXECUTE FUNCTION belfry_note_happened();

        """

    /// - Parameter others: statements for what is done of the row besides.
    static func noteHappened(beside others: String) -> String {
        """
        CREATE OR REPLACE FUNCTION belfry_note_happened() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO \(columns)
            SELECT NEW.app_id, belfry_event_day(NEW.updated_at), belfry_event_channel(NEW.channel), belfry_event_category(NEW.payload), event,
                belfry_event_reason(event, NEW.reason), 1
            FROM unnest(ARRAY[
                CASE WHEN OLD.held_since IS NULL AND NEW.held_since IS NOT NULL THEN 'held' END,
                CASE WHEN NEW.rescues > OLD.rescues THEN 'rescued' END,
                CASE WHEN NEW.status = 'pending' AND NEW.attempts > OLD.attempts THEN 'retried' END,
                CASE WHEN NEW.status = 'pending' AND OLD.status IN ('skipped', 'failed') THEN 'requeued' END,
                CASE WHEN NEW.status <> OLD.status AND NEW.status IN ('sent', 'skipped', 'failed', 'cancelled')
                    THEN CASE WHEN NEW.status = 'skipped' AND NEW.merged_into IS NOT NULL THEN 'merged' ELSE NEW.status END END
            ]) AS event WHERE event IS NOT NULL;
            \(others)RETURN NULL;
        END $$;

        """
    }

    /// What of a row of the queue tells under what it is counted.
    static let kind = "queue.channel, queue.payload->'kind' AS kind, queue.reason"

    /// What the trigger would note of rows that were sent; of each, its ``kind``. What many have in common is looked at once.
    static func noteSent(in rows: String, at moment: String) -> String {
        """
        INSERT INTO \(columns)
        SELECT app_id, belfry_event_day(\(moment)), belfry_event_channel(channel), belfry_event_category(jsonb_build_object('kind', kind)), 'sent',
            belfry_event_reason('sent', reason), count(*)
        FROM \(rows) GROUP BY app_id, channel, kind, reason
        """
    }

    /// What can still be told of deliveries from before there was counting: where each stands now.
    private static let known = """
        INSERT INTO \(passingTable) (day, channel, category, event, reason, count)
        SELECT belfry_event_day(told.happened_at), belfry_event_channel(told.channel), told.category, told.event,
            belfry_event_reason(told.event, told.reason), count(*)
        FROM (
            SELECT created_at AS happened_at, channel, belfry_event_category(payload) AS category,
                CASE status WHEN 'shadow' THEN 'shadowed' ELSE 'queued' END AS event, '' AS reason FROM notification_queue
            UNION ALL
            SELECT held_since, channel, belfry_event_category(payload), 'held', '' FROM notification_queue WHERE held_since IS NOT NULL
            UNION ALL
            SELECT coalesce(sent_at, updated_at), channel, belfry_event_category(payload),
                CASE WHEN status = 'skipped' AND merged_into IS NOT NULL THEN 'merged' ELSE status END, reason
            FROM notification_queue WHERE status IN ('sent', 'skipped', 'failed', 'cancelled')
            UNION ALL
            SELECT read_at, '\(DeliveryChannel.inApp.rawValue)', belfry_event_category(category), 'read', ''
            FROM inbox_messages WHERE read_at IS NOT NULL
        ) AS told GROUP BY 1, 2, 3, 4, 5;

        """

    /// Counts what people act on.
    static let engagement = """
        ALTER TABLE inbox_messages ADD COLUMN acted_at timestamptz(3);
        CREATE INDEX inbox_messages_unread ON inbox_messages (recipient_user_id) WHERE \(Schema.isUnread);
        ALTER TABLE delivery_statistics DROP CONSTRAINT delivery_statistics_event_check;
        ALTER TABLE delivery_statistics ADD CONSTRAINT delivery_statistics_event_check
            CHECK (event IN (\(list(DeliveryEvent.allCases.map(\.rawValue)))));
        CREATE FUNCTION belfry_note_acted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO \(columns)
            VALUES (\(house), belfry_event_day(NEW.acted_at), '\(DeliveryChannel.inApp.rawValue)', belfry_event_category(NEW.category), 'acted', '', 1);
            RETURN NULL;
        END $$;
        CREATE TRIGGER inbox_messages_acted AFTER UPDATE OF acted_at ON inbox_messages
            FOR EACH ROW WHEN (OLD.acted_at IS NULL AND NEW.acted_at IS NOT NULL) EXECUTE FUNCTION belfry_note_acted();
        """
}
