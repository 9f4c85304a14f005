import BelfryClient
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// Every operation that an app or a person may call is asked through `BelfryClient`, or is named here with why it isn't.
@Suite("The library for Swift apps asks all that there is to ask")
struct ClientOperationsTests {
    /// What the library leaves to others.
    private static let left: [String: String] = [
        "postPlan": "BelfryPlanning plans in the app itself, and it is the code that the server runs",
        "takeAlertmanager": "Alertmanager posts it by itself", "takeGrafana": "Grafana posts it by itself",
        "takeUptimeKuma": "Uptime Kuma posts it by itself", "postToHook": "whatever program the hook is for posts it by itself",
        "listHooks": "an operator's, with `belfry hook`", "getHook": "an operator's, with `belfry hook`",
        "saveHook": "an operator's, with `belfry hook`", "removeHook": "an operator's, with `belfry hook`",
        "tryHook": "an operator's, with `belfry hook`",
        "addAudienceMember": "a list of one does the same", "removeAudienceMember": "a list of one does the same",
    ]

    /// Parameters that it never gives, of each operation: whose it is only an operator says, and pages follow each other by themselves.
    private static let leftEverywhere: Set = ["app_id", "after", "before", "limit"]
    /// And of some.
    private static let leftParameters: [String: Set<String>] = [
        "createSchedule": ["next"],
        // The severity says how urgent it is, and the words are the body.
        "takeText": ["priority", "message"],
    ]

    private func compare(_ server: DescribedServer) {
        let (calls, left) = (server.calls, Set(Self.left.keys))
        #expect(server.allowed.subtracting(calls.keys).subtracting(left) == [], "give each a call here, or say why the library has none")
        #expect(left.intersection(calls.keys) == [], "the library does call these")
        for operation in server.operations {
            guard let given = calls[operation.id] else { continue }
            let missing = operation.query.subtracting(given).subtracting(Self.leftEverywhere)
            #expect(missing == Self.leftParameters[operation.id] ?? [], "\(operation.id)")
        }
    }

    @Test("What is left out is there")
    func leftOut() throws {
        let known = Set(try DescribedServer(asking: "appKey").operations.map(\.id))
        #expect(Set(Self.left.keys).isSubset(of: known))
    }

