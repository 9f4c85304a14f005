import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// Where the recipients of a batch are reached, and what else is known of their channels: asked for all at once.

extension Reachability {
    init(of deliveries: [Delivery], _ db: Database) throws {
        self.init(reached: try Self.reached(deliveries, db), acknowledged: try Self.acknowledged(deliveries, db))
        try addDevices(of: deliveries, db)
        try addContactPoints(of: deliveries, db)
        try addUnwanted(by: deliveries, db)
    }
}

extension SQLiteStore {
    /// Where a recipient is reached over a delivery's channel, in the order of registration.
    static func addresses(for delivery: Delivery, _ db: Database) throws -> [Address] {
        try Reachability(of: [delivery], db).addresses(for: delivery)
    }
}

// MARK: The questions; none where there is nothing to ask

extension Reachability {
    private mutating func addDevices(of deliveries: [Delivery], _ db: Database) throws {
        let users = Set(deliveries.filter { $0.channel == .push }.map(\.recipient))
        guard !users.isEmpty else { return }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM device_tokens WHERE user_id \(isListed) AND is_active = 1 ORDER BY coalesce(registered_at, updated_at), id
                    """), arguments: [users.map(\.text).jsonList])
        for row in rows {
            guard let user: UserID = row.identifier("user_id"), let address = Self.device(row) else { continue }
            add(address, at: Place(user: user, channel: DeliveryChannel.push.rawValue))
        }
    }

    private mutating func addContactPoints(of deliveries: [Delivery], _ db: Database) throws {
        let asking = deliveries.filter { $0.channel.map(ContactPoint.channels.contains) ?? false }
        guard !asking.isEmpty else { return }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM contact_points WHERE user_id \(isListed) AND channel \(isListed) AND verified_at IS NOT NULL
                        AND silenced_at IS NULL ORDER BY created_at, id
                    """), arguments: [Set(asking.map(\.recipient)).map(\.text).jsonList, Set(asking.map(\.channelName)).jsonList])
        for row in rows {
            guard let user: UserID = row.identifier("user_id"), let channel: DeliveryChannel = row.choice("channel"),
                let address = Self.contactPoint(row, channel)
            else { continue }
            add(address, at: Place(user: user, channel: channel.rawValue))
        }
    }

    private mutating func addUnwanted(by deliveries: [Delivery], _ db: Database) throws {
        guard !deliveries.isEmpty else { return }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT user_id, category, channel, muted_until FROM unwanted_categories WHERE user_id \(isListed)"),
            arguments: [Set(deliveries.map(\.recipient)).map(\.text).jsonList])
        for row in rows {
            guard let user: UserID = row.identifier("user_id") else { continue }
            let place = Place(user: user, channel: row.text("channel") ?? "")
            add(unwanted: row.text("category") ?? "", at: place, mutedUntil: row.instant("muted_until"))
        }
    }

    /// As surely as the route asks for. A summary reaches with all that it tells. A step whose provider was away may come after the next one.
    /// Whoever has opened one was reached, however its provider's answer came.
    private static func reached(_ deliveries: [Delivery], _ db: Database) throws -> Set<String> {
        let steps = deliveries.compactMap { delivery in
            delivery.route.map { [delivery.id.text, $0.key, delivery.recipient.text, "\($0.step)", $0.until.rawValue] }
        }
        guard !steps.isEmpty else { return [] }
        let transmissions = "\(SQLiteStore.othersTransmissions) AND delivery_id = told.id"
        return try String.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) FROM json_each(?) asked
                    WHERE EXISTS (SELECT 1 FROM notification_queue step JOIN notification_queue told ON told.id = coalesce(step.merged_into, step.id)
                        WHERE step.route_key = \(listed(1)) AND step.recipient_user_id = \(listed(2))
                            AND step.route_step <> CAST(\(listed(3)) AS INTEGER) AND (told.opened_at IS NOT NULL OR told.status = 'sent' AND CASE \(listed(4))
                                WHEN 'accepted' THEN NOT EXISTS (\(transmissions)) OR EXISTS (\(transmissions) AND status <> 'failed')
                                WHEN 'delivered' THEN NOT EXISTS (\(transmissions)) OR EXISTS (\(transmissions) AND status IN ('delivered', 'read'))
                                ELSE EXISTS (\(transmissions) AND status = 'read')
                                    OR EXISTS (SELECT 1 FROM inbox_messages WHERE id = told.id AND read_at IS NOT NULL) END))
                    """), arguments: [steps.jsonRows])
    }

    /// Somebody who was told before has reacted, as surely as the escalation asks for, or one has acted on it for all: to one of their deliveries, or to the
    /// summary that has it. Once for all that stand at one place, who may be as many as are told.
    private static func acknowledged(_ deliveries: [Delivery], _ db: Database) throws -> Set<String> {
        let asked = deliveries.flatMap { delivery -> [(id: String, place: [String])] in
            guard let key = delivery.route?.key else { return [] }
            return delivery.endedBehind.map { (delivery.id.text, [key, "\($0.fromStep)", $0.until.rawValue, delivery.app.text]) }
        }
        guard !asked.isEmpty else { return [] }
        let places = Array(Dictionary(grouping: asked, by: \.place))
        let ended = try String.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT \(listed(0)) FROM json_each(?) asked
                    WHERE EXISTS (SELECT 1 FROM notification_queue step JOIN notification_queue told ON told.id = coalesce(step.merged_into, step.id)
                        LEFT JOIN inbox_messages message ON message.id = told.id
                        WHERE step.route_key = \(listed(1)) AND step.route_step < CAST(\(listed(2)) AS INTEGER) AND step.app_id = \(listed(4))
                            AND (step.acted_at IS NOT NULL OR told.acted_at IS NOT NULL OR message.acted_at IS NOT NULL
                                OR \(listed(3)) = '\(Escalation.Reaction.read.rawValue)' AND (step.opened_at IS NOT NULL OR told.opened_at IS NOT NULL
                                    OR message.read_at IS NOT NULL
                                    OR EXISTS (\(SQLiteStore.othersTransmissions) AND delivery_id = told.id AND status = 'read'))))
                    """), arguments: [places.enumerated().map { ["\($0.offset)"] + $0.element.key }.jsonRows])
        return Set(places.enumerated().filter { ended.contains("\($0.offset)") }.flatMap { $0.element.value.map(\.id) })
    }
}

// MARK: Rows as addresses

extension Reachability {
    private static func contactPoint(_ row: StoredRow, _ channel: DeliveryChannel) -> Address? {
        guard let id: AddressID = row.identifier("id"), let value = row.text("address") else { return nil }
        return Address(
            id: id, target: ContactPoint.target(of: value, over: channel, lastInboundAt: row.instant("last_inbound_at")),
            registeredAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0))
    }

    /// Nil where a browser's token isn't a subscription.
    private static func device(_ row: StoredRow) -> Address? {
        guard let id: AddressID = row.identifier("id"), let token = row.text("device_token"),
            let platform: DeviceToken.Platform = row.choice("platform")
        else { return nil }
        let target: Address.Target
        switch platform {
        case .ios: target = .apple(token: token, row.choice("environment"))
        case .android: target = .android(token: token)
        case .web:
            guard let subscription = try? JSONDecoder().decode(WebPushSubscription.self, from: Data(token.utf8)) else { return nil }
            target = .browser(subscription)
        }
        let registeredAt = row.instant("registered_at") ?? row.instant("updated_at")
        return Address(id: id, target: target, registeredAt: registeredAt ?? Instant(secondsSinceEpoch: 0))
    }
}
