import BelfryModel
import BelfryPorts
import BelfryTime

/// What is known around a batch of deliveries at the moment of their decision, asked for all at once.
struct Circumstances {
    private struct Pair<First: Hashable, Second: Hashable>: Hashable {
        let first: First
        let second: Second
    }

    private let deliveries: [Delivery]
    private let preferences: [UserID: StoredPreferences]
    /// Of each delivery in turn, as its recipient sees it: each has their own snooze.
    private let alerts: [Row?]
    /// By member and recipient: the names that recipients know members by.
    private let names: [Pair<UserID, UserID>: String]
    /// By member and recipient.
    private let entitled: Set<Pair<UserID, UserID>>
    private let superseded: Set<String>
    /// By what has to give way: what has its place where it is told; none where one is told already.
    private let replacements: [String: [DeliveryID]]
    /// Over which workers died.
    private let rescued: Set<DeliveryID>
    /// Those that were decided to be sent before.
    private let tried: Set<DeliveryID>
    /// By recipient and the notification's name: those that a device told.
    private let told: [Pair<UserID, String>: Instant]
    /// Of those who want at most so much on one day.
    private let toldLately: [UserID: [ToldLately.Entry]]
    private let countsMax: [UserID: Int]
    /// Of those that an app throttles.
    private let throttled: [ThrottledLately: [ToldLately.Entry]]
    private let reachability: Reachability
    private let categoryDefaults: CategoryDefaults
    /// Of whoever has set nothing.
    private static let noPreferences = PostgresStore.storedPreferences(nil)

    /// - Parameters:
    ///   - decided: those that were decided before.
    ///   - rescued: those over which workers died.
    ///   - tried: those that were decided to be sent before.
    ///   - dueAt: until when what is due counts.
    ///   - pauses: those that stand; asked for only where something may give way to what they don't hold.
    init(
        of deliveries: [Delivery], decided: Set<DeliveryID>, rescued: Set<DeliveryID>, tried: Set<DeliveryID>, dueAt: PostgresStore.Moment,
        pauses: () throws -> [QueuePause], _ db: Connection
    ) throws {
        self.deliveries = deliveries
        self.rescued = rescued
        self.tried = tried
        let recipients = Array(Set(deliveries.map(\.recipient)))
        let profiles = try db.send("SELECT * FROM user_profiles WHERE user_id = ANY($1::text[])", recipients)
        let alerts = try Self.askAlerts(of: deliveries, db)
        let names = try Self.askNames(of: deliveries, db)
        let entitled = try Self.askEntitled(deliveries, db)
        let superseded = try Self.askSuperseded(deliveries, db)
        let replaced = try Self.askReplaced(deliveries, decided, dueAt: dueAt, pauses: pauses, db)
        let told = try Self.askTold(deliveries, db)
        let throttled = try PostgresStore.askThrottled(deliveries.throttles, dueAt: dueAt, db)
        let reachability = try Reachability.Questions(deliveries, to: recipients, db)
        let terms = try PostgresStore.askCategoryTerms(of: deliveries.categories, db)
        var reader = PreferencesReader()
        let wishes = try profiles.rows().compactMap { row -> (UserID, StoredPreferences)? in
            guard let user: UserID = row.identifier("user_id") else { return nil }
            return (user, reader.read(row))
        }
        preferences = Dictionary(wishes, uniquingKeysWith: { first, _ in first })
        self.alerts = try alerts?.rows().reduce(into: Array(repeating: nil, count: deliveries.count)) { alerts, row in
            if let place = row.integer("place"), alerts.indices.contains(place) { alerts[place] = row }
        } ?? Array(repeating: nil, count: deliveries.count)
        let named = try names?.rows().compactMap { row -> (Pair<UserID, UserID>, String)? in
            guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient"), let name = row.text("first_name")
            else { return nil }
            return (Pair(first: member, second: recipient), name)
        }
        self.names = Dictionary(named ?? [], uniquingKeysWith: { first, _ in first })
        let pairs = try entitled?.rows().compactMap { row -> Pair<UserID, UserID>? in
            guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient") else { return nil }
            return Pair(first: member, second: recipient)
        }
        self.entitled = Set(pairs ?? [])
        self.superseded = Set(try superseded.flatMap { try $0.rows() }.compactMap { $0.text("id") })
        replacements = try replaced.flatMap { try $0.rows() }.reduce(into: [:]) { replacements, row in
            guard let id = row.text("id"), let later = row.text("later") else { return }
            replacements[id] = FlatJSON.texts(in: later)?.compactMap { DeliveryID($0) } ?? []
        }
        let receipts = try told?.rows().compactMap { row -> (Pair<UserID, String>, Instant)? in
            guard let user: UserID = row.identifier("user_id"), let receipt = PostgresStore.receipt(row), receipt.toldBy == .device else { return nil }
            return (Pair(first: user, second: row.text("id") ?? ""), receipt.toldAt)
        }
        self.told = Dictionary(receipts ?? [], uniquingKeysWith: { first, _ in first })
        self.throttled = try PostgresStore.throttledLately(throttled)
        self.reachability = try Reachability(reachability)
        categoryDefaults = try PostgresStore.categoryDefaults(of: deliveries, terms, db)
        // Mostly nobody limits it, and nothing more is asked.
        countsMax = deliveries.countsMax(by: preferences)
        toldLately = try PostgresStore.toldLately(PostgresStore.askToldLately(countsMax, dueAt: dueAt, db))
    }

