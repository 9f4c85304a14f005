import BelfryClient
import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("Orders as they go out")
struct OrderTests {
    private let receipt = #"{"deliveries": ["d-1"], "is_repeated": false}"#

    @Test("A short order says what was said, under a key of its own")
    func short() async throws {
        let script = Script(.answer(202, receipt))
        let answer = try await script.app().send(OrderContents(title: "Dinner at seven"), to: ["ana"])
        let sent = try #require(script.sent.first)
        #expect(sent.line == "POST /v1/notifications")
        #expect(sent.body == #"{"recipients":["ana"],"title":"Dinner at seven"}"#)
        #expect(sent.headers["Authorization"] == "Bearer bk_test")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.headers["Idempotency-Key"] == "80000000-0000-4000-8000-000000000000", "a UUID of version 4")
        #expect(answer.key == sent.headers["Idempotency-Key"] && answer.deliveries == ["d-1"] && !answer.isRepeated)
    }

    @Test("All that an order may say stands under the names that a server reads")
    func whole() async throws {
        var contents = OrderContents(title: "Bill 7 is due", body: "{{name}}, it is due.", category: "bills", severity: .attention)
        contents.texts = [.german: .init(title: "Rechnung 7", body: "Fällig.", actions: ["pay": "Bezahlen"])]
        contents.link = "https://app.example/bills/7"
        contents.actions = [.init(id: "pay", title: "Pay", link: "https://app.example/pay"), .init(id: "later", title: "Later")]
        (contents.channels, contents.collapseKey, contents.member) = ([.push, .inApp], "bill-7", "ben")
        (contents.priority, contents.payload) = (.low, ["level": 3, "tags": ["a", nil, true, 1.5]])
        var audience = OrderAudience([Recipient("ana", values: ["name": "Ana", "points": 3, "is_new": true]), "ben"])
        audience.families = [WholeFamily("lindens"), WholeFamily("next-door", roles: [.admin])]
        (audience.rotas, audience.isForOneOfUs) = (["grandma"], true)
        audience.throttle = .init(key: "bills", countMax: 2, withinMinutes: 60)
        audience.escalation = .init([.init(["cleo"], afterMinutes: 15), .init(rotas: ["leads"], afterMinutes: 30)], until: .read)
        let order = NotificationOrder(
            contents, to: audience, at: .local(CivilDateTime(literal: "2026-12-24T09:00")), expiresAt: Instant(literal: "2026-12-25T00:00:00Z"),
            digest: .init(key: "bills", windowSeconds: 600), personalisation: Personalisation(defaultValues: ["name": "You"]))

        let script = Script(.answer(202, receipt))
        try await script.app().send(order, key: "bill-7")
        #expect(script.sent.first?.headers["Idempotency-Key"] == "bill-7")
        try #expect(JSON(parsing: script.sent.first?.body ?? "") == JSON(parsing: """
            {"title": "Bill 7 is due", "body": "{{name}}, it is due.", "category": "bills", "severity": "attention",
             "texts": {"de": {"title": "Rechnung 7", "body": "Fällig.", "actions": {"pay": "Bezahlen"}}}, "link": "https://app.example/bills/7",
             "actions": [{"id": "pay", "title": "Pay", "link": "https://app.example/pay"}, {"id": "later", "title": "Later"}],
             "channels": ["push", "in_app"], "collapse_key": "bill-7", "member_user_id": "ben", "priority": "low",
             "payload": {"level": 3, "tags": ["a", null, true, 1.5]},
             "recipients": [{"user_id": "ana", "values": {"name": "Ana", "points": 3, "is_new": true}}, "ben"],
             "families": ["lindens", {"family_id": "next-door", "roles": ["admin"]}], "rotas": ["grandma"], "one_of_us": true,
             "throttle": {"key": "bills", "max": 2, "within_minutes": 60},
             "escalation": {"steps": [{"recipients": ["cleo"], "after_minutes": 15}, {"rotas": ["leads"], "after_minutes": 30}], "until": "read"},
             "deliver_at_local": "2026-12-24T09:00:00", "expires_at": "2026-12-25T00:00:00Z", "digest_key": "bills", "digest_window_seconds": 600,
             "personalised": true, "default_values": {"name": "You"}}
            """))
    }

    @Test("A dry run is asked for as one, has no key, and answers verdicts")
    func rehearsal() async throws {
        let script = Script(.answer(200, """
            {"dry_run": true, "verdicts": [{"recipient_user_id": "ana", "member_user_id": "ana", "channel": "in_app", "due_at": "2026-01-26T08:00:00Z",
              "action": "defer", "reason": "quiet_hours", "held_until": "2026-01-26T09:00:00Z", "addresses": {"inbox": 1}, "sentence": "Would wait."}]}
            """))
        let verdicts = try await script.app().rehearse(NotificationOrder(OrderContents(title: "Boiler"), to: .person("ana")))
        #expect(script.sent.first?.body == #"{"dry_run":true,"recipients":["ana"],"title":"Boiler"}"#)
        #expect(script.sent.first?.headers["Idempotency-Key"] == nil)
        #expect(verdicts.first?.action == .hold && verdicts.first?.reason == .quietHours && verdicts.first?.addresses == ["inbox": 1])
    }

    @Test("What waits is changed under the key of its order: what isn't said stays, and what is cleared is null")
    func change() async throws {
        let script = Script(.answer(200, #"{"changed": ["d-1"], "refused": [{"id": "d-2", "why": "sent"}]}"#))
        var change = DeliveryChange(moment: .atOnce)
        (change.title, change.link) = (.set("Boiler!"), .clear)
        let answer = try await script.app().change(.order("boiler-7"), by: change)
        #expect(script.sent.first?.body == #"{"deliver_after":"now","idempotency_key":"boiler-7","link":null,"title":"Boiler!"}"#)
        #expect(answer.changed == ["d-1"] && answer.refused.first?.why == "sent")
    }

    @Test("A schedule is changed by a merge patch: what is set takes the place of all that was there, and what isn't named stays")
    func scheduleChange() async throws {
        let standing = """
            {"app_id": "app", "status": "active", "created_at": "2026-01-25T12:00:00Z", "recipients": [], "next": [], "ordered": 0, "missed": 0}
            """
        let script = Script(.answer(200, standing))
        var change = ScheduleChange()
        (change.severity, change.channels, change.isForOneOfUs) = (.set(.attention), .set([.push]), .clear)
        change.texts = [.german: .set(.init(title: "Müll")), .french: .clear, .spanish: .keep]
        change.escalation = .set(.init([.init(["cleo"], afterMinutes: 15)]))
        change.payload = ["level": .set(3), "tags": .clear]
        change.defaultValues = ["name": .keep]
        try await script.app().change(schedule: "s-1", by: change)
        #expect(script.sent.first?.line == "PATCH /v1/schedules/s-1")
        try #expect(JSON(parsing: script.sent.first?.body ?? "") == JSON(parsing: """
            {"severity": "attention", "channels": ["push"], "one_of_us": null,
             "texts": {"de": {"title": "Müll", "body": null, "actions": null, "image_alt": null}, "fr": null},
             "escalation": {"steps": [{"recipients": ["cleo"], "after_minutes": 15}], "until": null},
             "payload": {"level": 3, "tags": null}}
            """))
    }

    @Test("What another program reports goes out as its words, with who is told beside them")
    func report() async throws {
        let script = Script(.answer(202, #"{"deliveries": ["d-1"], "called_off": [], "is_repeated": false}"#))
        let receipt = try await script.app().report(ReportedText("3 % are left.", title: "Disk", severity: .critical, tags: ["warning", "nas"]), to: ["ana", "ben"])
        let sent = try #require(script.sent.first)
        #expect(sent.line == "POST /v1/intake/text?to=ana%2Cben&severity=critical&title=Disk&tags=warning%2Cnas")
        #expect(sent.body == "3 % are left." && sent.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(receipt.key == sent.headers["Idempotency-Key"] && receipt.deliveries == ["d-1"])
    }

    @Test("A schedule names an audience in the place of persons")
    func scheduleOfAudience() throws {
        let recurrence = ScheduleRecurrence(from: CivilDateTime(literal: "2026-12-07T09:00"), rule: "FREQ=WEEKLY;BYDAY=MO")
        let order = ScheduleOrder(OrderContents(title: "News", channels: [.inApp]), toAudience: "newsletter", fallbackChannels: [.email], every: recurrence)
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(order)) as? [String: Any]
        #expect(written?.keys.sorted() == ["audience", "channels", "fallback_channels", "recurrence", "title"])
        #expect(written?["audience"] as? String == "newsletter")
    }

    @Test("A broadcast to a sequence goes out as lines: the order, and then each recipient")
    func lines() async throws {
        let script = Script(.answer(202, broadcast))
        let people = AsyncStream { continuation in
            continuation.yield(Recipient("ana"))
            continuation.yield(Recipient("ben", values: ["points": 3]))
            continuation.finish()
        }
        let order = BroadcastOrder(OrderContents(title: "Open on Sunday", channels: [.inApp]), fallbackChannels: [.email])
        let answer = try await script.app().broadcast(order, toEachOf: people, key: "sunday")
        #expect(script.sent.first?.headers["Content-Type"] == "application/x-ndjson")
        #expect(
            script.sent.first?.body == """
                {"channels":["in_app"],"fallback_channels":["email"],"title":"Open on Sunday"}
                "ana"
                {"user_id":"ben","values":{"points":3}}

                """)
        #expect(answer.status == .ready && answer.waiting == 2)
    }

    @Test(
        "A broadcast as one document names people, everybody, or an audience",
        arguments: [
            (BroadcastAudience.people(["ana"]), #""recipients":["ana"],"#), (.everybody, #""recipients":"all","#), (.audience("recalls"), #""audience":"recalls","#),
        ])
    func audience(_ audience: BroadcastAudience, _ written: String) async throws {
        let script = Script(.answer(202, broadcast))
        try await script.app().broadcast(BroadcastOrder(OrderContents(title: "Open")), to: audience)
        #expect(script.sent.first?.body == "{\(written)\"title\":\"Open\"}")
    }

    private let broadcast = """
        {"id": "b-1", "app_id": "app", "status": "ready", "channel": "in_app", "category": "news", "priority": "normal",
         "created_at": "2026-01-25T12:00:00Z", "recipients": 2, "sent": 0, "skipped": 0, "queued": 0, "waiting": 2, "is_repeated": false}
        """
}
