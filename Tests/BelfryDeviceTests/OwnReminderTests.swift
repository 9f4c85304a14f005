import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Own reminders on a device")
struct OwnReminderTests {
    /// Three days of pills at nine in the morning in Berlin, which is an hour after the bench begins.
    private static let pills: [String: FactValue] = [
        "title": .text("Pills & <water>"), "body": .text("Two of them"), "dtstart": .text("2026-11-21T09:00"), "rrule": .text("FREQ=DAILY;COUNT=3"),
    ]
    private static let once: [String: FactValue] = ["title": .text("Call Zoë"), "dtstart": .text("2026-11-21T09:00")]

    private func bench(_ columns: [String: FactValue], afterReboot: SimulatedCentre.AfterReboot = .shown) async throws -> Bench {
        let bench = Bench(afterReboot: afterReboot)
        try await bench.save(.reminders, FactRecord(id: "own", columns: columns))
        #expect(await bench.reconcile(.launch).refused.isEmpty)
        return bench
    }

    /// What is shown first is answered.
    private func respond(_ action: NotificationResponse.Action, _ bench: Bench, after hours: Int) async throws -> ResponseOutcome {
        let shown = try #require(bench.centre.visible.first)
        let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: action, parts: shown.parts)
        return try await bench.orchestrator.handle(response, now: Bench.morning + .hours(hours))
    }

    private func live(_ bench: Bench, until hours: Int) async {
        bench.advance(by: .hours(hours))
        await bench.reconcile(.foreground, after: .hours(hours))
    }

    @Test("Each day at its time it is told in the person's own words")
    func told() async throws {
        let bench = try await bench(Self.pills)
        #expect(bench.pending == (21...23).map { "reminders|own|09:00|2026-11-\($0) 08:00" })
        bench.advance(by: .hours(3 * 24))
        #expect(bench.shownTitles == Array(repeating: "Pills & <water>", count: 3))
        let shown = try #require(bench.centre.shown.first?.notification)
        #expect(shown.body == "Two of them" && shown.category == "reminder" && shown.thread == "reminders" && shown.severity == .watch)
    }

    @Test("A row that can't be used is said when it comes, however it does, and not at every pass")
    func refusedOnce() async throws {
        let bench = Bench()
        var log = RefusedFactLog()
        var said: [[String]] = []
        func pass(_ trigger: PassTrigger) async {
            let report = await bench.reconcile(trigger)
            said.append(log.news(in: report).map(\.id))
        }
        try await bench.save(.reminders, FactRecord(id: "bins", columns: ["dtstart": .text("2026-11-21T09:00")]))
        await pass(.launch)
        await pass(.background)
        try await bench.save(.reminders, FactRecord(id: "pills", columns: ["title": .text("Pills"), "dtstart": .text("tomorrow")]))
        await pass(.foreground)
        await pass(.foreground)
        try await bench.save(.reminders, FactRecord(id: "bins", columns: Self.once))
        await pass(.foreground)
        try await bench.save(.reminders, FactRecord(id: "bins", columns: ["dtstart": .text("2026-11-21T09:00"), "title": .null]))
        await pass(.foreground)
        #expect(said == [["bins"], [], ["pills"], [], [], ["bins"]])
    }

    @Test("A centre knows the buttons of every kind of reminder; Done is written down, and the next comes as before")
    func endToEnd() async throws {
        let device = MemoryDevice()
        let responses = Shared<[NotificationResponse]>([])
        let centre = MemoryCentre(now: Bench.morning, permission: .granted) { response in responses.change { $0.append(response) } }
        let orchestrator = Orchestrator(store: device, centre: centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
        await orchestrator.reconcile(.launch, now: Bench.morning)
        let columns = Self.pills.merging(["category": .text("health")]) { $1 }
        try await device.save(FactEdits(saved: [.reminders: [FactRecord(id: "own", columns: columns)]]))
        await orchestrator.reconcile(.change, now: Bench.morning)
        let categories = await centre.categories.filter { $0.channel == "own-reminders" }
        #expect(categories.map(\.identifier) == ["health", "reminder"])
        #expect(categories.allSatisfy { $0.actions.map(\.identifier) == ["DONE", "LATER"] })

        await centre.advance(to: Bench.morning + .hours(2))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(2))
        await centre.respond(.button("DONE"), to: NotificationID(literal: "reminders|own|09:00|2026-11-21"))
        let response = try #require(responses.value.first)
        #expect(try await orchestrator.handle(response, now: Bench.morning + .hours(2)) == .done(reminder: "own"))
        let row = await device.changes(since: 0).records[.reminders]?.first
        #expect(row?.columns["done_through"] == .text("2026-11-21T09:00:00"))
        #expect(await centre.pending().requests.count == 2)
    }

    @Test("The categories of the house keep their own buttons, whatever a reminder calls its kind")
    func categories() {
        let all = DescribedCategory.all(in: .english, ofReminders: ["EXPIRATION", "health"])
        #expect(Set(all.map(\.identifier)).count == all.count)
        #expect(all.first { $0.identifier == "EXPIRATION" }?.actions.map(\.identifier) == ["USED", "RECIPES", "SNOOZE"])
        #expect(all.first { $0.identifier == "health" }?.name == "Your own reminders")
    }

    @Test("What is done for good is taken away; put to a later hour of the same day it is told again")
    func done() async throws {
        let bench = try await bench(Self.once)
        await live(bench, until: 2)
        #expect(try await respond(.button("DONE"), bench, after: 2) == .done(reminder: "own"))
        #expect(bench.centre.visible.isEmpty && bench.pending.isEmpty)
        try await bench.save(.reminders, FactRecord(id: "own", columns: ["dtstart": .text("2026-11-21T18:00")]))
        await bench.reconcile(after: .hours(3))
        #expect(bench.pending == ["reminders|own|18:00|2026-11-21 17:00"])
    }

    @Test("Done on what was put to another time meanwhile does nothing and says so; on what is done already it is done", arguments: [true, false])
    func doneInVain(isMoved: Bool) async throws {
        let bench = try await bench(Self.once)
        await live(bench, until: 2)
        let column: (name: String, value: String) = isMoved ? ("dtstart", "2026-11-21T18:00") : ("done_through", "2026-11-21")
        try await bench.save(.reminders, FactRecord(id: "own", columns: [column.name: .text(column.value)]))
        #expect(try await respond(.button("DONE"), bench, after: 2) == (isMoved ? .gone : .done(reminder: "own")))
        let row = await bench.device.changes(since: 0).records[.reminders]?.first
        #expect(row?.columns["done_through"] ?? .null == (isMoved ? .null : .text("2026-11-21")))
        #expect(bench.pending == (isMoved ? ["reminders|own|18:00|2026-11-21 17:00"] : []))
    }

    @Test("The last one before the moment of an UNTIL stays where it is shown, until it is done")
    func lastOfRule() async throws {
        let bench = try await bench(["title": .text("Pills"), "dtstart": .text("2026-11-20T09:00"), "rrule": .text("FREQ=DAILY;UNTIL=20261121T080000Z")])
        await live(bench, until: 2)
        #expect(bench.shownTitles == ["Pills"] && bench.centre.visible.count == 1)
        #expect(try await respond(.button("DONE"), bench, after: 2) == .done(reminder: "own"))
        #expect(bench.centre.visible.isEmpty)
    }

    @Test("Later: it comes again in an hour, once; in quiet hours when they end, unless it is critical", arguments: [("watch", 10), ("critical", 3)])
    func later(severity: String, hours: Int) async throws {
        let bench = try await bench(Self.once.merging(["severity": .text(severity), "valid_minutes": .whole(30)]) { $1 })
        let quiet: [String: FactValue] = [
            "quiet_hours_start": .text("10:30"), "quiet_hours_end": .text("18:00"), "quiet_hours_action": .text("defer"),
            "quiet_hours_notification_level": .text("critical_only"),
        ]
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: quiet))
        bench.advance(by: .hours(1))
        await bench.reconcile(.foreground, after: .hours(1))
        let until = Bench.morning + .hours(hours)
        #expect(try await respond(.button("LATER"), bench, after: 2) == .snoozed(until: until))
        #expect(bench.centre.pending().requests.map(\.moment) == [until])
        await live(bench, until: 12)
        #expect(bench.shownTitles == ["Call Zoë", "Call Zoë"])
        #expect(bench.pending.isEmpty)
    }

    @Test("What was put off comes when quiet hours are over that the person has set since, also where they last for days")
    func laterAfterDays() async throws {
        let bench = try await bench(Self.once)
        await live(bench, until: 2)
        #expect(try await respond(.button("LATER"), bench, after: 2) == .snoozed(until: Bench.morning + .hours(3)))
        // One runs into the next, until Tuesday at eight, which is seven o'clock in UTC.
        let nights = #"{"sat": "10:00-09:59", "sun": "09:30-09:00", "mon": "08:30-08:00"}"#
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["quiet_hours_by_weekday": .text(nights)]))
        for hours in [2, 30, 52, 60] {
            await live(bench, until: hours)
            #expect(bench.shownTitles == ["Call Zoë"])
            #expect(bench.centre.pending().requests.map(\.moment) == [Instant(literal: "2026-11-24T07:00:00Z")], "after \(hours) hours")
        }
        await live(bench, until: 75)
        #expect(bench.shownTitles == ["Call Zoë", "Call Zoë"])
    }

    @Test(
        "Later promises nothing of what is done, switched off or put to another time meanwhile",
        arguments: [
            ["done_through": .text("2026-11-21")], ["enabled": .flag(false)], ["dtstart": .text("2026-11-22T09:00")],
        ] as [[String: FactValue]])
    func laterInVain(columns: [String: FactValue]) async throws {
        let bench = try await bench(Self.once)
        await live(bench, until: 2)
        try await bench.save(.reminders, FactRecord(id: "own", columns: columns))
        #expect(try await respond(.button("LATER"), bench, after: 2) == .gone)
        #expect(await bench.device.record(ledgerSince: Bench.morning).snoozes.isEmpty)
    }

    @Test("A tap leads to it, and nowhere once it is deleted")
    func destination() async throws {
        let bench = try await bench(Self.once)
        await live(bench, until: 2)
        let shown = try #require(bench.centre.visible.first)
        let tap = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: .open, parts: shown.parts)
        #expect(try await bench.orchestrator.handle(tap, now: Bench.morning + .hours(2)) == .show(.reminder("own")))
        try await bench.device.save(FactEdits(deleted: [.reminders: ["own"]]))
        let done = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: .button("DONE"), parts: shown.parts)
        #expect(try await bench.orchestrator.handle(done, now: Bench.morning + .hours(3)) == .gone)
    }

    @Test("One that stays in a zone is told by the clock there, also where the zone was never needed before")
    func zones() async throws {
        let bench = try await bench(Self.once)
        let call: [String: FactValue] = ["title": .text("Call"), "dtstart": .text("2026-11-21T12:00"), "timezone": .text("America/Toronto")]
        try await bench.save(.reminders, FactRecord(id: "call", columns: call))
        await bench.reconcile()
        #expect(bench.pending == ["reminders|own|09:00|2026-11-21 08:00", "reminders|call|12:00|2026-11-21 17:00"])
    }

    @Test("What was due while the device was off is told late, as long as it is of use", arguments: [(nil, 1), (300, 1), (60, 0)] as [(Int?, Int)])
    func late(validMinutes: Int?, shownCount: Int) async throws {
        let bench = try await bench(Self.once.merging(["valid_minutes": validMinutes.map(FactValue.whole) ?? .null]) { $1 }, afterReboot: .kept)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles == Array(repeating: "Call Zoë", count: shownCount))
    }

    @Test("What is shown and of no use any more is taken away")
    func over() async throws {
        let bench = try await bench(Self.once.merging(["valid_minutes": .whole(90)]) { $1 })
        await live(bench, until: 2)
        #expect(bench.centre.visible.count == 1)
        await live(bench, until: 3)
        #expect(bench.centre.visible.isEmpty)
    }

    @Test("A row that can't be used is refused by its column, and the others are told")
    func refused() async throws {
        let bench = try await bench(Self.once)
        try await bench.save(.reminders, FactRecord(id: "bad", columns: ["title": .text("Bad"), "dtstart": .text("soon")]))
        let report = await bench.reconcile()
        #expect(report.refused.map(\.table) == [.reminders] && report.refused.map(\.problem.field) == ["dtstart"])
        #expect(bench.pending.count == 1)
    }

    @Test("What one device makes the other tells, and what is done on one is taken away on the other")
    func synced() async throws {
        let server = SimulatedServer(now: Bench.morning)
        let phone = try await bench(Self.pills)
        let tablet = Bench()
        let clients = [("phone", phone), ("tablet", tablet)].map { name, bench in
            SyncClient(store: bench.device, server: server, identifiers: SequentialIdentifiers(prefix: name), now: { Bench.morning })
        }
        for client in clients { try await client.sync() }
        await tablet.reconcile()
        #expect(tablet.pending == phone.pending && tablet.pending.count == 3)
        for bench in [phone, tablet] { await live(bench, until: 2) }
        _ = try await respond(.button("DONE"), phone, after: 2)
        for client in clients { try await client.sync() }
        await tablet.reconcile(after: .hours(3))
        #expect(tablet.centre.visible.isEmpty && tablet.pending.count == 2)
    }
}
