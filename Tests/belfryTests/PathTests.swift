import Foundation
import GRDB
import Testing

/// From a wearable's days to what a person reads, over every door that there is.
@Suite("The whole path", .timeLimit(.minutes(10)))
struct PathTests {
    /// A server where Ben's days have come in and everything that followed was sent.
    private func withBadNights(_ body: (RunningServer, StoreFile) async throws -> Void) async throws {
        try await withServer { server, file in
            try await Household.move(into: server)
            #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
            try await server.drain()
            try await body(server, file)
        }
    }

    @Test("Days that an app posts with its key become an alert, a delivery for each admin, and a message in each inbox")
    func app() async throws {
        try await withServer { server, file in
            let made = try await Program.run("keys", "create", "the-app", "--store", "sqlite:\(server.store.path)")
            let app = RunningServer.bearer(try #require(made.lines.first))
            try await Household.move(into: server, as: app)
            let answer = try await server.post("/v1/metrics", Household.posted, as: app)
            #expect(answer.status == 200)
            #expect(try answer.value("changed_days") as? Int == Household.dayCount)
            #expect(try answer.value("queued_deliveries") as? Int == 2)
            try await server.drain()

            try expectAlertAndDeliveries(in: file)
            for admin in ["ana", "david"] {
                let inbox = try await server.get("/v1/inbox", as: try await server.person(admin))
                #expect((try inbox.value("messages") as? [Any])?.count == 1)
            }
            let own = try await server.get("/v1/inbox", as: try await server.person("ben"))
            #expect((try own.value("messages") as? [Any])?.count == 0, "Ben is no admin")
        }
    }

    private func expectAlertAndDeliveries(in file: StoreFile) throws {
        #expect(try file.count("pattern_alert_state") == 1)
        let alert = try file.row("SELECT * FROM pattern_alert_state")
        #expect(alert["user_id"] == "ben")
        #expect(alert["metric_type"] == "sleep_minutes")
        #expect(alert["pattern_type"] == "drop_vs_baseline")
        #expect(alert["episode_status"] == "active")
        #expect((alert["active_since"] as String) == Household.days[Household.usualDayCount].date)
        #expect(alert["current_level"] == 7)
        #expect(alert["severity"] == "attention")
        #expect(abs(alert["baseline_value"] as Double - 420) < 0.001)
        #expect((240..<300).contains(alert["recent_value"] as Double), "a night so far below the usual counts as one less far")
        #expect((alert["engine"] as String) == "v2")
        #expect(alert["last_notified_level"] == 7)

        let deliveries = try file.rows("SELECT * FROM notification_queue ORDER BY recipient_user_id")
        #expect(deliveries.map { $0["recipient_user_id"] } == ["ana", "david"])
        for delivery in deliveries {
            #expect(delivery["member_user_id"] == "ben")
            #expect(delivery["alert_state_id"] == alert["id"] as String)
            #expect(delivery["channel"] == "in_app")
            #expect(delivery["status"] == "sent")
            #expect(delivery["reason"] == "allowed")
            #expect(delivery["attempts"] == 1)
        }
        #expect(try file.count("inbox_messages") == 2)
    }

    @Test("What is sent by hand tells what came of it, over each channel, and why")
    func sentByHand() async throws {
        try await withServer { server, _ in
            func send(_ arguments: String...) async throws -> Program.Result {
                try await Program.run(["send", "ana", "--title", "Dinner", "--wait", "--store", "sqlite:\(server.store.path)"] + arguments)
            }
            try await Household.move(into: server)
            let told = try await send("--channel", "in_app")
            #expect(told.status == 0)
            #expect(told.lines.first?.hasSuffix("  sent") == true && told.lines.dropFirst().first?.hasPrefix("Sent") == true, "\(told.output)\(told.errors)")
            let inbox = try await server.get("/v1/inbox", as: try await server.person("ana"))
            #expect(inbox.text.contains("Dinner"))
            let left = try await send("--channel", "sms", "--language", "de", "--json")
            #expect(left.status == 0 && left.output.contains(#""status":"skipped""#), "SMS is off until somebody switches it on: \(left.output)\(left.errors)")
        }
    }

    @Test("Whoever has a page or an app open is told at once")
    func events() async throws {
        try await withServer { server, file in
            try await Household.move(into: server)
            var inbox = try await server.events("/v1/inbox/events", as: try await server.person("ana"))
            var live = try await server.events("/live/events", as: try await server.signIn(byLink: try await server.loginLink(for: "ana")))
            let first = ServerSentEvents.Event(name: "change", data: "{}")
            #expect(try await live.next() == first)
            #expect(try await live.next()?.name == "unread_count")

            #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
            #expect(try await live.next() == first)
            #expect(try await inbox.next() == ServerSentEvents.Event(name: "unread_count", id: "0", data: "{\"unread_count\":0}"))
            let message = try #require(try await inbox.next())
            #expect(message.name == "message")
            let row = try file.row("SELECT * FROM notification_queue WHERE recipient_user_id = 'ana'")
            #expect(row["id"] == message.id)
            let content = try #require(try JSONSerialization.jsonObject(with: Data(message.data.utf8)) as? [String: Any])
            #expect(content["alert_state_id"] as? String == row["alert_state_id"])
            #expect(content["severity"] as? String == "attention")
            #expect((content["title"] as? String)?.contains("Ben") == true)
        }
    }

    @Test("The page shows the alert, what was queued with its reason, and the inbox; a snooze shows at once")
    func page() async throws {
        try await withBadNights { server, file in
            let strangers = try await server.get("/", as: [])
            #expect(strangers.status == 200)
            #expect(!strangers.text.contains("Ben"))

            let cookie = try await server.signIn(byLink: try await server.loginLink(for: "ana"))
            func read(_ path: String) async throws -> String {
                try await server.get(path, as: cookie).text.replacingOccurrences(of: "&#39;", with: "'")
            }
            let alert: String = try file.row("SELECT id FROM pattern_alert_state")["id"]
            let page = try await read("/")
            #expect(page.contains("The Household") && !page.contains("Snoozed through"))
            #expect(try await read("/alerts/\(alert)").contains("Sent, because nothing stood against it"))
            let message = try file.row("SELECT title, body FROM inbox_messages WHERE recipient_user_id = 'ana'")
            let inbox = try await read("/inbox")
            #expect(inbox.contains(message["title"] as String) && inbox.contains(message["body"] as String))

            let snooze = #"{"alert_id":"\#(alert)","snooze_for_days":3}"#
            let call = "/rest/v1/rpc/snooze_pattern_alert"
            #expect(try await server.post(call, snooze, as: [("content-type", "application/json")]).status == 401)
            let snoozed = try await server.post(call, snooze, as: try await server.person("ana"))
            #expect(snoozed.status == 200)
            let until = try #require(try snoozed.value("snooze_until") as? String)
            let row = try file.row("SELECT snooze_until, snooze_days FROM pattern_alert_state")
            #expect(row["snooze_until"] == until)
            #expect(row["snooze_days"] == 3)
            #expect(try await server.get("/", as: cookie + [("x-belfry-part", "live")]).text.contains("Snoozed through"))

            // What is queued for a snoozed alert says so.
            let id = try file.queue("in_app", of: alert)
            try await server.drain()
            #expect(try file.delivery(id)["reason"] == "snoozed")
            #expect(try await read("/alerts/\(alert)").contains("Not sent, because the alert is snoozed through"))
        }
    }

    @Test("A delivery is explained in words and as JSON, alike on the command line and over the API")
    func explained() async throws {
        try await withBadNights { server, file in
            let id: String = try file.row("SELECT id FROM notification_queue WHERE recipient_user_id = 'ana'")["id"]
            let store = "sqlite:\(server.store.path)"
            let told = try await Program.run("explain", id, "--store", store)
            #expect(told.status == 0)
            #expect(told.lines.first == "Sent, because nothing stood against it: inbox is on, no quiet hours are set.")
            #expect(told.output.contains("Replayed: the same verdict (send, allowed)."))
            let place = try #require(told.lines.firstIndex(of: "Decided from:"))
            let inputs = told.lines[(place + 1)...].prefix { $0.hasPrefix("  ") }
            #expect(inputs.contains("  Channel: inbox") && inputs.contains("  Inbox wanted: yes") && inputs.contains { $0.hasPrefix("  Decided on: ") }, "\(inputs)")
            #expect(!told.output.contains("{"), "JSON is for those who ask for it")
            let german = try await Program.run("explain", id, "--store", store, "--language", "de")
            #expect(german.lines.contains("  Weg: Posteingang"), "\(german.output)")

            let json = try await Program.run("explain", id, "--store", store, "--json")
            #expect(json.status == 0)
            let answer = try await server.get("/v1/deliveries/\(id)", as: try await server.person("ana"))
            #expect(json.output == answer.text + "\n")
            #expect(try answer.value("status") as? String == "sent")
            #expect(try answer.value("replayed_alike") as? Bool == true)
            #expect(try answer.value("sentence") as? String == told.lines.first)
            let stored = try #require(try answer.value("inputs") as? String)
            let decided = try await Program.run("decide", input: stored)
            #expect(decided.output.contains(#""action":"send","reason":"allowed""#), "the inputs are a line for decide")
        }
    }

    @Test("After a restart everything is still there, and nothing is sent twice")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            let first = try await RunningServer(store: store)
            try await Household.move(into: first)
            #expect(try await first.post("/v1/metrics", Household.posted).status == 200)
            try await first.drain()
            await first.stop()

            let file = try StoreFile(store)
            let tables = ["pattern_alert_state", "notification_queue", "inbox_messages", "wearable_daily_metrics", "family_members"]
            let before = try tables.map { try file.rows("SELECT * FROM \($0)") }
            let second = try await RunningServer(store: store)
            try await second.becomeReady()
            let again = try await second.post("/v1/metrics", Household.posted)
            #expect(try again.value("changed_days") as? Int == 0)
            #expect(try again.value("queued_deliveries") as? Int == 0)
            #expect(try await second.process() == .init())
            await second.stop()
            #expect(try tables.map { try file.rows("SELECT * FROM \($0)") } == before)
        }
    }
}

