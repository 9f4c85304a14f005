import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: PeopleIntake {
    public func take(_ people: [ImportedPerson], addingAddresses: Bool, isDryRun: Bool, now: Instant) -> [ImportedPerson.Fate] {
        func take(_ tables: inout Tables) -> [ImportedPerson.Fate] {
            people.map { person in
                let others = Set(tables.devices.filter { $0.key.user != person.user && $0.value.isActive }.keys.map(\.token))
                let (change, fate) = person.change(to: tables.known(person.user), addingAddresses: addingAddresses, others: others)
                if let change { tables.carryOut(change, now: now) }
                return fate
            }
        }
        guard isDryRun else { return transaction { take(&$0) } }
        var draft = tables
        return take(&draft)
    }
}

extension Tables {
    fileprivate func known(_ user: UserID) -> KnownPerson {
        var known = KnownPerson()
        known.preferences = profiles[user] == nil ? nil : storedPreferences(of: user).read().preferences
        known.isKnown = known.preferences != nil || !families(of: user).isEmpty
        known.points = contactPoints.values.filter { $0.user == user }.map(\.point)
        let own = devices.filter { $0.key.user == user }
        (known.tokens, known.deviceCount) = (Set(own.keys.map(\.token)), own.values.count { $0.isActive })
        known.off = Set(unwanted.filter { $0.user == user }.map { CategorySubscription(category: $0.category, channel: $0.channel) })
        known.on = Set(wanted.filter { $0.user == user }.map { CategorySubscription(category: $0.category, channel: $0.channel) })
        return known
    }

    fileprivate mutating func carryOut(_ change: ImportedChange, now: Instant) {
        let user = change.user
        save(ProfileChange(change.keys, of: change.preferences, move: change.move), for: user, now: now)
        for id in change.vouchedFor { contactPoints[id]?.verifiedAt = now }
        for id in change.silenced { contactPoints[id]?.silence = .init(since: now, why: .optedOut) }
        for point in change.newPoints {
            let draft = point.draft
            contactPoints[draft.id] = ContactPointRow(
                user: user, id: draft.id, channel: draft.channel, value: draft.value, createdAt: now, verifiedAt: now,
                silence: point.isSilent ? .init(since: now, why: .optedOut) : nil)
        }
        for device in change.newDevices { register(device, of: user, now: now) }
        set(change.subscriptions, of: user)
    }
}
