import BelfryModel
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("What rows say is read, and what can't be read is named")
struct FactRowTests {
    @Test("Whatever a row's text has in it, the person reads as it was written", arguments: [#"Say "hi" \ {to} é 🏠 👩‍👩‍👧"#, "Zoë’s [flat], 1/2"])
    func text(name: String) async throws {
        let bench = Bench()
        try await bench.saveBills(FactRecord(id: "rent", columns: ["name": .text(name), "due_date": .text("2026-11-30")]))
        let report = await bench.reconcile(.launch)
        #expect(report.refused.isEmpty)
        bench.advance(by: .hours(10 * 24))
        #expect(bench.shownTitles == ["Due tomorrow: \(name)", "Due today: \(name)"])
    }

    @Test("Rows of other kinds are read as well: numbers with a fraction, and columns that hold JSON or no such thing")
    func kinds() async throws {
        let bench = Bench()
        let prayer: [String: FactValue] = [
            "prayer_reminders_enabled": .whole(1), "latitude": .real(52.52), "longitude": .real(1.34e1), "method": .text(#""umm_al_qura""#),
            "prayers": .text(#"{"dhuhr":false,"asr":false,"maghrib":false,"isha":false}"#), "minutes_before": .text("10"),
        ]
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: prayer))
        #expect(await bench.reconcile(.launch).refused.isEmpty)
        #expect(bench.pending.contains { $0.hasPrefix("prayer|fajr|") } && !bench.pending.contains { $0.hasPrefix("prayer|isha|") })
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: ["prayers": .text("fajr}")]))
        #expect(await bench.reconcile().refused.map(\.table) == [.prayerSettings])
    }

    @Test("A row that can't be used is named, and the others count")
    func refused() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("odd", due: "the last day of the month"))
        let report = await bench.reconcile(.launch)
        #expect(report.refused.map(\.id) == ["odd"])
        #expect(report.refused.first?.problem.field == "due_date")
        #expect(bench.pending.count == 2)
    }

    @Test("Whoever mutes everything hears nothing until then, wherever they said so; what is due later stays planned")
    func muted() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        func mute(until end: String?) async throws -> [String] {
            try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["muted_until": end.map(FactValue.text) ?? .null]))
            await bench.reconcile()
            return bench.pending
        }
        #expect(try await mute(until: "2026-11-29T20:00:00Z") == ["bills|rent|due_day|2026-11-30 08:00"])
        #expect(try await mute(until: Mute.openEnd.description).isEmpty)
        #expect(try await mute(until: nil) == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
    }

    @Test("A night of its own holds what is due in it, wherever the person said so; one that can't be read counts for nothing and is named")
    func quietNights() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        func pending(_ nights: String?) async throws -> [String] {
            let columns: [String: FactValue] = [
                "quiet_hours_start": .text("22:00"), "quiet_hours_end": .text("07:00"), "quiet_hours_action": .text("defer"),
                "quiet_hours_by_weekday": nights.map(FactValue.text) ?? .null,
            ]
            try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: columns))
            await bench.reconcile()
            return bench.pending
        }
        let (asEveryDay, late) = ("bills|rent|day_before|2026-11-29 08:00", "bills|rent|day_before|2026-11-29 09:30")
        let dueDay = "bills|rent|due_day|2026-11-30 08:00"
        #expect(try await pending(nil) == [asEveryDay, dueDay])
        #expect(try await pending(#"{"sat":"23:00-10:30"}"#) == [late, dueDay])
        #expect(try await pending(#"{"fri":"23:00-10:30","sat":null}"#) == [asEveryDay, dueDay])
        _ = try await pending(#"{"sat":"late"}"#)
        #expect(await bench.reconcile().refused.map(\.table) == [.profile])
    }

    @Test("What a newer app has put into a person's settings is passed over and named, and all else that they have set counts")
    func newerSettings() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let columns: [String: FactValue] = [
            "quiet_hours_start": .text("22:00"), "quiet_hours_end": .text("09:30"), "quiet_hours_action": .text("defer"),
            "quiet_hours_by_weekday": .text(#"{"sat":null,"holiday":null}"#), "language": .text("de"),
            "throttles": .text(#"[{"category":"bill_reminder","count":"few"}]"#),
        ]
        func save(_ columns: [String: FactValue]) async throws -> PassReport {
            try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: columns))
            return await bench.reconcile()
        }
        let report = try await save(columns)
        #expect(report.refused.map(\.problem.field) == ["quiet_hours_by_weekday.holiday", "throttles[0].count"])
        #expect(report.language == .german)
        let (dayBefore, dueDay) = ("bills|rent|day_before|2026-11-29", "bills|rent|due_day|2026-11-30")
        #expect(bench.pending == ["\(dayBefore) 08:30", "\(dueDay) 08:30"], "every day's quiet hours hold both")
        let known = try await save(["quiet_hours_by_weekday": .text(#"{"sat":null}"#), "throttles": .null])
        #expect(known.refused.isEmpty && bench.pending == ["\(dayBefore) 08:00", "\(dueDay) 08:30"])
    }
}