/// The same days from a file.
@Suite("A file of days", .timeLimit(.minutes(10)))
struct ImportedFileTests {
    private func withStore(_ body: (_ folder: URL, _ store: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"])
            try await Household.move(into: server)
            await server.stop()
            try await body(folder, "sqlite:\(server.store.path)")
        }
    }

    private func file(_ text: String, in folder: URL) throws -> String {
        let url = folder.appendingPathComponent("days.csv")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    @Test("Imported days raise the alert that posted ones do, and importing them twice changes nothing")
    func imported() async throws {
        let columns = "user_id, metric_type, pattern_type, active_since, day_count, current_level, severity, baseline_value, recent_value"
        var posted: Row?
        try await withServer("--no-worker") { server, file in
            try await Household.move(into: server)
            _ = try await server.post("/v1/metrics", Household.posted)
            posted = try file.row("SELECT \(columns) FROM pattern_alert_state")
        }
        try await withStore { folder, store in
            let path = try file(Household.csv, in: folder)
            let first = try await Program.run("metrics", "import", path, "--store", store, "--json")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.output.contains(#""changed_days":28,"queued_deliveries":2,"unchanged_days":0"#))
            let second = try await Program.run("metrics", "import", path, "--store", store)
            #expect(second.output == "Days stored: 0; there already: 28; alerts opened or changed: 0; notifications queued: 0.\n")
            let file = try StoreFile(folder.appendingPathComponent("belfry.sqlite"))
            #expect(try file.rows("SELECT \(columns) FROM pattern_alert_state") == [try #require(posted)])
            #expect(try file.count("notification_queue") == 2)
        }
    }

    @Test(
        "A line that can't be used is named by its number, and nothing of the file is stored",
        arguments: [
            ("ben,2026-01-25,many", "Line 30: "), ("ben,yesterday,400", "Line 30: "), ("ben,2026-01-25,-5", "Line 30: "),
            (",2026-01-25,400", "Line 30: "), ("ben,2999-01-25,400", "“line 30, date” is a day that has not come yet"),
            ("nobody,2026-01-25,400", "“line 30, user_id” names nobody"), ("\n,,\nben,2026-01-25,many", "Line 32: "),
            ("\"ben\",2026-01-25,\"\n\"\nben,2026-01-25,many", "Line 32: "), ("ben,2026-01-25,400,5", "Line 30: There are more cells"),
        ])
    func badLine(_ line: String, _ beginning: String) async throws {
        try await withStore { folder, store in
            let result = try await Program.run("metrics", "import", try file(Household.csv + line + "\n", in: folder), "--store", store)
            #expect(result.status == 1)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("belfry: " + beginning), "\(result.errors)")
            let file = try StoreFile(folder.appendingPathComponent("belfry.sqlite"))
            #expect(try file.count("wearable_daily_metrics") == 0)
        }
    }

    @Test("People of a file that can't be used are put into no family, and a family that isn't there isn't made")
    func badLineOfNewcomers() async throws {
        try await withStore { folder, store in
            let path = try file(Household.csv.replacingOccurrences(of: "ben", with: "emma") + "emma,2999-01-25,400\n", in: folder)
            for family in ["household", "another"] {
                let result = try await Program.run("metrics", "import", path, "--store", store, "--family", family)
                #expect(result.status == 1 && result.errors.hasPrefix("belfry: “line 30, date” is a day that has not come yet"), "\(result.errors)")
            }
            let file = try StoreFile(folder.appendingPathComponent("belfry.sqlite"))
            #expect(try file.count("family_members WHERE user_id = 'emma'") == 0)
            #expect(try file.count("families WHERE id = 'another'") == 0)
            #expect(try file.count("wearable_daily_metrics") == 0)
        }
    }

    @Test("Empty lines of a file are passed over, and a column that is there twice is named")
    func emptyLines() async throws {
        try await withStore { folder, store in
            let spaced = try file(Household.csv.replacingOccurrences(of: "\n", with: "\n\n"), in: folder)
            let taken = try await Program.run("metrics", "import", spaced, "--store", store, "--json")
            #expect(taken.status == 0 && taken.output.contains(#""changed_days":28"#), "\(taken.errors)")
            let twice = try file("user_id,date,steps,steps\nben,2026-01-25,5000,6000\n", in: folder)
            let refused = try await Program.run("metrics", "import", twice, "--store", store)
            #expect(refused.status == 1 && refused.errors.contains("names “steps” more than once"))
        }
    }

    @Test("People who are not known yet are refused, and can be put into a family on the way")
    func unknownPeople() async throws {
        try await withStore { folder, store in
            let path = try file(Household.csv.replacingOccurrences(of: "ben", with: "emma"), in: folder)
            let refused = try await Program.run("metrics", "import", path, "--store", store)
            #expect(refused.status == 1)
            let taken = try await Program.run("metrics", "import", path, "--store", store, "--family", "household", "--json")
            #expect(taken.status == 0, "\(taken.errors)")
            #expect(taken.output.contains(#""queued_deliveries":2"#), "both admins are still there to be told")
            let file = try StoreFile(folder.appendingPathComponent("belfry.sqlite"))
            let members = try file.rows("SELECT user_id, role FROM family_members WHERE family_id = 'household' ORDER BY user_id")
            #expect(members.map { $0["user_id"] } == ["ana", "ben", "david", "emma"])
            #expect(members.map { $0["role"] } == ["admin", "member", "admin", "member"])
        }
    }
}
