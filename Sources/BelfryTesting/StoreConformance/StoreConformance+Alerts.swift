import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How a family sees and hides its alerts.
    static let alerts: [StoreConformance] = [
        StoreConformance("A family sees its active alerts: the highest level first, then the longest-lasting") { store in
            try await store.accept(
                .example(4), .example(2, level: .days14), .example(3), .example(1, level: .days7),
                .example(5, level: .days21, resolved: .recovered), .example(6, about: .stranger))
            let alerts = try await store.alerts(of: FamilyRecord.household.id, for: .ben, today: .sunday)
            #expect(alerts?.map(\.id) == [.example(2), .example(1), .example(3), .example(4)])
            #expect(alerts?.last == .example(4), "each as it was stored")
        },
        StoreConformance("Who isn't in the family sees nothing of it") { store in
            try await store.accept(.example(1))
            let alerts = try await store.alerts(of: FamilyRecord.household.id, for: .stranger, today: .sunday)
            #expect(alerts == nil)
            let nowhere = try await store.alerts(of: FamilyID(literal: "nowhere"), for: .ana, today: .sunday)
            #expect(nowhere == nil)
        },
        StoreConformance("A snoozed alert is hidden through its day, and back on the next") { store in
            try await store.accept(.example(1))
            let isSnoozed = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: .ana, now: .noon)
            #expect(isSnoozed)
            let hidden = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday + 3)
            #expect(hidden == [])
            let all = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: nil)
            #expect(all?.map(\.snoozeUntil) == [.sunday + 3], "asked for without a day, it is there")
            let back = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday + 4)
            let alert = try #require(back?.first)
            #expect(alert.snoozeUntil == .sunday + 3 && alert.snoozeDays == 3)
            #expect(alert.dismissedAt == nil)
        },
        StoreConformance("A dismissed alert is hidden for good, since the first time") { store in
            try await store.accept(.example(1))
            let first = try await store.dismiss(.example(1), by: .ana, now: .noon)
            #expect(first == .noon)
            let second = try await store.dismiss(.example(1), by: .ben, now: .evening)
            #expect(second == .noon)
            let alerts = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday + 100)
            #expect(alerts == [])
        },
        StoreConformance("A restored alert is as if nobody had hidden it; another's snooze stays theirs") { store in
            try await store.accept(.example(1))
            for person in [UserID.ana, .ben] {
                _ = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: person, now: .noon)
            }
            _ = try await store.dismiss(.example(1), by: .ben, now: .noon)
            let isRestored = try await store.restore(.example(1), by: .ana, now: .evening)
            #expect(isRestored)
            let alerts = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday)
            #expect(alerts == [.example(1)])
            let others = try await store.alerts(of: FamilyRecord.household.id, for: .ben, today: .sunday)
            #expect(others == [])
        },
        StoreConformance("Who isn't in a family of the alert's member hides and restores nothing") { store in
            try await store.accept(.example(1))
            let neighbours = FamilyRecord(
                id: FamilyID(literal: "neighbours"), name: "Neighbours",
                members: [FamilyMember(user: .stranger, firstName: "Stranger", role: .superadmin)])
            try await store.save(neighbours, now: .morning)
            let isSnoozed = try await store.snooze(.example(1), until: .sunday, dayCount: 1, by: .stranger, now: .noon)
            #expect(!isSnoozed)
            let dismissedAt = try await store.dismiss(.example(1), by: .stranger, now: .noon)
            #expect(dismissedAt == nil)
            _ = try await store.dismiss(.example(1), by: .ana, now: .noon)
            let isRestored = try await store.restore(.example(1), by: .stranger, now: .noon)
            #expect(!isRestored)
            let overview = try await store.alerts(visibleTo: .ana, countMax: 10)
            let alert = try #require(overview.first?.alert)
            #expect(alert.snoozeUntil == nil && alert.dismissedAt == .noon)
        },
        StoreConformance("There is nothing to hide where there is no alert") { store in
            try await store.save(.household, now: .morning)
            let isSnoozed = try await store.snooze(.example(1), until: .sunday, dayCount: 1, by: .ana, now: .noon)
            let dismissedAt = try await store.dismiss(.example(1), by: .ana, now: .noon)
            let isRestored = try await store.restore(.example(1), by: .ana, now: .noon)
            #expect(!isSnoozed && dismissedAt == nil && !isRestored)
        },
    ]
}
