import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

/// What is known around a batch of deliveries at the moment of their decision, asked for all at once.
struct Circumstances {
    private struct Pair<First: Hashable, Second: Hashable>: Hashable {
        let first: First
        let second: Second
    }

    private let deliveries: [Delivery]
    private let preferences: [UserID: StoredPreferences]
    private let alerts: [String: StoredRow]
    /// By alert and recipient: each sees their own snooze.
    private let snoozes: [Pair<AlertID, UserID>: StoredRow]
    /// Of those whose words have to be made up from their alert.
    private let episodes: [String: Episode]
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

    /// - Parameters:
    ///   - decided: those that were decided before.
    ///   - rescued: those over which workers died.
    ///   - tried: those that were decided to be sent before.
    init(
        of deliveries: [Delivery], decided: Set<DeliveryID> = [], rescued: Set<DeliveryID> = [], tried: Set<DeliveryID> = [], at now: Instant,
        _ db: Database
    ) throws {
        self.deliveries = deliveries
        self.rescued = rescued
        self.tried = tried
        preferences = try Self.preferences(of: deliveries, db)
        (alerts, snoozes) = try Self.alerts(of: deliveries, db)
        let wordless = deliveries.filter { $0.payload.metric == nil && $0.alert != nil }
        episodes = try Self.episodes(of: wordless, db)
        names = try Self.names(of: wordless, db)
        entitled = try Self.entitled(deliveries, db)
        superseded = try Self.superseded(deliveries, db)
        replacements = try Self.replacements(deliveries, decided, at: now, db)
        told = try Self.told(deliveries, db)
        countsMax = deliveries.countsMax(by: preferences)
        toldLately = try SQLiteStore.toldLately(countsMax, at: now, db)
        throttled = try SQLiteStore.throttledLately(deliveries.throttles, at: now, db)
        reachability = try Reachability(of: deliveries, db)
        categoryDefaults = try SQLiteStore.categoryDefaults(of: deliveries, db)
    }

    func candidates() -> [DeliveryCandidate] { deliveries.map(candidate) }

