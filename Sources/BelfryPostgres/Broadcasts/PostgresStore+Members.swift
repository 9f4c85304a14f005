import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Synchronization

// What the members of a batch have in common: the server groups them, so that a batch is a few rows and not one a recipient.

extension PostgresStore {
    /// A batch that was leased, and what was asked about its members; the answers are read together.
    struct TakenBatch {
        let broadcast: Broadcast
        let number: Int
        /// How often it was leased, this time included.
        let leaseCount: Int
        let batch: RecipientBatch
        /// The places about which the log says something.
        let known: Set<Int>
        let questions: MemberQuestions

        /// Nil where it can't be read.
        ///
        /// - Parameters:
        ///   - lease: the row of the lease, with its broadcast and its recipients.
        ///   - isNear: whether they may stand close together, as of ``MemberQuestions``.
        init?(_ lease: Row, isNear: (_ broadcast: BroadcastID, _ number: Int) -> Bool, _ db: Connection) throws {
            guard let broadcast = PostgresStore.broadcast(lease), let number = lease.integer("number"),
                let batch = PostgresStore.batch(lease)
            else { return nil }
            let entryCount = lease.integer("entries") ?? 1
            guard let known = try Self.knownPlaces(of: broadcast, number: number, entryCount: entryCount, db) else { return nil }
            self.broadcast = broadcast
            self.number = number
            leaseCount = lease.integer("lease_count") ?? 1
            self.batch = batch
            self.known = known
            questions = try MemberQuestions(about: broadcast, batch.recipients, isNear: isNear(broadcast.id, number), db)
        }

        /// Nil where the log says less than was written: nobody knows then who was told.
        ///
        /// - Parameter entryCount: of the log, as the lease has it.
        private static func knownPlaces(of broadcast: Broadcast, number: Int, entryCount: Int, _ db: Connection) throws -> Set<Int>? {
            guard entryCount > 0 else { return [] }
            let entries = try db.rows(
                "SELECT * FROM broadcast_results WHERE app_id = $1 AND broadcast_id = $2 AND number = $3", broadcast.app, broadcast.id, number
            ).compactMap(PostgresStore.entry)
            return entries.count < entryCount ? nil : Set(entries.flatMap(\.groups).flatMap(\.members))
        }
    }

