import BelfryModel
import GRDB

/// How often what happened to deliveries, by day and over all days.
///
/// Triggers count, in the transaction that changes the queue, whoever changes it; a count is one row that is added to, so it costs the same
/// however long the table is. They insert by `VALUES` alone, and nothing is checked against a list: for a select that a trigger inserts from,
/// as for a list, SQLite makes a table in memory each time. What is there already is told by `ON CONFLICT (…) DO UPDATE`, and never by
/// `OR IGNORE`: the conflict clause of the outer statement holds in them too (SQLite, "CREATE TRIGGER").
enum StatisticsSchema {
    static func create(_ db: Database) throws {
        try db.execute(sql: tables + views + counting + triggers + known)
    }

    /// Whether a column is one of some names: searched for in one text.
    private static func isAny(_ column: String, of names: [String]) -> String {
        "(instr(\(column), ',') = 0 AND instr(',\(names.joined(separator: ",")),', ',' || \(column) || ',') > 0)"
    }

    private static let statistics = """
        -- The row of 1970-01-01 counts over all days.
        CREATE TABLE delivery_statistics (
            day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            channel TEXT NOT NULL,
            category TEXT NOT NULL,
            event TEXT NOT NULL CHECK (\(isAny("event", of: DeliveryEvent.allCases.map(\.rawValue)))),
            reason TEXT NOT NULL DEFAULT '',
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (day, channel, category, event, reason)
        ) STRICT, WITHOUT ROWID;
        """

    private static let tables = """
        \(statistics)
        -- The categories that are counted by name.
        CREATE TABLE delivery_statistics_categories (
            name TEXT PRIMARY KEY NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// What is inserted into the first view is brought into the names that are counted, and what into the second is counted. What is
    /// inserted into the third is counted by name from then on, as long as there is room for more names.
    private static let views = """
        CREATE VIEW delivery_events AS SELECT '' AS happened_at, '' AS channel, '' AS category, '' AS event, '' AS reason WHERE 0;
        CREATE VIEW counted_delivery_events AS SELECT '' AS day, '' AS channel, '' AS category, '' AS event, '' AS reason WHERE 0;
        \(viewOfCategories)

        """

    private static let viewOfCategories = "CREATE VIEW IF NOT EXISTS met_delivery_categories AS SELECT '' AS name WHERE 0;"

    /// Counts anew as ``counting`` has it now.
    static let countingAnew = """
        \(viewOfCategories)
        DROP TRIGGER IF EXISTS met_delivery_categories_named;
        DROP TRIGGER delivery_events_named;
        DROP TRIGGER counted_delivery_events_counted;
        DROP TRIGGER IF EXISTS notification_queue_happened;
        \(happenings.map { "DROP TRIGGER IF EXISTS notification_queue_counts_\($0.name);" }.joined(separator: "\n"))
        \(counting)
        """

    private static func counted(on day: String) -> String {
        """
        INSERT INTO delivery_statistics VALUES (\(day), NEW.channel, NEW.category, NEW.event, NEW.reason, 1)
                ON CONFLICT (day, channel, category, event, reason) DO UPDATE SET count = count + 1;
        """
    }

    private static let counting = """
        CREATE TRIGGER met_delivery_categories_named INSTEAD OF INSERT ON met_delivery_categories
        WHEN NOT EXISTS (SELECT 1 FROM delivery_statistics_categories WHERE name = NEW.name)
        BEGIN
            INSERT INTO delivery_statistics_categories SELECT NEW.name
                WHERE length(CAST(NEW.name AS BLOB)) BETWEEN 1 AND \(DeliveryStatistic.categoryByteCountMax)
                    AND (SELECT count(*) FROM delivery_statistics_categories) < \(DeliveryStatistic.categoryCountMax);
        END;
        CREATE TRIGGER delivery_events_named INSTEAD OF INSERT ON delivery_events
        BEGIN
            INSERT INTO met_delivery_categories VALUES (NEW.category);
            INSERT INTO counted_delivery_events VALUES (
                CASE WHEN substr(NEW.happened_at, 1, 10) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
                    THEN substr(NEW.happened_at, 1, 10) ELSE date('now') END,
                CASE WHEN \(isAny("NEW.channel", of: DeliveryChannel.allCases.map(\.rawValue))) THEN NEW.channel ELSE '\(DeliveryStatistic.other)' END,
                CASE WHEN EXISTS (SELECT 1 FROM delivery_statistics_categories WHERE name = NEW.category)
                    THEN NEW.category ELSE '\(DeliveryStatistic.other)' END,
                NEW.event,
                CASE WHEN \(isAny("NEW.event", of: DeliveryEvent.allCases.filter(\.hasReason).map(\.rawValue)))
                    AND \(isAny("NEW.reason", of: Reason.allCases.map(\.rawValue))) THEN NEW.reason ELSE '' END);
        END;
        CREATE TRIGGER counted_delivery_events_counted INSTEAD OF INSERT ON counted_delivery_events
        BEGIN
            \(counted(on: "NEW.day"))
            \(counted(on: "'\(DeliveryStatistic.allDays)'"))
        END;
        \(happenings.map(happened).joined(separator: "\n"))

