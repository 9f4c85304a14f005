import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("Keeping a centre in step with the plan")
struct OrchestratorTests {
    @Test("A bill becomes two reminders, in the person's words")
    func bill() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await bench.reconcile(.launch)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
        #expect(report.addCount == 2)
        bench.advance(by: .hours(10 * 24))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
        #expect(bench.centre.shown.last?.notification.body == "€1,240.00 is to be paid today.")
        #expect(bench.centre.shown.last?.notification.thread == "bills")
    }

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

    @Test("In the foreground a server that doesn't answer delays no pass", .timeLimit(.minutes(10)))
    func silentServer() async {
        let bench = Bench()
        let (triggers, trigger) = AsyncStream.makeStream(of: PassTrigger.self)
        let loop = ForegroundLoop(
            orchestrator: bench.orchestrator, facts: bench.device, now: { Bench.morning },
            sync: { for await _ in AsyncStream<Void>.makeStream().stream {} }, observe: { trigger.yield($0.trigger) })
        let task = Task { await loop.run() }
        for await one in triggers where one == .foreground { break }
        task.cancel()
        await task.value
    }

    @Test("Where the rules of the zone change under the same name, everything is planned anew")
    func newRules() async throws {
        let bench = Bench()
        let zones = ChangingZones(current: Shared(try zone("Europe/Berlin")))
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: zones, profile: .ios, timezone: { "Europe/Berlin" })
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        await orchestrator.reconcile(.launch, now: Bench.morning)
        #expect(bench.pending.contains("pantry|milk|day_before|2026-11-23 08:00"))
        zones.current.value = try zone("Africa/Cairo")
        await orchestrator.reconcile(.foreground, now: Bench.morning)
        #expect(bench.pending.contains("pantry|milk|day_before|2026-11-23 07:00"))
    }

    @Test("A pass that finds nothing to do calls the centre about nothing")
    func nothingToDo() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let calls = bench.centre.changeCount
        for trigger in PassTrigger.allCases { #expect(await bench.reconcile(trigger).callCount == 0) }
        #expect(bench.centre.changeCount == calls)
    }

    @Test("A change makes the fewest calls: one changed amount is two replaced, one payment two removed")
    func fewestCalls() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("gym", due: "2026-12-02"))
        await bench.reconcile(.launch)
        try await bench.save(.budgetItems, .bill("rent", due: "2026-11-30", amount: 125_000))
        let changed = await bench.reconcile()
        #expect((changed.addCount, changed.replaceCount, changed.removeCount) == (0, 2, 0))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        let paid = await bench.reconcile()
        #expect((paid.addCount, paid.replaceCount, paid.removeCount) == (0, 0, 2))
        #expect(bench.pending == ["bills|gym|day_before|2026-12-01 08:00", "bills|gym|due_day|2026-12-02 08:00"])
    }

    @Test("What is paid is taken away where it is shown, too")
    func withdrawn() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-12-10"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        #expect(bench.centre.delivered().count == 1)
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().isEmpty)
    }

    @Test(
        "What is paid until its next due date, put off, or pays itself from now on is taken away where it is shown; another amount leaves it",
        arguments: [
            (["due_date": .text("2026-12-22")], 0), (["due_date": .text("2026-11-23")], 0), (["is_auto_pay": .flag(true)], 0),
            (["amount": .whole(125_000)], 1),
        ] as [([String: FactValue], Int)])
    func outdated(columns: [String: FactValue], deliveredCount: Int) async throws {
        let bench = Bench()
        var rent = FactRecord.bill("rent", due: "2026-11-22")
        rent.columns["rrule"] = .text("FREQ=MONTHLY")
        try await bench.saveBills(rent)
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().map(\.identifier.subject) == ["bills|rent|day_before"])
        rent.columns.merge(columns) { $1 }
        try await bench.save(.budgetItems, rent)
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().count == deliveredCount)
    }

    @Test("What expires on another day than was told is taken away where it is shown")
    func outdatedThing() async throws {
        let bench = Bench()
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        #expect(bench.centre.delivered().count == 1)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-30"))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().isEmpty)
    }

    @Test("A prayer whose time has gone by, and words whose day is over, are taken away where they are shown, and not before")
    func ofNoUse() async throws {
        let bench = Bench()
        let prayer: [String: FactValue] = [
            "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.4), "method": .text(#""umm_al_qura""#),
            "prayers": .text(#"{"fajr":false,"asr":false,"maghrib":false,"isha":false}"#),
        ]
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: prayer))
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: ["study_reminders_enabled": .flag(true)]))
        try await bench.save(.studyWords, .word("1", due: "2026-11-01"))
        await bench.reconcile(.launch)
        for domain in ["study", "prayer"] {
            let pending = bench.centre.pending().requests.sorted { $0.moment < $1.moment }
            let one = try #require(pending.first { $0.identifier.subject.hasPrefix("\(domain)|") })
            let length = domain == "study" ? Duration.seconds(23 * 3600 - 1) : .seconds(20 * 60)
            for (age, isShown) in [(Duration.seconds(70), true), (length - .seconds(1), true), (length, false)] {
                bench.centre.advance(to: one.moment + age)
                await bench.orchestrator.reconcile(.foreground, now: one.moment + age)
                #expect(bench.centre.delivered().contains { $0.identifier == one.identifier } == isShown, "\(one.identifier) after \(age)")
            }
        }
    }

    @Test("That a plan ends goes where it is shown once another was made")
    func canaryOfNoUse() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14))
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await bench.reconcile(.launch)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        bench.centre.advance(to: canary.moment)
        #expect(bench.centre.delivered().contains { $0.identifier == canary.identifier })
        await bench.orchestrator.reconcile(.foreground, now: canary.moment + .seconds(60))
        #expect(!bench.centre.delivered().contains { $0.identifier == canary.identifier })
    }

    @Test("Passes that come together are one, and the last word counts")
    func coalescing() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = await bench.reconcile() } }
        }
        #expect(bench.centre.changeCount == 3, "the categories, and two requests")
    }

    @Test("Whatever a start came with, the pass that is made for it is one of a start")
    func launchAmongOthers() async throws {
        let bench = Bench()
        let triggers = await withTaskGroup(of: (called: PassTrigger, made: PassTrigger).self) { group in
            for trigger in [PassTrigger.foreground, .change, .clockChanged, .launch, .change] {
                group.addTask { (trigger, await bench.reconcile(trigger).trigger) }
            }
            return await group.reduce(into: [(called: PassTrigger, made: PassTrigger)]()) { $0.append($1) }
        }
        #expect(triggers.count == 5 && triggers.allSatisfy { $0.called != .launch || $0.made == .launch })
        for trigger in PassTrigger.allCases {
            #expect(trigger.joined(by: .launch) == .launch && PassTrigger.launch.joined(by: trigger) == .launch)
            #expect(trigger.joined(by: .change) == trigger)
        }
    }

    @Test("A pass for several calls is made as of the last moment that they name, or of the one to which the clock was set")
    func moments() {
        let (early, late) = (Bench.morning, Bench.morning + .hours(1))
        for trigger in PassTrigger.allCases {
            #expect(trigger.moment(late, besides: early) == late)
            #expect(trigger.moment(early, besides: late) == (trigger == .clockChanged ? early : late))
        }
    }

    @Test("Who lost the journal adopts what the centre holds")
    func lostJournal() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let other = Bench.centred(bench)
        try await other.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await other.reconcile(.launch)
        #expect(report.callCount == 0)
        #expect(await other.device.record(ledgerSince: Bench.morning).asked.map(\.state) == [.confirmed, .confirmed])
    }

    @Test("The device carried to another zone reminds by the clock on the wall there")
    func travel() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        let report = await bench.reconcile(.zoneChanged)
        #expect(report.replaceCount == 2)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 14:00", "bills|rent|due_day|2026-11-30 14:00"])
    }

    @Test("In a zone that nobody knows it plans in UTC, and says so")
    func unknownZone() async throws {
        let bench = Bench(timezone: { "Mars/Olympus_Mons" })
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await bench.reconcile(.launch)
        #expect(report.problems == [.unknownTimezone])
        #expect(bench.pending.last == "bills|rent|due_day|2026-11-30 09:00")
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

    @Test("What was written down, never reached the centre and is no longer planned counts as shown to nobody")
    func neverReached() async throws {
        let bench = Bench()
        let identifier = try #require(NotificationID("bills|rent|due_day|2026-11-22"))
        let moment = Bench.morning + .hours(24)
        let notification = ScheduledNotification.titled(
            "Due today: Rent", identifier, at: moment, category: "BILL_REMINDER", thread: "bills", severity: .watch)
        var change = JournalChange()
        change.asked = [AskedNotification(notification)]
        #expect(try await bench.device.apply(change))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(25))
        await bench.reconcile(.foreground, after: .hours(25))
        let record = await bench.device.record(ledgerSince: Bench.morning)
        #expect(record.ledger.isEmpty && record.asked.isEmpty)
    }

    @Test(
        "What the centre refuses, and what it isn't asked for after that, counts as told to nobody",
        arguments: [CentreProblem.notAllowed, .full, .invalid])
    func refusedByTheCentre(problem: CentreProblem) async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        let orchestrator = bench.refused(because: problem)
        let report = await orchestrator.reconcile(.launch, now: Bench.morning)
        #expect(!report.problems.isEmpty)
        bench.advance(by: .hours(48))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(48))
        let record = await bench.device.record(ledgerSince: .min)
        #expect(bench.centre.shown.isEmpty && record.ledger.isEmpty)
    }

    @Test("What the centre loses is missed when it is read back, and asked for again at once")
    func lost() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.loses])
        let report = await bench.reconcile(.launch)
        #expect(report.repairedCount == 1 && report.retryAfter == nil && report.observedCapacity == nil)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
    }

    @Test("A centre that lost the same twice in a row counts as a smaller one for a day, and no longer, though the app never starts anew")
    func lostTwice() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.loses, .loses, .loses])
        let report = await bench.reconcile(.launch)
        #expect(report.observedCapacity == 1)
        for length in [Duration.zero, .hours(23)] {
            await bench.reconcile(.foreground, after: length)
            #expect(bench.pending.count < 2)
        }
        await bench.reconcile(.foreground, after: .hours(24))
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
    }

    @Test("What the centre can't show as it is keeps nothing else from being asked for, and the report names it")
    func unusable() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.refuses(.invalid)])
        let report = await bench.reconcile(.launch)
        #expect(report.problems == [.requestRefused])
        #expect(bench.pending == ["bills|rent|due_day|2026-11-30 08:00"])
        await bench.reconcile(.foreground)
        #expect(bench.pending.count == 2)
    }

    @Test("What the centre can't show leaves nothing of before in its place, which says what is no longer so, and is asked for again soon")
    func unusableReplacement() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let both = bench.pending
        try await bench.saveBills(.bill("rent", due: "2026-11-30", amount: 1))
        bench.centre.fail(next: [.refuses(.invalid)])
        let report = await bench.reconcile(.change)
        #expect(report.problems == [.requestRefused] && report.retryAfter != nil)
        #expect(both.count == 2 && bench.pending == Array(both.dropFirst()))
        await bench.reconcile(.retry)
        #expect(bench.pending == both)
    }

    @Test("Where a centre is full or away for a moment, all is asked for the next time", arguments: [CentreProblem.full, .unavailable])
    func awayForAMoment(problem: CentreProblem) async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.refuses(problem)])
        let report = await bench.reconcile(.launch)
        #expect(report.retryAfter != nil && bench.pending.isEmpty)
        let next = await bench.reconcile(.retry)
        #expect(next.retryAfter == nil && next.problems.isEmpty)
        #expect(bench.pending.count == 2)
    }

    @Test("What the app schedules by itself takes places: the plan makes do with the rest, and with all once they are free", arguments: Overflow.allCases)
    func othersPlaces(overflow: Overflow) async throws {
        let profile = PlatformProfile(name: "small", pendingCeiling: 8, horizonDays: 14)
        let bench = Bench(capacity: 8, overflow: overflow, profile: profile)
        for day in 23...28 { try await bench.saveBills(.bill("bill\(day)", due: "2026-11-\(day)")) }
        bench.centre.set(otherCount: 6)
        let crowded = await bench.reconcile(.launch)
        #expect((1...2).contains(bench.pending.count))
        #expect(crowded.retryAfter == nil && crowded.plan?.coverage != .complete)
        bench.centre.set(otherCount: 0)
        await bench.reconcile(.foreground)
        #expect((3...8).contains(bench.pending.count))
        #expect(bench.centre.overflowCount == 0)
    }

    @Test("A centre that keeps fewer than it promises is found out, and the plan makes do", arguments: Overflow.allCases)
    func smallerCentre(overflow: Overflow) async throws {
        let bench = Bench(capacity: 6, overflow: overflow)
        for number in 0..<10 { try await bench.saveBills(.bill("bill\(number)", due: "2026-11-\(23 + number % 7)")) }
        var report = await bench.reconcile(.launch)
        var passCount = 1
        while report.asksForRetrySoon, passCount < 10 {
            report = await bench.reconcile(.retry)
            passCount += 1
        }
        #expect(report.retryAfter == nil)
        #expect(bench.centre.pending().requests.count <= 6)
        #expect(Set(bench.centre.pending().requests) == Set((report.plan?.lines ?? []).map(PendingRequest.init)))
    }

    @Test("What is put together because there is no room for all has a category that the centre knows, like everything else")
    func knownCategories() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 4, horizonDays: 14))
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-30"))
        let plan = try #require(await bench.reconcile(.launch).plan)
        let planned = Set(plan.lines.map(\.category))
        #expect(planned.contains("digest"))
        #expect(planned.isSubset(of: DescribedCategory.all(in: .english).map(\.identifier)))
    }

    @Test("Where a system shows only so many at once, the oldest make room for all that may come; where it shows them all, they stay")
    func roomToShow() async throws {
        for countMax in [nil, 4] {
            let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 3, shownCountMax: countMax, horizonDays: 14))
            try await bench.saveBills(
                .bill("rent", due: "2026-11-23"), .bill("gym", due: "2026-11-25"), .bill("phone", due: "2026-11-27"),
                .bill("water", due: "2026-11-29"), .bill("tax", due: "2026-12-01"), .bill("power", due: "2026-12-03"))
            await bench.reconcile(.launch)
            bench.advance(by: .hours(98))
            let shown = bench.centre.visible
            await bench.reconcile(.foreground, after: .hours(98))
            #expect(shown.count + bench.pending.count > 4)
            // That a plan ends is of no use once there is another.
            let useful = shown.filter { !$0.request.identifier.description.hasPrefix("belfry|plan|") }
            let staying = countMax.map { max(0, $0 - bench.pending.count) } ?? useful.count
            #expect(bench.centre.visible == Array(useful.suffix(staying)))
        }
    }

    @Test("What fires while a pass runs is shown once, and the centre isn't taken for a smaller one")
    func firesMeanwhile() async throws {
        let bench = Bench()
        try await bench.saveBills(FactRecord(id: "food", columns: ["name": .text("Food"), "limit": .whole(50_000), "spent": .whole(60_000)]))
        let hasty = HastyCentre(centre: bench.centre)
        let orchestrator = Orchestrator(
            store: bench.device, centre: hasty, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
        let report = await orchestrator.reconcile(.change, now: Bench.morning + .milliseconds(59_900))
        #expect(bench.centre.shown.count == 1)
        #expect(report.observedCapacity == nil && report.repairedCount == 0)
        #expect(report.retryAfter == nil)
    }
}

/// A centre on a device so slow that what it is asked for is due by the time it is read back.
private struct HastyCentre: NotificationCentre {
    let centre: SimulatedCentre

    func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        try centre.add(notification)
        centre.advance(to: notification.moment)
    }

    func removePending(_ identifiers: [NotificationID]) { centre.removePending(identifiers) }
    func pending() -> PendingList { centre.pending() }
    func delivered() -> [DeliveredNotification] { centre.delivered() }
    func removeDelivered(_ identifiers: [NotificationID]) { centre.removeDelivered(identifiers) }
    func setCategories(_ categories: [DescribedCategory]) { centre.setCategories(categories) }
    func permission() -> NotificationPermission { centre.permission() }
    func requestPermission(_ kind: PermissionKind) -> NotificationPermission { centre.requestPermission(kind) }
}

/// A tz database with one zone under every name.
private struct ChangingZones: TimeZoneDatabase {
    let current: Shared<TimeZoneRules>

    func rules(named name: String) -> TimeZoneRules? { current.value }
}
