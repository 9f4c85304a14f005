import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// What the members of a batch have in common: the server groups them, so that a batch is a few rows and not one a recipient.

extension PostgresStore {
    /// What is asked about a batch; the answers are read together.
    struct MemberQuestions {
        let broadcast: Broadcast
        let number: Int
        let batch: Answer
        /// Nil where nothing of it was recorded.
        let log: Answer?
        let wishes: Answer
        let told: Answer?
        let addresses: Answer?
    }

    /// - Parameter isBegun: whether there is a log.
    static func ask(about broadcast: Broadcast, number: Int, isBegun: Bool, _ db: Connection) throws -> MemberQuestions {
        let place: [(any SQLConvertible)?] = [broadcast.app, broadcast.id, number]
        return MemberQuestions(
            broadcast: broadcast, number: number,
            batch: try db.send("SELECT recipients FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2 AND number = $3", place),
            log: isBegun
                ? try db.send("SELECT results FROM broadcast_results WHERE app_id = $1 AND broadcast_id = $2 AND number = $3", place) : nil,
            wishes: try askWishes(broadcast, place, db), told: try broadcast.payload.notification.map { try askTold($0, place, db) },
            addresses: try askAddresses(broadcast, place, db))
    }

    /// Those about whom the log says nothing, with everything that their decisions need.
    static func members(_ asked: MemberQuestions) throws -> BroadcastMembers {
        let known = Set(try asked.log?.rows().compactMap(entry).flatMap(\.groups).flatMap(\.members) ?? [])
        let toldAt = Dictionary(
            try asked.told?.rows().compactMap { row in
                receipt(row).flatMap { receipt in receipt.toldBy == .device ? row.integer("place").map { ($0, receipt.toldAt) } : nil }
            } ?? [], uniquingKeysWith: { first, _ in first })
        let groups = try asked.wishes.rows().flatMap { row in
            let (preferences, isCategoryOff) = (storedPreferences(row), row.flag("is_category_off"))
            let places = places(row).filter { !known.contains($0) }
            // Mostly nobody was told.
            let alike = toldAt.isEmpty ? [nil: places] : Dictionary(grouping: places) { toldAt[$0] }
            return alike.filter { !$0.value.isEmpty }.map { toldAt, members in
                BroadcastMembers.Group(
                    wishes: .init(preferences: preferences, isCategoryOff: isCategoryOff, toldAt: toldAt), members: members)
            }
        }
        return BroadcastMembers(
            of: asked.broadcast, number: asked.number, recipients: try recipients(asked.batch.rows().first), groups: groups,
            addresses: try asked.addresses.map { try Self.addresses($0.rows(), over: asked.broadcast) } ?? [:])
    }

    private static func recipients(_ row: Row?) throws -> [UserID] {
        let list = row?.text("recipients") ?? "[]"
        if let names = FlatJSON.texts(in: list) {
            let users = names.compactMap(UserID.init)
            if users.count == names.count { return users }
        }
        return try JSONDecoder().decode([UserID].self, from: Data(list.utf8))
    }

    /// `{0,7,12}`.
    private static func places(_ row: Row) -> [Int] {
        var places: [Int] = []
        var place: Int?
        for byte in (row.text("places") ?? "").utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): place = (place ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            default:
                if let place { places.append(place) }
                place = nil
            }
        }
        return places
    }

    private static func addresses(_ rows: [Row], over broadcast: Broadcast) -> [Int: [Address]] {
        guard let channel = broadcast.channel else { return [:] }
        var addresses: [Int: [Address]] = [:]
        for row in rows {
            let address = channel == .push ? Reachability.device(row) : Reachability.contactPoint(row, channel)
            if let address, let place = row.integer("place") { addresses[place, default: []].append(address) }
        }
        return addresses
    }

    static func transmissions(to members: BroadcastMembers, _ db: Connection) throws -> [Int: [Transmission]] {
        let names = members.addresses.keys.compactMap { place in
            Broadcast.Place(broadcast: members.broadcast.id, batch: members.number, index: place).delivery
        }
        guard !names.isEmpty else { return [:] }
        let known = try askTransmissions(of: names, db).rows().compactMap(transmission)
        return Dictionary(grouping: known) { Broadcast.Place($0.delivery)?.index ?? -1 }
    }
}

// MARK: The questions

extension PostgresStore {
    private static let asked = """
        broadcast_batches batch CROSS JOIN LATERAL json_array_elements_text(batch.recipients) WITH ORDINALITY AS asked (name, number)
        """
    private static let isBatch = "batch.app_id = $1 AND batch.broadcast_id = $2 AND batch.number = $3"

    private static func askWishes(_ broadcast: Broadcast, _ place: [(any SQLConvertible)?], _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT \(settings), unwanted.user_id IS NOT NULL AS is_category_off, array_agg(asked.number - 1) AS places
            FROM \(asked) LEFT JOIN user_profiles profile ON profile.user_id = asked.name
            LEFT JOIN unwanted_categories unwanted ON unwanted.user_id = asked.name AND unwanted.channel = $4 AND unwanted.category = $5
            WHERE \(isBatch) GROUP BY \(settings), is_category_off
            """, place + [broadcast.channelName, broadcast.payload.category])
    }

    private static let settings = Preferences.Key.allCases.map { "profile.\($0.rawValue)" }.joined(separator: ", ")

    private static func askTold(_ notification: NotificationID, _ place: [(any SQLConvertible)?], _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT receipt.*, asked.number - 1 AS place FROM \(asked)
            JOIN notification_receipts receipt ON receipt.user_id = asked.name AND receipt.id = $4 AND NOT receipt._is_deleted
            WHERE \(isBatch)
            """, place + [notification.description])
    }

    /// Nil over a channel without addresses.
    private static func askAddresses(_ broadcast: Broadcast, _ place: [(any SQLConvertible)?], _ db: Connection) throws -> Answer? {
        guard let channel = broadcast.channel else { return nil }
        if channel == .push {
            return try db.send(
                """
                SELECT device.*, asked.number - 1 AS place FROM \(asked) JOIN device_tokens device ON device.user_id = asked.name AND device.is_active
                WHERE \(isBatch) ORDER BY coalesce(device.registered_at, device.updated_at), device.id
                """, place)
        }
        guard ContactPoint.channels.contains(channel) else { return nil }
        return try db.send(
            """
            SELECT point.*, asked.number - 1 AS place FROM \(asked) JOIN contact_points point ON point.user_id = asked.name AND point.channel = $4
            WHERE \(isBatch) AND point.verified_at IS NOT NULL AND point.silenced_at IS NULL ORDER BY point.created_at, point.id
            """, place + [channel.rawValue])
    }
}
