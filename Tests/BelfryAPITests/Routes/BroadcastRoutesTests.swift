import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct BroadcastRoutesTests {
    private static let lines = """
        {"title": "Open on Sunday", "category": "news", "channels": ["in_app"]}
        ana
        "ben"

        {"user_id": "stranger"}
        ana
        """

    private func lineHeaders(_ key: String) -> Shown {
        .headers(["authorization": "Bearer \(API.appKey)", "content-type": "application/x-ndjson", "idempotency-key": key])
    }

    @Test("Lines are taken in, each recipient once, carried out, and told to each for their own")
    func lines() async throws {
        try await withAPI { api in
            let answer = try await api.ask(.post, "/v1/broadcasts", Self.lines, as: lineHeaders("a"))
            #expect(answer.status == 202 && answer.json["recipients"] == 3 && answer.json["waiting"] == 3 && answer.json["app_id"] == "app")
            #expect(answer.json["status"] == "ready")
            let id = answer.json["id"]?.string ?? ""
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            let report = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
            #expect(report.processedCount == 3 && report.sentCount == 3)
            let progress = try await api.get("/v1/broadcasts/\(id)", as: .app)
            #expect(progress.json["sent"] == 3 && progress.json["waiting"] == 0 && progress.json["status"] == "completed")
            #expect(try await api.get("/v1/broadcasts", as: .app).json["broadcasts"]?[0]?["status"] == "completed")
            let inbox = try await api.get("/v1/inbox", as: .person(.ana))
            #expect(inbox.text.contains("Open on Sunday"))
            let own = try await api.get("/v1/deliveries/\(id)-0-0", as: .person(.ana))
            #expect(own.json["status"] == "sent" && own.json["replayed_alike"] == true)
            #expect(own.json["sentence"] == "Sent, because nothing stood against it: inbox is on, no quiet hours are set.")
            #expect(try await api.get("/v1/deliveries/\(id)-0-0", as: .person(.eve)).summary == "404 unknown_delivery")
        }
    }

    @Test("Members of a broadcast are told in their own language where it has it; a language that nobody speaks here is refused, and the key is free")
    func texts() async throws {
        try await withAPI { api async throws in
            for (person, language) in [(UserID.ana, "de"), (.ben, "tr")] {
                _ = try await api.patch("/v1/users/me/preferences", ["language": .text(language)], as: .person(person))
            }
            let head = #"{"title": "Open on Sunday", "category": "news", "channels": ["in_app"], "texts": {"%": {"title": "Sonntag offen"}}}"#
            let refused = try await api.ask(.post, "/v1/broadcasts", head.replacing("%", with: "nl") + "\nana\nben", as: lineHeaders("a"))
            #expect(refused.summary == "400 unknown_name texts.nl")
            let answer = try await api.ask(.post, "/v1/broadcasts", head.replacing("%", with: "de") + "\nana\nben", as: lineHeaders("a"))
            #expect(answer.status == 202)
            let other = try await api.ask(.post, "/v1/broadcasts", head.replacing("%", with: "tr") + "\nana\nben", as: lineHeaders("a"))
            #expect(other.summary == "409 idempotency_key_reused")
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            #expect(try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400)).sentCount == 2)
            var told: [String?] = []
            for person in [UserID.ana, .ben] {
                let message = try await api.get("/v1/inbox", as: .person(person)).json["messages"]?[0]
                told += [message?["title"]?.string, message?["language"]?.string]
            }
            #expect(told == ["Sonntag offen", "de", "Open on Sunday", nil])
        }
    }

    @Test("Lines are lines however their type is written: letters of either case mean the same there")
    func mediaType() async throws {
        try await withAPI { api in
            let headers = Shown.headers(["authorization": "Bearer \(API.appKey)", "content-type": "Application/X-NDJSON; charset=UTF-8"])
            let answer = try await api.ask(.post, "/v1/broadcasts", Self.lines, as: headers)
            #expect(answer.status == 202 && answer.json["recipients"] == 3)
        }
    }

    @Test("A moment by each recipient's clock is taken in and shown, but not beside one that is the same for all")
    func localMoment() async throws {
        try await withAPI { api in
            var order: [String: JSON] = [
                "recipients": ["ana"], "title": "Good morning", "channels": ["in_app"], "deliver_at_local": "2026-12-24T09:00",
            ]
            let answer = try await api.post("/v1/broadcasts", .object(order), as: .app)
            #expect(answer.json["deliver_at_local"] == "2026-12-24T09:00:00" && answer.json["deliver_after"] == "2026-12-23T19:00:00Z")
            order["deliver_after"] = "2026-12-24T09:00:00Z"
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).summary == "400 wrong_type deliver_at_local")
        }
    }

    @Test("A dry run says to how many, what the first would read, and what would become of the first hundred, uses no key and takes nothing in")
    func dryRun() async throws {
        try await withAPI { api in
            var wanted = Preferences()
            wanted.notifyInApp = false
            try await api.store.save(wanted, of: .ben, now: .noon)
            wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "10:00"), end: CivilTime(literal: "14:00"))
            wanted.quietHoursAction = .defer
            try await api.store.save(wanted, of: .eve, now: .noon)
            let head = #"{"title": "{{name}}", "channels": ["in_app"], "personalised": true, "default_values": {"name": "You"}, "dry_run": %}"#
            let people = [#"{"user_id": "ana", "values": {"name": "Ana"}}"#, "ben", "eve", "ben"] + (1...(2 * Broadcast.batchRecipientCountMax)).map { "user-\($0)" }
            let answer = try await take([head.replacing("%", with: "true")] + people, of: api)
            #expect(answer.status == 200 && answer.json["dry_run"] == true, "\(answer.text)")
            #expect(answer.json["recipients"] == .number(Double(people.count - 1)) && answer.json["looked_at"] == 100)
            #expect(answer.json["title"] == "Ana" && answer.json["body"] == nil && answer.json["pause"] == nil)
            let verdicts = answer.json["verdicts"]?.items ?? []
            #expect(verdicts.map { $0["action"] } == ["send", "defer", "skip"])
            #expect(verdicts.map { $0["reason"] } == ["allowed", "quiet_hours", "in_app_disabled"])
            #expect(verdicts.map { $0["recipients"] } == [98, 1, 1])
            let list = try await api.get("/v1/broadcasts", as: .admin)
            #expect(list.json["broadcasts"]?.items.isEmpty == true)
            let real = try await take([head.replacing("%", with: "false")] + people, of: api)
            #expect(real.status == 202 && real.json["is_repeated"] == false, "the key is as free as before")
        }
    }

    @Test("A dry run of a document says whom nobody reaches, and what is paused; to everybody it goes too")
    func dryRunOfDocument() async throws {
        try await withAPI { api in
            _ = await api.store.pause(QueuePause(AppID(literal: "shop"), since: .noon))
            func order(over channel: JSON) -> JSON {
                ["recipients": "all", "title": "Open on Sunday", "channels": [channel], "app_id": "shop", "dry_run": true]
            }
            let people = await api.store.everybody(after: nil, countMax: 10)
            for person in people {
                var wanted = Preferences()
                wanted.notifyEmail = true
                try await api.store.save(wanted, of: person, now: .noon)
            }
            let answer = try await api.post("/v1/broadcasts", order(over: "email"), as: .admin)
            #expect(answer.status == 200 && answer.json["recipients"] == 3 && answer.json["looked_at"] == 3 && answer.json["title"] == nil)
            #expect(answer.json["verdicts"]?.items.map { $0["action"] } == ["fail"])
            #expect(answer.json["verdicts"]?[0]?["error"] == "no_address: the recipient has no address there that works")
            let waiting = try await api.post("/v1/broadcasts", order(over: "in_app"), as: .admin)
            #expect(waiting.json["verdicts"]?.items.map { $0["action"] } == ["send"] && waiting.json["pause"]?["app_id"] == "shop")
        }
    }

    @Test("A dry run of a broadcast is refused for what a broadcast is refused for")
    func refusedDryRun() async throws {
        try await withAPI { api async throws in
            let order: [String: JSON] = ["recipients": ["ana"], "title": "Open on Sunday", "channels": ["in_app"], "dry_run": true]
            let refusals: [([String: JSON], String)] = [
                (["recipients": []], "400 wrong_type recipients"), (["channels": ["in_app", "push"]], "400 wrong_type channels"),
                (["expires_at": "2026-01-25T12:00:00Z"], "400 wrong_type expires_at"), (["app_id": "shop"], "403 not_authorized"),
                (["recipients": [["user_id": "ana", "values": ["a": 1]]]], "400 wrong_type recipients[0].values"), (["dry_run": "yes"], "400 wrong_type dry_run"),
            ]
            for (change, problem) in refusals {
                let answer = try await api.post("/v1/broadcasts", .object(order.merging(change) { $1 }), as: .app)
                #expect(answer.summary == problem)
            }
            let line = try await take([Self.lines.replacing("{\"title\"", with: "{\"dry_run\": true, \"title\""), "{}"], of: api)
            #expect(line.message == "Line 7 can't be read. Expected: the identifier of a person.")
            let list = try await api.get("/v1/broadcasts", as: .admin)
            #expect(list.json["broadcasts"]?.items.isEmpty == true, "nothing was begun that had to be called off")
        }
    }

    @Test("Whoever a broadcast's channel doesn't reach is told over another, in their own words, as a dry run says before")
    func fallback() async throws {
        try await withAPI { api in
            var wanted = Preferences()
            wanted.notifyEmail = true
            try await api.store.save(wanted, of: .ben, now: .noon)
            wanted.notifyEmail = false
            wanted.notifyInApp = false
            try await api.store.save(wanted, of: .eve, now: .noon)
            let people: [JSON] = ["ana", "ben", "eve"].map { ["user_id": .text($0), "values": ["name": .text("dear \($0)")]] }
            var order: [String: JSON] = [
                "recipients": .list(people), "title": "Hello {{name}}", "personalised": true, "channels": ["email"],
                "fallback_channels": ["in_app", "email", "in_app"], "dry_run": true,
            ]
            let preview = try await api.post("/v1/broadcasts", .object(order), as: .app)
            let verdicts = preview.json["verdicts"]?.items ?? []
            #expect(verdicts.map { $0["channel"] } == ["in_app", "in_app"] && verdicts.map { $0["recipients"] } == [2, 1], "\(preview.text)")
            #expect(verdicts.map { $0["reason"] } == ["allowed", "in_app_disabled"])
            order.removeValue(forKey: "dry_run")
            let answer = try await api.post("/v1/broadcasts", .object(order), as: .app)
            #expect(answer.status == 202 && answer.json["channel"] == "email" && answer.json["fallback_channels"] == ["in_app"], "\(answer.text)")
            let id = answer.json["id"]?.string ?? ""
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            _ = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
            let progress = try await api.get("/v1/broadcasts/\(id)", as: .app)
            #expect(progress.json["queued"] == 3 && progress.json["sent"] == 0 && progress.json["waiting"] == 0)
            for _ in 1...2 { _ = try await worker.processBatch(countMax: 10, ageMax: .seconds(86_400)) }
            for (place, person) in [UserID.ana, .ben].enumerated() {
                let messages = try await api.get("/v1/inbox", as: .person(person)).json["messages"]?.items ?? []
                #expect(messages.map { $0["title"] } == [.text("Hello dear \(person)")])
                let told = try await api.get("/v1/deliveries/\(id)-0-\(place).1", as: .person(person))
                #expect(told.json["status"] == "sent" && told.json["channel"] == "in_app" && told.json["replayed_alike"] == true, "\(told.text)")
            }
            let first = try await api.get("/v1/deliveries/\(id)-0-0", as: .app)
            let last = try await api.get("/v1/deliveries/\(id)-0-2.1", as: .app)
            #expect(first.json["status"] == "skipped" && first.json["reason"] == "email_disabled")
            #expect(last.json["status"] == "skipped" && last.json["reason"] == "in_app_disabled")
        }
    }

    @Test("Further channels that nobody knows are refused, and so are those of what isn't told to many")
    func refusedFallback() async throws {
        try await withAPI { api async throws in
            let order: [String: JSON] = ["recipients": ["ana"], "title": "Open on Sunday", "channels": ["in_app"]]
            let unknown = try await api.post("/v1/broadcasts", .object(order.merging(["fallback_channels": ["pigeon"]]) { $1 }), as: .app)
            #expect(unknown.summary == "400 unknown_value fallback_channels")
            let single = try await api.post("/v1/notifications", .object(order.merging(["fallback_channels": ["sms"]]) { $1 }), as: .app)
            #expect(single.summary == "400 unknown_name fallback_channels")
        }
    }

    @Test("A broadcast isn't throttled and waits for no others; who orders that is told what to do instead")
    func refusedThrottle() async throws {
        try await withAPI { api async throws in
            let order: [String: JSON] = ["recipients": ["ana"], "title": "Open on Sunday", "channels": ["in_app"]]
            let throttle: JSON = ["key": "door", "max": 1, "within_minutes": 60]
            let refused = try await api.post("/v1/broadcasts", .object(order.merging(["throttle": throttle]) { $1 }), as: .app)
            #expect(refused.summary == "400 not_of_broadcast throttle")
            let digest = try await api.post("/v1/broadcasts", .object(order.merging(["digest_key": "sundays", "digest_window_seconds": 60]) { $1 }), as: .app)
            #expect(digest.summary == "400 not_of_broadcast digest_key")
            let payload: JSON = ["throttle": throttle]
            let hidden = try await api.post("/v1/broadcasts", .object(order.merging(["payload": payload]) { $1 }), as: .app)
            #expect(hidden.summary == "400 not_of_broadcast payload.throttle")
        }
    }

    @Test("The same key takes in once")
    func repeated() async throws {
        try await withAPI { api in
            let first = try await api.ask(.post, "/v1/broadcasts", Self.lines, as: lineHeaders("a"))
            let second = try await api.ask(.post, "/v1/broadcasts", Self.lines, as: lineHeaders("a"))
            #expect(second.json["id"] == first.json["id"] && second.json["is_repeated"] == true)
            let list = try await api.get("/v1/broadcasts", as: .admin)
            #expect(list.json["broadcasts"]?.items.count == 1)
        }
    }

    @Test(
        "The same key with other recipients is refused, be they more, fewer or as many: nobody is thought told who isn't",
        arguments: [["ana", "ben", "carl", "eve"], ["ana"], ["ana", "ben", "carl"]])
    func otherRecipients(others: [String]) async throws {
        try await withAPI { api in
            let order = String(Self.lines.prefix { $0 != "\n" })
            #expect(try await api.ask(.post, "/v1/broadcasts", Self.lines, as: lineHeaders("a")).status == 202)
            let refused = try await api.ask(.post, "/v1/broadcasts", ([order] + others).joined(separator: "\n"), as: lineHeaders("a"))
            #expect(refused.summary == "409 idempotency_key_reused")
            let list = try await api.get("/v1/broadcasts", as: .admin)
            #expect(list.json["broadcasts"]?[0]?["recipients"] == 3 && list.json["broadcasts"]?.items.count == 1)
        }
    }

    @Test("However many recipients there are, another among them is noticed; whoever was erased since is none")
    func otherAmongMany() async throws {
        try await withAPI { api in
            let order = String(Self.lines.prefix { $0 != "\n" })
            let people = (0..<(2 * Broadcast.batchRecipientCountMax + 3)).map { "user-\($0)" }
            func take(_ recipients: [String]) async throws -> Answer {
                try await api.ask(.post, "/v1/broadcasts", ([order] + recipients).joined(separator: "\n"), as: lineHeaders("a"))
            }
            #expect(try await take(people).status == 202)
            for place in [0, Broadcast.batchRecipientCountMax, people.count - 1] {
                var others = people
                others[place] = "stranger"
                #expect(try await take(others).summary == "409 idempotency_key_reused")
            }
            _ = try await api.store.erase(UserID(literal: people[1]), leaving: nil, now: api.clock.now)
            let again = try await take(people)
            #expect(again.json["is_repeated"] == true && again.json["recipients"] == .number(Double(people.count)))
        }
    }

    private static let personal = #"""
        {"title": "Your points", "body": "{{name}}, you have {{points}} points.", "channels": ["in_app"], "personalised": true, "default_values": {"name": "You"}}
        """#

    private func take(_ lines: [String], under key: String = "a", of api: API) async throws -> Answer {
        try await api.ask(.post, "/v1/broadcasts", lines.joined(separator: "\n"), as: lineHeaders(key))
    }

    @Test("Each recipient of a personalised broadcast reads their own words, and what they have of their own is part of what a key stands for")
    func personalised() async throws {
        try await withAPI { api in
            let people = [
                Self.personal, #"{"user_id": "ana", "values": {"name": "Ana", "points": 120, "unused": "x"}}"#,
                #"{"user_id": "ben", "values": {"points": "3"}}"#, #"{"user_id": "ana", "values": {"name": "Ana", "points": 7}}"#,
            ]
            let answer = try await take(people, of: api)
            #expect(answer.status == 202 && answer.json["recipients"] == 3, "who is told other words is told both: \(answer.text)")
            let id = try #require(answer.json["id"]?.string.flatMap { BroadcastID($0) })
            let progress = try #require(await api.store.progress(of: id))
            let stored = await api.store.recipients(of: progress.broadcast, batch: 0)
            #expect(stored?.values?.first?.texts == ["name": "Ana", "points": "120"], "what no words name isn't kept")
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            _ = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400))
            let ana = try await api.get("/v1/inbox", as: .person(.ana))
            let ben = try await api.get("/v1/inbox", as: .person(.ben))
            #expect(ana.text.contains("Ana, you have 120 points.") && ana.text.contains("Ana, you have 7 points."))
            #expect(ben.text.contains("You, you have 3 points.") && !ben.text.contains("Ana"))
            let again = try await take(people, of: api)
            let other = try await take([people[0], people[1], #"{"user_id": "ben", "values": {"points": "4"}}"#, people[3]], of: api)
            #expect(again.json["is_repeated"] == true && other.summary == "409 idempotency_key_reused")
        }
    }

    @Test(
        "Where a recipient can't be told the words, their line is named, and nothing is taken in",
        arguments: [
            (#"{"user_id": "ben", "values": {"name": "Ben"}}"#, "a value for {{points}}"), ("ben", "a value for {{points}}"),
            (#"{"user_id": "ben", "values": {"points": null}}"#, "text, a number, true or false as values.points"),
            (#"{"user_id": "ben", "values": {"Points": 1}}"#, "values with names of at most 64 of a-z, 0-9 and _ as values"),
            (#"{"user_id": "ben", "values": []}"#, "an object as values"), (#"{"values": {"points": 1}}"#, "the identifier of a person"),
        ])
    func unfitting(line: String, expected: String) async throws {
        try await withAPI { api in
            let answer = try await take([Self.personal, #"{"user_id": "ana", "values": {"points": 1}}"#, "", line], of: api)
            #expect(answer.summary == "400 malformed_line" && answer.message == "Line 4 can't be read. Expected: \(expected).")
            let batch = try await api.store.leaseBatch()
            #expect(batch?.number == nil)
        }
    }

    @Test("What a recipient would read keeps within the limits of a title and a body, and says something")
    func lengths() async throws {
        try await withAPI { api in
            let titled = #"{"title": "{{a}}{{b}}", "channels": ["in_app"], "personalised": true}"#
            func line(_ a: Int, _ b: Int) -> String {
                "{\"user_id\": \"ana\", \"values\": {\"a\": \"\(String(repeating: "a", count: a))\", \"b\": \"\(String(repeating: "b", count: b))\"}}"
            }
            let long = try await take([titled, line(256, 1)], of: api)
            #expect(long.message == "Line 2 can't be read. Expected: values with which the title has at most 256 characters.")
            let empty = try await take([titled, line(0, 0)], of: api)
            #expect(empty.message == "Line 2 can't be read. Expected: values with which something is said.")
            #expect(try await take([titled, line(255, 1)], of: api).status == 202)
        }
    }

    @Test("A button whose title a value would make too long is refused with the line that has it, and one that fits is offered as filled")
    func personalisedActions() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ana))
            let order = #"""
                {"title": "Bill", "channels": ["in_app"], "personalised": true, "actions": [{"id": "pay", "title": "Pay {{sum}}"}], \#
                "texts": {"de": {"title": "Rechnung", "actions": {"pay": "{{sum}} jetzt zahlen"}}}}
                """#
            let long = try await take([order, #"{"user_id": "ana", "values": {"sum": "\#(String(repeating: "1", count: 30))"}}"#], of: api)
            #expect(
                long.message == "Line 2 can't be read. Expected: values with which the title of the action pay of texts.de has "
                    + "\(OfferedAction.titleExpectation).")
            let people = ["ana", "ben"].map { #"{"user_id": "\#($0)", "values": {"sum": "5 €"}}"# }
            #expect(try await take([order] + people, of: api).status == 202)
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            #expect(try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400)).sentCount == 2)
            var offered: [String?] = []
            for person in [UserID.ana, .ben] {
                offered.append(try await api.get("/v1/inbox", as: .person(person)).json["messages"]?[0]?["actions"]?[0]?["title"]?.string)
            }
            #expect(offered == ["5 € jetzt zahlen", "Pay 5 €"])
        }
    }

    @Test("The words of each language put in what is the recipient's own, and whoever lacks what any language names is named")
    func personalisedLanguages() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ana))
            let order = #"{"title": "{{points}} points", "channels": ["in_app"], "personalised": true, "texts": {"de": {"title": "%"}}}"#
            let texts = order.replacing("%", with: "{{name}}s Punkte: {{points}}")
            let lacking = try await take([texts, #"{"user_id": "ben", "values": {"points": 3}}"#], of: api)
            #expect(lacking.summary == "400 malformed_line" && lacking.message == "Line 2 can't be read. Expected: a value for {{name}}.")
            let unclosed = try await take([order.replacing("%", with: "{{name"), "ben"], of: api)
            #expect(unclosed.summary == "400 wrong_type texts.de.title")
            let empty = try await take([order.replacing("%", with: "{{name}}"), #"{"user_id": "ben", "values": {"name": "", "points": 3}}"#], of: api)
            #expect(empty.message == "Line 2 can't be read. Expected: values with which the title of texts.de says something.")
            let name = String(repeating: "a", count: 256)
            let long = try await take([texts, #"{"user_id": "ben", "values": {"name": "\#(name)", "points": 3}}"#], of: api)
            #expect(long.message == "Line 2 can't be read. Expected: values with which the title of texts.de has at most 256 characters.")
            let people = ["ana", "ben"].map { #"{"user_id": "\#($0)", "values": {"name": "{{points}} of \#($0)", "points": 3}}"# }
            #expect(try await take([texts] + people, of: api).status == 202)
            let worker = Worker(
                queue: api.store, broadcasts: api.store, zones: api.services.zones, switchboard: api.services.switchboard, holder: "test",
                identifiers: api.services.intake.evaluator.identifiers, now: { api.clock.now }, chance: { 0.5 })
            #expect(try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(86_400)).sentCount == 2)
            var told: [String?] = []
            for person in [UserID.ana, .ben] {
                let message = try await api.get("/v1/inbox", as: .person(person)).json["messages"]?[0]
                told += [message?["title"]?.string, message?["language"]?.string]
            }
            #expect(told == ["{{points}} of anas Punkte: 3", "de", "3 points", nil])
        }
    }

    @Test("A document names recipients with their values too, and says of which it is where one can't be used")
    func personalisedDocument() async throws {
        try await withAPI { api async throws in
            var order: [String: JSON] = [
                "title": "{{points}} points", "channels": ["in_app"], "personalised": true,
                "recipients": [["user_id": "ana", "values": ["points": 120]], ["user_id": "ben", "values": ["points": true]]],
            ]
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).json["recipients"] == 2)
            order["recipients"] = [["user_id": "ana", "values": ["points": 120]], "ben"]
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).summary == "400 wrong_type recipients[1].values")
            order["recipients"] = "all"
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).summary == "400 wrong_type default_values")
            order["default_values"] = ["points": "no"]
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).status == 202)
            order["title"] = "{{points"
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).summary == "400 wrong_type title")
        }
    }

    @Test("Braces are braces unless the order says otherwise, and then nobody has values")
    func literal() async throws {
        try await withAPI { api in
            let order = #"{"title": "{{name}} {{", "channels": ["in_app"]}"#
            let refused = try await take([order, "ana", #"{"user_id": "ben", "values": {"name": "Ben"}}"#], of: api)
            #expect(refused.message == "Line 3 can't be read. Expected: no values, unless the order is “personalised”.")
            let answer = try await take([order, "ana"], of: api)
            #expect(answer.status == 202)
            let batch = try #require(await api.store.leaseBatch())
            #expect(!batch.isPersonal && batch.toSend.map(\.delivery.payload.title) == ["{{name}} {{"])
            let defaults = try await take([#"{"title": "Hi", "channels": ["in_app"], "default_values": {"name": "You"}}"#, "ana"], under: "b", of: api)
            #expect(defaults.summary == "400 missing_field personalised")
            let alone: JSON = ["recipients": ["ana"], "title": "{{name}}", "personalised": true]
            #expect(try await api.post("/v1/notifications", alone, as: .app).summary == "400 wrong_type recipients[0].values")
        }
    }

    @Test("A line that can't be read is named, and takes nothing in")
    func badLine() async throws {
        try await withAPI { api in
            let answer = try await api.ask(.post, "/v1/broadcasts", Self.lines + "\n{}", as: lineHeaders("a"))
            #expect(answer.summary == "400 malformed_line")
            #expect(answer.message == "Line 7 can't be read. Expected: the identifier of a person.")
            let batch = try await api.store.leaseBatch()
            #expect(batch?.number == nil)
            let again = try await api.ask(.post, "/v1/broadcasts", Self.lines, as: lineHeaders("a"))
            #expect(again.status == 202 && again.json["recipients"] == 3, "the same key begins anew")
        }
    }

    @Test("What has expired is refused")
    func expired() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana"], "title": "Open on Sunday", "channels": ["in_app"], "expires_at": "2026-01-25T12:00:00Z"]
            let answer = try await api.post("/v1/broadcasts", order, as: .app)
            #expect(answer.summary == "400 wrong_type expires_at")
            let batch = try await api.store.leaseBatch()
            #expect(batch?.number == nil)
        }
    }

    @Test("A list of nobody is refused; what was refused is in no list, and its key is free for what is right")
    func refused() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": [], "title": "Open on Sunday", "channels": ["in_app"], "app_id": "shop"]
            #expect(try await api.post("/v1/broadcasts", order, as: .admin).summary == "400 wrong_type recipients")
            let headers = Shown.headers(["authorization": "Bearer \(API.appKey)", "content-type": "application/x-ndjson"])
            #expect(try await api.ask(.post, "/v1/broadcasts", Self.lines + "\n{}", as: headers).summary == "400 malformed_line")
            let list = try await api.get("/v1/broadcasts", as: .admin)
            #expect(list.json["broadcasts"] == [])
            let keyed = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "sunday"])
            func take(_ recipients: String) async throws -> Int {
                let body = #"{"title": "Open on Sunday", "channels": ["in_app"], "recipients": \#(recipients)}"#
                return try await api.ask(.post, "/v1/broadcasts", body, as: keyed).status
            }
            let statuses = [try await take("[]"), try await take(#"["ana"]"#), try await take(#"["ben"]"#)]
            #expect(statuses == [400, 202, 409])
        }
    }

    @Test("One that says nothing is refused, also where its title is empty")
    func empty() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": "all", "title": "", "channels": ["in_app"], "app_id": "shop"]
            let answer = try await api.post("/v1/broadcasts", order, as: .admin)
            #expect(answer.summary == "400 missing_field title")
        }
    }

    @Test("An app reads all of its broadcasts part by part, the latest first")
    func pages() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana"], "title": "Open on Sunday", "channels": ["in_app"]]
            var ids: [String] = []
            for _ in 1...3 {
                let answer = try await api.post("/v1/broadcasts", order, as: .app)
                ids.append(try #require(answer.json["id"]?.string))
            }
            let first = try await api.get("/v1/broadcasts?limit=2", as: .app).json
            let older = try #require(first["older"]?.string)
            let rest = try await api.get("/v1/broadcasts?limit=2&before=\(older)", as: .app).json
            let seen = [first, rest].flatMap { $0["broadcasts"]?.items ?? [] }.compactMap { $0["id"]?.string }
            #expect(seen == ids.reversed() && !rest.keys.contains("older"))
            let bad = try await api.get("/v1/broadcasts?before=", as: .app)
            #expect(bad.summary == "400 wrong_type before")
        }
    }

    @Test("To everybody, and called off; another's broadcast isn't there")
    func everybody() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": "all", "title": "Open on Sunday", "channels": ["in_app"], "app_id": "shop"]
            let answer = try await api.post("/v1/broadcasts", order, as: .admin)
            #expect(answer.status == 202 && answer.json["recipients"] == 3)
            let path = "/v1/broadcasts/\(answer.json["id"]?.string ?? "")"
            #expect(try await api.get(path, as: .app).summary == "404 unknown_broadcast")
            let cancelled = try await api.post(path + "/cancel", [:], as: .admin)
            #expect(cancelled.json["status"] == "cancelled")
            let batch = try await api.store.leaseBatch()
            #expect(batch?.number == nil)
        }
    }

    @Test("One that is through stays completed when somebody calls it off: nothing of it was left")
    func calledOffTooLate() async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/broadcasts", ["recipients": ["ana"], "title": "Open", "channels": ["in_app"]], as: .app)
            let batch = try #require(await api.store.leaseBatch())
            #expect(await api.store.record(batch.results(), of: batch, then: .ends, now: .noon))
            let cancelled = try await api.post("/v1/broadcasts/\(answer.json["id"]?.string ?? "")/cancel", [:], as: .app)
            #expect(cancelled.status == 200 && cancelled.json["status"] == "completed" && cancelled.json["sent"] == 1)
        }
    }
}
