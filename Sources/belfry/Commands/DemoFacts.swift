import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime

/// What a phone of Ana's would have shared: bills, words to learn, things in the pantry, and where she prays.
struct DemoFacts {
    let today: CivilDate

    func share(with person: UserID, in house: House) async throws {
        var preferences = Preferences()
        preferences.timezone = "Europe/Berlin"
        _ = try await house.store.save(ProfileChange([.timezone], of: preferences), for: person, now: house.now())
        _ = try await house.store.push(SyncPush(id: nil, changes: SyncChanges(tables: tables), pulledAt: nil), of: person, now: house.now())
    }

    private var tables: [FactTable: SyncChanges.Rows] {
        [
            .notificationSettings: settings(["bill_reminders_enabled": .flag(true), "currency": .text("EUR"), "reminder_time_hour": .whole(9)]),
            .budgetItems: .init(created: [
                bill("rent", "Rent", 124_000, in: 3), bill("gym", "Gym", 2_990, in: 1), bill("internet", "Internet", 3_500, in: 6),
                bill("power", "Power", 7_000, in: 4, ["is_auto_pay": .flag(true)]),
            ]),
            .studySettings: settings(["study_reminders_enabled": .flag(true), "reminder_time": .text("19:00")]),
            .studyWords: .init(created: (0..<12).map { number in
                FactRecord(id: "word-\(number)", columns: ["due": .text((today + number % 5).description)])
            }),
            .pantrySettings: settings(["expiration_reminders_enabled": .flag(true)]),
            .pantryItems: .init(created: [
                thing("milk", "Milk", ["expires_on": .text((today + 2).description)]), thing("eggs", "Eggs", ["expires_on": .text((today + 5).description)]),
                thing("drill", "Drill", ["warranty_ends_on": .text((today + 9).description)]),
            ]),
            .prayerSettings: settings([
                "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.405), "place": .text("Berlin"),
                "prayers": .text(#"{"dhuhr": false, "asr": false, "isha": false}"#),
            ]),
        ]
    }

    private func settings(_ columns: [String: FactValue]) -> SyncChanges.Rows {
        SyncChanges.Rows(created: [FactRecord(id: FactTable.settingsID, columns: columns)])
    }

    private func bill(_ id: String, _ name: String, _ cents: Int, in dayCount: Int, _ more: [String: FactValue] = [:]) -> FactRecord {
        let columns: [String: FactValue] = ["name": .text(name), "amount": .whole(cents), "due_date": .text((today + dayCount).description)]
        return FactRecord(id: id, columns: columns.merging(more) { own, _ in own })
    }

    private func thing(_ id: String, _ name: String, _ columns: [String: FactValue]) -> FactRecord {
        FactRecord(id: id, columns: columns.merging(["name": .text(name)]) { own, _ in own })
    }
}
