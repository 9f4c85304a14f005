import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// What the members of a batch have in common: the database groups them, so that a batch is a few rows and not several a recipient.

extension SQLiteStore {
    /// The recipients of a batch, and the list of them as it is stored.
    typealias RecipientList = (text: String, batch: RecipientBatch)

    /// Nil where they can't be read.
    static func list(of broadcast: Broadcast, number: Int, _ db: Database) throws -> RecipientList? {
        let row = try StoredRow.fetchOne(
            db.cachedStatement(
                sql: "SELECT recipients, recipient_values FROM broadcast_batches WHERE app_id = ? AND broadcast_id = ? AND number = ?"),
            arguments: [broadcast.app.text, broadcast.id.text, number])
        guard let row, let text = row.text("recipients") else { return nil }
        return batch(row).map { (text: text, batch: $0) }
    }

    /// Nil where it can't be read.
    static func batch(_ row: StoredRow) -> RecipientBatch? {
        guard let recipients = recipients(in: row.text("recipients") ?? "[]") else { return nil }
        guard !row.isNull("recipient_values") else { return RecipientBatch(recipients) }
        let values = row.text("recipient_values").flatMap { try? JSONDecoder().decode([PersonalValues].self, from: Data($0.utf8)) }
        return values?.count == recipients.count ? RecipientBatch(recipients, values: values) : nil
    }

    /// The places about which the log says something; nil where it says less than was written: nobody knows then who was told.
    ///
    /// - Parameter entryCount: of the log, as the lease has it.
    static func knownPlaces(of broadcast: Broadcast, number: Int, entryCount: Int, _ db: Database) throws -> Set<Int>? {
        guard entryCount > 0 else { return [] }
        let entries = try log(of: broadcast, number: number, db).compactMap(\.entry)
        return entries.count < entryCount ? nil : Set(entries.flatMap(\.groups).flatMap(\.members))
    }

