import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryClient

@Suite("Answers as they come in, and addresses as they are asked")
struct AnswerTests {
    @Test("What a newer server knows breaks nothing: a reason, a channel, a status, and members that nobody here reads")
    func newer() async throws {
        let script = Script(.answer(200, """
            {"id": "d-1", "status": "teleported", "channel": "smoke_signal", "recipient_user_id": "ana", "member_user_id": "ben", "attempts": 1,
             "sentence": "Sent by smoke.", "reason": "wind_was_right", "wind": {"from": "west"}, "sent_at": "2026-01-25T08:00:00.120Z"}
            """))
        let delivery = try await script.app().delivery("d-1")
        #expect(delivery.status.known == nil && delivery.status.text == "teleported" && delivery.status.isFinal)
        #expect(delivery.reason?.text == "wind_was_right" && delivery.reason != .allowed)
        #expect(delivery.channel != .inApp)
        #expect(delivery.sentAt == Instant(literal: "2026-01-25T08:00:00.120Z"))
    }

    @Test("Of a schedule and a heartbeat it is read whom they tell: families, rotas, and who is told where nobody reacts")
    func audiences() async throws {
        let told = """
            "recipients": ["ana"], "families": ["lindens", {"family_id": "office", "roles": ["admin"]}], "rotas": ["grandma"],
            "escalation": {"until": "acknowledged", "steps": [{"recipients": ["ben"], "after_minutes": 15}, {"rotas": ["leads"], "after_minutes": 30}]},
            "app_id": "app", "created_at": "2026-01-25T12:00:00Z"
            """
        let script = Script(
            .answer(200, "{\"id\": \"s-1\", \"status\": \"active\", \"next\": [], \"ordered\": 0, \"missed\": 0, \(told)}"),
            .answer(
                200,
                """
                {"key": "backup", "state": "waiting", "every_minutes": 60, "grace_minutes": 0, "due_at": "2026-01-25T13:00:00Z", \(told)}
                """))
        let schedule = try await script.app().schedule("s-1")
        let heartbeat = try await script.app().heartbeat("backup")
        let families = [WholeFamily("lindens"), WholeFamily("office", roles: [.admin])]
        let escalation = OrderAudience.Escalation([.init(["ben"], afterMinutes: 15), .init(rotas: ["leads"], afterMinutes: 30)], until: .acknowledged)
        #expect(schedule.families == families && schedule.rotas == ["grandma"] && schedule.escalation == escalation)
        #expect(heartbeat.families == families && heartbeat.rotas == ["grandma"] && heartbeat.escalation == escalation)
    }

