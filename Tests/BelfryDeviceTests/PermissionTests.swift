import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Permission to notify")
struct PermissionTests {
    @Test(
        "Quietly first, one request in context, never a second one",
        arguments: [
            (NotificationPermission.undetermined, false, false, PermissionStep.provisional), (.undetermined, true, false, .full),
            (.provisional, false, false, .nothing), (.provisional, true, false, .full), (.provisional, true, true, .nothing),
            (.undetermined, true, true, .nothing), (.denied, true, false, .nothing), (.granted, false, true, .nothing),
            (.granted, true, true, .further), (.granted, true, false, .further),
            (.unavailable, true, false, .nothing),
        ])
    func step(permission: NotificationPermission, isInContext: Bool, wasAsked: Bool, step: PermissionStep) {
        let askedAt = wasAsked ? Bench.morning : nil
        #expect(PermissionStep(permission, isInContext: isInContext, askedAt: askedAt, offersProvisional: true) == step)
    }

    @Test("Where a system can't notify quietly, nobody is asked out of context")
    func noProvisional() {
        #expect(PermissionStep(.undetermined, isInContext: false, askedAt: nil, offersProvisional: false) == .nothing)
    }

    @Test("Without permission the plan is made, and the centre left alone; with it everything is asked for")
    func regained() async throws {
        let bench = Bench(permission: .denied)
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let denied = await bench.reconcile(.launch)
        #expect(denied.plan?.lineCount == 2)
        #expect(bench.centre.changeCount == 0)
        #expect(DeviceNotice(denied.permission) == .denied)
        bench.centre.set(permission: .granted)
        #expect(await bench.reconcile(.permissionChanged).addCount == 2)
    }