    /// All but those about whom the log says something, with everything that their decisions need.
    ///
    /// - Parameter dueAt: until when what is due counts.
    func members(_ taken: TakenBatch, dueAt: Moment, _ db: Connection) throws -> BroadcastMembers {
        let recipients = taken.batch.recipients
        var asked = taken.questions
        if try asked.isCrowded() {
            crowds.withLock { $0.note(taken.broadcast.id, taken.number) }
            asked = try db.transaction { db in
                try Self.planByIndex(db)
                return try MemberQuestions(about: taken.broadcast, recipients, isNear: false, db)
            }
        }
        let places = RecipientPlaces(recipients)
        let terms = try Self.categoryTerms(asked.terms).first?.value ?? CategoryTerms()
        let isOffAtFirst = taken.broadcast.channel.map(terms.offAtFirst.contains) ?? false
        let switchedOn = isOffAtFirst ? try db.transaction { db in try Self.switchedOn(taken.broadcast, recipients, places, db) } : nil
        let groups = try Self.groups(
            asked, places, recipients.indices.filter { !taken.known.contains($0) }, switchedOn: switchedOn, isRequired: terms.isRequired)
        let addresses = try Self.addresses(asked, places, over: taken.broadcast)
        // Mostly nobody limits it, and nothing more is asked.
        let countsMax = groups.countsMax(of: recipients, over: taken.broadcast.channel)
        let told: [UserID: [Instant]] = try countsMax.isEmpty ? [:] : db.transaction { db in
            try Self.planByIndex(db)
            let entries = try Self.toldLately(Self.askToldLately(countsMax, dueAt: dueAt, db))
            return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.moments(countMax: countsMax[$0.key] ?? 0)) })
        }
        return BroadcastMembers(
            of: taken.broadcast, number: taken.number, recipients: recipients, groups: groups.telling(told, to: recipients),
            addresses: addresses, values: taken.batch.values, isInDoubt: taken.leaseCount > 1)
    }

    /// - Parameters:
    ///   - members: the places of those about whom something is to be decided.
    ///   - switchedOn: the places of those who have switched on what is off at first; nil where it isn't.
    private static func groups(
        _ asked: MemberQuestions, _ places: RecipientPlaces, _ members: [Int], switchedOn: Set<Int>?, isRequired: Bool
    ) throws -> [BroadcastMembers.Group] {
        // The first are those of whom there is no row.
        var preferences = [storedPreferences(nil)]
        var alike = Array(repeating: 0, count: places.count)
        for row in try asked.wishes.rows() {
            let index = preferences.count
            preferences.append(storedPreferences(row))
            TextList.forEach(in: row.text("users") ?? "{}") { user in places.forEach(of: user) { alike[$0] = index } }
        }
        var groups: [[Int]] = Array(repeating: [], count: preferences.count)
        for member in members { groups[alike[member]].append(member) }
        let ((unwanted, muted), toldAt) = (try self.unwanted(asked, places), try self.toldAt(asked, places))
        var erased: Set<Int> = []
        if isRequired { places.forEach(of: UserID.erased.text) { erased.insert($0) } }
        return zip(preferences, groups).flatMap { preferences, members in
            // Mostly nobody was told, and nobody has switched it off or muted it.
            let parts =
                unwanted.isEmpty && muted.isEmpty && toldAt.isEmpty && switchedOn == nil && erased.isEmpty
                ? [Exception(isCategoryRequired: isRequired): members]
                : Dictionary(grouping: members) { [erased] place in
                    Exception(
                        isCategoryOff: unwanted.contains(place), categoryMutedUntil: muted[place], toldAt: toldAt[place],
                        isCategoryOffByDefault: switchedOn.map { !$0.contains(place) } ?? false, isCategoryRequired: isRequired && !erased.contains(place))
                }
            return parts.filter { !$0.value.isEmpty }.map { exception, members in
                BroadcastMembers.Group(
                    wishes: .init(
                        preferences: preferences, isCategoryOff: exception.isCategoryOff, categoryMutedUntil: exception.categoryMutedUntil,
                        toldAt: exception.toldAt, isCategoryOffByDefault: exception.isCategoryOffByDefault,
                        isCategoryRequired: exception.isCategoryRequired), members: members)
            }
        }
    }

    /// In what members may differ who have the same settings.
    private struct Exception: Hashable {
        var isCategoryOff = false
        var categoryMutedUntil: Instant?
        var toldAt: Instant?
        var isCategoryOffByDefault = false
        var isCategoryRequired = false
    }

    /// Those who have switched it on over its channel.
    private static func switchedOn(_ broadcast: Broadcast, _ recipients: [UserID], _ places: RecipientPlaces, _ db: Connection) throws -> Set<Int> {
        try planByIndex(db)
        let rows = try db.rows(
            "SELECT user_id FROM wanted_categories WHERE user_id = ANY($1::text[]) AND category = $2 AND channel = $3", recipients,
            broadcast.payload.category, broadcast.channelName)
        var switchedOn: Set<Int> = []
        for row in rows { places.forEach(of: row.text("user_id") ?? "") { switchedOn.insert($0) } }
        return switchedOn
    }

    /// Who wants nothing of it, and who mutes it until when.
    private static func unwanted(_ asked: MemberQuestions, _ places: RecipientPlaces) throws -> (Set<Int>, muted: [Int: Instant]) {
        var (unwanted, muted): (Set<Int>, [Int: Instant]) = ([], [:])
        places.forEach(of: UserID.erased.text) { unwanted.insert($0) }
        for row in try asked.unwanted.rows() {
            let end = row.instant("muted_until")
            places.forEach(of: row.text("user_id") ?? "") { place in
                if let end { muted[place] = end } else { unwanted.insert(place) }
            }
        }
        return (unwanted, muted)
    }

    private static func toldAt(_ asked: MemberQuestions, _ places: RecipientPlaces) throws -> [Int: Instant] {
        var toldAt: [Int: Instant] = [:]
        for row in try asked.told?.rows() ?? [] {
            guard let receipt = receipt(row), receipt.toldBy == .device else { continue }
            places.forEach(of: row.text("user_id") ?? "") { toldAt[$0] = receipt.toldAt }
        }
        return toldAt
    }

    private static func addresses(_ asked: MemberQuestions, _ places: RecipientPlaces, over broadcast: Broadcast) throws -> [Int: [Address]] {
        guard let channel = broadcast.channel else { return [:] }
        var addresses: [Int: [Address]] = [:]
        for row in try asked.addresses?.rows() ?? [] {
            let address = channel == .push ? Reachability.device(row) : Reachability.contactPoint(row, channel)
            guard let address else { continue }
            places.forEach(of: row.text("user_id") ?? "") { addresses[$0, default: []].append(address) }
        }
        return addresses
    }

    static func recipients(_ row: Row) -> [UserID]? {
        let list = row.text("recipients") ?? "[]"
        if let names = FlatJSON.texts(in: list) {
            let users = names.compactMap(UserID.init)
            if users.count == names.count { return users }
        }
        return try? JSONDecoder().decode([UserID].self, from: Data(list.utf8))
    }

    /// Nil where it can't be read.
    static func batch(_ row: Row) -> RecipientBatch? {
        guard let recipients = recipients(row) else { return nil }
        guard let list = row.text("recipient_values") else { return RecipientBatch(recipients) }
        let values = try? JSONDecoder().decode([PersonalValues].self, from: Data(list.utf8))
        return values?.count == recipients.count ? RecipientBatch(recipients, values: values) : nil
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
