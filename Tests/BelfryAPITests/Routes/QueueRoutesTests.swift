import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct QueueRoutesTests {
    private static let order: JSON = ["recipients": ["ana", "ben"], "title": "Boiler", "severity": "critical", "channels": ["in_app"]]

    @Test("What an app orders is in the queue, under its name, and is sent")
    func ordered() async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/notifications", Self.order, as: .app)
            #expect(answer.status == 202 && answer.json["is_repeated"] == false)
            #expect(answer.json["deliveries"]?.items.count == 2)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let list = try await api.get("/v1/deliveries?status=sent", as: .app)
            let rows = list.json["deliveries"]?.items ?? []
            #expect(rows.map { $0["recipient_user_id"] } == ["ben", "ana"])
            #expect(rows.allSatisfy { $0["app_id"] == "app" && $0["priority"] == "critical" })
            let inbox = try await api.get("/v1/inbox", as: .person(.ana))
            #expect(inbox.text.contains("Boiler"))
        }
    }

    @Test("A call that is repeated under its key answers the same, and another under it is refused")
    func repeated() async throws {
        try await withAPI { api in
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "order-7"])
            let first = try await api.post("/v1/notifications", Self.order, as: shown)
            let second = try await api.post("/v1/notifications", Self.order, as: shown)
            #expect(second.status == 202 && second.json["is_repeated"] == true && second.json["deliveries"] == first.json["deliveries"])
            let other = try await api.post("/v1/notifications", ["recipient_user_id": "ana", "title": "Roof"], as: shown)
            #expect(other.summary == "409 idempotency_key_reused")
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.count == 2)
        }
    }

    @Test("A dry run says what would become of an order for each recipient and channel, and why, shows no address, and queues nothing")
    func dryRun() async throws {
        try await withAPI { api in
            var wanted = Preferences()
            wanted.notifyEmail = true
            try await api.store.save(wanted, of: .ana, now: .noon)
            wanted = Preferences()
            wanted.notifyInApp = false
            try await api.store.save(wanted, of: .ben, now: .noon)
            wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "10:00"), end: CivilTime(literal: "14:00"))
            wanted.quietHoursAction = .defer
            try await api.store.save(wanted, of: .eve, now: .noon)
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "order-7"])
            var order: [String: JSON] = ["recipients": ["ana", "ben", "eve"], "title": "Boiler", "channels": ["in_app", "email"], "dry_run": true]
            let answer = try await api.post("/v1/notifications", .object(order), as: shown)
            #expect(answer.status == 200 && answer.json["dry_run"] == true)
            let verdicts = answer.json["verdicts"]?.items ?? []
            try #require(verdicts.count == 6)
            #expect(verdicts.map { $0["recipient_user_id"] } == ["ana", "ana", "ben", "ben", "eve", "eve"])
            #expect(verdicts.map { $0["channel"] } == ["in_app", "email", "in_app", "email", "in_app", "email"])
            #expect(verdicts.map { $0["action"] } == ["send", "fail", "skip", "skip", "defer", "skip"])
            #expect(verdicts.map { $0["reason"]?.string } == ["allowed", nil, "in_app_disabled", "email_disabled", "quiet_hours", "email_disabled"])
            #expect(verdicts.first?["sentence"] == "Would be sent, because nothing stands against it: inbox is on, no quiet hours are set.")
            #expect(verdicts.first?["what_would_change"] == "Switching off the inbox, or quiet hours at this time, would stop it.")
            let beginnings = ["Would be sent, ", "Would be given up (no_address", "Would not be sent, ", "Would not be sent, ", "Would be held until 14:00 (UTC), "]
            #expect(zip(verdicts, beginnings).allSatisfy { $0["sentence"]?.string?.hasPrefix($1) == true })
            #expect(verdicts[0]["addresses"] == ["inbox": 1] && verdicts[1]["addresses"] == [:])
            #expect(verdicts[1]["error"] == "no_address: the recipient has no address there that works")
            #expect(verdicts[4]["held_until"] == "2026-01-25T14:00:00Z" && verdicts[4]["due_at"] == "2026-01-25T12:00:00Z")
            #expect(verdicts.allSatisfy { $0["sentence"]?.string?.isEmpty == false && $0["pause"] == nil })
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
            order["dry_run"] = false
            let real = try await api.post("/v1/notifications", .object(order), as: shown)
            #expect(real.status == 202 && real.json["is_repeated"] == false, "the key is as free as before")
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let list: [JSON] = try await api.get("/v1/deliveries", as: .app).json["deliveries"]?.items.reversed() ?? []
            #expect(list.map { $0["status"] } == ["sent", "failed", "skipped", "skipped", "pending", "skipped"], "as it was said")
            #expect(list.map { $0["reason"]?.string } == verdicts.map { $0["reason"]?.string })
        }
    }

    @Test("What an app throttles is told as often as it says, and then only what is critical; a dry run and a look at it say why")
    func throttled() async throws {
        try await withAPI { api in
            var order: [String: JSON] = Self.throttle([:]).members
            #expect(try await api.post("/v1/notifications", .object(order), as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            order["title"] = "The door is still open"
            order["dry_run"] = true
            let verdict = try await api.post("/v1/notifications", .object(order), as: .app).json["verdicts"]?[0]
            #expect(verdict?["action"] == "skip" && verdict?["reason"] == "throttled")
            #expect(verdict?["sentence"] == "Would not be sent, because the recipient had lately been told as many of these as the app allows (1).")
            order["dry_run"] = false
            let answer = try await api.post("/v1/notifications", .object(order), as: .app)
            let id = try #require(answer.json["deliveries"]?[0]?.string)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let stored = try await api.get("/v1/deliveries/\(id)", as: .app).json
            #expect(stored["status"] == "skipped" && stored["reason"] == "throttled" && stored["replayed_alike"] == true)
            #expect(stored["inputs"]?.string?.contains(#""throttle_max":1,"throttle_told":1"#) == true)
            order["severity"] = "critical"
            let grave = try await api.post("/v1/notifications", .object(order), as: .app)
            let other = try #require(grave.json["deliveries"]?[0]?.string)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.get("/v1/deliveries/\(other)", as: .app).json["status"] == "sent")
        }
    }

    @Test("Where nobody of those before presses the button, the next are told; once one has, they are left out, and it says why")
    func escalated() async throws {
        try await withAPI { api in
            let steps: JSON = [["recipients": ["ben"], "after_minutes": 15], ["recipients": ["eve"], "after_minutes": 30]]
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ben))
            let verdicts = try await api.post("/v1/notifications", Self.escalation(steps, ["dry_run": true]), as: .app).json["verdicts"]?.items ?? []
            #expect(verdicts.map { $0["recipient_user_id"] } == ["ana", "ben", "eve"] && verdicts.map { $0["step"] } == [1, 2, 3])
            #expect(verdicts.map { $0["due_at"] } == ["2026-01-25T12:00:00Z", "2026-01-25T12:15:00Z", "2026-01-25T12:30:00Z"])
            let answer = try await api.post("/v1/notifications", Self.escalation(steps), as: .app)
            let ids = answer.json["deliveries"]?.items.compactMap(\.string) ?? []
            try #require(ids.count == 3)
            func carryOut() async throws { _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin) }
            try await carryOut()
            api.clock.advance(.seconds(900))
            try await carryOut()
            #expect(try await api.get("/v1/deliveries/\(ids[1])", as: .app).json["status"] == "sent", "Ana hasn't reacted")
            let message = try await api.get("/v1/inbox", as: .person(.ben)).json["messages"]?[0]
            #expect(message?["actions"] == [["id": "acknowledge", "title": "Ich kümmere mich darum", "language": "de"]])
            #expect(try await api.post("/v1/deliveries/\(ids[1])/actions/acknowledge", [:], as: .person(.ben)).status == 200)
            api.clock.advance(.seconds(900))
            try await carryOut()
            let last = try await api.get("/v1/deliveries/\(ids[2])", as: .app).json
            #expect(last["status"] == "skipped" && last["reason"] == "already_acknowledged" && last["replayed_alike"] == true)
            #expect(last["sentence"] == "Not sent, because somebody who was told before has reacted.")
        }
    }

    @Test("A dry run decides as of the moment when each would be due, step by step, and says what is paused")
    func dryRunLater() async throws {
        let route = DeliveryRoute(steps: [.init(channels: [.inApp]), .init(channels: [.inApp], after: .seconds(600))])
        try await withAPI(route: route) { api in
            var wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "22:05"), end: CivilTime(literal: "07:00"))
            try await api.store.save(wanted, of: .ana, now: .noon)
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "deliver_after": "2026-01-25T22:00:00Z", "dry_run": true]
            let answer = try await api.post("/v1/notifications", order, as: .app)
            let verdicts = answer.json["verdicts"]?.items ?? []
            #expect(verdicts.map { $0["step"] } == [1, 2])
            #expect(verdicts.map { $0["due_at"] } == ["2026-01-25T22:00:00Z", "2026-01-25T22:10:00Z"])
            #expect(verdicts.map { $0["action"] } == ["send", "skip"])
            _ = await api.store.pause(QueuePause(AppID(literal: "app"), since: .noon, until: .evening))
            _ = await api.store.pause(QueuePause(nil, since: .noon))
            let paused = try await api.post("/v1/notifications", ["recipients": ["ben"], "title": "Boiler", "dry_run": true], as: .app)
            #expect(paused.json["verdicts"]?[0]?["pause"]?["all"] == true)
            #expect(paused.json["verdicts"]?[0]?["sentence"]?.string?.hasSuffix("It waits, because whoever runs this Belfry has paused it.") == true)
        }
    }

    @Test("A dry run of what is meant for a moment by each recipient's clock decides as of that moment")
    func dryRunAtLocal() async throws {
        try await withAPI { api in
            var wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
            wanted.quietHoursAction = .defer
            try await api.store.save(wanted, of: .ana, now: .noon)
            wanted = Preferences()
            wanted.timezone = "America/Los_Angeles"
            try await api.store.save(wanted, of: .ben, now: .noon)
            var order: [String: JSON] = [
                "recipients": ["ana", "ben"], "title": "Good morning", "channels": ["in_app"], "deliver_at_local": "2026-01-26T06:30", "dry_run": true,
            ]
            let verdicts = try await api.post("/v1/notifications", .object(order), as: .app).json["verdicts"]?.items ?? []
            #expect(verdicts.map { $0["due_at"] } == ["2026-01-26T06:30:00Z", "2026-01-26T14:30:00Z"])
            #expect(verdicts.map { $0["reason"] } == ["quiet_hours", "allowed"])
            #expect(verdicts.map { $0["held_until"]?.string } == ["2026-01-26T07:00:00Z", nil])
            order["expires_at"] = "2026-01-26T12:00:00Z"
            let brief = try await api.post("/v1/notifications", .object(order), as: .app).json["verdicts"]?.items ?? []
            #expect(brief.map { $0["reason"] } == ["quiet_hours", "expired"], "one comes to their moment too late")
        }
    }

    @Test("What is ordered under one digest key is one message to each, as a dry run says; a broadcast has no digest")
    func digests() async throws {
        try await withAPI { api in
            #expect(try await api.post("/v1/notifications", Self.digest(["expires_at": "2026-01-25T13:00:00.001Z"]), as: .app).status == 202)
            api.clock.advance(.seconds(600))
            let rehearsed = try await api.post("/v1/notifications", Self.digest(["recipients": ["ana", "ben"], "dry_run": true]), as: .app)
            #expect(rehearsed.json["verdicts"]?.items.map { $0["due_at"] } == ["2026-01-25T13:00:00Z", "2026-01-25T13:10:00Z"])
            #expect(try await api.post("/v1/notifications", Self.digest(["title": "Like"]), as: .app).status == 202)
            let early = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(early.json["processed"] == 0)
            api.clock.advance(.seconds(3000))
            let due = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(due.json["sent"] == 1 && due.json["skipped"] == 1)
            let inbox = try await api.get("/v1/inbox", as: .person(.ana))
            #expect(inbox.text.contains("2 updates") && inbox.text.contains("• Like"))
            let broadcast = try await api.post("/v1/broadcasts", Self.digest([:]), as: .app)
            #expect(broadcast.summary.hasPrefix("400 not_of_broadcast digest_"))
        }
    }

    @Test("A dry run is refused for what an order is refused for")
    func refusedDryRun() async throws {
        try await withAPI { api in
            for (order, problem) in Self.refusals {
                let answer = try await api.post("/v1/notifications", .object(order.members.merging(["dry_run": true]) { own, _ in own }), as: .app)
                #expect(answer.summary == problem)
            }
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "order-7"])
            let late: JSON = ["recipients": ["ana"], "title": "Boiler", "expires_at": "2026-01-25T12:00:00Z", "dry_run": true]
            #expect(try await api.post("/v1/notifications", late, as: shown).summary == "400 wrong_type expires_at")
            let word: JSON = ["recipients": ["ana"], "title": "Boiler", "dry_run": "yes"]
            #expect(try await api.post("/v1/notifications", word, as: .app).summary == "400 wrong_type dry_run")
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
        }
    }

    private static func offering(_ actions: JSON) -> JSON { ["recipient_user_id": "ana", "title": "B", "actions": actions] }

    private static let refusals: [(order: JSON, problem: String)] = [
        (["title": "Boiler"], "400 missing_field recipients"),
        (["recipient_user_id": "ana"], "400 missing_field title"),
        (["recipient_user_id": "ana", "title": "Boiler", "channels": ["pigeon"]], "400 unknown_value channels"),
        (["recipient_user_id": "ana", "title": "Boiler", "priority": "urgent"], "400 unknown_value priority"),
        (["recipient_user_id": "ana", "title": "Boiler", "app_id": "another"], "403 not_authorized"),
        (
            ["recipient_user_id": "ana", "title": "B", "deliver_after": "2026-01-26T08:00:00Z", "expires_at": "2026-01-26T08:00:00Z"],
            "400 wrong_type expires_at"
        ),
        (["recipient_user_id": "ana", "title": "B", "expires_at": "2026-01-25T12:00:00Z"], "400 wrong_type expires_at"),
        (["recipient_user_id": "ana", "title": .text(long(256))], "400 wrong_type title"),
        (["recipient_user_id": "ana", "body": .text(long(4096))], "400 wrong_type body"),
        (["recipient_user_id": "ana", "title": "B", "category": .text(long(128))], "400 wrong_type category"),
        (["recipient_user_id": "ana", "title": "B", "category": "boiler\nurgent"], "400 wrong_type category"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["kind": "boiler\u{1B}[2J"]], "400 wrong_type payload.kind"),
        (["recipient_user_id": "ana", "payload": ["title": .text(long(256))]], "400 wrong_type payload.title"),
        (["recipient_user_id": "ana", "payload": ["body": .text(long(4096))]], "400 wrong_type payload.body"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["kind": .text(long(128))]], "400 wrong_type payload.kind"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["member_name": .text(long(256))]], "400 wrong_type payload.member_name"),
        (["recipient_user_id": "ana", "title": "B", "link": "javascript:alert(1)"], "400 wrong_type link"),
        (["recipient_user_id": "ana", "title": "B", "link": "https://ana:secret@app.example"], "400 wrong_type link"),
        (["recipient_user_id": "ana", "title": "B", "link": 7], "400 wrong_type link"),
        (["recipient_user_id": "ana", "title": "B", "collapse_key": ""], "400 wrong_type collapse_key"),
        (["recipient_user_id": "ana", "title": "B", "collapse_key": .text(String(repeating: "a", count: 65))], "400 wrong_type collapse_key"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["collapse_key": "do\nor"]], "400 wrong_type payload.collapse_key"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["link": "file:///etc/passwd"]], "400 wrong_type payload.link"),
        (offering([]), "400 wrong_type actions"),
        (offering([["id": "pay", "title": "Pay"], ["id": "pay", "title": "Again"]]), "400 wrong_type actions"),
        (offering([["id": "a", "title": "A"], ["id": "b", "title": "B"], ["id": "c", "title": "C"], ["id": "d", "title": "D"]]), "400 wrong_type actions"),
        (offering([["id": "Pay now", "title": "Pay"]]), "400 wrong_type actions[0].id"),
        (offering([["id": "pay", "title": .text(long(40))]]), "400 wrong_type actions[0].title"),
        (offering([["id": "pay", "title": "Pay\nnow"]]), "400 wrong_type actions[0].title"),
        (offering([["id": "pay"]]), "400 missing_field actions[0].title"),
        (offering([["id": "no", "title": "No"], ["id": "pay", "title": "Pay", "link": "javascript:pay()"]]), "400 wrong_type actions[1].link"),
        (offering([["id": "pay", "title": "Pay", "url": "https://app.example"]]), "400 unknown_name actions[0].url"),
        (offering([["id": "no", "title": "No"], ["id": "pay", "title": "Pay", "language": "en"]]), "400 unknown_name actions[1].language"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["actions": [["id": "pay"]]]], "400 missing_field payload.actions[0].title"),
        (["recipient_user_id": "ana", "title": "B", "deliver_at_local": "2026-12-24T09:00Z"], "400 wrong_type deliver_at_local"),
        (["recipient_user_id": "ana", "title": "B", "deliver_at_local": "2026-12-24T09:00+01:00"], "400 wrong_type deliver_at_local"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["deliver_at_local": "nine"]], "400 wrong_type payload.deliver_at_local"),
        (
            ["recipient_user_id": "ana", "title": "B", "deliver_at_local": "2026-12-24T09:00", "deliver_after": "2026-12-24T08:00:00Z"],
            "400 wrong_type deliver_at_local"
        ),
        (
            ["recipient_user_id": "ana", "title": "B", "deliver_at_local": "2026-12-24T09:00", "expires_at": "2026-12-23T19:00:00Z"],
            "400 wrong_type expires_at"
        ),
        (texts(["nl": ["title": "Zondag open"]]), "400 unknown_name texts.nl"),
        (texts(["": ["title": "B"]]), "400 unknown_name texts."),
        (texts(["de": ["title": "A"], "de-AT": ["title": "A"]]), "400 wrong_type texts.de-AT"),
        (texts(["de": ["body": "B"]]), "400 missing_field texts.de.title"),
        (texts(["de": ["title": "", "body": "B"]]), "400 missing_field texts.de.title"),
        (texts(["de": ["title": "A", "text": "B"]]), "400 unknown_name texts.de.text"),
        (texts(["de": "Sonntag offen"]), "400 wrong_type texts.de"),
        (texts(["de": nil]), "400 wrong_type texts.de"),
        (texts(["de": ["title": 7]]), "400 wrong_type texts.de.title"),
        (texts(["de": ["title": .text(long(256))]]), "400 wrong_type texts.de.title"),
        (texts(["de": ["title": "A", "body": .text(long(4096))]]), "400 wrong_type texts.de.body"),
        (texts("Sonntag offen"), "400 wrong_type texts"),
        (texts(["de": ["title": "A", "actions": ["pay": "Zahlen"]]]), "400 missing_field actions"),
        (texts(["de": ["title": "A", "actions": ["pay": "Zahlen", "later": "S"]]], offering: "pay"), "400 unknown_name texts.de.actions.later"),
        (texts(["de": ["title": "A", "actions": ["Pay": "Zahlen"]]], offering: "pay"), "400 unknown_name texts.de.actions.Pay"),
        (texts(["de": ["title": "A", "actions": ["pay": .text(long(40))]]], offering: "pay"), "400 wrong_type texts.de.actions.pay"),
        (texts(["de": ["title": "A", "actions": ["pay": 7]]], offering: "pay"), "400 wrong_type texts.de.actions.pay"),
        (texts(["de": ["title": "A", "actions": ["Zahlen"]]], offering: "pay"), "400 wrong_type texts.de.actions"),
        (["recipient_user_id": "ana", "texts": ["de": ["title": "A"]]], "400 missing_field title"),
        (["recipient_user_id": "ana", "texts": ["de": ["title": "A"]], "payload": ["metric_type": "steps"]], "400 missing_field title"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["texts": ["nl": ["title": "A"]]]], "400 unknown_name payload.texts.nl"),
        (throttle(["max": nil]), "400 missing_field throttle.max"), (throttle(["key": nil]), "400 missing_field throttle.key"),
        (throttle(["max": 0]), "400 number_out_of_range throttle.max"), (throttle(["max": 101]), "400 number_out_of_range throttle.max"),
        (throttle(["within_minutes": 10_081]), "400 number_out_of_range throttle.within_minutes"), (throttle(["key": "do\nor"]), "400 wrong_type throttle.key"),
        (throttle(["minutes": 5]), "400 unknown_name throttle.minutes"),
        (["recipient_user_id": "ana", "title": "B", "throttle": "door"], "400 wrong_type throttle"),
        (["recipient_user_id": "ana", "title": "B", "payload": ["throttle": ["key": "door"]]], "400 missing_field payload.throttle.max"),
        (digest(["digest_window_seconds": nil]), "400 missing_field digest_window_seconds"),
        (digest(["digest_key": nil]), "400 missing_field digest_key"),
        (digest(["digest_window_seconds": 0]), "400 number_out_of_range digest_window_seconds"),
        (digest(["digest_window_seconds": 604_801]), "400 number_out_of_range digest_window_seconds"),
        (digest(["digest_window_seconds": 1.5]), "400 wrong_type digest_window_seconds"),
        (digest(["deliver_at_local": "2026-12-24T09:00"]), "400 wrong_type digest_key"),
        (digest(["digest_key": "po\nsts"]), "400 wrong_type digest_key"),
        (digest(["digest_key": .text(String(repeating: "a", count: 129))]), "400 wrong_type digest_key"),
        (digest(["expires_at": "2026-01-25T13:00:00Z"]), "400 wrong_type expires_at"),
        (escalation([]), "400 missing_field escalation.steps"),
        (escalation([["after_minutes": 15]]), "400 missing_field escalation.steps[0].recipients"),
        (escalation([["recipients": ["ben"]]]), "400 missing_field escalation.steps[0].after_minutes"),
        (escalation([["recipients": ["ben"], "after_minutes": 0]]), "400 number_out_of_range escalation.steps[0].after_minutes"),
        (escalation([["recipients": ["ben"], "after_minutes": 1441]]), "400 number_out_of_range escalation.steps[0].after_minutes"),
        (escalation([["recipients": ["ben"], "minutes": 15]]), "400 unknown_name escalation.steps[0].minutes"),
        (escalation([["recipients": ["ben"], "after_minutes": 15]], until: "seen"), "400 unknown_value escalation.until"),
        (escalation([["recipients": ["ana"], "after_minutes": 15]]), "400 wrong_type escalation.steps[0].recipients"),
        (
            escalation([["recipients": ["ben"], "after_minutes": 15], ["recipients": ["ben"], "after_minutes": 30]]),
            "400 wrong_type escalation.steps[1].recipients"
        ),
        (
            escalation([["recipients": ["ben"], "after_minutes": 15], ["recipients": ["eve"], "after_minutes": 15]]),
            "400 wrong_type escalation.steps.after_minutes"
        ),
        (escalation([["recipients": ["ben"], "after_minutes": 15]], ["expires_at": "2026-01-25T12:15:00Z"]), "400 wrong_type expires_at"),
        (escalation([["recipients": ["ben"], "after_minutes": 15]], ["deliver_at_local": "2026-12-24T09:00"]), "400 wrong_type deliver_at_local"),
        (
            escalation([["recipients": ["ben"], "after_minutes": 15]], ["digest_key": "posts", "digest_window_seconds": 60]),
            "400 wrong_type digest_key"
        ),
    ]

    private static func escalation(_ steps: JSON, _ fields: [String: JSON] = [:], until: JSON = "acknowledged") -> JSON {
        let order: [String: JSON] = [
            "recipients": ["ana"], "title": "Boiler", "channels": ["in_app"], "escalation": ["until": until, "steps": steps],
        ]
        return .object(order.merging(fields) { $1 })
    }

    private static func texts(_ texts: JSON) -> JSON { ["recipient_user_id": "ana", "title": "B", "texts": texts] }
    private static func texts(_ texts: JSON, offering action: String) -> JSON {
        ["recipient_user_id": "ana", "title": "B", "texts": texts, "actions": [["id": .text(action), "title": "Pay"]]]
    }

    /// An order under a key that is told once in an hour.
    private static func throttle(_ fields: [String: JSON]) -> JSON {
        let throttle: [String: JSON] = ["key": "door", "max": 1, "within_minutes": 60]
        return ["recipient_user_id": "ana", "title": "The door is open", "channels": ["in_app"], "throttle": .object(throttle.merging(fields) { $1 })]
    }

    /// An order of a digest of an hour.
    private static func digest(_ fields: [String: JSON]) -> JSON {
        let order: [String: JSON] = ["recipients": ["ana"], "title": "Post", "channels": ["in_app"], "digest_key": "posts", "digest_window_seconds": 3600]
        return .object(order.merging(fields) { _, new in new })
    }

    /// One character for a reader, and one mark too many on it.
    private static func long(_ lengthMax: Int) -> String { "A" + String(repeating: "\u{301}", count: lengthMax) }

    @Test("What can't be ordered is refused with the field", arguments: refusals)
    func refused(order: JSON, problem: String) async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/notifications", order, as: .app)
            #expect(answer.summary == problem)
        }
    }

    @Test("An order's link goes along with what is told, and wins over that of its payload")
    func link() async throws {
        try await withAPI { api async throws in
            for (title, fields) in [
                ("own", ["link": "example-app://orders/7", "payload": ["link": "https://app.example/old"]]),
                ("facts", ["payload": ["link": "https://app.example/old"]]), ("none", [:]),
            ] as [(String, [String: JSON])] {
                let order = fields.merging(["recipients": ["ana"], "title": .text(title), "channels": ["in_app"]]) { own, _ in own }
                #expect(try await api.post("/v1/notifications", .object(order), as: .app).status == 202)
            }
            let queued = await api.store.deliveries(DeliverySelection()).map(\.delivery.payload)
            let links = Dictionary(uniqueKeysWithValues: queued.map { ($0.title, $0.link?.text) })
            #expect(links == ["own": "example-app://orders/7", "facts": "https://app.example/old", "none": nil])
        }
    }

    @Test("Each is told in their own language where the order has it, else in its own words, and an order's texts win over those of its payload")
    func texts() async throws {
        try await withAPI { api async throws in
            for (person, language) in [(UserID.ana, "de-AT"), (.ben, "ar"), (.eve, "fr")] {
                _ = try await api.patch("/v1/users/me/preferences", ["language": .text(language)], as: .person(person))
            }
            let order: JSON = [
                "recipients": ["ana", "ben", "eve", "stranger"], "title": "Open on Sunday", "body": "From 10 to 16.", "channels": ["in_app"],
                "texts": [
                    "de-AT": ["title": "Sonntag offen", "body": "Von 10 bis 16 Uhr.", "actions": ["map": "Karte"]], "ar": ["title": "مفتوح يوم الأحد"],
                ],
                "actions": [["id": "map", "title": "Map"], ["id": "no", "title": "No"]],
                "payload": ["texts": ["fr": ["title": "Ouvert dimanche"]]],
            ]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            var (told, offered): ([String], [String]) = ([], [])
            for person in [UserID.ana, .ben, .eve, .stranger] {
                for message in try await api.get("/v1/inbox", as: .person(person)).json["messages"]?.items ?? [] {
                    offered += (message["actions"]?.items ?? []).map { $0["title"]?.string ?? "-" }
                    told.append(["title", "body", "language"].map { message[$0]?.string ?? "-" }.joined(separator: " | "))
                }
            }
            let own = "Open on Sunday | From 10 to 16. | -"
            #expect(told == ["Sonntag offen | Von 10 bis 16 Uhr. | de", "مفتوح يوم الأحد |  | ar", own, own])
            #expect(offered == ["Karte", "No", "Map", "No", "Map", "No", "Map", "No"])
            _ = try await api.patch("/v1/users/me/preferences", ["language": "en"], as: .person(.ana))
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.contains("lang=\"de\" dir=\"auto\">Sonntag offen</h2>"))
        }
    }

    @Test("A moment by each recipient's clock goes along, due when the first clock shows it; one that is past everywhere is due at once")
    func localMoment() async throws {
        try await withAPI { api in
            let order: JSON = [
                "recipients": ["ana"], "title": "Good morning", "channels": ["in_app"], "deliver_at_local": "2026-12-24T09:00",
                "expires_at": "2026-12-23T19:00:01Z",
            ]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let row = try await api.get("/v1/deliveries", as: .app).json["deliveries"]?[0]
            #expect(row?["deliver_at_local"] == "2026-12-24T09:00:00" && row?["deliver_after"] == "2026-12-23T19:00:00Z")
            let past: JSON = ["recipients": ["ben"], "title": "Good morning", "channels": ["in_app"], "deliver_at_local": "2026-01-24T09:00"]
            #expect(try await api.post("/v1/notifications", past, as: .app).status == 202)
            let rows = await api.store.deliveries(DeliverySelection(recipient: .ben))
            #expect(rows.map(\.delivery.deliverAfter) == [nil] && rows.map(\.nextAttemptAt) == [nil])
        }
    }

    @Test("Each later step of a route is as much later by the recipient's clock")
    func localMomentOfSteps() async throws {
        try await withAPI(route: DeliveryRoute(steps: [.init(channels: [.inApp]), .init(channels: [.sms], after: .seconds(600))])) { api async throws in
            let order: JSON = ["recipients": ["ana"], "title": "Good morning", "deliver_at_local": "2026-12-24T23:55"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let rows = await api.store.deliveries(DeliverySelection()).map(\.delivery).sorted { $0.channelName < $1.channelName }
            #expect(rows.map(\.payload.deliverAtLocal?.description) == ["2026-12-24T23:55:00", "2026-12-25T00:05:00"])
            #expect(rows.map(\.deliverAfter?.description) == ["2026-12-24T09:55:00Z", "2026-12-24T10:05:00Z"])
        }
    }

    @Test("A later step waits no longer than until the last moment that can be written")
    func lastMoment() async throws {
        try await withAPI(route: DeliveryRoute(steps: [.init(channels: [.inApp]), .init(channels: [.sms], after: .seconds(600))])) { api async throws in
            for (recipient, field, moment) in [
                ("ana", "deliver_after", "9999-12-31T23:55:00Z"), ("ben", "deliver_at_local", "9999-12-31T23:55"),
            ] {
                let order: JSON = .object(["recipients": .list([.text(recipient)]), "title": "Good night", field: .text(moment)])
                #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            }
            let rows = await api.store.deliveries(DeliverySelection()).map(\.delivery).filter { $0.channelName == "sms" }
            let moments = Dictionary(uniqueKeysWithValues: rows.map { ($0.recipient, $0.deliverAfter?.description) })
            #expect(moments == [.ana: "9999-12-31T23:59:59.999Z", .ben: "9999-12-31T10:05:00Z"])
            #expect(rows.compactMap(\.payload.deliverAtLocal?.description) == ["9999-12-31T23:59:59"])
        }
    }

    private static func orderToMany(recipientCount: Int, over channels: [DeliveryChannel]? = nil) -> JSON {
        var members: [String: JSON] = ["title": "Boiler", "recipients": .list((1...recipientCount).map { .text("user-\($0)") })]
        if let channels { members["channels"] = .list(channels.map { .text($0.rawValue) }) }
        return .object(members)
    }

    @Test(
        "More than 1,000 deliveries are refused before any is made, over channels and over the steps of a route",
        arguments: [(1001, [.inApp]), (126, DeliveryChannel.allCases), (501, nil)] as [(Int, [DeliveryChannel]?)])
    func tooMany(recipientCount: Int, channels: [DeliveryChannel]?) async throws {
        let route = DeliveryRoute(steps: [.init(channels: [.inApp]), .init(channels: [.sms], after: .seconds(600))])
        try await withAPI(route: route) { api in
            // Each delivery takes an identifier, and they count.
            let identifiers = api.services.intake.evaluator.identifiers
            #expect(identifiers.next(now: .noon) == "id-000001")
            let order = Self.orderToMany(recipientCount: recipientCount, over: channels)
            let answer = try await api.post("/v1/notifications", order, as: .app)
            #expect(answer.summary == "400 too_many_items")
            #expect(identifiers.next(now: .noon) == "id-000002")
        }
    }

    @Test("Who is named twice is told once, and whoever is named beside the list is told as well")
    func recipientTwice() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana", "ben", "ana"], "recipient_user_id": "eve", "title": "Boiler", "channels": ["in_app"]]
            let answer = try await api.post("/v1/notifications", order, as: .app)
            #expect(answer.json["deliveries"]?.items.count == 3)
            let recipients = await api.store.deliveries(DeliverySelection()).map(\.delivery.recipient)
            #expect(Set(recipients) == [.ana, .ben, .eve])
        }
    }

    @Test("A channel that is named twice tells once")
    func channelTwice() async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/notifications", Self.orderToMany(recipientCount: 2, over: [.sms, .inApp, .sms]), as: .app)
            #expect(answer.json["deliveries"]?.items.count == 4)
            let channels = await api.store.deliveries(DeliverySelection(recipient: UserID(literal: "user-1"))).map(\.delivery.channelName)
            #expect(Set(channels) == ["sms", "in_app"])
        }
    }

    @Test("The operator pauses an app, sees it wherever they look, and lets it go")
    func paused() async throws {
        try await withAPI { api in
            let ordered = try await api.post("/v1/notifications", Self.order, as: .app)
            let id = try #require(ordered.json["deliveries"]?.items.first?.string)
            let order: JSON = ["app_id": "app", "why": "a wrong price", "until": "2026-01-25T18:00:00Z"]
            let answer = try await api.put("/v1/queue/pauses", order, as: .admin)
            let pause: JSON = [
                "app_id": "app", "all": false, "paused_at": "2026-01-25T12:00:00Z", "until": "2026-01-25T18:00:00Z", "by": "admin",
                "why": "a wrong price", "except_critical": false,
            ]
            #expect(answer.status == 200 && answer.json == pause)
            let report = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(report.json["processed"] == 0)
            let list = try await api.get("/v1/queue/pauses", as: .admin)
            #expect(list.json == ["pauses": [pause]])
            let ready = try await api.get("/ready")
            #expect(ready.status == 200 && ready.json["paused"] == true)
            let metrics = try await api.get("/metrics")
            #expect(metrics.text.contains("\nbelfry_queue_paused 1\n"))
            let explained = try await api.get("/v1/deliveries/\(id)", as: .app)
            #expect(explained.json["pause"] == pause)
            #expect(explained.json["sentence"] == "It waits, because whoever runs this Belfry has paused it.")
            let told = try await api.get("/v1/deliveries/\(id)", as: .person(.ana))
            #expect(told.status == 200 && told.json["pause"] == nil && told.json["sentence"] == explained.json["sentence"])
            let resumed = try await api.ask(.delete, "/v1/queue/pauses?app_id=app", nil, as: .admin)
            #expect(resumed.json == ["resumed": true, "pause": pause])
            let again = try await api.ask(.delete, "/v1/queue/pauses?app_id=app", nil, as: .admin)
            #expect(again.json == ["resumed": false])
            let rest = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(rest.json["sent"] == 2)
        }
    }

    private static let refusedPauses: [(order: JSON, problem: String)] = [
        ([:], "400 missing_field app_id"), (["app_id": "nobody"], "404 unknown_app app_id"), (["app_id": "app", "all": true], "400 wrong_type all"),
        (["all": true, "until": "2026-01-25T12:00:00Z"], "400 wrong_type until"), (["app_id": " app"], "400 wrong_type app_id"),
        (["all": true, "why": .text(long(256))], "400 wrong_type why"), (["all": true, "by": "eve\n"], "400 wrong_type by"),
        (["all": true, "channel": "push"], "400 unknown_name channel"),
    ]

    @Test("What can't be paused is refused with the field", arguments: refusedPauses)
    func refusedPause(order: JSON, problem: String) async throws {
        try await withAPI { api in
            let answer = try await api.put("/v1/queue/pauses", order, as: .admin)
            let pauses = await api.store.pauses(now: .noon)
            #expect(answer.summary == problem && pauses.isEmpty)
        }
    }

    @Test("Only the operator pauses", arguments: [Shown.app, .person(.ana), .nobody])
    func pausedByOthers(shown: Shown) async throws {
        try await withAPI { api in
            let put = try await api.put("/v1/queue/pauses", ["all": true], as: shown)
            let list = try await api.get("/v1/queue/pauses", as: shown)
            let delete = try await api.ask(.delete, "/v1/queue/pauses?all=true", nil, as: shown)
            #expect([put, list, delete].map(\.status) == [401, 401, 401])
            let pauses = await api.store.pauses(now: .noon)
            #expect(pauses.isEmpty)
        }
    }

    @Test("A person can't use the queue", arguments: ["/v1/notifications", "/v1/deliveries/cancel", "/v1/deliveries/retract", "/v1/deliveries/redrive"])
    func persons(path: String) async throws {
        try await withAPI { api in
            let posted = try await api.post(path, Self.order, as: .person(.ana))
            let listed = try await api.get("/v1/deliveries", as: .person(.ana))
            #expect(posted.summary == "403 not_authorized" && listed.summary == "403 not_authorized")
        }
    }

    @Test("An app that asks for another is told to leave that out, whether it looks, calls off or orders")
    func otherApp() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "channels": ["in_app"], "app_id": "another"]
            let answers = [
                try await api.get("/v1/deliveries?app_id=another", as: .app),
                try await api.post("/v1/deliveries/cancel", ["all": true, "app_id": "another"], as: .app),
                try await api.post("/v1/notifications", order, as: .app), try await api.post("/v1/broadcasts", order, as: .app),
            ]
            for answer in answers {
                #expect(answer.summary == "403 not_authorized" && answer.message?.contains("Leave “app_id” out") == true)
            }
        }
    }

    @Test("An app calls off its own deliveries, and no other's; that all is meant has to be said")
    func cancelled() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            let ordered = try await api.post("/v1/notifications", Self.order, as: .app)
            let foreign = try await api.post("/v1/deliveries/cancel", ["ids": ["delivery-1"]], as: .app)
            #expect(foreign.json == ["deliveries": []])
            #expect(try await api.post("/v1/deliveries/cancel", [:], as: .app).summary == "400 missing_field ids")
            let own = try await api.post("/v1/deliveries/cancel", ["all": true], as: .app)
            #expect(own.json["deliveries"] == ordered.json["deliveries"])
            let rest = try await api.post("/v1/deliveries/cancel", ["all": true], as: .admin)
            #expect(rest.json == ["deliveries": ["delivery-1"]])
        }
    }

    @Test("An app looks up and calls off by its own key what it ordered under it, and nothing of another's; the operator says whose it is")
    func byKey() async throws {
        try await withAPI { api in
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "boiler 7"])
            let ordered = try await api.post("/v1/notifications", Self.order, as: shown)
            let ids = Set(ordered.json["deliveries"]?.items.compactMap(\.string) ?? [])
            _ = try await api.post("/v1/notifications", Self.order, as: .app)
            let foreign = try #require(IdempotencyKey("roof", of: .shop, fingerprint: "a"))
            _ = try await api.store.enqueue([.ordered(1, by: .shop)], under: foreign, now: .noon)
            func list(_ query: String, as shown: Shown = .app) async throws -> Set<String> {
                let answer = try await api.get("/v1/deliveries?idempotency_key=\(query)", as: shown)
                #expect(answer.status == 200, "\(answer.text)")
                return Set(answer.json["deliveries"]?.items.compactMap { $0["id"]?.string } ?? [])
            }
            func cancel(_ body: JSON, as shown: Shown = .app) async throws -> Set<String> {
                let answer = try await api.post("/v1/deliveries/cancel", body, as: shown)
                return Set(answer.json["deliveries"]?.items.compactMap(\.string) ?? [])
            }
            #expect(ids.count == 2)
            #expect(try await list("boiler+7") == ids)
            #expect(try await list("boiler+7&recipient_user_id=ana").count == 1)
            #expect(try await list("boiler+7", as: .admin).isEmpty, "the house has ordered nothing under it")
            #expect(try await list("boiler+7&app_id=app", as: .admin) == ids)
            #expect(try await list("roof").isEmpty)
            #expect(try await cancel(["idempotency_key": "roof"]).isEmpty)
            #expect(try await cancel(["idempotency_key": "boiler 7", "ids": ["delivery-1"]]).isEmpty)
            #expect(try await cancel(["idempotency_key": "boiler 7"]) == ids)
            #expect(try await cancel(["idempotency_key": "boiler 7"]).isEmpty)
            #expect(try await list("boiler+7&status=cancelled") == ids)
            let again = try await api.post("/v1/notifications", Self.order, as: shown)
            #expect(again.json["is_repeated"] == true && again.json["deliveries"] == ordered.json["deliveries"])
            #expect(try await cancel(["idempotency_key": "roof", "app_id": "shop"], as: .admin).count == 1)
            let empty = try await api.get("/v1/deliveries?idempotency_key=", as: .app)
            let controlled = try await api.post("/v1/deliveries/cancel", ["idempotency_key": "a\u{1B}b"], as: .app)
            #expect([empty, controlled].map(\.summary) == ["400 wrong_type idempotency_key", "400 wrong_type idempotency_key"])
        }
    }

    @Test("What an app told is taken back by its key, once: the inbox has its title alone, nobody need read it, and who did it is said to no person")
    func retracted() async throws {
        try await withAPI { api in
            var order: [String: JSON] = Self.order.members
            order["body"] = "The wrong house"
            order["link"] = "https://app.example/7"
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "boiler 7"])
            let ordered = try await api.post("/v1/notifications", .object(order), as: shown)
            let ids = ordered.json["deliveries"]?.items.compactMap(\.string) ?? []
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["unread_count"] == 1)
            func retract(_ body: JSON, as shown: Shown = .app) async throws -> JSON {
                let answer = try await api.post("/v1/deliveries/retract", body, as: shown)
                #expect(answer.status == 200, "\(answer.text)")
                return answer.json
            }
            let asked = try await retract(["idempotency_key": "boiler 7", "recipient_user_id": "ana", "dry_run": true])
            #expect(asked["dry_run"] == true && asked["retracted"]?.items.count == 1 && asked["called_off"] == [])
            #expect(try await retract(["ids": ["delivery-1"]]) == ["retracted": [], "called_off": []])
            api.clock.advance(.seconds(60))
            let done = try await retract(["idempotency_key": "boiler 7"])
            #expect(Set(done["retracted"]?.items.compactMap(\.string) ?? []) == Set(ids) && done["dry_run"] == nil)
            #expect(try await retract(["idempotency_key": "boiler 7"]) == ["retracted": [], "called_off": []])
            let inbox = try await api.get("/v1/inbox", as: .person(.ana)).json
            let message = inbox["messages"]?[0]
            #expect(message?["title"] == "Boiler" && message?["body"] == "" && message?["link"] == nil && inbox["unread_count"] == 0)
            #expect(message?["retracted_at"] == "2026-01-25T12:01:00Z")
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.contains("Withdrawn: Boiler") && !page.contains("The wrong house"))
            let id = try #require(message?["id"]?.string)
            let (own, person) = (try await api.get("/v1/deliveries/\(id)", as: .app).json, try await api.get("/v1/deliveries/\(id)", as: .person(.ana)).json)
            #expect(own["status"] == "sent" && own["retracted_at"] == "2026-01-25T12:01:00Z" && own["retracted_by"] == "app")
            #expect(person["retracted_at"] == own["retracted_at"] && person["retracted_by"] == nil)
            let listed = try await api.get("/v1/deliveries?status=sent", as: .app).json["deliveries"]?.items ?? []
            #expect(listed.map { $0["retracted_by"] } == ["app", "app"])
        }
    }

    @Test("What is to be taken back has to be named, and what still waits of it is called off")
    func retractedByName() async throws {
        try await withAPI { api in
            let waiting = try await api.post("/v1/notifications", Self.order, as: .app)
            for body: JSON in [[:], ["recipient_user_id": "ana"], ["app_id": "app"]] {
                #expect(try await api.post("/v1/deliveries/retract", body, as: .app).summary == "400 missing_field ids")
            }
            let all = try await api.post("/v1/deliveries/retract", ["all": true], as: .admin)
            let foreign = try await api.post("/v1/deliveries/retract", ["ids": ["delivery-1"], "app_id": "another"], as: .app)
            #expect(all.summary == "400 unknown_name all" && foreign.summary == "403 not_authorized")
            let ids = try #require(waiting.json["deliveries"])
            let done = try await api.post("/v1/deliveries/retract", ["ids": ids], as: .app)
            #expect(done.json == ["retracted": [], "called_off": ids])
            let rows = await api.store.deliveries(DeliverySelection())
            #expect(rows.map(\.status) == ["cancelled", "cancelled"])
        }
    }

    @Test("What a call doesn't read is refused and not passed over: nothing is called off, tried again, queued or listed for it")
    func unread() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            for act in ["cancel", "redrive"] {
                #expect(try await api.post("/v1/deliveries/\(act)", ["all": true, "dry_run": true], as: .admin).summary == "400 unknown_name dry_run")
                #expect(try await api.post("/v1/deliveries/\(act)", ["all": true, "status": "failed"], as: .admin).summary == "400 unknown_name status")
                #expect(try await api.post("/v1/deliveries/\(act)?dry_run=true", ["all": true], as: .admin).summary == "400 unknown_name dry_run")
            }
            for path in ["/v1/notifications", "/v1/broadcasts"] {
                let order: JSON = ["recipients": ["ana"], "title": "Boiler", "channels": ["in_app"], "deliver_at": "2030-01-26T08:00:00Z"]
                #expect(try await api.post(path, order, as: .app).summary == "400 unknown_name deliver_at")
            }
            let broadcast = try await api.post("/v1/broadcasts", ["recipients": ["ana"], "title": "Open", "channels": ["in_app"]], as: .app)
            let cancel = "/v1/broadcasts/\(broadcast.json["id"]?.string ?? "")/cancel"
            let refused = try await api.post(cancel, ["dry_run": true], as: .app)
            #expect(refused.message == "“dry_run” is not known here. Leave it out.")
            #expect(try await api.post(cancel + "?dry_run=1", [:], as: .app).summary == "400 unknown_name dry_run")
            #expect(try await api.get(cancel.replacing("/cancel", with: ""), as: .app).json["status"] == "ready")
            #expect(try await api.get("/v1/deliveries?recipient=ana", as: .admin).summary == "400 unknown_name recipient")
            #expect(try await api.get("/v1/analytics?app=shop", as: .admin).summary == "400 unknown_name app")
            #expect(try await api.get("/v1/broadcasts?status=ready", as: .app).summary == "400 unknown_name status")
            let rows = await api.store.deliveries(DeliverySelection())
            #expect(rows.map(\.status) == ["pending"])
        }
    }

    @Test("An app reads all of its deliveries part by part, and nothing that comes in meanwhile moves them")
    func pages() async throws {
        try await withAPI { api in
            _ = try await api.post("/v1/notifications", Self.orderToMany(recipientCount: 5, over: [.inApp]), as: .app)
            var (path, sizes): (String?, [Int]) = ("/v1/deliveries?limit=2", [])
            var seen: Set<String> = []
            while let next = path {
                let part = try await api.get(next, as: .app).json
                let ids = part["deliveries"]?.items.compactMap { $0["id"]?.string } ?? []
                seen.formUnion(ids)
                sizes.append(ids.count)
                path = part["older"]?.string.map { "/v1/deliveries?limit=2&before=\($0)" }
                _ = try await api.post("/v1/notifications", Self.orderToMany(recipientCount: 1, over: [.inApp]), as: .app)
            }
            #expect(sizes == [2, 2, 1] && seen.count == 5)
            let bad = try await api.get("/v1/deliveries?before=", as: .app)
            #expect(bad.summary == "400 wrong_type before")
        }
    }

    @Test(
        "A parameter is read as forms and programs write it, where a space may be a plus sign",
        arguments: [("ana+lee", "ana lee"), ("ana%20lee", "ana lee"), ("ana%2Blee", "ana+lee")])
    func spaces(written: String, recipient: String) async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana lee", "ana+lee"], "title": "Boiler", "channels": ["in_app"]]
            let ordered = try await api.post("/v1/notifications", order, as: .app)
            #expect(ordered.status == 202)
            let list = try await api.get("/v1/deliveries?recipient_user_id=\(written)", as: .app)
            #expect(list.json["deliveries"]?.items.map { $0["recipient_user_id"]?.string } == [recipient])
        }
    }

    @Test("A dead letter is tried again")
    func redriven() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1))
            _ = try await api.store.lease()
            _ = try await api.store.record(1, .failed(error: "refused"))
            let answer = try await api.post("/v1/deliveries/redrive", ["ids": ["delivery-1"]], as: .admin)
            #expect(answer.json == ["deliveries": ["delivery-1"]])
            let list = try await api.get("/v1/deliveries?status=pending&limit=5", as: .admin)
            #expect(list.json["deliveries"]?.items.first?["redrives"] == 1)
        }
    }
}
