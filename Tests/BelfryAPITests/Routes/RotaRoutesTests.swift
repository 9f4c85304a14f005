import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Who is on duty, over the API")
struct RotaRoutesTests {
    private static let path = "/v1/rotas/alarms"
    private static let keyed = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "alarm-7"])

    /// From Sunday 25 January 2026 on, by turns from nine to nine in UTC: Ana, then Ben.
    private static let rota: JSON = [
        "people": ["ana", "ben"], "since": "2026-01-25", "handover": ["every_days": 1, "at": "09:00"], "timezone": "UTC",
    ]

    private static func order(_ fields: [String: JSON] = [:]) -> JSON {
        .object(["title": "Alarm", "channels": ["in_app"], "rotas": ["alarms"]].merging(fields) { $1 })
    }

    private static func override(from: String) -> String { "\(path)/overrides/\(from)" }

    @Test("A rota is kept, shown with whoever is on duty, listed, and forgotten; another app doesn't see it")
    func kept() async throws {
        try await withAPI { api in
            #expect(try await api.get(Self.path, as: .app).summary == "404 unknown_rota")
            let saved = try await api.put(Self.path, Self.rota, as: .app)
            #expect(saved.json["people"] == ["ana", "ben"] && saved.json["on_duty"]?["user_id"] == "ana", "\(saved.text)")
            #expect(saved.json["on_duty"]?["until"] == "2026-01-26T09:00:00Z" && saved.json["handover"]?["every_days"] == 1)
            let shifts = try await api.get(Self.path + "/shifts?until=2026-01-27T00:00:00Z", as: .app).json["shifts"]?.items ?? []
            #expect(shifts.map { $0["user_id"] } == ["ana", "ben"] && shifts.map { $0["is_override"] } == [false, false])
            #expect(try await api.get("/v1/rotas", as: .app).json["rotas"]?.items.map { $0["name"] } == ["alarms"])
            try await api.addKey("other")
            #expect(try await api.get(Self.path, as: .bearer("bk_other")).summary == "404 unknown_rota")
            #expect(try await api.get(Self.path + "?app_id=app", as: .admin).status == 200)
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).summary == "404 unknown_rota")
            #expect(try await api.post("/v1/notifications", Self.order(), as: .app).summary == "404 unknown_rota rotas[0]")
        }
    }

    @Test("What can't be a rota, an override or a list of shifts is refused, and the field named")
    func refused() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            for (change, summary) in [
                (["people": []], "400 missing_field people"), (["people": ["ana", "ana"]], "400 wrong_type people"),
                (["timezone": "Mars/Base"], "400 unknown_timezone timezone"), (["since": "soon"], "400 wrong_type since"),
                (["handover": ["at": "09:00"]], "400 missing_field handover.every_weeks"),
                (["handover": ["every_days": 1, "every_weeks": 1, "at": "09:00"]], "400 wrong_type handover.every_days"),
                (["handover": ["every_days": 367, "at": "09:00"]], "400 number_out_of_range handover.every_days"),
                (["handover": ["every_days": 1, "weekday": "mon", "at": "09:00"]], "400 wrong_type handover.weekday"),
                (["zone": "UTC"], "400 unknown_name zone"),
            ] as [([String: JSON], String)] {
                guard case .object(let fields) = Self.rota else { return }
                let answer = try await api.put(Self.path, .object(fields.merging(change) { $1 }), as: .app)
                #expect(answer.summary == summary, "\(answer.text)")
            }
            for (from, body, summary) in [
                ("2026-01-26", ["until": "2026-01-27T00:00", "user_id": "eve"], "400 wrong_type from"),
                ("2026-01-26T09:00", ["until": "2026-01-26T09:00", "user_id": "eve"], "400 wrong_type until"),
                ("2026-01-26T09:00", ["until": "2027-02-26T09:00", "user_id": "eve"], "400 wrong_type until"),
                ("2026-01-20T09:00", ["until": "2026-01-21T09:00", "user_id": "eve"], "400 wrong_type until"),
                ("2026-01-26T09:00", ["until": "2026-01-27T09:00"], "400 missing_field user_id"),
                ("2026-01-26T09:00", ["until": "2026-01-27T09:00", "user_id": "eve", "why": "ill"], "400 unknown_name why"),
            ] as [(String, [String: JSON], String)] {
                let answer = try await api.put(Self.override(from: from), .object(body), as: .app)
                #expect(answer.summary == summary, "\(answer.text)")
            }
            for query in ["from=soon", "until=2026-01-25T11:00:00Z", "until=2027-02-25T12:00:00Z"] {
                #expect(try await api.get("\(Self.path)/shifts?\(query)", as: .app).summary == "400 wrong_type \(query.prefix { $0 != "=" })")
            }
        }
    }

    @Test("An override puts somebody in for a while and takes the place of one that begins then; taken back, it is whoever's turn it is")
    func overrides() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            let from = Self.override(from: "2026-01-25T11:00")
            _ = try await api.put(from, ["until": "2026-01-25T18:00", "user_id": "ben"], as: .app)
            let put = try await api.put(from, ["until": "2026-01-25T20:00", "user_id": "eve"], as: .app)
            #expect(put.json["overrides"] == [["from": "2026-01-25T11:00:00", "until": "2026-01-25T20:00:00", "user_id": "eve"]], "\(put.text)")
            #expect(put.json["on_duty"]?["user_id"] == "eve" && put.json["on_duty"]?["is_override"] == true)
            #expect(try await api.post("/v1/notifications", Self.order(), as: .app).json["recipients"] == ["eve"])
            let back = try await api.ask(.delete, from, nil, as: .app)
            #expect(back.json["overrides"] == [] && back.json["on_duty"]?["user_id"] == "ana", "\(back.text)")
            #expect(try await api.ask(.delete, from, nil, as: .app).summary == "404 not_found")
            let elsewhere = "/v1/rotas/none/overrides/2026-01-25T11:00"
            #expect(try await api.put(elsewhere, ["until": "2026-01-25T18:00", "user_id": "ben"], as: .app).summary == "404 unknown_rota")
        }
    }

    @Test("An order tells whoever is on duty when it is told, and says by which rota; who is named beside it is told once")
    func orders() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            for (fields, recipients) in [
                ([:], ["ana"]), (["deliver_after": "2026-01-26T09:00:00Z"], ["ben"]), (["deliver_at_local": "2026-01-26T08:59:59"], ["ana"]),
                (["deliver_at_local": "2026-01-26T09:00"], ["ben"]), (["recipients": ["eve", "ana"]], ["eve", "ana"]), (["families": ["household"]], ["ana", "ben"]),
            ] as [([String: JSON], JSON)] {
                let dry = try await api.post("/v1/notifications", Self.order(fields.merging(["dry_run": true]) { $1 }), as: .app)
                #expect(dry.json["verdicts"]?.items.compactMap { $0["recipient_user_id"] } == recipients.items, "\(dry.text)")
                let answer = try await api.post("/v1/notifications", Self.order(fields), as: .app)
                #expect(answer.status == 202 && answer.json["recipients"] == recipients, "\(answer.text)")
            }
            let dry = try await api.post("/v1/notifications", Self.order(["dry_run": true]), as: .app)
            let sentence = dry.json["verdicts"]?[0]?["sentence"]?.string ?? ""
            #expect(sentence.contains("“alarms”"), "\(sentence)")
            for (rotas, summary) in [(["alarms", "none"], "404 unknown_rota rotas[1]"), ([""], "400 wrong_type rotas[0]")] as [(JSON, String)] {
                #expect(try await api.post("/v1/notifications", Self.order(["rotas": rotas]), as: .app).summary == summary)
            }
            for person in [UserID.ana, .ben] { _ = try await api.store.erase(person, leaving: nil, now: .noon) }
            #expect(try await api.post("/v1/notifications", Self.order(), as: .app).summary == "400 wrong_type rotas[0]")
        }
    }

    @Test("What is repeated under its key after a handover answers as it did, also where the rota is gone")
    func repeated() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            let first = try await api.post("/v1/notifications", Self.order(), as: Self.keyed)
            #expect(first.json["recipients"] == ["ana"] && first.json["is_repeated"] == false)
            api.clock.advance(.seconds(86_400))
            let after = try await api.post("/v1/notifications", Self.order(), as: Self.keyed)
            #expect(after.json["recipients"] == ["ana"] && after.json["is_repeated"] == true && after.json["deliveries"] == first.json["deliveries"])
            #expect(try await api.post("/v1/notifications", Self.order(), as: .app).json["recipients"] == ["ben"])
            _ = try await api.ask(.delete, Self.path, nil, as: .app)
            let again = try await api.post("/v1/notifications", Self.order(), as: Self.keyed)
            #expect(again.status == 202 && again.json["deliveries"] == first.json["deliveries"], "\(again.text)")
        }
    }

    @Test("Who is on duty and named for later, too, is told at once and no more")
    func escalation() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            let steps: JSON = [["recipients": ["ana"], "after_minutes": 5], ["recipients": ["eve"], "after_minutes": 15]]
            let answer = try await api.post("/v1/notifications", Self.order(["escalation": ["steps": steps]]), as: .app)
            #expect(answer.json["recipients"] == ["ana"] && answer.json["deliveries"]?.items.count == 2, "\(answer.text)")
        }
    }

    @Test("A step of an escalation tells whoever is on duty when it comes due, also by an override that came after; who has read it isn't told again")
    func steps() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            let steps: JSON = [["rotas": ["alarms"], "after_minutes": 15], ["rotas": ["alarms"], "recipients": ["eve"], "after_minutes": 30]]
            func carryOut() async throws { _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin) }
            let dry = try await api.post("/v1/notifications", Self.order(["escalation": ["steps": steps], "dry_run": true]), as: .app)
            #expect(dry.json["verdicts"]?.items.map { $0["recipient_user_id"] } == ["ana", "ana", "eve", "ana"], "\(dry.text)")
            let answer = try await api.post("/v1/notifications", Self.order(["escalation": ["steps": steps]]), as: .app)
            #expect(answer.json["recipients"] == ["ana"], "\(answer.text)")
            let ids = answer.json["deliveries"]?.items.compactMap(\.string) ?? []
            try #require(ids.count == 4)
            func delivery(_ place: Int) async throws -> JSON { try await api.get("/v1/deliveries/\(ids[place])", as: .app).json }
            try await carryOut()
            let override: JSON = ["until": "2026-01-25T18:00", "user_id": "ben"]
            #expect(try await api.put(Self.override(from: "2026-01-25T12:10"), override, as: .app).status == 200)
            api.clock.advance(.seconds(900))
            try await carryOut()
            let second = try await delivery(1)
            #expect(second["recipient_user_id"] == "ben" && second["status"] == "sent", "\(second)")
            #expect(second["sentence"]?.string?.contains("“alarms”") == true && second["replayed_alike"] == true)
            #expect(try await api.get("/v1/inbox", as: .person(.ben)).json["messages"]?.items.count == 1)
            #expect(try await api.post("/v1/inbox/\(ids[1])/read", [:], as: .person(.ben)).status == 200)
            api.clock.advance(.seconds(900))
            try await carryOut()
            let (eve, last) = (try await delivery(2), try await delivery(3))
            #expect(eve["status"] == "sent" && last["status"] == "skipped" && last["reason"] == "already_reached", "\(last)")
            #expect(last["recipient_user_id"] == "ben" && last["sentence"]?.string?.hasPrefix("Not sent, because it was told already.") == true)
            for (step, summary) in [
                (["rotas": ["none"], "after_minutes": 15], "404 unknown_rota escalation.steps[0].rotas[0]"),
                (["rotas": [], "after_minutes": 15], "400 missing_field escalation.steps[0].recipients"),
                (["rotas": [""], "after_minutes": 15], "400 wrong_type escalation.steps[0].rotas[0]"),
                (["rotas": .list(Array(repeating: "alarms", count: 11)), "after_minutes": 15], "400 wrong_type escalation.steps[0].rotas"),
            ] as [(JSON, String)] {
                let refused = try await api.post("/v1/notifications", Self.order(["escalation": ["steps": [step]]]), as: .app)
                #expect(refused.summary == summary, "\(refused.text)")
            }
        }
    }

    @Test("A schedule and a heartbeat keep rotas, and whoever is on duty at the moment is told; one that isn't there is named with its whole path")
    func comingBack() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.rota, as: .app)
            let recurrence: JSON = ["start": "2026-01-26T10:00", "rule": "FREQ=DAILY", "timezone": "UTC"]
            #expect(
                try await api.post("/v1/schedules", Self.order(["rotas": ["none"], "recurrence": recurrence]), as: .app).summary == "404 unknown_rota rotas[0]")
            let made = try await api.post("/v1/schedules", Self.order(["recurrence": recurrence]), as: .app)
            #expect(made.status == 202 && made.json["rotas"] == ["alarms"] && made.json["recipients"] == [], "\(made.text)")
            let schedule = "/v1/schedules/\(made.json["id"]?.string ?? "")"
            let rehearsed = try await api.get(schedule + "/rehearsal", as: .app)
            #expect(rehearsed.json["verdicts"]?.items.map { $0["recipient_user_id"] } == ["ben"], "\(rehearsed.text)")
            #expect(try await api.patch(schedule, ["rotas": ["none"]], as: .app).summary == "404 unknown_rota rotas[0]")
            #expect(try await api.patch(schedule, ["rotas": .null], as: .app).summary == "400 missing_field recipients")

            func heartbeat(_ rotas: JSON) async throws -> Answer {
                try await api.put("/v1/heartbeats/backup", ["every_minutes": 60, "notify": Self.order(["rotas": rotas])], as: .app)
            }
            #expect(try await heartbeat(["alarms", "none"]).summary == "404 unknown_rota notify.rotas[1]")
            #expect(try await heartbeat(["alarms"]).json["rotas"] == ["alarms"])
            let escalation: JSON = ["until": "acknowledged", "steps": [["recipients": ["eve"], "rotas": ["alarms"], "after_minutes": 15]]]
            let escalated: JSON = ["every_minutes": 60, "notify": Self.order(["escalation": escalation])]
            #expect(try await api.put("/v1/heartbeats/backup", escalated, as: .app).json["escalation"] == escalation)
            let strange: JSON = ["steps": [["rotas": ["none"], "after_minutes": 15]]]
            let refused = try await api.put("/v1/heartbeats/backup", ["every_minutes": 60, "notify": Self.order(["escalation": strange])], as: .app)
            #expect(refused.summary == "404 unknown_rota notify.escalation.steps[0].rotas[0]", "\(refused.text)")
            let families: JSON = ["every_minutes": 60, "notify": Self.order(["families": ["none"]])]
            #expect(try await api.put("/v1/heartbeats/backup", families, as: .app).summary == "404 unknown_family notify.families[0]")
        }
    }
}
