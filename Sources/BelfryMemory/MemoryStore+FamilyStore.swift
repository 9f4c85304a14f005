import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: FamilyStore {
    public func save(_ family: FamilyRecord, now: Instant) {
        transaction { tables in
            let unnamed = tables.families[family.id]?.members.filter { !family.has($0.user) } ?? []
            let members = (unnamed + family.members).sorted { $0.user < $1.user }
            tables.families[family.id] = FamilyRecord(id: family.id, name: family.name, members: members)
        }
    }

    public func family(_ id: FamilyID) -> FamilyRecord? {
        tables.families[id]
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

    public func save(_ keys: Set<Preferences.Key>, of preferences: Preferences, for user: UserID, now: Instant) {
        transaction { tables in
            tables.profiles[user, default: Preferences()].take(keys, from: preferences)
            for (id, row) in tables.queue where row.delivery.recipient == user { tables.queue[id]?.release() }
        }
    }

    public func recordStay(of user: UserID, from date: CivilDate, in timezone: String, before former: String) {
        transaction { tables in
            var stays = tables.stays[user] ?? [MemberHistory.Stay(from: .beforeAllDays, timezone: former)]
            stays.removeAll { $0.from == date }
            stays.append(MemberHistory.Stay(from: date, timezone: timezone))
            tables.stays[user] = stays.sorted { $0.from < $1.from }
        }
    }

    public func register(_ token: DeviceToken, of user: UserID, now: Instant) {
        transaction { tables in
            tables.deviceTokens[Tables.DeviceKey(user: user, token: token.token)] = token
        }
    }
}