    @Test("An answer that lacks what it has to have is said to be unreadable, and is not asked for again")
    func unreadable() async throws {
        let script = Script(.answer(200, #"{"id": "d-1"}"#))
        let error = await #expect(throws: BelfryError.self) { try await script.app().delivery("d-1") }
        #expect(error?.code == .unreadableAnswer && error?.cause is DecodingError && script.sent.count == 1)
    }

    @Test("Pages are asked for as they are read through, each behind the one before")
    func pages() async throws {
        let row = { (id: String) in
            """
            {"id": "\(id)", "app_id": "app", "status": "pending", "priority": "normal", "channel": "in_app", "category": "news", "recipient_user_id": "ana",
             "member_user_id": "ana", "attempts": 0, "redrives": 0, "created_at": "2026-01-25T12:00:00Z", "deliver_after": null}
            """
        }
        let script = Script(.answer(200, #"{"deliveries": [\#(row("d-2"))], "older": "1.d-2"}"#), .answer(200, #"{"deliveries": [\#(row("d-1"))]}"#))
        #expect(try await script.app().deliveries(key: "boiler & co", status: .pending).collect().map(\.id) == ["d-2", "d-1"])
        #expect(
            script.sent.map(\.line) == [
                "GET /v1/deliveries?idempotency_key=boiler%20%26%20co&status=pending",
                "GET /v1/deliveries?idempotency_key=boiler%20%26%20co&status=pending&before=1.d-2",
            ])
    }

    @Test("A name stands in an address as its bytes, and leads nowhere else")
    func names() async throws {
        let script = Script(.answer(), .answer(), .answer())
        try await script.app().remove("ana/..?é", fromFamily: "the lindens")
        #expect(script.sent.first?.line == "DELETE /v1/families/the%20lindens/members/ana%2F..%3F%C3%A9")
        for name in ["", ".", ".."] {
            let error = await #expect(throws: BelfryError.self) { try await script.app().remove(name, fromFamily: "lindens") }
            #expect(error?.code == .unusableName)
        }
        #expect(script.sent.count == 1, "nothing went out")
    }

    @Test("How an app presents itself goes out as it was said, and comes back with what is made of it, or with nothing")
    func looks() async throws {
        let shown = ##"{"app_id": "shop", "name": "Corner Shop", "names": {"de": "Eckladen", "tlh": "Qap"}, "color": "#1b6e53", "text_color": "#ffffff"}"##
        let script = Script(.answer(200, shown), .answer(200, #"{"app_id": "shop"}"#), .answer())
        let look = Look(name: "Corner Shop", names: [.german: "Eckladen"], color: "#1b6e53")
        let saved = try await script.app().save(look)
        #expect(saved.look == look && saved.textColor == "#ffffff" && saved.isLogoShown == nil)
        let none = try await script.app().look()
        #expect(none.look == nil && none.app == "shop")
        try await script.app().removeLook()
        #expect(script.sent.map(\.line) == ["PUT /v1/app", "GET /v1/app", "DELETE /v1/app"])
        #expect(script.sent.first?.body == ##"{"color":"#1b6e53","name":"Corner Shop","names":{"de":"Eckladen"}}"##)
    }

    @Test("A category is declared in its words, and what a newer server says of it beside is passed over")
    func categories() async throws {
        let standing = #"""
            {"category": "offers", "app_id": "shop", "name": "Offers", "group": "Shop", "texts": {"de": {"name": "Angebote"}}, "required": false,
             "default": {"email": false, "push": true, "smoke_signal": false}, "created_at": "2026-01-25T12:00:00Z"}
            """#
        let script = Script(.answer(200, standing), .answer(200, #"{"categories": [\#(standing)]}"#))
        let words = CategoryDeclaration.Words(name: "Offers", group: "Shop")
        let declaration = CategoryDeclaration(words, texts: [.german: .init(name: "Angebote")], offAtFirst: [.email])
        let saved = try await script.app().saveCategory("offers", declaration)
        #expect(saved.declaration == declaration && saved.category == "offers")
        #expect(try await script.app().categories() == [saved])
        #expect(script.sent.map(\.line) == ["PUT /v1/categories/offers", "GET /v1/categories"])
        #expect(script.sent.first?.body == #"{"default":{"email":false},"group":"Shop","name":"Offers","texts":{"de":{"name":"Angebote"}}}"#)
    }

    @Test("Preferences are changed where something is said, and cleared where it is taken away")
    func preferences() async throws {
        let answer = """
            {"notify_in_app": true, "notify_push": false, "notify_email": false, "champion_notify_email": true, "champion_notify_sms": false,
             "quiet_hours_start": "22:00:00", "quiet_hours_end": null, "quiet_hours_notification_level": "critical_only", "quiet_hours_action": "defer",
             "quiet_hours_by_weekday": {"fri": "23:00-09:00", "sun": null}, "timezone": "Europe/Berlin", "language": "eo",
             "digest_by_category": {"billing": "09:00:00", "chat": null}}
            """
        let script = Script(.answer(200, answer))
        var change = PreferencesChange()
        (change.push, change.quietUntil, change.timezone) = (.set(false), .clear, .set("Europe/Berlin"))
        change.quietNights = .set(["fri": "23:00-09:00", "sun": nil])
        let now = try await script.person().settings.change(change)
        #expect(script.sent.first?.line == "PATCH /v1/users/me/preferences")
        #expect(
            script.sent.first?.body
                == #"{"notify_push":false,"quiet_hours_by_weekday":{"fri":"23:00-09:00","sun":null},"quiet_hours_end":null,"timezone":"Europe/Berlin"}"#)
        #expect(now.quietFrom == CivilTime(literal: "22:00") && now.quietUntil == nil && now.quietAction == .hold && now.language?.known == nil)
        #expect(now.quietNights == ["fri": "23:00-09:00", "sun": nil])
    }

    @Test("An export is handed over line by line, however it is cut into pieces")
    func export() async throws {
        let script = Script(.pieces([#"{"table":"a"}"# + "\n{\"ta", #"ble":"b"}"# + "\n", "\n"], breaksOff: false))
        var lines: [String] = []
        try await script.app().export("ana") { lines.append(String(decoding: $0, as: UTF8.self)) }
        #expect(lines == [#"{"table":"a"}"#, #"{"table":"b"}"#])
    }

    @Test("A moment goes to Foundation and back")
    func dates() {
        let moment = Instant(literal: "2026-01-25T08:00:00.120Z")
        #expect(Instant(Date(moment)) == moment)
        #expect(Instant(Date(timeIntervalSince1970: -0.0005)).millisecondsSinceEpoch == -1)
    }

    @Test("A made key is a UUID of version 4, whatever the dice say", arguments: [0, UInt64.max, 1])
    func keys(_ dice: UInt64) throws {
        let machine = ClientMachine(sleep: { _ in }, dice: { dice })
        let key = try #require(UUID(uuidString: machine.makeKey()))
        #expect(key.uuid.6 >> 4 == 4 && key.uuid.8 >> 6 == 2)
    }
}