    /// All but those about whom the log says something, with everything that their decisions need.
    static func members(
        of broadcast: Broadcast, number: Int, _ batch: RecipientList, without known: Set<Int>, isInDoubt: Bool, at now: Instant, _ db: Database
    ) throws -> BroadcastMembers {
        let (list, recipients) = (batch.text, batch.batch.recipients)
        let told = try toldAt(broadcast, recipients, db)
        let terms = try categoryTerms(of: [.init(app: broadcast.app, category: broadcast.payload.category)], db).first?.value ?? CategoryTerms()
        let isOffAtFirst = broadcast.channel.map(terms.offAtFirst.contains) ?? false
        let switchedOn = isOffAtFirst ? try placesSwitchedOn(list, broadcast, db) : []
        let groups = try wishes(list, broadcast, db).flatMap { row in
            let (preferences, isCategoryOff, mutedUntil) = (storedPreferences(row), row.integer("is_category_off") == 1, row.instant("category_muted_until"))
            let alike = Dictionary(grouping: places(row).filter { !known.contains($0) }) { place in
                Exception(
                    toldAt: told[place], isCategoryOffByDefault: isOffAtFirst && !switchedOn.contains(place),
                    isCategoryRequired: terms.isRequired && recipients[place] != .erased)
            }
            return alike.map { exception, members in
                BroadcastMembers.Group(
                    wishes: .init(
                        preferences: preferences, isCategoryOff: isCategoryOff, categoryMutedUntil: mutedUntil, toldAt: exception.toldAt,
                        isCategoryOffByDefault: exception.isCategoryOffByDefault, isCategoryRequired: exception.isCategoryRequired),
                    members: members)
            }
        }
        let countsMax = groups.countsMax(of: recipients, over: broadcast.channel)
        let entries = try toldLately(countsMax, at: now, db)
        let moments = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.moments(countMax: countsMax[$0.key] ?? 0)) })
        return BroadcastMembers(
            of: broadcast, number: number, recipients: recipients, groups: groups.telling(moments, to: recipients),
            addresses: try addresses(list, broadcast, number: number, recipients, db), values: batch.batch.values, isInDoubt: isInDoubt)
    }

    /// In what members may differ who have the same settings.
    private struct Exception: Hashable {
        var toldAt: Instant?
        var isCategoryOffByDefault: Bool
        var isCategoryRequired: Bool
    }

    /// Those who have switched it on over its channel.
    private static func placesSwitchedOn(_ list: String, _ broadcast: Broadcast, _ db: Database) throws -> Set<Int> {
        try Int.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT asked.key FROM json_each(?) asked WHERE EXISTS (SELECT 1 FROM wanted_categories
                        WHERE user_id = asked.value AND category = ? AND channel = ?)
                    """), arguments: [list, broadcast.payload.category, broadcast.channelName])
    }

    static func recipients(in list: String) -> [UserID]? {
        if let names = FlatJSON.texts(in: list) {
            let users = names.compactMap(UserID.init)
            if users.count == names.count { return users }
        }
        return try? JSONDecoder().decode([UserID].self, from: Data(list.utf8))
    }

    private static func places(_ row: StoredRow) -> [Int] { (row.text("places") ?? "").split(separator: ",").compactMap { Int($0) } }

    private static func wishes(_ list: String, _ broadcast: Broadcast, _ db: Database) throws -> [StoredRow] {
        let settings = Preferences.Key.allCases.map { "profile.\($0.rawValue)" }.joined(separator: ", ")
        return try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(settings), unwanted.user_id IS NOT NULL OR asked.value = '\(UserID.erased)' AS is_category_off,
                        muted.muted_until AS category_muted_until, group_concat(asked.key) AS places
                    FROM json_each(?1) asked LEFT JOIN user_profiles profile ON profile.user_id = asked.value
                    LEFT JOIN unwanted_categories unwanted
                        ON unwanted.user_id = asked.value AND unwanted.channel = ?2 AND unwanted.category = ?3
                    LEFT JOIN unwanted_categories muted
                        ON muted.user_id = asked.value AND muted.channel = '\(CategorySubscription.everyChannel)' AND muted.category = ?3
                    GROUP BY \(settings), is_category_off, category_muted_until
                    """), arguments: [list, broadcast.channelName, broadcast.payload.category])
    }

    /// Those whom a device told.
    private static func toldAt(_ broadcast: Broadcast, _ recipients: [UserID], _ db: Database) throws -> [Int: Instant] {
        guard let notification = broadcast.payload.notification else { return [:] }
        var told: [Int: Instant] = [:]
        for (place, recipient) in recipients.enumerated() {
            if let receipt = try receipt(of: notification, user: recipient, db), receipt.toldBy == .device { told[place] = receipt.toldAt }
        }
        return told
    }

    /// Only those are asked for who have any.
    private static func addresses(
        _ list: String, _ broadcast: Broadcast, number: Int, _ recipients: [UserID], _ db: Database
    ) throws -> [Int: [Address]] {
        guard let channel = broadcast.channel, channel == .push || ContactPoint.channels.contains(channel) else {
            return [:]
        }
        let table = channel == .push ? "device_tokens" : "contact_points"
        let places = try Int.fetchAll(
            db.cachedStatement(
                sql: "SELECT asked.key FROM json_each(?) asked WHERE EXISTS (SELECT 1 FROM \(table) WHERE user_id = asked.value)"),
            arguments: [list])
        var addresses: [Int: [Address]] = [:]
        for place in places {
            guard let delivery = broadcast.delivery(to: recipients[place], batch: number, index: place) else { continue }
            let known = try Self.addresses(for: delivery, db)
            if !known.isEmpty { addresses[place] = known }
        }
        return addresses
    }

    static func transmissions(to members: BroadcastMembers, _ db: Database) throws -> [Int: [Transmission]] {
        var transmissions: [Int: [Transmission]] = [:]
        for place in members.addresses.keys {
            let name = Broadcast.Place(broadcast: members.broadcast.id, batch: members.number, index: place).delivery
            if let name { transmissions[place] = try Self.transmissions(of: name, db) }
        }
        return transmissions
    }
}
