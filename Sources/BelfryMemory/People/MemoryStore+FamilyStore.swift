import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: FamilyStore {
    public func save(_ family: FamilyRecord, now: Instant) throws {
        try transaction { tables in
            let unnamed = tables.families[family.id]?.members.filter { !family.has($0.user) } ?? []
            let named = family.members.map { member in
                let known = tables.families[family.id]?.members.first { $0.user == member.user }
                return FamilyMember(
                    user: member.user, firstName: member.firstName, role: member.role, sharesAlerts: known?.sharesAlerts ?? member.sharesAlerts)
            }
            let members = (unnamed + named).sorted { $0.user < $1.user }
            try FamilyRecord.checkMemberCount(Set(members.map(\.user)).count, formerly: tables.families[family.id]?.members.count ?? 0)
            if members == tables.families[family.id]?.members {
                tables.families[family.id] = FamilyRecord(id: family.id, name: family.name, members: members)
            } else {
                tables.change(family, members: members, now: now)
            }
        }
    }

    public func family(_ id: FamilyID) -> FamilyRecord? {
        tables.families[id]
    }

    public func invite(_ invitation: FamilyInvitation, now: Instant) {
        transaction { $0.invitations[invitation.codeHash] = invitation }
    }

    public func acceptInvitation(codeHash: String, by member: FamilyMember, now: Instant) throws -> FamilyID? {
        try transaction { tables in
            guard let invitation = tables.invitations[codeHash], now < invitation.expiresAt, let family = tables.families[invitation.family]
            else { return nil }
            tables.invitations[codeHash] = nil
            if !family.has(member.user) {
                try FamilyRecord.checkMemberCount(family.members.count + 1, formerly: family.members.count)
                let joined = FamilyMember(
                    user: member.user, firstName: member.firstName, role: invitation.role, sharesAlerts: member.sharesAlerts)
                tables.change(family, members: family.members + [joined], now: now)
            }
            return family.id
        }
    }

    public func setConsent(_ sharesAlerts: Bool, of user: UserID, in family: FamilyID, now: Instant) -> Bool {
        transaction { tables in
            guard let record = tables.families[family], record.has(user) else { return false }
            let members = record.members.map { member in
                member.user == user
                    ? FamilyMember(user: user, firstName: member.firstName, role: member.role, sharesAlerts: sharesAlerts) : member
            }
            tables.change(record, members: members, now: now)
            return true
        }
    }

    public func remove(_ user: UserID, from family: FamilyID, now: Instant) -> Bool {
        transaction { tables in
            guard let record = tables.families[family], record.has(user) else { return false }
            tables.change(record, members: record.members.filter { $0.user != user }, now: now)
            return true
        }
    }

    public func families(of user: UserID) -> [FamilyRecord] {
        tables.families(of: user)
    }

    public func isKnown(_ user: UserID) -> Bool {
        tables.profiles[user] != nil || !tables.families(of: user).isEmpty
    }

    public func preferences(of user: UserID) -> StoredPreferences {
        tables.storedPreferences(of: user)
    }

    public func preferences(ofKnown users: Set<UserID>) -> [UserID: StoredPreferences] {
        Dictionary(uniqueKeysWithValues: users.filter { isKnown($0) }.map { ($0, tables.storedPreferences(of: $0)) })
    }

    public func save(_ change: ProfileChange, for user: UserID, now: Instant) -> Bool {
        // What is as it was leaves no line in the audit log.
        transaction(counting: { $0.isChanged ? 1 : 0 }) { tables -> (isSaved: Bool, isChanged: Bool) in
            if let push = change.push, !tables.synced[user, default: SyncedFacts()].take(push, now: now) { return (false, false) }
            return (true, tables.save(change, for: user, now: now))
        }.isSaved
    }

    public func stays(of user: UserID) -> [MemberHistory.Stay] { tables.stays[user] ?? [] }

    public func register(_ token: DeviceToken, of user: UserID, now: Instant) {
        transaction { tables in
            tables.register(token, of: user, now: now)
        }
    }
}

extension Tables {
    /// - Returns: whether anything is otherwise now.
    @discardableResult
    mutating func save(_ change: ProfileChange, for user: UserID, now: Instant) -> Bool {
        if let move = change.move {
            var own = stays[user] ?? [MemberHistory.Stay(from: .beforeAllDays, timezone: move.formerTimezone)]
            own.removeAll { $0.from >= move.date }
            own.append(MemberHistory.Stay(from: move.date, timezone: move.timezone))
            stays[user] = own
            mark(user, at: now)
        }
        guard !change.keys.isEmpty else { return true }
        var profile = profiles[user] ?? Preferences()
        profile.take(change.keys, from: change.preferences)
        guard profiles.updateValue(profile, forKey: user) != profile else { return change.move != nil }
        for (id, row) in queue where row.delivery.recipient == user { queue[id]?.release() }
        return true
    }

    /// Whoever may be told of whom has changed: what goes on may be news to somebody now, and is looked at again.
    mutating func change(_ family: FamilyRecord, members: [FamilyMember], now: Instant) {
        families[family.id] = FamilyRecord(id: family.id, name: family.name, members: members.sorted { $0.user < $1.user })
        let watched = Set(alerts.values.filter { $0.status == .active }.map(\.member))
        for member in members where watched.contains(member.user) { mark(member.user, at: now) }
    }
}
