import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: AudienceStore {
    public func save(_ audience: Audience, openCountMax: Int) throws {
        try transaction { tables in
            let others = tables.audiences.filter { $0.key.app == audience.key.app && $0.key != audience.key }
            guard !audience.isOpen || others.values.count(where: \.audience.isOpen) < openCountMax else {
                throw Problem.tooManyAudiences(countMax: openCountMax)
            }
            let known = tables.audiences[audience.key]
            let kept = Audience(
                key: audience.key, title: audience.title, isOpen: audience.isOpen, createdAt: known?.audience.createdAt ?? audience.createdAt)
            tables.audiences[audience.key] = AudienceRow(audience: kept, members: known?.members ?? [:])
        }
    }

    public func audience(_ key: AudienceKey) -> Audience? { tables.audiences[key]?.audience }

    public func audiences(of app: AppID, after: AudienceID?, countMax: Int) -> [Audience] {
        let found = tables.audiences.values.map(\.audience).filter { one in one.key.app == app && after.map { one.key.id > $0 } ?? true }
        return Array(found.sorted { $0.key < $1.key }.prefix(countMax))
    }

    public func removeAudience(_ key: AudienceKey) -> Bool {
        transaction { $0.audiences.removeValue(forKey: key) != nil }
    }

    public func memberCount(of key: AudienceKey) -> Int { tables.audiences[key]?.members.count ?? 0 }

    public func members(of key: AudienceKey, after user: UserID?, countMax: Int) -> [UserID] { tables.members(of: key, after: user, countMax: countMax) }

    public func add(_ people: Set<UserID>, to key: AudienceKey, ifOpen: Bool, now: Instant) -> Int? {
        transaction(counting: { (count: Int?) in count ?? 0 }) { tables in
            guard let row = tables.audiences[key], row.audience.isOpen || !ifOpen else { return nil }
            let others = people.filter { row.members[$0] == nil }
            for user in others { tables.audiences[key]?.members[user] = now }
            return others.count
        }
    }

    public func remove(_ people: Set<UserID>, from key: AudienceKey, ifOpen: Bool) -> Int? {
        transaction(counting: { (count: Int?) in count ?? 0 }) { tables in
            guard let row = tables.audiences[key], row.audience.isOpen || !ifOpen else { return nil }
            let own = people.filter { row.members[$0] != nil }
            for user in own { tables.audiences[key]?.members[user] = nil }
            return own.count
        }
    }

    public func openAudiences(for person: UserID) -> [(audience: Audience, isMember: Bool)] {
        tables.audiences.values.filter(\.audience.isOpen).sorted { $0.audience.key < $1.audience.key }
            .map { (audience: $0.audience, isMember: $0.members[person] != nil) }
    }

    public func appendMembers(
        of key: AudienceKey, after user: UserID?, values: PersonalValues?, to broadcast: Broadcast, firstNumber: Int, batchCountMax: Int
    ) -> (batchCount: Int, last: UserID?) {
        let members = tables.members(of: key, after: user, countMax: batchCountMax * Broadcast.batchRecipientCountMax)
        let batches = RecipientBatch.full(of: members, values: values)
        append(batches, to: broadcast, firstNumber: firstNumber)
        return (batches.count, members.last)
    }
}

/// An audience with its members, and since when each is in it.
struct AudienceRow: Equatable, Sendable {
    let audience: Audience
    var members: [UserID: Instant]
}

extension Tables {
    fileprivate func members(of key: AudienceKey, after user: UserID?, countMax: Int) -> [UserID] {
        let members = audiences[key]?.members.keys.filter { one in user.map { one > $0 } ?? true } ?? []
        return Array(members.sorted().prefix(countMax))
    }
}
