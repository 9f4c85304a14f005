import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@Suite("What was due while the device was off")
struct LateTests {
    private func bench() async throws -> Bench {
        let bench = Bench(afterReboot: .kept)
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-23"))
        await bench.reconcile(.launch)
        return bench
    }

    private func offFor(_ length: Duration, _ bench: Bench) async -> PassReport {
        bench.centre.switchOff()
        bench.advance(by: length)
        bench.centre.switchOn()
        return await bench.restarted().reconcile(.launch, now: Bench.morning + length)
    }

    @Test("One is shown late, once")
    func one() async throws {
        let bench = try await bench()
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        await bench.reconcile(.foreground, after: .hours(6))
        await bench.reconcile(.foreground, after: .hours(7))
        #expect(bench.shownTitles.count == 1)
    }

    @Test("Several are told as one")
    func several() async throws {
        let bench = try await bench()
        _ = await offFor(.hours(30), bench)
        #expect(bench.shownTitles == ["2 reminders"])
        #expect(bench.centre.shown.first?.notification.body.contains("Rent") == true)
    }

    @Test("Several that the centre refuses as one count as missed, not as told")
    func refusedSummary() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.refused(because: .notAllowed).reconcile(.launch, now: Bench.morning + .hours(5))
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(6))
        #expect(bench.shownTitles.isEmpty)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(Set(ledger.compactMap { $0.entry.identifier.subject.split(separator: "|").first }) == ["bills", "pantry"])
        #expect(ledger.allSatisfy { $0.outcome == .missed })
    }

    @Test("Several that a centre couldn't be reached for, or had no room, are told as one once it can, and count as told only then",
        arguments: [CentreProblem.unavailable, .full])
    func unreachedSummary(problem: CentreProblem) async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        for _ in 0..<2 { await bench.refused(because: problem).reconcile(.launch, now: Bench.morning + .hours(5)) }
        await bench.refused(because: problem).reconcile(.retry, now: Bench.morning + .hours(5) + .seconds(90))
        #expect(await bench.device.record(ledgerSince: Bench.morning).ledger.isEmpty)
        bench.advance(by: .hours(6))
        await bench.restarted().reconcile(.retry, now: Bench.morning + .hours(6))
        #expect(bench.shownTitles == ["2 reminders"])
        await bench.reconcile(.foreground, after: .hours(7))
        #expect(bench.shownTitles.count == 1)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.count == 2 && ledger.allSatisfy { $0.outcome == .told && $0.entry.toldAt == Bench.morning + .hours(6) })
    }

    @Test("What a centre shows by itself after it refused to have it told late isn't told again")
    func shownAfterAll() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.setClock(to: Bench.morning + .hours(5))
        await bench.refused(because: .unavailable).reconcile(.clockChanged, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles == [])
        bench.advance(by: .hours(6))
        #expect(bench.shownTitles.count == 1)
        for hours in [6, 30] { await bench.reconcile(.foreground, after: .hours(hours)) }
        #expect(bench.shownTitles.count == 1)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.count == 1 && ledger.allSatisfy(\.outcome.wasShown))
    }

    @Test("Of a summary among several that come late each part has a line, and counts")
    func summaries() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"), .thing("eggs", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles == ["3 reminders"])
        let lines = bench.centre.shown.first?.notification.body.split(separator: "\n") ?? []
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("• ") && !$0.contains("reminders") })
    }

    @Test("Several are told as one also where the centre is full: what is shown at once takes no place")
    func fullCentre() async throws {
        let profile = PlatformProfile(name: "small", pendingCeiling: 5, horizonDays: 14)
        let bench = Bench(capacity: 5, overflow: .dropAll, afterReboot: .kept, removalDelay: 6, profile: profile)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"), .thing("eggs", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        #expect(bench.pending.count == 5)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.reconcile(.foreground, after: .hours(5))
        #expect(bench.shownTitles == ["3 reminders"])
    }

    @Test("After a day it is dropped, and the ledger says so")
    func tooLate() async throws {
        let bench = try await bench()
        let report = await offFor(.hours(24 * 8), bench)
        #expect(bench.shownTitles.isEmpty)
        #expect(report.missedCount == 4)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(!ledger.isEmpty && ledger.allSatisfy { $0.outcome == .missed })
    }

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

    @Test("What comes late isn't told again at its hour in a zone further west")
    func flownWest() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(afterReboot: .kept, timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.reconcile(.foreground, after: .hours(5))
        bench.advance(by: .hours(10))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
    }

    /// Carried to New York while the centre didn't answer, then off over the hour of Berlin.
    private func offUnanswered(isPaid: Bool = false) async throws -> Bench {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(afterReboot: .kept, timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.fail(next: [.refuses(.unavailable)])
        let refused = await bench.reconcile(.zoneChanged)
        #expect(refused.problems == [.centreUnavailable])
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        if isPaid { try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)])) }
        await bench.reconcile(.foreground, after: .hours(5))
        return bench
    }

    @Test("What a centre kept that didn't answer, and didn't show while the device was off, was not told: it is moved to its hour")
    func unanswered() async throws {
        let bench = try await offUnanswered()
        #expect(bench.pending == ["bills|rent|day_before|2026-11-21 14:00", "bills|rent|due_day|2026-11-22 14:00"])
        bench.advance(by: .hours(8))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        await bench.reconcile(.foreground, after: .hours(8))
        #expect(await bench.device.record(ledgerSince: .min).ledger.map(\.entry.toldAt) == [Bench.morning + .hours(7)])
    }

    @Test("It is taken back where nobody is to be told any more")
    func unansweredAndPaid() async throws {
        let bench = try await offUnanswered(isPaid: true)
        #expect(bench.pending == [])
        #expect(bench.shownTitles == [])
    }

    @Test("What was to come at an hour that a journey east skips is told on arrival, once")
    func flownEast() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        // In Auckland it is eleven o'clock on Sunday, and in Berlin nine o'clock on Sunday is still ten hours away.
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
        bench.advance(by: .hours(20))
        await bench.reconcile(.foreground, after: .hours(20))
        zone.value = "Europe/Berlin"
        await bench.reconcile(.zoneChanged, after: .hours(20))
        bench.advance(by: .hours(30))
        #expect(bench.shownTitles.count == 2)
    }

    @Test("What a journey east has skipped waits where nothing can be shown on arrival", arguments: [NotificationPermission.denied, .unavailable])
    func flownEastUnseen(permission: NotificationPermission) async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        zone.value = "Pacific/Auckland"
        bench.centre.set(permission: permission)
        await bench.reconcile(.zoneChanged, after: .hours(15))
        bench.centre.set(permission: .granted)
        await bench.reconcile(.permissionChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
    }

    @Test("What a journey east has skipped is taken back once it is paid, though nothing can be shown")
    func paidUnseen() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        zone.value = "Pacific/Auckland"
        bench.centre.set(permission: .denied)
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.pending == ["bills|rent|due_day|2026-11-22 08:00"])
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        await bench.reconcile(after: .hours(15))
        #expect(bench.pending.isEmpty)
    }

    @Test("What was paid on a journey east is not told on arrival")
    func paidOnTheWay() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        #expect(bench.pending.isEmpty)
    }

    @Test("A prayer has its moment, and a journey east brings none early")
    func prayerOnTheWay() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        let prayer: [String: FactValue] = [
            "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.4), "method": .text(#""umm_al_qura""#),
        ]
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: prayer))
        await bench.reconcile(.launch)
        #expect(bench.pending.contains { $0.hasPrefix("prayer|") })
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged)
        #expect(bench.shownTitles.isEmpty)
    }

    // MARK: Words that name a day

    /// Off from eight o'clock on Saturday until seven on Sunday.
    private func offOvernight(_ bench: Bench) async { _ = await offFor(.hours(23), bench) }

    @Test("What names a day says on the next what is true then")
    func nextDay() async throws {
        let bench = try await bench()
        try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: ["notify_on_due_date": .flag(false)]))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        try await bench.save(.studyWords, .word("1", due: "2026-11-21"), .word("2", due: "2026-11-22"))
        await bench.reconcile(.change)
        await offOvernight(bench)
        let body = try #require(bench.centre.shown.first?.notification.body)
        #expect(bench.shownTitles == ["3 reminders"])
        #expect(body.contains("Due today: Rent") && body.contains("Expires in 2 days: Milk") && body.contains("2 words are due today."))
    }

    @Test("One of several says on the next day what is true then, too")
    func nextDaySummary() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"), .thing("eggs", expires: "2026-11-22"))
        await bench.reconcile(.launch)
        await offOvernight(bench)
        #expect(bench.shownTitles == ["Expires in 2 days: Milk"])
        bench.advance(by: .hours(26))
        #expect(bench.shownTitles == ["Expires in 2 days: Milk", "Expires today: Eggs"])
    }

    @Test("What the next reminder says that day anyway is told by it alone")
    func toldByTheNext() async throws {
        let bench = try await bench()
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        await bench.reconcile(.change)
        await offOvernight(bench)
        #expect(bench.shownTitles.isEmpty)
        bench.advance(by: .hours(26))
        let bodies = bench.centre.shown.map { "\($0.notification.title) \($0.notification.body)" }.joined(separator: "\n")
        #expect(bodies.contains("Due today: Rent") && bodies.contains("Expires today: Milk") && !bodies.contains("Due tomorrow: Rent"))
    }

    @Test("A bill that was put off meanwhile is not told late")
    func putOff() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.budgetItems, .bill("rent", due: "2026-12-22"))
        bench.centre.switchOn()
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles.isEmpty)
    }

    @Test("What quiet hours hold past midnight says what is true when it is shown")
    func heldPastMidnight() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-23"))
        try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: ["reminder_time_hour": .whole(22)]))
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: ["reminder_time": .text("22:00")]))
        try await bench.save(.studyWords, .word("1", due: "2026-11-21"), .word("2", due: "2026-11-22"))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        try await bench.save(
            .profile,
            FactRecord(
                id: FactTable.settingsID,
                columns: [
                    "quiet_hours_start": .text("21:00"), "quiet_hours_end": .text("07:00"), "quiet_hours_action": .text("defer"),
                    "quiet_hours_notification_level": .text("none"), "reminder_time": .text("22:00"),
                ]))
        let report = await bench.reconcile(.launch)
        let plan = try #require(report.plan)
        let zone = try #require(Bench.zones.rules(named: "Europe/Berlin"))
        let lines = plan.lines.map { "\(zone.civil(at: $0.moment).date.components.day) \(Phrases.content(of: $0).title)" }
        #expect(lines.filter { $0.hasSuffix("Rent") } == ["23 Due today: Rent", "24 Overdue: Rent"])
        #expect(
            lines.filter { $0.hasSuffix("Milk") } == ["22 Expires in 2 days: Milk", "24 Expires today: Milk", "25 Expired: Milk", "26 Expired: Milk"])
        let words = try #require(plan.lines.first { $0.category == "study_reminder" })
        #expect(zone.civil(at: words.moment).date.components.day == 22 && Phrases.content(of: words).body == "2 words are due today.")
    }

    // MARK: Recalls

    /// A critical recall was to be told at 07:01, and the device is off from then until 08:00.
    private func recallBench() async throws -> (bench: Bench, orchestrator: Orchestrator) {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.switchOff()
        bench.advance(by: .hours(1))
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        await orchestrator.reconcile(.launch, now: Bench.morning + .hours(1))
        return (bench, orchestrator)
    }

    @Test("A recall is told late, and not again")
    func recall() async throws {
        let (bench, orchestrator) = try await recallBench()
        for length in [60, 120, 180] as [Int] {
            bench.advance(by: .hours(1) + .seconds(length))
            await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(1) + .seconds(length))
        }
        #expect(bench.shownTitles == ["Recall: Spinach"])
        bench.advance(by: .hours(40))
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(40))
        bench.advance(by: .hours(41))
        #expect(bench.shownTitles == ["Recall: Spinach"])
    }

    @Test("Whoever opens a recall that came late is not told again")
    func openedRecall() async throws {
        let (bench, orchestrator) = try await recallBench()
        let shown = try #require(bench.centre.visible.first)
        bench.centre.clear()
        let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: .open, parts: shown.parts)
        for second in [10, 20] as [Int] {
            _ = try await orchestrator.handle(response, now: Bench.morning + .hours(1) + .seconds(second))
            await orchestrator.reconcile(.response, now: Bench.morning + .hours(1) + .seconds(second))
        }
        bench.advance(by: .hours(2))
        #expect(bench.shownTitles == ["Recall: Spinach"])
    }

    @Test("A recall that was told late as one of several isn't told again on another day")
    func recallAmongOthers() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.switchOff()
        bench.advance(by: .hours(2))
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        for hour in [2, 3, 20, 21] {
            bench.advance(by: .hours(hour))
            await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(hour))
        }
        #expect(bench.shownTitles == ["2 reminders"])
    }

    @Test("What was found just before the clock was set back is told at once all the same")
    func foundBeforeTheClockWasSetBack() async throws {
        let bench = Bench()
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        try await bench.saveBills(
            FactRecord(id: "food", columns: ["name": .text("Food"), "type": .text("budget"), "limit": .whole(100), "spent": .whole(101)]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.setClock(to: Bench.morning - .hours(3))
        await bench.reconcile(.clockChanged, after: .hours(-3))
        bench.advance(by: .hours(-3) + .seconds(120))
        #expect(Set(bench.shownTitles) == ["Recall: Spinach", "Budget alert: Food"])
    }

    // MARK: What is no longer of use

    @Test("What was paid since is not told late")
    func paid() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        bench.centre.switchOn()
        let report = await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles.isEmpty)
        #expect(report.missedCount == 1)
    }

    @Test("That the plan ends is not said late, for another has been made")
    func canary() async throws {
        let bench = Bench(afterReboot: .kept, profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14))
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await bench.reconcile(.launch)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        let later = canary.moment + .hours(1)
        bench.centre.switchOff()
        bench.centre.advance(to: later)
        bench.centre.switchOn()
        await bench.orchestrator.reconcile(.launch, now: later)
        #expect(!bench.centre.shown.isEmpty)
        #expect(bench.centre.shown.allSatisfy { !$0.notification.parts.contains(canary.identifier) })
        let ledger = await bench.device.record(ledgerSince: .min).ledger
        #expect(ledger.first { $0.entry.identifier == canary.identifier }?.outcome == .missed)
    }

    @Test("What the person was told elsewhere meanwhile is not told late, and is settled")
    func toldElsewhere() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        let identifier = try #require(NotificationID("bills|rent|day_before|2026-11-21"))
        let receipt = NotificationReceipt(
            identifier: identifier, toldAt: Bench.morning + .hours(1), toldBy: .device, category: "bill_reminder")
        try await bench.save(.notificationReceipts, receipt.record)
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        await orchestrator.reconcile(.launch, now: Bench.morning + .hours(5))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(5) + .seconds(60))
        #expect(bench.shownTitles.isEmpty)
        #expect(await bench.device.record(ledgerSince: .min).asked.allSatisfy { $0.identifier != identifier })
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

    @Test("Of several that come late, those that were told elsewhere are left out")
    func someToldElsewhere() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-22"))
        await bench.reconcile(.launch)
        let receipt = NotificationReceipt(
            identifier: try #require(NotificationID("bills|rent|day_before|2026-11-21")), toldAt: Bench.morning + .hours(1), toldBy: .device,
            category: "bill_reminder")
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.notificationReceipts, receipt.record)
        bench.centre.switchOn()
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        let shown = try #require(bench.centre.shown.first?.notification)
        #expect(bench.centre.shown.count == 1)
        #expect(shown.parts.map(\.subject) == ["bills|gym|day_before"] && shown.title.contains("Gym"))
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

    @Test("What was snoozed is told late, though it was told before")
    func snoozed() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-23"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(26))
        await bench.reconcile(.foreground, after: .hours(26))
        let shown = try #require(bench.centre.visible.first)
        let response = NotificationResponse(
            identifier: shown.identifier, moment: shown.moment, action: .button("SNOOZE"), parts: shown.parts)
        _ = try await bench.orchestrator.handle(response, now: Bench.morning + .hours(26))
        _ = await offFor(.hours(39), bench)
        #expect(bench.shownTitles == ["Expires tomorrow: Milk", "Expires tomorrow: Milk"])
    }
}