    func candidates() -> [DeliveryCandidate] { zip(deliveries, alerts).map(candidate) }

    private func candidate(_ stored: Delivery, _ alert: Row?) -> DeliveryCandidate {
        var delivery = stored
        if delivery.isWordedByAlert, let episode = alert.flatMap(PostgresStore.alert)?.episode {
            delivery.payload.complete(from: episode, memberName: names[Pair(first: delivery.member, second: delivery.recipient)])
        }
        let (isPassed, replaced) = (superseded.contains(delivery.id.text), replacements[delivery.id.text])
        let lately = toldLately[delivery.recipient] ?? []
        let throttle = ThrottledLately(stored)
        let throttled = throttle.flatMap { self.throttled[$0] } ?? []
        let subject = lately.isEmpty && throttled.isEmpty ? nil : ToldLately.Subject(of: stored)
        return DeliveryCandidate(
            delivery: delivery, preferences: preferences[delivery.recipient] ?? Self.noPreferences, alert: alert.map(Self.facts),
            isSuperseded: isPassed || replaced != nil, replacements: isPassed ? [] : replaced ?? [],
            isEntitled: !delivery.needsEntitlement || entitled.contains(Pair(first: delivery.member, second: delivery.recipient)),
            toldAt: delivery.payload.notification.flatMap { told[Pair(first: delivery.recipient, second: $0.description)] },
            toldLately: lately.moments(besides: subject, countMax: countsMax[delivery.recipient] ?? 0), sameToldAt: subject.flatMap(lately.moment(of:)),
            throttledLately: throttled.moments(besides: subject, countMax: throttle?.throttle.countMax ?? 0),
            sameThrottledAt: subject.flatMap(throttled.moment(of:)),
            addresses: reachability.addresses(for: delivery), isCategoryOff: reachability.isUnwanted(delivery),
            categoryMutedUntil: reachability.categoryMutedUntil(delivery),
            isReached: reachability.isReached(delivery), isAcknowledged: reachability.isAcknowledged(delivery),
            isInDoubt: rescued.contains(delivery.id), isTried: tried.contains(delivery.id),
            isCategoryOffByDefault: categoryDefaults.isOff(delivery), isCategoryRequired: categoryDefaults.isRequired(delivery))
    }

    private static func facts(_ row: Row) -> DeliveryCandidate.AlertFacts {
        let level = row.level("current_level")
        return .init(
            severity: row.choice("severity") ?? level?.severity, snoozeUntil: row.date("seen_snooze_until"),
            // Whatever stands there, somebody meant to dismiss it.
            dismissedAt: row.isNull("dismissed_at") ? nil : row.instant("dismissed_at") ?? Instant(secondsSinceEpoch: 0),
            status: row.choice("episode_status") ?? .active, feedDownSince: row.date("feed_down_since"))
    }
}

extension Delivery {
    /// Whether its words have to be made up from its alert.
    fileprivate var isWordedByAlert: Bool { payload.metric == nil && alert != nil }
}

// MARK: The questions; none where there is nothing to ask

extension Circumstances {
    private static func askAlerts(of deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        guard deliveries.contains(where: { $0.alert != nil }) else { return nil }
        let facts = "severity, current_level, dismissed_at, episode_status, feed_down_since"
        return try db.send(
            """
            SELECT \(deliveries.contains(where: \.isWordedByAlert) ? "pattern_alert_state.*" : facts),
                \(PostgresStore.seen("snooze_until", by: "seen.by")) AS seen_snooze_until, seen.number - 1 AS place
            FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS seen (alert, by, number)
                CROSS JOIN LATERAL (SELECT * FROM pattern_alert_state WHERE id = seen.alert OFFSET 0) AS pattern_alert_state
            """, deliveries.map(\.alert), deliveries.map(\.recipient))
    }