    private func candidate(_ stored: Delivery) -> DeliveryCandidate {
        var delivery = stored
        if delivery.payload.metric == nil, let episode = delivery.alert.flatMap({ episodes[$0.text] }) {
            delivery.payload.complete(from: episode, memberName: names[Self.title(delivery)])
        }
        let (isPassed, replaced) = (superseded.contains(delivery.id.text), replacements[delivery.id.text])
        let lately = toldLately[delivery.recipient] ?? []
        let throttle = ThrottledLately(stored)
        let throttled = throttle.flatMap { self.throttled[$0] } ?? []
        let subject = lately.isEmpty && throttled.isEmpty ? nil : ToldLately.Subject(of: stored)
        return DeliveryCandidate(
            delivery: delivery, preferences: preferences[delivery.recipient] ?? StoredPreferences(columns: [:]),
            alert: delivery.alert.flatMap { facts(on: $0, seenBy: delivery.recipient) }, isSuperseded: isPassed || replaced != nil,
            replacements: isPassed ? [] : replaced ?? [],
            isEntitled: !delivery.needsEntitlement || entitled.contains(Self.title(delivery)),
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

    private func facts(on alert: AlertID, seenBy recipient: UserID) -> DeliveryCandidate.AlertFacts? {
        guard let row = alerts[alert.text] else { return nil }
        let own = snoozes.isEmpty ? nil : snoozes[Pair(first: alert, second: recipient)]
        return .init(
            severity: row.choice("severity") ?? row.level("current_level")?.severity,
            snoozeUntil: own.map { $0.date("own_snooze_until") } ?? row.date("snooze_until"),
            // Whatever stands there, somebody meant to dismiss it.
            dismissedAt: row.isNull("dismissed_at") ? nil : row.instant("dismissed_at") ?? Instant(secondsSinceEpoch: 0),
            status: row.choice("episode_status") ?? .active, feedDownSince: row.date("feed_down_since"))
    }

    private static func title(_ delivery: Delivery) -> Pair<UserID, UserID> { Pair(first: delivery.member, second: delivery.recipient) }
}

// MARK: The questions; none where there is nothing to ask

extension Circumstances {
    private static func preferences(of deliveries: [Delivery], _ db: Database) throws -> [UserID: StoredPreferences] {
        guard !deliveries.isEmpty else { return [:] }
        let columns = Preferences.Key.allCases.map(\.rawValue).joined(separator: ", ")
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT user_id, \(columns) FROM user_profiles WHERE user_id \(isListed)"),
            arguments: [Set(deliveries.map(\.recipient)).map(\.text).jsonList])
        let known = rows.compactMap { row -> (UserID, StoredPreferences)? in
            guard let user: UserID = row.identifier("user_id") else { return nil }
            return (user, SQLiteStore.storedPreferences(row))
        }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    private static func alerts(of deliveries: [Delivery], _ db: Database) throws -> (
        alerts: [String: StoredRow], snoozes: [Pair<AlertID, UserID>: StoredRow]
    ) {
        let ids = Set(deliveries.compactMap(\.alert?.text))
        guard !ids.isEmpty else { return ([:], [:]) }
        // What the alert itself says counts for those without a snooze of their own, unless somebody's call wrote it.
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, severity, current_level, dismissed_at, episode_status, feed_down_since,
                        CASE WHEN snoozed_by IS NULL THEN alert.snooze_until END AS snooze_until,
                        own.recipient_user_id AS seen_by, own.snooze_until AS own_snooze_until
                    FROM pattern_alert_state alert LEFT JOIN alert_snoozes own ON own.alert_state_id = alert.id WHERE alert.id \(isListed)
                    """), arguments: [ids.jsonList])
        var (alerts, snoozes): ([String: StoredRow], [Pair<AlertID, UserID>: StoredRow]) = ([:], [:])
        alerts.reserveCapacity(rows.count)
        for row in rows {
            guard let id: AlertID = row.identifier("id") else { continue }
            alerts[id.text] = row
            if let recipient: UserID = row.identifier("seen_by") { snoozes[Pair(first: id, second: recipient)] = row }
        }
        return (alerts, snoozes)
    }

    private static func episodes(of wordless: [Delivery], _ db: Database) throws -> [String: Episode] {
        guard !wordless.isEmpty else { return [:] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM pattern_alert_state WHERE id \(isListed)"),
            arguments: [Set(wordless.compactMap(\.alert?.text)).jsonList])
        return Dictionary(rows.compactMap(SQLiteStore.alert).map { ($0.id.text, $0.episode) }, uniquingKeysWith: { first, _ in first })
    }

    private static func names(of wordless: [Delivery], _ db: Database) throws -> [Pair<UserID, UserID>: String] {
        guard !wordless.isEmpty else { return [:] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) AS member, \(listed(1)) AS recipient,
                        \(SQLiteStore.firstName(of: listed(0), seenBy: listed(1))) AS first_name
                    FROM json_each(?) asked
                    """), arguments: [Set(wordless.map(title)).map { [$0.first.text, $0.second.text] }.jsonRows])
        let known = rows.compactMap { row -> (Pair<UserID, UserID>, String)? in
            guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient"), let name = row.text("first_name")
            else { return nil }
            return (Pair(first: member, second: recipient), name)
        }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    private static func entitled(_ deliveries: [Delivery], _ db: Database) throws -> Set<Pair<UserID, UserID>> {
        let titles = Set(deliveries.filter(\.needsEntitlement).map(title))
        guard !titles.isEmpty else { return [] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) AS member, \(listed(1)) AS recipient FROM json_each(?) asked
                    WHERE EXISTS (SELECT 1 FROM family_members member
                        JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                        WHERE member.user_id = \(listed(0)) AND member.shares_alerts = 1 AND admin.user_id = \(listed(1)))
                    """), arguments: [titles.map { [$0.first.text, $0.second.text] }.jsonRows])
        return Set(
            rows.compactMap { row -> Pair<UserID, UserID>? in
                guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient") else { return nil }
                return Pair(first: member, second: recipient)
            })
    }

    private static func superseded(_ deliveries: [Delivery], _ db: Database) throws -> Set<String> {
        let held = deliveries.compactMap { delivery -> [String]? in
            guard delivery.heldSince != nil, let alert = delivery.alert, let level = delivery.payload.level else { return nil }
            return [delivery.id.text, alert.text, delivery.recipient.text, delivery.channelName, "\(level.rawValue)"]
        }
        guard !held.isEmpty else { return [] }
        return try String.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) FROM json_each(?) asked
                    WHERE EXISTS (SELECT 1 FROM notification_queue
                        WHERE status = 'pending' AND alert_state_id = \(listed(1)) AND recipient_user_id = \(listed(2))
                            AND channel = \(listed(3)) AND json_extract(payload, '$.level') > CAST(\(listed(4)) AS INTEGER))
                    """), arguments: [held.jsonRows])
    }

    /// By those whose place something takes that was made later: what that is, as of ``DeliveryCandidate/replacements``; none where it is told already or
    /// on its way. What has a moment by the recipient's clock takes no place as long as it waits, and neither does what is held beyond now, or paused.
    private static func replacements(
        _ deliveries: [Delivery], _ decided: Set<DeliveryID>, at now: Instant, _ db: Database
    ) throws -> [String: [DeliveryID]] {
        let waiting = deliveries.filter { $0.keyToGiveWay(wasDecided: decided.contains($0.id)) != nil }
        guard !waiting.isEmpty else { return [:] }
        let pauses = try SQLiteStore.pauses(db).filter { $0.stands(at: now) }
        let waited = waiting.map { delivery in
            [
                delivery.id.text, delivery.recipient.text, delivery.channelName, delivery.app.text, delivery.payload.collapseKey?.text ?? "",
                delivery.createdAt.sql, delivery.ageBeginsAt.sql, "\(pauses.ranksTold(of: delivery.app))",
            ]
        }
        let ageBeginsAt = "max(created_at, coalesce(deliver_after, created_at))"
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) AS id, (SELECT CASE WHEN max(status <> 'pending') THEN '[]' WHEN count(*) > 0 THEN json_group_array(id) END
                        FROM (
                            SELECT id, payload, status, priority, held_since, attempts, next_attempt_at, \(ageBeginsAt) AS begins
                            FROM notification_queue INDEXED BY notification_queue_places
                            WHERE recipient_user_id = \(listed(1)) AND app_id = \(listed(3)) AND \(Schema.collapseKey) IS NOT NULL
                                AND \(Schema.collapseKey) = \(listed(4)) AND channel = \(listed(2)) AND created_at >= \(listed(5))
                            ORDER BY created_at DESC LIMIT \(laterCountMax))
                        WHERE status IN ('pending', 'sending', 'sent')
                            AND (status <> 'pending' OR json_extract(payload, '$.deliver_at_local') IS NULL
                                AND (held_since IS NULL OR attempts > 0 OR next_attempt_at IS NULL OR next_attempt_at <= ?2)
                                AND priority IN (SELECT value FROM json_each(\(listed(7)))))
                            AND begins <= ?2 AND (begins, id) > (\(listed(6)), \(listed(0)))) AS later
                    FROM json_each(?1) asked
                    """), arguments: [waited.jsonRows, now.sql])
        return rows.reduce(into: [:]) { replacements, row in
            guard let id = row.text("id"), let later = row.text("later") else { return }
            replacements[id] = FlatJSON.texts(in: later)?.compactMap { DeliveryID($0) } ?? []
        }
    }

    private static func told(_ deliveries: [Delivery], _ db: Database) throws -> [Pair<UserID, String>: Instant] {
        let asked = Set(
            deliveries.compactMap { delivery in
                delivery.payload.notification.map { Pair(first: delivery.recipient, second: $0.description) }
            })
        guard !asked.isEmpty else { return [:] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT receipt.* FROM json_each(?) asked CROSS JOIN notification_receipts receipt
                    ON receipt.user_id = \(listed(0)) AND receipt.id = \(listed(1)) AND receipt._is_deleted = 0
                    """), arguments: [asked.map { [$0.first.text, $0.second] }.jsonRows])
        var told: [Pair<UserID, String>: Instant] = [:]
        for row in rows {
            guard let user: UserID = row.identifier("user_id"), let receipt = NotificationReceipt(FactTable.notificationReceipts.record(row)),
                receipt.toldBy == .device
            else { continue }
            told[Pair(first: user, second: row.text("id") ?? "")] = receipt.toldAt
        }
        return told
    }
}