    @Test("As an app it calls whatever a key may call, by what the server reads, and reads what it answers")
    func app() async throws {
        let server = try DescribedServer(asking: "appKey")
        let app = AppClient(server: try #require(URL(string: "https://belfry.example.org")), key: "bk_test", transport: server, retries: .never)
        try await order(app)
        try await broadcast(app)
        try await repeated(app)
        try await onDuty(app)
        try await presentation(app)
        try await people(app)
        try await settings(app.settings(of: "ana"))
        compare(server)
    }

    @Test("As a person it calls whatever a token may call, by what the server reads, and reads what it answers")
    func person() async throws {
        let server = try DescribedServer(asking: "personToken")
        let ana = PersonClient(server: try #require(URL(string: "https://belfry.example.org")), transport: server, retries: .never) { "token" }
        try await inbox(ana)
        try await families(ana)
        try await device(ana)
        try await settings(ana.settings)
        compare(server)
    }
}

// MARK: An app's calls

private func order(_ app: AppClient) async throws {
    let order = NotificationOrder(OrderContents(title: "Boiler"), to: ["ana"])
    let (selection, change) = (BelfryClient.DeliverySelection.order("boiler-7"), BelfryClient.DeliveryChange(moment: .atOnce))
    #expect(try await app.send(order, key: "boiler-7").deliveries.isEmpty == false)
    #expect(try await app.rehearse(order).first?.action == .send)
    _ = try await app.delivery("d-1")
    _ = try await app.deliveries(key: "boiler-7", to: "ana", over: .push, status: .failed).collect(upTo: 1)
    try await app.cancel(selection)
    try await app.redrive(.everything)
    try await app.retract(selection)
    _ = try await app.rehearseRetraction(of: selection)
    try await app.change(selection, by: change)
    _ = try await app.rehearseChange(of: selection, by: change)
    let text = ReportedText(
        "Backup done", title: "Backup", severity: .watch, category: "backup", tags: ["floppy_disk"], link: "https://example.org", channels: [.inApp])
    try await app.report(text, to: ["ana", "ben"], families: ["lindens"], rotas: ["grandma"], isToldAgain: true, key: "backup-7")
}

private func broadcast(_ app: AppClient) async throws {
    let order = BroadcastOrder(OrderContents(title: "Open on Sunday", channels: [.push]))
    try await app.broadcast(order, to: .everybody, key: "sunday")
    #expect(try await app.rehearse(order, to: .everybody).lookedAt == 100)
    _ = try await app.broadcast("b-1")
    _ = try await app.broadcasts().collect(upTo: 1)
    try await app.cancelBroadcast("b-1")
    try await app.saveAudience("recalls", title: "Recalls", isOpen: true)
    _ = try await app.audience("recalls")
    _ = try await app.audiences().collect(upTo: 1)
    _ = try await app.members(of: "recalls").collect(upTo: 1)
    try await app.add(["ana"], toAudience: "recalls")
    try await app.remove(["ana"], fromAudience: "recalls")
    try await app.deleteAudience("recalls")
}

private func repeated(_ app: AppClient) async throws {
    let recurrence = ScheduleRecurrence(from: CivilDateTime(literal: "2026-12-01T09:00"), rule: "FREQ=WEEKLY;BYDAY=MO")
    let order = ScheduleOrder(OrderContents(title: "Bins"), to: ["ana"], every: recurrence)
    try await app.schedule(order, key: "bins")
    _ = try await app.rehearse(order)
    _ = try await app.schedule("s-1", next: 3)
    _ = try await app.schedules(.active).collect(upTo: 1)
    var change = BelfryClient.ScheduleChange()
    change.severity = .set(.attention)
    try await app.change(schedule: "s-1", by: change)
    _ = try await app.rehearseNext(of: "s-1")
    try await app.skip(of: "s-1")
    try await app.unskip(recurrence.start, of: "s-1")
    try await app.run(schedule: "s-1", key: "once")
    try await app.pause(schedule: "s-1")
    try await app.resume(schedule: "s-1")
    try await app.end(schedule: "s-1")
}

private func onDuty(_ app: AppClient) async throws {
    try await app.saveHeartbeat("backup", HeartbeatOrder(everyMinutes: 60, telling: OrderContents(title: "No backup"), to: .onDuty(by: "grandma")))
    try await app.beat("backup")
    _ = try await app.heartbeat("backup")
    _ = try await app.heartbeats().collect(upTo: 1)
    try await app.removeHeartbeat("backup")
    let day = CivilDateTime(literal: "2026-12-24T09:00")
    try await app.saveRota(
        "grandma", RotaOrder(["ana"], since: day.date, handover: .every(weeks: 1, at: CivilTime(literal: "09:00")), timezone: "Europe/Rome"))
    _ = try await app.rota("grandma")
    _ = try await app.rotas().collect(upTo: 1)
    let from = Instant(literal: "2026-12-24T00:00:00Z")
    _ = try await app.shifts(of: "grandma", from: from, until: from + .seconds(86_400))
    try await app.override("grandma", from: day, until: CivilDateTime(literal: "2026-12-26T09:00"), with: "ben")
    try await app.removeOverride(from: day, of: "grandma")
    try await app.removeRota("grandma")
}

private func presentation(_ app: AppClient) async throws {
    _ = try await app.ownKey()
    _ = try await app.look()
    try await app.save(Look(name: "Corner Shop"))
    try await app.removeLook()
    try await app.saveCategory("offers", CategoryDeclaration(.init(name: "Offers")))
    _ = try await app.category("offers")
    _ = try await app.categories()
    try await app.removeCategory("offers")
    try await app.saveTemplate("invoice-due", ["title": "Invoice {{number}} is due"])
    #expect(try await app.template("invoice-due").contents["title"] == "Invoice {{number}} is due")
    _ = try await app.templates()
    #expect(try await app.tryTemplate("invoice-due", data: ["number": 7]).fits)
    _ = try await app.versions(ofTemplate: "invoice-due")
    try await app.restore(version: 1, ofTemplate: "invoice-due")
    try await app.removeTemplate("invoice-due")
}

private func people(_ app: AppClient) async throws {
    try await app.saveFamily("lindens", BelfryClient.FamilyRecord(name: "The Lindens", members: [.init("ana", role: .admin)]))
    _ = try await app.family("lindens")
    _ = try await app.invite(toFamily: "lindens")
    try await app.remove("ben", fromFamily: "lindens")
    try await app.report([ReportedDay(of: "ben", on: CivilDate(literal: "2026-01-24"))])
    let story = try await app.story(ofAlert: "a-1")
    #expect(story.alert.metric == .steps && story.told.first?.status == .sent)
    let others = AsyncStream { continuation in
        for id in ["eva", "max"] { continuation.yield(["user_id": id]) }
        continuation.finish()
    }
    try await app.importPeople(eachOf: others, addingAddresses: true, isDryRun: true)
    try await app.export("ana") { _ in }
    try await app.erase("ana")
}

// MARK: A person's

private func inbox(_ ana: PersonClient) async throws {
    _ = try await ana.inbox(.archive, before: "1.d-1", countMax: 10)
    var events = ana.inboxEvents.makeAsyncIterator()
    #expect(try await events.next() == .unreadCount(1))
    try await ana.markRead("d-1")
    try await ana.markUnread("d-1")
    try await ana.markReadThrough("d-1")
    try await ana.archive("d-1")
    try await ana.unarchive("d-1")
    try await ana.putOff("d-1", .choice(.tomorrowMorning))
    try await ana.takeBack("d-1")
    #expect(try await ana.delivery("d-1").replayed?.action == .send)
    try await ana.opened("d-1")
    try await ana.acted(on: "d-1")
    try await ana.take("pay", of: "d-1")
}

private func families(_ ana: PersonClient) async throws {
    _ = try await ana.family("lindens")
    _ = try await ana.invite(toFamily: "lindens", as: .admin)
    try await ana.acceptInvitation("code", sharesAlerts: true)
    try await ana.setConsent(false, inFamily: "lindens")
    try await ana.leave(family: "lindens")
    try await ana.report([ReportedDay(on: CivilDate(literal: "2026-01-24"))])
    #expect(try await ana.alerts(ofFamily: "lindens", isWithSnoozed: true).map(\.member) == ["ben"])
    _ = try await ana.story(ofAlert: "a-1")
    #expect(try await ana.insights(ofFamily: "lindens").insights.first?.pillar == .sleep)
    #expect(try await ana.snooze(alert: "a-1", for: .threeDays) == CivilDate(literal: "2026-01-28"))
    try await ana.dismiss(alert: "a-1")
}

private func device(_ ana: PersonClient) async throws {
    try await ana.register(deviceToken: "f3a9c0", of: .ios, appVersion: "4.2.0")
    #expect(try await ana.calendar()?.detail == .titles)
    #expect(try await ana.makeCalendar(.busy).path?.hasPrefix("/calendar/") == true)
    try await ana.removeCalendar()
    let pull = "/sync/pull?last_pulled_at=null&schema_version=1&migration=null&open_push=p-1"
    #expect(try await ana.exchange(SyncRequest(method: "GET", path: pull, body: nil)).status == 200)
    let push = SyncRequest(method: "POST", path: "/sync/push?last_pulled_at=1&push_id=p-1", body: #"{"budget_items":{"deleted":["gym"]}}"#)
    #expect(try await ana.exchange(push).body.contains("success"))
}

// MARK: Of either

private func settings(_ settings: PersonSettings) async throws {
    _ = try await settings.preferences()
    var change = PreferencesChange()
    change.push = .set(false)
    try await settings.change(change)
    _ = try await settings.subscriptions()
    try await settings.setSubscribed(false, to: "offers", over: .email)
    _ = try await settings.mutes()
    try await settings.mute("offers", .untilMorning)
    _ = try await settings.audiences()
    try await settings.join("recalls", of: "shop")
    try await settings.leave("recalls", of: "shop")
    _ = try await settings.addresses()
    _ = try await settings.addContactPoint(.email, "ana@example.org")
    try await settings.verify(contactPoint: "c-1", code: "123456")
    try await settings.setSubscribed(true, atContactPoint: "c-1")
    try await settings.remove(contactPoint: "c-1")
    try await settings.remove(device: "d-1")
}