    private static func askNames(of deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(deliveries.filter(\.isWordedByAlert).map { Pair(first: $0.member, second: $0.recipient) })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT asked.member, asked.recipient, \(PostgresStore.firstName(of: "asked.member", seenBy: "asked.recipient")) AS first_name
            FROM unnest($1::text[], $2::text[]) AS asked (member, recipient)
            """, pairs.map(\.first), pairs.map(\.second))
    }

    private static func askEntitled(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(deliveries.filter(\.needsEntitlement).map { Pair(first: $0.member, second: $0.recipient) })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT asked.member, asked.recipient FROM unnest($1::text[], $2::text[]) AS asked (member, recipient)
            WHERE EXISTS (SELECT 1 FROM family_members member CROSS JOIN LATERAL (
                    SELECT 1 FROM family_members WHERE family_id = member.family_id AND user_id = asked.recipient
                        AND role IN ('superadmin', 'admin') OFFSET 0) AS admin
                WHERE member.user_id = asked.member AND member.shares_alerts OFFSET 0)
            """, pairs.map(\.first), pairs.map(\.second))
    }

    /// App by app, and each by itself in the order of the index that has it: where a table had nothing in it when it was counted last, another index is as
    /// cheap to the planner, and is gone through whole.
    private static func askSuperseded(_ deliveries: [Delivery], _ db: Connection) throws -> [Answer] {
        let held = deliveries.filter { $0.heldSince != nil && $0.alert != nil && $0.payload.level != nil }
        return try Dictionary(grouping: held, by: \.app).map { app, held in
            try db.send(
                """
                SELECT held.id FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS held (id, alert, recipient, channel, level)
                CROSS JOIN LATERAL (
                    SELECT 1 FROM notification_queue WHERE app_id = $6 AND alert_state_id BETWEEN held.alert AND held.alert AND status = 'pending'
                        AND recipient_user_id = held.recipient AND channel = held.channel
                        AND jsonb_typeof(payload->'level') = 'number' AND payload->'level' > to_jsonb(held.level)
                    ORDER BY alert_state_id LIMIT 1) AS later
                """, held.map(\.id), held.map(\.alert), held.map(\.recipient), held.map(\.channelName), held.map { $0.payload.level?.rawValue ?? 0 },
                app)
        }
    }

    /// By those whose place something takes that was made later: what that is, as of ``DeliveryCandidate/replacements``. What has a moment by the
    /// recipient's clock takes no place as long as it waits, and neither does what is held beyond now, or paused. The app stands inside, so that a database
    /// that is spread asks one node; and each is looked up under its key, whatever else somebody is told.
    private static func askReplaced(
        _ deliveries: [Delivery], _ decided: Set<DeliveryID>, dueAt: PostgresStore.Moment, pauses: () throws -> [QueuePause], _ db: Connection
    ) throws -> [Answer] {
        let waited = deliveries.filter { $0.keyToGiveWay(wasDecided: decided.contains($0.id)) != nil }
        guard !waited.isEmpty else { return [] }
        let standing = try pauses()
        return try Dictionary(grouping: waited, by: \.app).map { app, waited in
            try db.send(
                """
                SELECT waited.id, later.names AS later FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
                    AS waited (id, recipient, channel, key, made, begins)
                CROSS JOIN LATERAL (
                    SELECT CASE WHEN bool_or(status <> 'pending') THEN '[]' WHEN count(*) > 0 THEN to_json(array_agg(id)) END AS names FROM (
                        SELECT id, payload, status, priority, held_since, attempts, next_attempt_at, greatest(created_at, deliver_after) AS begins
                        FROM notification_queue
                        WHERE app_id = $8 AND channel = waited.channel AND \(Schema.collapseKey) = waited.key
                            AND (recipient_user_id, created_at) >= (waited.recipient, waited.made) AND recipient_user_id <= waited.recipient
                        ORDER BY recipient_user_id DESC, created_at DESC LIMIT \(laterCountMax)) AS queued
                    WHERE status IN ('pending', 'sending', 'sent') AND queued.begins <= \(dueAt.sql(7))
                        AND (status <> 'pending' OR payload->>'deliver_at_local' IS NULL AND priority = ANY($9::bigint[])
                            AND (held_since IS NULL OR attempts > 0 OR next_attempt_at IS NULL OR next_attempt_at <= \(dueAt.sql(7))))
                        AND (queued.begins, id) > (waited.begins, waited.id)) AS later
                WHERE later.names IS NOT NULL
                """, waited.map(\.id), waited.map(\.recipient), waited.map(\.channelName), waited.map { $0.payload.collapseKey?.text ?? "" },
                waited.map(\.createdAt), waited.map(\.ageBeginsAt), dueAt.value, app, standing.ranksTold(of: app))
        }
    }

    private static func askTold(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(
            deliveries.compactMap { delivery in
                delivery.payload.notification.map { Pair(first: delivery.recipient, second: $0.description) }
            })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT receipt.* FROM unnest($1::text[], $2::text[]) AS asked (recipient, name)
            CROSS JOIN LATERAL (
                SELECT * FROM notification_receipts WHERE user_id = asked.recipient AND id = asked.name AND NOT _is_deleted OFFSET 0) AS receipt
            """, pairs.map(\.first), pairs.map(\.second))
    }
}
