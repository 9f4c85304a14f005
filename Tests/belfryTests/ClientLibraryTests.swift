import BelfryClient
import BelfryDevice
import BelfryModel
import BelfrySystem
import BelfryTime
import Foundation
import Testing

/// `BelfryClient` over `URLSession`, and a server of its own process, with a socket between them.
@Suite("A Swift app and its server", .timeLimit(.minutes(10)))
struct ClientLibraryTests {
    private func withClients(_ body: @escaping @Sendable (AppClient, PersonClient) async throws -> Void) async throws {
        try await withServer { server, _ in
            let key = try #require(try await Program.run("keys", "create", "shop", "--store", "sqlite:\(server.store.path)").lines.first)
            let address = try #require(URL(string: server.address))
            let app = AppClient(server: address, key: key)
            let family = FamilyRecord(name: "The Lindens", members: [.init("ana", firstName: "Ana", role: .admin), .init("ben", firstName: "Ben")])
            #expect(try await app.saveFamily("lindens", family).members.map(\.user) == ["ana", "ben"])
            let token = try #require(try await server.loginLink(for: "ana").split(separator: "=").last.map(String.init))
            try await body(app, PersonClient(server: address) { token })
        }
    }

    /// Asks until nothing more is done about it.
    private func end(of delivery: String?, _ app: AppClient) async throws -> DeliveryStory {
        let id = try #require(delivery)
        while true {
            let story = try await app.delivery(id)
            if story.status.isFinal { return story }
        }
    }

    @Test("What the app orders reaches the person's inbox, is followed there as it happens, and is told once however often it is ordered")
    func told() async throws {
        try await withClients { app, ana in
            var events = ana.inboxEvents.makeAsyncIterator()
            #expect(try await events.next() == .unreadCount(0))
            let contents = OrderContents(
                title: "Boiler", body: "The boiler is due for its check.", texts: [.german: .init(title: "Therme")], category: "maintenance",
                severity: .attention, actions: [.init(id: "done", title: "It's done")], channels: [.inApp])
            let receipt = try await app.send(contents, to: OrderAudience(["ana"], throttle: .init(key: "boiler", countMax: 5, withinMinutes: 60)), key: "boiler-7")
            #expect(receipt.deliveries.count == 1 && !receipt.isRepeated)
            guard case .message(let told) = try await events.next() else {
                Issue.record("a message was to come into the inbox")
                return
            }
            #expect(told.id == receipt.deliveries.first && told.title == "Boiler" && told.actions.map(\.id) == ["done"])
            #expect(try await events.next() == .unreadCount(1))

            let story = try await end(of: receipt.deliveries.first, app)
            #expect(story.status == .sent && story.reason == .allowed && story.channel == .inApp)
            #expect(story.sentence.hasPrefix("Sent, because nothing stood against it"))
            let again = try await app.send(contents, to: OrderAudience(["ana"], throttle: .init(key: "boiler", countMax: 5, withinMinutes: 60)), key: "boiler-7")
            #expect(again.isRepeated && again.deliveries == receipt.deliveries)

            try await ana.take("done", of: told.id)
            let inbox = try await ana.inbox()
            #expect(inbox.unreadCount == 0 && inbox.messages.map(\.id) == [told.id] && inbox.messages.first?.actionsTaken == ["done"])
            try await ana.archive(told.id)
            #expect(try await ana.messages().collect().isEmpty)
            #expect(try await ana.messages(in: .archive).collect().map(\.title) == ["Boiler"])
        }
    }

