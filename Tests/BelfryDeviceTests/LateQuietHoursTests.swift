import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What was due while the device was off, and quiet hours")
struct LateQuietHoursTests: OffForAWhile {
    private func quietBench(
        from start: String = "12:00", to end: String = "18:00", timezone: @escaping @Sendable () -> String = { "Europe/Berlin" }
    ) async throws -> Bench {
        let bench = Bench(afterReboot: .kept, timezone: timezone)
        try await bench.save(
            .profile,
            FactRecord(
                id: FactTable.settingsID,
                columns: [
                    "quiet_hours_start": .text(start), "quiet_hours_end": .text(end), "quiet_hours_action": .text("defer"),
                    "quiet_hours_notification_level": .text("none"),
                ]))
        return bench
    }

    @Test("Several that wait for the end of quiet hours come a second apart, also from what is planned for then")
    func severalQuiet() async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        let study: [String: FactValue] = ["study_reminders_enabled": .flag(true), "reminder_time": .text("15:00")]
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: study))
        try await bench.save(.studyWords, FactRecord(id: "1", columns: ["due": .text("2026-11-01")]))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        bench.advance(by: .hours(11))
        let end = Instant(literal: "2026-11-21T17:00:00Z")
        #expect(bench.centre.shown.map(\.at) == [end, end + .seconds(1), end + .seconds(2)])
    }

    @Test("In quiet hours it waits until they end")
    func quiet() async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles.isEmpty)
        bench.advance(by: .hours(11))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        #expect(bench.centre.shown.first?.at == Instant(literal: "2026-11-21T17:00:00Z"))
    }

    @Test("What waits for quiet hours to end waits for the end of those where the device is")
    func quietOnTheWay() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = try await quietBench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.pending.contains("bills|rent|day_before|2026-11-21 17:00"))
        // There it is noon then.
        zone.value = "America/New_York"
        await bench.reconcile(.zoneChanged, after: .hours(6))
        bench.advance(by: .hours(17))
        #expect(bench.centre.shown.map(\.at) == [Instant(literal: "2026-11-21T23:00:00Z")])
    }

    @Test("What waits for quiet hours to end goes where it is hidden meanwhile")
    func hiddenInQuietHours() async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        let rent = try #require(NotificationScope("bills|rent"))
        try await bench.orchestrator.dismiss(rent, now: Bench.morning + .hours(6))
        #expect(bench.pending.isEmpty)
        bench.advance(by: .hours(11))
        #expect(bench.centre.shown.isEmpty)
    }

    @Test("Of several that wait as one for quiet hours to end, what is hidden meanwhile goes, and is missed", arguments: ["bills|gym", "bills"])
    func partHiddenInQuietHours(scope: String) async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        try await bench.orchestrator.dismiss(try #require(NotificationScope(scope)), now: Bench.morning + .hours(6))
        bench.advance(by: .hours(11))
        let parts = bench.centre.shown.map { $0.notification.parts.map(\.subject) }
        #expect(parts == (scope == "bills" ? [] : [["bills|rent|day_before"]]))
        #expect(bench.shownTitles.allSatisfy { $0.hasPrefix("Due tomorrow: Rent") })
        let missed = await bench.device.record(ledgerSince: .min).ledger.filter { $0.outcome == .missed }.map(\.entry.identifier.subject)
        #expect(missed.contains("bills|gym|day_before") && missed.contains("bills|rent|day_before") == (scope == "bills"))
    }

    @Test(
        "What was to wait for the end of quiet hours does so, though the device was stopped before it asked for that, or was refused then",
        arguments: [false, true])
    func stoppedBeforeQuiet(isRefused: Bool) async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        let asked = await bench.device.record(ledgerSince: .min).asked
        var one = try #require(asked.first { $0.identifier.subject == "bills|rent|day_before" })
        let end = Instant(literal: "2026-11-21T17:00:00Z")
        one.notification.request = PendingRequest(identifier: one.identifier, moment: end, fingerprint: one.notification.request.fingerprint)
        one.isLate = true
        var change = JournalChange()
        change.asked = [one]
        #expect(try await bench.device.apply(change))
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        if isRefused { await bench.refused(because: .unavailable).reconcile(.launch, now: Bench.morning + .hours(5)) }
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.pending.contains("bills|rent|day_before|2026-11-21 17:00"))
        bench.advance(by: .hours(11))
        #expect(bench.centre.shown.map(\.at) == [end])
    }

    @Test("What is planned later for the second at which something late waits comes a second before it")
    func plannedLater() async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        let study: [String: FactValue] = ["study_reminders_enabled": .flag(true), "reminder_time": .text("15:00")]
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: study))
        try await bench.save(.studyWords, FactRecord(id: "1", columns: ["due": .text("2026-11-01")]))
        await bench.reconcile(after: .hours(6))
        let changeCount = bench.centre.changeCount
        await bench.reconcile(.foreground, after: .hours(6))
        #expect(bench.centre.changeCount == changeCount)
        bench.advance(by: .hours(11))
        let end = Instant(literal: "2026-11-21T17:00:00Z")
        #expect(bench.centre.shown.map(\.at) == [end, end + .seconds(1)])
        #expect(bench.shownTitles.last == "Due tomorrow: Rent")
    }

    @Test("What is of no use any more when quiet hours end is dropped")
    func expiredInQuietHours() async throws {
        let bench = try await quietBench(from: "06:00", to: "08:30")
        try await bench.save(.studyWords, .word("1", due: "2026-11-21"))
        await bench.reconcile(.launch)
        let report = await offFor(.hours(23), bench)
        bench.advance(by: .hours(24) + .seconds(1800))
        #expect(report.missedCount == 1)
        #expect(bench.shownTitles.isEmpty)
    }

    private func tellElsewhere(_ identifier: NotificationID, _ bench: Bench) async throws {
        let receipt = NotificationReceipt(identifier: identifier, toldAt: Bench.morning + .hours(1), toldBy: .device, category: "bill_reminder")
        try await bench.save(.notificationReceipts, receipt.record)
        await bench.reconcile(after: .hours(6))
        bench.advance(by: .hours(11))
    }

    @Test("What waits for quiet hours to end goes once it was told elsewhere")
    func toldElsewhereInQuietHours() async throws {
        let bench = try await quietBench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.pending.contains("bills|rent|day_before|2026-11-21 17:00"))
        let identifier = try #require(NotificationID("bills|rent|day_before|2026-11-21"))
        try await tellElsewhere(identifier, bench)
        #expect(bench.shownTitles.isEmpty)
    }

    @Test(
        "What waits for quiet hours to end goes once its bill is paid until the next due date or is no more, also while nothing may be shown",
        arguments: [
            (FactEdits(saved: [.budgetItems: [.bill("rent", due: "2026-12-22")]]), NotificationPermission.granted),
            (FactEdits(saved: [.budgetItems: [.bill("rent", due: "2026-12-22")]]), .denied),
            (FactEdits(deleted: [.budgetItems: ["rent"]]), .granted),
        ])
    func paidInQuietHours(edits: FactEdits, permission: NotificationPermission) async throws {
        let bench = try await quietBench()
        var rent = FactRecord.bill("rent", due: "2026-11-22")
        rent.columns["rrule"] = .text("FREQ=MONTHLY")
        try await bench.saveBills(rent)
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.pending.contains("bills|rent|day_before|2026-11-21 17:00"))
        bench.centre.set(permission: permission)
        try await bench.device.save(edits)
        await bench.reconcile(after: .hours(6))
        #expect(!bench.pending.contains { $0.hasPrefix("bills|rent|") })
    }

    @Test("Of many that wait for quiet hours to end, the one that was told elsewhere goes, and the others keep their lines")
    func oneOfManyToldElsewhere() async throws {
        let bench = try await quietBench()
        for number in 1...14 { try await bench.save(.pantryItems, .thing("thing\(number)", expires: "2026-11-22")) }
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        let asked = await bench.device.record(ledgerSince: .min).asked
        let waiting = try #require(asked.first(where: \.isLate)?.notification)
        #expect(waiting.parts.count == 14)
        let last = try #require(waiting.parts.last)
        try await tellElsewhere(last, bench)
        let shown = try #require(bench.centre.shown.first?.notification)
        #expect(bench.centre.shown.count == 1)
        #expect(shown.parts == Array(waiting.parts.dropLast()))
        // Eleven lines, and one that says how many more there are.
        #expect(shown.body.split(separator: "\n").dropLast() == waiting.body.split(separator: "\n").dropLast())
        #expect(shown.body.hasSuffix("+2"))
    }
}