    @Test("What is paid while nothing may be shown isn't pending any more when it may be again, and all else still is")
    func paidWithoutPermission() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("gym", due: "2026-12-02"))
        await bench.reconcile(.launch)
        bench.centre.set(permission: .denied)
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        await bench.reconcile()
        let rest = ["bills|gym|day_before|2026-12-01 08:00", "bills|gym|due_day|2026-12-02 08:00"]
        #expect(bench.pending == rest)
        bench.centre.set(permission: .granted)
        #expect(await bench.reconcile(.permissionChanged).callCount == 0)
        #expect(bench.pending == rest)
    }

    @Test("What is to be told with others from now on stays as it is while nothing may be shown")
    func gatheredWithoutPermission() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.set(permission: .denied)
        try await bench.save(.budgetItems, .bill("gym", due: "2026-11-22"))
        await bench.reconcile()
        #expect(bench.pending == ["bills|rent|day_before|2026-11-21 08:00", "bills|rent|due_day|2026-11-22 08:00"])
    }

    @Test("What there is no room for from now on stays as it is while nothing may be shown")
    func crowdedOutWithoutPermission() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 2, horizonDays: 14))
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let pending = bench.pending
        #expect(pending.count == 2)
        bench.centre.set(permission: .denied)
        try await bench.save(.budgetItems, .bill("gym", due: "2026-11-25"))
        await bench.reconcile()
        #expect(bench.pending == pending)
    }

    @Test("That the plan ends is still to be said where nothing may be shown, for nobody can ask for a later one")
    func canaryWithoutPermission() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14))
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await bench.reconcile(.launch)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        bench.centre.set(permission: .denied)
        bench.advance(by: .hours(24))
        await bench.reconcile(.foreground, after: .hours(24))
        #expect(bench.centre.pending().requests.contains(canary))
    }

    @Test("A report says in which language the person is spoken to, for whoever words its notice")
    func spokenLanguage() async throws {
        let bench = Bench()
        let before = await bench.reconcile(.launch).language
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["language": .text("tr")]))
        let after = await bench.reconcile().language
        let asked = try await bench.device.language()
        #expect(before == .english && after == .turkish && asked == .turkish)
    }

    @Test("Why nothing is shown is said when it begins, and not at every pass")
    func noticeOnce() async throws {
        let bench = Bench(permission: .unavailable)
        var log = DeviceNoticeLog()
        var said: [DeviceNotice?] = []
        for permission in [.unavailable, .unavailable, .granted, .unavailable] as [NotificationPermission] {
            bench.centre.set(permission: permission)
            let report = await bench.reconcile(.background)
            said.append(log.news(in: report))
        }
        #expect(said == [.noService, nil, nil, .noService])
    }

    @Test(
        "Overspending that is found while nothing may be shown is told when something may, and once",
        arguments: [.denied, .unavailable] as [NotificationPermission])
    func overspendingWithoutPermission(permission: NotificationPermission) async throws {
        let bench = Bench(permission: permission)
        let columns: [String: FactValue] = ["name": .text("Food"), "limit": .whole(50_000), "spent": .whole(60_000)]
        try await bench.saveBills(FactRecord(id: "food", columns: columns))
        await bench.reconcile(.launch)
        await bench.reconcile(after: .hours(1))
        bench.centre.set(permission: .granted)
        bench.advance(by: .hours(3))
        await bench.reconcile(.permissionChanged, after: .hours(3))
        #expect(bench.pending == ["bills|food|overspending|2026-11-21 10:01"])
        for hour in [4, 5] {
            bench.advance(by: .hours(hour))
            await bench.reconcile(after: .hours(hour))
        }
        #expect(bench.shownTitles == ["Budget alert: Food"])
    }

    @Test("What was due without permission was not told, and is not told late")
    func dueWithoutPermission() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.set(permission: .denied)
        bench.advance(by: .hours(3))
        await bench.reconcile(.foreground, after: .hours(3))
        bench.centre.set(permission: .granted)
        await bench.reconcile(.permissionChanged, after: .hours(4))
        #expect(bench.shownTitles.isEmpty)
        #expect(await bench.device.record(ledgerSince: Bench.morning).ledger.map(\.outcome) == [.notAllowed])
    }

    @Test("What was due in the zone of before without permission, because the centre hadn't answered, was not told: it comes at its hour here")
    func dueElsewhereWithoutPermission() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.fail(next: [.refuses(.unavailable)])
        await bench.reconcile(.zoneChanged)
        bench.centre.set(permission: .denied)
        bench.advance(by: .hours(2))
        await bench.reconcile(.foreground, after: .hours(2))
        #expect(await bench.device.record(ledgerSince: .min).ledger.map(\.outcome) == [.notAllowed])
        bench.centre.set(permission: .granted)
        await bench.reconcile(.permissionChanged, after: .hours(3))
        #expect(bench.pending == ["bills|rent|day_before|2026-11-21 14:00", "bills|rent|due_day|2026-11-22 14:00"])
        bench.advance(by: .hours(8))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
    }

    @Test("What was opened in the zone of before was told, though nothing may be shown by now and no pass was made in between")
    func openedElsewhereWithoutPermission() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.fail(next: [.refuses(.unavailable)])
        await bench.reconcile(.zoneChanged)
        bench.advance(by: .hours(2))
        let shown = try #require(bench.centre.visible.first)
        let entry = LedgerEntry(identifier: shown.identifier, notification: shown.identifier, category: "", toldAt: shown.moment)
        var change = JournalChange()
        change.ledger = [LedgerLine(entry, outcome: .opened, outcomeAt: Bench.morning + .hours(2))]
        #expect(try await bench.device.apply(change))
        bench.centre.clear()
        bench.centre.set(permission: .denied)
        await bench.reconcile(.foreground, after: .hours(2))
        #expect(await bench.device.record(ledgerSince: .min).ledger.map(\.outcome) == [.opened])
        bench.centre.set(permission: .granted)
        await bench.reconcile(.permissionChanged, after: .hours(3))
        #expect(bench.pending == ["bills|rent|due_day|2026-11-22 14:00"])
    }

    @Test("What was shown and cleared before the notification service went away was told")
    func clearedBeforeTheServiceWent() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        bench.centre.clear()
        bench.centre.set(permission: .unavailable)
        await bench.reconcile(.foreground, after: .hours(3))
        #expect(await bench.device.record(ledgerSince: Bench.morning).ledger.map(\.outcome) == [.told])
    }

    @Test("An answer that came in a backup from another phone isn't one of this phone: the person is asked, once", arguments: [true, false])
    func answeredElsewhere(isInContextAtOnce: Bool) async throws {
        let bench = Bench(permission: .undetermined)
        var before = JournalChange()
        var state = await bench.device.record(ledgerSince: Bench.morning).state
        state.permission = .granted
        state.permissionAskedAt = Bench.morning - .hours(1000)
        before.state = state
        _ = try await bench.device.apply(before)
        await bench.reconcile(.launch)
        if !isInContextAtOnce { _ = try await bench.orchestrator.seekPermission(isInContext: false, now: Bench.morning) }
        _ = try await bench.orchestrator.seekPermission(isInContext: true, now: Bench.morning)
        #expect(await bench.device.record(ledgerSince: Bench.morning).state.permissionAskedAt == Bench.morning)
    }

    @Test("Asking leads to a plan at once, and is remembered before the person answers")
    func asking() async throws {
        let bench = Bench(permission: .undetermined)
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        #expect(try await bench.orchestrator.seekPermission(isInContext: false, now: Bench.morning) == nil)
        #expect(bench.centre.permission() == .provisional)
        #expect(bench.pending.count == 2)
        #expect(try await bench.orchestrator.seekPermission(isInContext: true, now: Bench.morning) == nil)
        #expect(await bench.device.record(ledgerSince: Bench.morning).state.permissionAskedAt == Bench.morning)
    }
}