    @Test("What waits is changed, called off and listed under the key of its order, and what would become of it is known before")
    func waiting() async throws {
        try await withClients { app, _ in
            let tomorrow = OrderMoment.after(.systemNow() + .seconds(86_400))
            let order = NotificationOrder(OrderContents(title: "Bins", channels: [.inApp]), to: .family("lindens", roles: [.admin]), at: tomorrow)
            #expect(try await app.rehearse(order).map { $0.action.text } == ["send"])
            let receipt = try await app.send(order)
            #expect(receipt.recipients == ["ana"])
            var change = DeliveryChange()
            change.title = .set("Both bins")
            #expect(try await app.rehearseChange(of: .order(receipt.key), by: change).changed == receipt.deliveries)
            #expect(try await app.rehearseRetraction(of: .order(receipt.key)).calledOff == receipt.deliveries)
            #expect(try await app.change(.order(receipt.key), by: change).changed == receipt.deliveries)
            #expect(try await app.deliveries(key: receipt.key, status: .pending).collect().map(\.id) == receipt.deliveries)
            #expect(try await app.cancel(.order(receipt.key)) == receipt.deliveries)
            #expect(try await end(of: receipt.deliveries.first, app).status == .cancelled)
        }
    }

    @Test("A schedule is changed in what it tells, how gravely and over what, and what a script reports is told")
    func changed() async throws {
        try await withClients { app, ana in
            let recurrence = ScheduleRecurrence(from: try #require(CivilDateTime("2026-12-01T09:00")), rule: "FREQ=WEEKLY;BYDAY=MO")
            let contents = OrderContents(title: "Bins", texts: [.german: .init(title: "Müll", body: "Alle"), .french: .init(title: "Poubelles")])
            let schedule = try await app.schedule(ScheduleOrder(contents, to: ["ana"], every: recurrence))
            let id = try #require(schedule.id)
            var change = ScheduleChange()
            (change.severity, change.channels) = (.set(.critical), .set([.inApp]))
            change.actions = .set([.init(id: "out", title: "They are out")])
            change.texts = [.german: .set(.init(title: "Tonnen", actions: ["out": "Sind draußen"])), .french: .clear]
            try await app.change(schedule: id, by: change)
            #expect(try await app.rehearseNext(of: id).map(\.channel.text) == ["in_app"])
            var german = PreferencesChange()
            german.language = .set(.german)
            try await ana.settings.change(german)
            _ = try await self.end(of: try await app.run(schedule: id).deliveries.first, app)
            let told = try #require(try await ana.inbox().messages.first)
            #expect(told.title == "Tonnen" && told.body.isEmpty && told.severity == .critical && told.actions.map(\.title) == ["Sind draußen"])

            let report = try await app.report(ReportedText("3 % are left.", title: "Disk", channels: [.inApp]), to: ["ana"], key: "disk-7")
            _ = try await self.end(of: report.deliveries.first, app)
            #expect(try await app.deliveries(key: "disk-7").collect().map(\.id) == report.deliveries)
            #expect(try await ana.inbox().messages.first?.title == "Disk")
        }
    }

    @Test("A person's device is registered and shares what it has, and their calendar and what their family should look at are there")
    func device() async throws {
        try await withClients { _, ana in
            try await ana.register(deviceToken: "f3a9c0", of: .ios, appVersion: "4.2.0")
            let device = try #require(try await ana.settings.addresses().devices.first)
            #expect(device.platform == .ios && device.appVersion == "4.2.0")
            try await ana.settings.remove(device: device.id)
            #expect(try await ana.settings.addresses().devices.contains { $0.isActive } == false)

            let server = RemoteSyncServer(ana)
            let rent = FactRecord(id: "rent", columns: ["due_date": .text("2026-11-30")])
            try await server.push(SyncPush(id: "p-1", changes: SyncChanges(tables: [.budgetItems: .init(created: [rent])]), pulledAt: nil))
            let pulled = try await server.pull(SyncPull(since: nil, openPush: "p-1"))
            #expect(pulled.isPushTaken == true && pulled.changes.tables[.budgetItems]?.saved.map(\.id) == ["rent"])

            let path = try #require(try await ana.makeCalendar(.busy).path)
            #expect(path.hasSuffix(".ics"))
            #expect(try await ana.calendar()?.detail == .busy)
            try await ana.removeCalendar()
            #expect(try await ana.calendar() == nil)

            #expect(try await ana.alerts(ofFamily: "lindens").isEmpty)
            #expect(try await ana.insights(ofFamily: "lindens").members.map(\.user) == ["ana", "ben"])
            let unknown = await #expect(throws: BelfryError.self) { try await ana.story(ofAlert: "no-such-alert") }
            #expect(unknown?.code == .notFound)
        }
    }

    @Test("Many are told out of a sequence, an audience is filled out of one, and an export comes line by line")
    func many() async throws {
        try await withClients { app, _ in
            let people = AsyncStream { continuation in
                for user in ["ana", "ben"] { continuation.yield(Recipient(user, values: ["points": 3])) }
                continuation.finish()
            }
            let order = BroadcastOrder(OrderContents(title: "{{points}} points", channels: [.inApp]), personalisation: Personalisation())
            var broadcast = try await app.broadcast(order, toEachOf: people, key: "points")
            while broadcast.status != .completed { broadcast = try await app.broadcast(broadcast.id) }
            #expect(broadcast.sent == 2 && broadcast.waiting == 0)

            try await app.saveAudience("recalls", title: "Recalls", isOpen: true)
            let users = AsyncStream { continuation in
                for number in 0..<2500 { continuation.yield("user-\(number)") }
                continuation.finish()
            }
            #expect(try await app.add(eachOf: users, toAudience: "recalls") == 2500)
            #expect(try await app.members(of: "recalls").collect().count == 2500)

            let tables = try await self.tables(of: "ana", app)
            #expect(tables.contains("family_members"))
        }
    }

    private func tables(of user: String, _ app: AppClient) async throws -> Set<String> {
        struct Row: Decodable { let table: String }
        var tables: Set<String> = []
        try await app.export(user) { tables.insert(try JSONDecoder().decode(Row.self, from: $0).table) }
        return tables
    }

    @Test("What is refused says why, by its code: what isn't there, what is wrong, and whoever isn't known")
    func refused() async throws {
        try await withClients { app, ana in
            let unknown = await #expect(throws: BelfryError.self) { try await app.delivery("no-such-delivery") }
            #expect(unknown?.code == .unknownDelivery && unknown?.status == 404)
            let wrong = await #expect(throws: BelfryError.self) {
                try await app.send(OrderContents(title: "Boiler", link: "javascript:alert(1)"), to: ["ana"])
            }
            #expect(wrong?.status == 400 && wrong?.field == "link")
            let reused = await #expect(throws: BelfryError.self) {
                for title in ["One", "Two"] { try await app.send(OrderContents(title: title, channels: [.inApp]), to: ["ana"], key: "same") }
            }
            #expect(reused?.code == .idempotencyKeyReused)
            let nowhere = await #expect(throws: BelfryError.self) {
                var change = PreferencesChange()
                change.timezone = .set("Mars/Olympus")
                try await ana.settings.change(change)
            }
            #expect(nowhere?.code == .unknownTimezone && nowhere?.field == "timezone")
        }
        let stranger = AppClient(server: try #require(URL(string: "http://127.0.0.1:1")), key: "bk_none", retries: .never)
        let lost = await #expect(throws: BelfryError.self) { try await stranger.ownKey() }
        #expect(lost?.code == .connectionLost && lost?.status == nil)
    }

    @Test("Whoever shows a key that nobody made is refused, and isn't asked for it twice")
    func strangers() async throws {
        try await withServer("--no-worker") { server, _ in
            let stranger = AppClient(server: try #require(URL(string: server.address)), key: "bk_nobody-made-this-key-at-all-000000000")
            let error = await #expect(throws: BelfryError.self) { try await stranger.ownKey() }
            #expect(error?.code == .notAuthenticated && error?.status == 401)
        }
    }
}
