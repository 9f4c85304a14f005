import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who is in which family.
    static let families: [StoreConformance] = [
        StoreConformance("A family is kept as it was saved") { store in
            let none = try await store.family(.init(literal: "household"))
            #expect(none == nil)
            try await store.save(.household, now: .morning)
            let family = try await store.family(.init(literal: "household"))
            #expect(family?.name == "Household")
            #expect(family.map { Set($0.members) } == Set(FamilyRecord.household.members))
        },
        StoreConformance("A family that is saved again takes the new name and roles, and keeps who isn't named") { store in
            try await store.save(.household, now: .morning)
            let ben = FamilyMember(user: .ben, firstName: "Benjamin", role: .superadmin)
            let carl = FamilyMember(user: UserID(literal: "carl"), firstName: "Carl", role: .member)
            let changed = FamilyRecord(id: FamilyRecord.household.id, name: "Big household", members: [ben, carl])
            try await store.save(changed, now: .noon)
            let family = try await store.family(changed.id)
            #expect(family?.name == "Big household")
            #expect(family.map { Set($0.members) } == [FamilyMember(user: .ana, firstName: "Ana", role: .admin), ben, carl])
        },
        StoreConformance("A person's families are those that they are in") { store in
            try await store.save(.household, now: .morning)
            let club = FamilyRecord(
                id: FamilyID(literal: "club"), name: "Club", members: [FamilyMember(user: .ana, firstName: "Ana", role: .member)])
            try await store.save(club, now: .morning)
            let families = try await (store.families(of: .ana), store.families(of: .ben), store.families(of: .stranger))
            #expect(Set(families.0.map(\.id)) == [club.id, FamilyRecord.household.id])
            #expect(families.1.map(\.id) == [FamilyRecord.household.id])
            #expect(families.1.first.map { Set($0.members) } == Set(FamilyRecord.household.members), "with everybody who is in it")
            #expect(families.2.isEmpty)
        },
        StoreConformance("Families whose names look alike and are other bytes are two, and nobody of the one is in the other") { store in
            let families = [("caf\u{E9}", UserID.ben), ("cafe\u{301}", .stranger)].map { id, other in
                FamilyRecord(
                    id: FamilyID(literal: id), name: "With \(other)", members: [
                        FamilyMember(user: .ana, firstName: "Ana", role: .admin), FamilyMember(user: other, firstName: "", role: .member),
                    ])
            }
            for family in families { try await store.save(family, now: .morning) }
            let found = try await store.families(of: .ana)
            #expect(found.count == 2)
            for family in families {
                let own = found.first { $0.id == family.id }
                #expect(own?.name == family.name)
                #expect(own.map { Set($0.members) } == Set(family.members))
            }
        },
        StoreConformance("A person is known by a family or by a profile") { store in
            try await store.save(.household, now: .morning)
            let before = try await (store.isKnown(.ben), store.isKnown(.stranger))
            #expect(before == (true, false))
            try await store.save(Preferences(), of: .stranger, now: .morning)
            let after = try await store.isKnown(.stranger)
            #expect(after)
        },
        StoreConformance("Of several people what each wants is said at once, of those who are known") { store in
            try await store.save(.household, now: .morning)
            var wanted = Preferences()
            wanted.timezone = "Asia/Tokyo"
            let carl = UserID(literal: "carl")
            for user in [UserID.ana, carl] { try await store.save(wanted, of: user, now: .morning) }
            let zones = try await store.preferences(ofKnown: [.ana, .ben, .stranger, carl]).mapValues { $0.read().preferences.timezone }
            #expect(zones == [.ana: "Asia/Tokyo", .ben: "UTC", carl: "Asia/Tokyo"])
            let nobody = try await store.preferences(ofKnown: [])
            #expect(nobody.isEmpty)
        },
    ]

    /// What each person wants, and where their devices are.
    static let preferences: [StoreConformance] = [
        StoreConformance("Who never said what they want gets the defaults") { store in
            let stored = try await store.preferences(of: .stranger).read()
            #expect(stored.preferences == Preferences())
            #expect(stored.refused.isEmpty)
        },
        StoreConformance("What a person wants is kept as it was saved") { store in
            try await store.save(.household, now: .morning)
            var wanted = Preferences()
            wanted.notifyInApp = false
            wanted.notifyPush = true
            wanted.notifyEmail = true
            wanted.championNotifyEmail = false
            wanted.championNotifySMS = true
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "22:30:15"), end: CivilTime(literal: "07:00"))
            wanted.quietHoursByWeekday = QuietNights([.friday: DailyWindow(start: .midnight, end: CivilTime(literal: "09:00")), .sunday: QuietNights.without])
            wanted.quietHoursLevel = .criticalOnly
            wanted.quietHoursAction = .defer
            wanted.language = .arabic
            wanted.mutedUntil = .evening + .milliseconds(7)
            wanted.dailyCountMax = 0
            wanted.digestAt = CivilTime(literal: "18:00")
            wanted.digestByCategory = DigestTimes(["billing": CivilTime(literal: "09:00:30")], atOnce: ["chat"])
            wanted.timezone = "Europe/Rome"
            try await store.save(wanted, of: .ana, now: .morning)
            let stored = try await store.preferences(of: .ana).read()
            #expect(stored.preferences == wanted)
            #expect(stored.refused.isEmpty)
            try await store.save(Preferences(), of: .ana, now: .noon)
            let reset = try await store.preferences(of: .ana).read()
            #expect(reset.preferences == Preferences(), "no quiet hours any more")
            let other = try await store.preferences(of: .ben).read()
            #expect(other.preferences == Preferences())
        },
        StoreConformance("A mute without an end is kept as one, and so is that nothing is muted any more") { store in
            var wanted = Preferences()
            wanted.mutedUntil = Mute.openEnd
            try await store.save([.mutedUntil], of: wanted, for: .ana, now: .morning)
            let (muted, refused) = try await store.preferences(of: .ana).read()
            #expect(muted == wanted && refused.isEmpty)
            try await store.save([.mutedUntil], of: Preferences(), for: .ana, now: .noon)
            let heard = try await store.preferences(of: .ana)
            #expect(heard.read().preferences == Preferences() && heard.columns[.mutedUntil] == nil)
        },
        StoreConformance("Quiet hours of single nights are kept beside those of every day, and so is that there are none any more") { store in
            var wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
            try await store.save([.quietHoursStart, .quietHoursEnd], of: wanted, for: .ana, now: .morning)
            wanted.quietHoursByWeekday = QuietNights([.saturday: QuietNights.without])
            try await store.save([.quietHoursByWeekday], of: wanted, for: .ana, now: .morning)
            let (nights, refused) = try await store.preferences(of: .ana).read()
            #expect(nights == wanted && refused.isEmpty)
            wanted.quietHoursByWeekday = QuietNights()
            try await store.save([.quietHoursByWeekday], of: wanted, for: .ana, now: .noon)
            let alike = try await store.preferences(of: .ana)
            #expect(alike.read().preferences == wanted && alike.columns[.quietHoursByWeekday] == nil)
        },
        StoreConformance("When a person wants their digest is kept, of everything and of some categories, and so is that they want none any more") { store in
            var wanted = Preferences()
            wanted.digestAt = CivilTime(literal: "18:00")
            try await store.save([.digestAt], of: wanted, for: .ana, now: .morning)
            wanted.digestByCategory = DigestTimes(["billing": CivilTime(literal: "09:00")], atOnce: ["chat"])
            try await store.save([.digestByCategory], of: wanted, for: .ana, now: .morning)
            let (kept, refused) = try await store.preferences(of: .ana).read()
            #expect(kept == wanted && refused.isEmpty)
            try await store.save([.digestAt, .digestByCategory], of: Preferences(), for: .ana, now: .noon)
            let none = try await store.preferences(of: .ana)
            #expect(none.read().preferences == Preferences() && none.columns[.digestAt] == nil && none.columns[.digestByCategory] == nil)
        },
        StoreConformance("Who changes one setting leaves the others as they are") { store in
            var mail = Preferences()
            mail.notifyEmail = true
            mail.timezone = "Europe/Rome"
            try await store.save([.notifyEmail], of: mail, for: .ana, now: .morning)
            var push = Preferences()
            push.notifyPush = true
            try await store.save([.notifyPush], of: push, for: .ana, now: .noon)
            try await store.save([], of: mail, for: .ana, now: .noon)
            let stored = try await store.preferences(of: .ana).read().preferences
            #expect(stored.notifyEmail && stored.notifyPush && stored.timezone == "UTC")
        },
        StoreConformance("What a person wants is saved with what their devices share of it and where they are, or nothing of it") { store in
            func push(_ level: String, since pulledAt: Int) -> SyncPush {
                let row = FactRecord(id: FactTable.settingsID, columns: ["quiet_hours_notification_level": .text(level)])
                return SyncPush(id: nil, changes: SyncChanges(tables: [.profile: .init(created: [row])]), pulledAt: pulledAt)
            }
            var preferences = Preferences()
            (preferences.quietHoursLevel, preferences.timezone) = (.criticalOnly, "Asia/Tokyo")
            let wanted = preferences
            let move = ProfileChange.Move(on: .sunday, to: "Asia/Tokyo", from: "UTC")
            let result = try await store.push(push("all", since: 1), of: .ben, now: .morning)
            #expect(result == .taken)
            func save(since pulledAt: Int) async throws -> Bool {
                let change = ProfileChange(
                    [.quietHoursLevel, .timezone], of: wanted, move: move, push: push("critical_only", since: pulledAt))
                return try await store.save(change, for: .ben, now: .noon)
            }
            let isLateSaved = try await save(since: 1)
            #expect(!isLateSaved, "a device has changed the row since")
            let before = try await store.preferences(of: .ben).read().preferences
            #expect(before == Preferences())
            let noStays = try await store.history(after: .steps(1, of: .ben)).stays
            #expect(noStays.isEmpty)
            let pulled = try await store.pull(SyncPull(since: nil), of: .ben)
            let isSaved = try await save(since: pulled.timestamp)
            #expect(isSaved)
            let after = try await store.preferences(of: .ben).read().preferences
            #expect(after == wanted)
            let stays = try await store.history(after: .steps(2, of: .ben)).stays
            #expect(stays.map(\.timezone) == ["UTC", "Asia/Tokyo"])
            let shared = try await store.pull(SyncPull(since: nil), of: .ben).changes.tables[.profile]?.created.first
            #expect(shared?.columns["quiet_hours_notification_level"] == .text("critical_only"))
        },
        StoreConformance("What is held for a person is due at once when they change what they want") { store in
            try await store.enqueue(.example(1), .example(2, to: .ben), .example(3))
            try await store.lease { candidate in
                candidate.delivery.id == .example(3) ? .send(.allowed) : .defer(.quietHours, until: .evening)
            }
            try await store.record(3, .retry(at: .evening, error: "busy"))
            try await store.save(Preferences(), of: .ana, now: .noon)
            let due = try await store.candidates()
            #expect(due.map(\.delivery.id) == [.example(1)], "not what is held for another, nor what a provider put off")
            #expect(due.first?.delivery.heldSince == .noon, "it was held all the same")
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.nextAttemptAt == nil)
        },
        StoreConformance("What is held together for two whose names look alike is held for each by what they want") { store in
            let users = ["zo\u{EB}", "zoe\u{308}"].map { UserID(literal: $0) }
            for (user, timezone) in zip(users, ["Asia/Tokyo", "Europe/Rome"]) {
                var wanted = Preferences()
                wanted.timezone = timezone
                try await store.save(wanted, of: user, now: .morning)
            }
            try await store.enqueue(.example(1, to: users[0]), .example(2, to: users[1]))
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            let now = try await store.candidates()
            #expect(now.isEmpty)
            let later = try await store.candidates(at: .evening)
            #expect(Set(later.map(\.delivery.recipient)) == Set(users))
        },
        StoreConformance("What was held and then put off by its provider stays put off when a person changes what they want") { store in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.quietHours, until: .noon) }
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "busy"))
            try await store.save(Preferences(), of: .ana, now: .noon)
            try await store.save(Preferences(), of: .ana, now: .noon)
            let row = try await store.row(1)
            #expect(row.delivery.heldSince == .noon)
            #expect(row.nextAttemptAt == .evening)
        },
        StoreConformance("A device may be registered again and again, and with two persons") { store in
            try await store.save(.household, now: .morning)
            let token = DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.0", osVersion: nil)
            let updated = DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.1", osVersion: "19.0")
            try await store.register(token, of: .ana, now: .morning)
            try await store.register(updated, of: .ana, now: .noon)
            try await store.register(updated, of: .ben, now: .noon)
        },
    ]
}
