import BelfryModel

/// What becomes of deliveries, for the apps that want to be told of it.
///
/// A trigger keeps it, in the transaction that changes the queue, whoever changes it. Where no app has asked it costs a look into an empty table.
enum StatusSchema {
    static let sql = """
        -- Who is told, in whose hands that is, and how it went the last time.
        CREATE TABLE status_webhooks (
            app_id TEXT PRIMARY KEY NOT NULL,
            asked_at TEXT NOT NULL,
            leased_by TEXT,
            lease_until TEXT,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            failing_since TEXT,
            why TEXT,
            next_attempt_at TEXT,
            -- Of how much nobody was told, because nothing was taken for too long.
            given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up >= 0),
            given_up_at TEXT,
            CHECK ((leased_by IS NULL) = (lease_until IS NULL)),
            CHECK ((failing_since IS NULL) = (why IS NULL))
        ) WITHOUT ROWID, STRICT;
        -- A row goes when its app was told. No number is given twice.
        CREATE TABLE status_changes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app_id TEXT NOT NULL,
            delivery_id TEXT NOT NULL,
            channel TEXT,
            event TEXT NOT NULL,
            reason TEXT,
            attempts INTEGER,
            happened_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX status_changes_app ON status_changes (app_id, id);
        CREATE INDEX status_changes_happened ON status_changes (app_id, happened_at);

        CREATE TRIGGER notification_queue_told AFTER UPDATE OF status, held_since, attempts ON notification_queue
        WHEN NEW.status <> 'sending' AND (\(isEnded) OR NEW.status = 'pending' AND (\(isHeld) OR \(isRetried) OR \(isRequeued)))
            AND \(hasAsked("NEW.app_id"))
        BEGIN
            INSERT INTO status_changes (app_id, delivery_id, channel, event, reason, attempts, happened_at) VALUES (
                NEW.app_id, NEW.id, NEW.channel,
                CASE WHEN NEW.status = 'pending' THEN CASE WHEN \(isHeld) THEN 'held' WHEN \(isRetried) THEN 'retried' ELSE 'requeued' END
                    WHEN NEW.status = 'skipped' AND NEW.merged_into IS NOT NULL THEN 'merged' ELSE NEW.status END,
                CASE WHEN NEW.status = 'pending' THEN
                        CASE WHEN \(isHeld) THEN \(cut("NEW.reason")) WHEN \(isRetried) THEN \(code(of: "NEW.last_error")) END
                    WHEN NEW.status = 'failed' THEN \(code(of: "NEW.last_error"))
                    WHEN NEW.status <> 'cancelled' THEN \(cut("NEW.reason")) END,
                NEW.attempts, NEW.updated_at);
        END;
        \(engaged("read"))
        \(engaged("acted"))
        """

    private static let isHeld = "(OLD.held_since IS NULL AND NEW.held_since IS NOT NULL)"
    private static let isRetried = "NEW.attempts > OLD.attempts"
    private static let isRequeued = "(OLD.status = 'skipped' OR OLD.status = 'failed')"
    private static let isEnded = """
        NEW.status <> OLD.status
            AND (NEW.status = 'sent' OR NEW.status = 'skipped' OR NEW.status = 'failed' OR NEW.status = 'cancelled')
        """

    static func hasAsked(_ app: String) -> String { "EXISTS (SELECT 1 FROM status_webhooks WHERE app_id = \(app))" }

    private static func cut(_ text: String) -> String { "substr(\(text), 1, \(StatusChange.codeLengthMax))" }

    /// As ``StatusChange/code(of:)``.
    private static func code(of error: String) -> String { cut("substr(\(error), 1, instr(\(error) || ':', ':') - 1)") }

    /// A message of the inbox has the name of the delivery that brought it.
    private static func engaged(_ event: String) -> String {
        """
        CREATE TRIGGER inbox_messages_told_\(event) AFTER UPDATE OF \(event)_at ON inbox_messages
        WHEN OLD.\(event)_at IS NULL AND NEW.\(event)_at IS NOT NULL AND EXISTS (SELECT 1 FROM status_webhooks)
        BEGIN
            INSERT INTO status_changes (app_id, delivery_id, channel, event, happened_at)
            SELECT app_id, id, channel, '\(event)', NEW.\(event)_at FROM notification_queue WHERE id = NEW.id AND \(hasAsked("notification_queue.app_id"));
        END;
        """
    }

    /// Who acts on what lies unread opens it, too: that comes first.
    static let engagedInOrder = """
        DROP TRIGGER inbox_messages_told_read;
        DROP TRIGGER inbox_messages_told_acted;
        CREATE TRIGGER inbox_messages_told AFTER UPDATE OF read_at, acted_at ON inbox_messages
        WHEN (\(isNew("read")) OR \(isNew("acted"))) AND EXISTS (SELECT 1 FROM status_webhooks)
        BEGIN
            \(noteEngaged("read"))
            \(noteEngaged("acted"))
        END;
        """

    private static func isNew(_ event: String) -> String { "(OLD.\(event)_at IS NULL AND NEW.\(event)_at IS NOT NULL)" }

    /// - Parameter condition: what else has to hold.
    private static func noteEngaged(_ event: String, where condition: String? = nil) -> String {
        """
        INSERT INTO status_changes (app_id, delivery_id, channel, event, happened_at)
        SELECT app_id, id, channel, '\(event)', NEW.\(event)_at FROM notification_queue
        WHERE id = NEW.id AND \(isNew(event))\(condition.map { " AND \($0)" } ?? "") AND \(hasAsked("notification_queue.app_id"));
        """
    }

    /// Whoever presses a button is told of by ``SQLiteStore/take(_:with:of:now:)``, which knows which and when.
    static let actionsTaken = """
        DROP TRIGGER inbox_messages_told;
        CREATE TRIGGER inbox_messages_told AFTER UPDATE OF read_at, acted_at ON inbox_messages
        WHEN (\(isNew("read")) OR \(isNew("acted"))) AND EXISTS (SELECT 1 FROM status_webhooks)
        BEGIN
            \(noteEngaged("read"))
            \(noteEngaged("acted", where: "NEW.actions_taken IS NULL"))
        END;
        """

    /// What somebody took back, of whose app has asked.
    static let noteRetracted = """
        INSERT INTO status_changes (app_id, delivery_id, channel, event, attempts, happened_at)
        SELECT app_id, id, channel, 'retracted', attempts, ? FROM notification_queue WHERE id = ? AND \(hasAsked("notification_queue.app_id"))
        """

    /// A lease goes when its batch is through, or called off: with the last the broadcast has ended, and none comes again. Of all that go at once only the
    /// last finds that none is left.
    static let endedBroadcasts = """
        CREATE TRIGGER broadcast_leases_told AFTER DELETE ON broadcast_leases
        WHEN \(hasAsked("OLD.app_id"))
            AND NOT EXISTS (SELECT 1 FROM broadcast_leases WHERE app_id = OLD.app_id AND broadcast_id = OLD.broadcast_id)
        BEGIN
            INSERT INTO status_changes (app_id, delivery_id, channel, event, happened_at)
            SELECT app_id, id, channel, CASE status WHEN 'cancelled' THEN 'broadcast_cancelled' ELSE 'broadcast_completed' END,
                max(updated_at, coalesce((SELECT max(recorded_at) FROM broadcast_results WHERE app_id = OLD.app_id AND broadcast_id = OLD.broadcast_id), ''))
            FROM broadcasts WHERE app_id = OLD.app_id AND id = OLD.broadcast_id;
        END;
        """
}