        """

    /// What an update of the queue can mean, which may be several of them. A trigger each: a choice among selects would cost a table in
    /// memory at every update.
    private static let happenings = [
        (name: "held", event: "'held'", condition: "OLD.held_since IS NULL AND NEW.held_since IS NOT NULL"),
        (name: "rescued", event: "'rescued'", condition: "NEW.rescues > OLD.rescues"),
        (name: "retried", event: "'retried'", condition: "NEW.status = 'pending' AND NEW.attempts > OLD.attempts"),
        (name: "requeued", event: "'requeued'", condition: "NEW.status = 'pending' AND OLD.status IN ('skipped', 'failed')"),
        (
            name: "ended", event: "CASE WHEN NEW.status = 'skipped' AND NEW.merged_into IS NOT NULL THEN 'merged' ELSE NEW.status END",
            condition: "NEW.status <> OLD.status AND " + isAny("NEW.status", of: ["sent", "skipped", "failed", "cancelled"])
        ),
    ]

    private static func happened(_ happening: (name: String, event: String, condition: String)) -> String {
        """
        CREATE TRIGGER notification_queue_counts_\(happening.name) AFTER UPDATE OF status, held_since, attempts, rescues ON notification_queue
        WHEN NEW.status <> 'sending' AND (NEW.status <> OLD.status OR (OLD.held_since IS NULL AND NEW.held_since IS NOT NULL))
            AND \(happening.condition)
        BEGIN
            INSERT INTO delivery_events VALUES (NEW.updated_at, NEW.channel, \(category(of: "NEW.")), \(happening.event), NEW.reason);
        END;
        """
    }

    /// The kind of a row of the queue, as ``Payload/category`` has it.
    static func category(of row: String) -> String {
        "CASE json_type(\(row)payload, '$.kind') WHEN 'text' THEN json_extract(\(row)payload, '$.kind') ELSE 'general' END"
    }

    private static let queued = """
        CREATE TRIGGER notification_queue_queued AFTER INSERT ON notification_queue
        BEGIN
            INSERT INTO delivery_events VALUES (NEW.created_at, NEW.channel, \(category(of: "NEW.")),
                CASE NEW.status WHEN 'shadow' THEN 'shadowed' ELSE 'queued' END, '');
        END;
        """

    private static let triggers = """
        \(queued)
        CREATE TRIGGER inbox_messages_read AFTER UPDATE OF read_at ON inbox_messages WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL
        BEGIN
            INSERT INTO delivery_events VALUES (NEW.read_at, '\(DeliveryChannel.inApp.rawValue)', NEW.category, 'read', '');
        END;

        """

    /// What can still be told of deliveries from before there was counting: where each stands now.
    private static let known = """
        INSERT INTO delivery_events SELECT created_at, channel, \(category(of: "")),
            CASE status WHEN 'shadow' THEN 'shadowed' ELSE 'queued' END, '' FROM notification_queue;
        INSERT INTO delivery_events SELECT held_since, channel, \(category(of: "")), 'held', '' FROM notification_queue WHERE held_since IS NOT NULL;
        INSERT INTO delivery_events SELECT coalesce(sent_at, updated_at), channel, \(category(of: "")),
            CASE WHEN status = 'skipped' AND merged_into IS NOT NULL THEN 'merged' ELSE status END, reason
            FROM notification_queue WHERE status IN ('sent', 'skipped', 'failed', 'cancelled');
        INSERT INTO delivery_events SELECT read_at, '\(DeliveryChannel.inApp.rawValue)', category, 'read', ''
            FROM inbox_messages WHERE read_at IS NOT NULL;
        """

    /// The table made anew with what is in it: SQLite changes no CHECK of a table that is there.
    private static let remade = """
        CREATE TEMP TABLE counted AS SELECT * FROM delivery_statistics;
        DROP TABLE delivery_statistics;
        \(statistics)
        INSERT INTO delivery_statistics SELECT * FROM counted;
        DROP TABLE counted;
        """

    /// Counts as before, without the tables in memory.
    static let countingByValues = """
        \(remade)
        \(countingAnew)
        DROP TRIGGER notification_queue_queued;
        \(queued)
        """

    /// Counts what people act on, which the CHECK of the table has to name.
    static let engagement = """
        ALTER TABLE inbox_messages ADD COLUMN acted_at TEXT;
        CREATE INDEX inbox_messages_unread ON inbox_messages (recipient_user_id) WHERE \(Schema.isUnread);
        \(remade)
        CREATE TRIGGER inbox_messages_acted AFTER UPDATE OF acted_at ON inbox_messages WHEN OLD.acted_at IS NULL AND NEW.acted_at IS NOT NULL
        BEGIN
            INSERT INTO delivery_events VALUES (NEW.acted_at, '\(DeliveryChannel.inApp.rawValue)', NEW.category, 'acted', '');
        END;
        """
}
