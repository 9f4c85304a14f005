import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct ScheduleRoutesTests {
    private static let order: [String: JSON] = [
        "recipients": ["ana", "ben"], "title": "Put the bins out", "channels": ["in_app"],
        "recurrence": ["start": "2026-01-26T09:00", "rule": "FREQ=WEEKLY;BYDAY=MO;COUNT=2"],
    ]

    private static func order(_ name: String, _ value: JSON) -> JSON { .object(order.merging([name: value]) { $1 }) }

    @Test("A schedule is taken in, shown with what comes next, listed, paused, resumed and ended")
    func wholeLife() async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/schedules", .object(Self.order), as: .app)
            #expect(answer.status == 202 && answer.json["status"] == "active" && answer.json["app_id"] == "app" && answer.json["is_repeated"] == false)
            #expect(answer.json["next"] == [["local": "2026-01-26T09:00:00"], ["local": "2026-02-02T09:00:00"]])
            let id = answer.json["id"]?.string ?? ""
            let shown = try await api.get("/v1/schedules/\(id)", as: .app)
            #expect(shown.status == 200 && shown.json["recipients"] == ["ana", "ben"] && shown.json["title"] == "Put the bins out")
            let list = try await api.get("/v1/schedules?limit=1", as: .admin)
            #expect(list.json["schedules"]?.items.compactMap { $0["id"]?.string } == [id] && list.json["older"] == nil)
            let paused = try await api.post("/v1/schedules/\(id)/pause", [:], as: .app)
            #expect(paused.json["status"] == "paused" && paused.json["paused_at"] == "2026-01-25T12:00:00Z")
            let resumed = try await api.post("/v1/schedules/\(id)/resume", [:], as: .app)
            #expect(resumed.json["status"] == "active" && resumed.json["paused_at"] == nil)
            let ended = try await api.ask(.delete, "/v1/schedules/\(id)", nil, as: .app)
            #expect(ended.status == 200 && ended.json["status"] == "ended" && ended.json["next"] == [])
        }
    }

    @Test("What was ordered last is said with the key by which its deliveries are found")
    func last() async throws {
        try await withAPI { api in
            let recurrence: JSON = ["start": "2026-01-25T13:00", "rule": "FREQ=DAILY", "timezone": "UTC"]
            let answer = try await api.post("/v1/schedules", Self.order("recurrence", recurrence), as: .app)
            #expect(answer.json["next"]?.items.first == ["local": "2026-01-25T13:00:00", "at": "2026-01-25T13:00:00Z"])
            #expect(answer.json["next"]?.items.count == 5 && answer.json["last"] == nil)
            let id = answer.json["id"]?.string ?? ""
            let order = try #require(await api.store.scheduledOrder(ScheduledOrderID(literal: id)))
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: nil)
            _ = try await api.store.carryOut(turn, now: .noon) { _ in [.ordered(1, by: AppID(literal: "app"))] }
            let shown = try await api.get("/v1/schedules/\(id)", as: .app)
            #expect(shown.json["last"]?["local"] == "2026-01-25T13:00:00" && shown.json["status"] == "ended")
            let key = shown.json["last"]?["idempotency_key"]?.string ?? ""
            let found = try await api.get("/v1/deliveries?idempotency_key=\(key)", as: .app)
            #expect(found.json["deliveries"]?.items.compactMap { $0["id"]?.string } == ["delivery-1"])
        }
    }

    @Test("A schedule that tells an audience is shown, rehearsed as a broadcast and run by a schedule that comes once, and persons are refused beside it")
    func audience() async throws {
        try await withAPI { api in
            let app = AppID(literal: "app")
            try await api.store.save(.example(of: app), with: [.ana, .ben])
            var order = Self.order
            (order["recipients"], order["audience"]) = (nil, "recalls")
            let answer = try await api.post("/v1/schedules", .object(order), as: .app)
            #expect(answer.status == 202 && answer.json["audience"] == "recalls" && answer.json["recipients"] == [])
            let path = "/v1/schedules/\(answer.json["id"]?.string ?? "")"
            let rehearsed = try await api.get(path + "/rehearsal", as: .app)
            #expect(rehearsed.json["recipients"] == 2 && rehearsed.json["looked_at"] == 2)
            let run = try await api.post(path + "/run", [:], as: .app)
            #expect(run.status == 202 && run.json["deliveries"] == [] && run.json["schedule_id"]?.string != nil)
            let both = try await api.post("/v1/schedules", Self.order("audience", "recalls"), as: .app)
            #expect(both.summary == "400 wrong_type recipients")
            let heartbeat: JSON = ["every_minutes": 5, "notify": ["audience": "recalls", "title": "Silent"]]
            #expect(try await api.put("/v1/heartbeats/nas", heartbeat, as: .app).summary == "400 unknown_name notify.audience")
        }
    }

    @Test("Skipping what is ordered already calls it off, and the answer says how much of it")
    func calledOff() async throws {
        try await withAPI { api in
            let recurrence: JSON = ["start": "2026-01-25T13:00", "rule": "FREQ=DAILY", "timezone": "UTC"]
            let answer = try await api.post("/v1/schedules", Self.order("recurrence", recurrence), as: .app)
            let path = "/v1/schedules/\(answer.json["id"]?.string ?? "")"
            let order = try #require(await api.store.scheduledOrder(ScheduledOrderID(literal: answer.json["id"]?.string ?? "")))
            let next = ScheduledOccurrence(local: CivilDateTime(literal: "2026-01-26T13:00"), at: .noon + .seconds(25 * 3600))
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: next)
            _ = try await api.store.carryOut(turn, now: .noon) { _ in [.ordered(1, by: AppID(literal: "app"))] }
            let skipped = try await api.post(path + "/skip", [:], as: .app)
            #expect(skipped.status == 200 && skipped.json["called_off"] == 1 && skipped.json["skipped"] == "2026-01-25T13:00:00")
            #expect(skipped.json["recurrence"]?["exdate"] == ["2026-01-25T13:00:00"])
            #expect(skipped.json["next"]?.items.first?["local"] == "2026-01-26T13:00:00")
            let again = try await api.post(path + "/skip", ["local": "2026-01-25T13:00"], as: .app)
            #expect(again.status == 200 && again.json["called_off"] == nil)
        }
    }

    @Test("The same key takes in once, and stands for nothing else")
    func repeated() async throws {
        try await withAPI { api in
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "weekly"])
            let body = JSON.object(Self.order).sent
            let first = try await api.ask(.post, "/v1/schedules", body, as: shown)
            let second = try await api.ask(.post, "/v1/schedules", body, as: shown)
            #expect(first.status == 202 && second.json["id"] == first.json["id"] && second.json["is_repeated"] == true)
            let other = try await api.ask(.post, "/v1/schedules", Self.order("title", "Other").sent, as: shown)
            #expect(other.summary == "409 idempotency_key_reused")
        }
    }

    @Test(
        "Names that nobody reads are refused, as of an order, and those of its moments",
        arguments: ["deliver_after", "deliver_at_local", "expires_at", "digest_key", "tittle"])
    func unknownNames(name: String) async throws {
        try await withAPI { api in
            #expect(try await api.post("/v1/schedules", Self.order(name, "2026-01-26T09:00"), as: .app).summary == "400 unknown_name \(name)")
            let recurrence: JSON = ["start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "until": "2026-06-01"]
            let nested = try await api.post("/v1/schedules", Self.order("recurrence", recurrence), as: .app)
            #expect(nested.summary == "400 unknown_name recurrence.until")
        }
    }

    @Test("What comes back may be throttled as an order may")
    func throttled() async throws {
        try await withAPI { api in
            let throttle: JSON = ["key": "bins", "max": 1, "within_minutes": 60]
            #expect(try await api.post("/v1/schedules", Self.order("throttle", throttle), as: .app).status == 202)
            let refused = try await api.post("/v1/schedules", Self.order("throttle", ["key": "bins", "max": 1]), as: .app)
            #expect(refused.summary == "400 missing_field throttle.within_minutes")
        }
    }

    @Test("A dry run says when it would come, as far as it is asked, and keeps nothing")
    func dryRun() async throws {
        try await withAPI { api in
            let recurrence: JSON = ["start": "2026-01-26T09:00", "rule": "FREQ=WEEKLY;BYDAY=MO", "exdate": ["2026-02-02", "2026-02-16T09:00"]]
            var order = Self.order.merging(["recurrence": recurrence]) { $1 }
            order["dry_run"] = true
            let answer = try await api.post("/v1/schedules?next=3", .object(order), as: .app)
            #expect(answer.status == 200 && answer.json["id"] == nil && answer.json["dry_run"] == true)
            let days = answer.json["next"]?.items.compactMap { $0["local"]?.string?.prefix(10) }
            #expect(days == ["2026-01-26", "2026-02-09", "2026-02-23"])
            #expect(answer.json["recurrence"]?["exdate"] == ["2026-02-02", "2026-02-16T09:00:00"])
            #expect(try await api.get("/v1/schedules", as: .app).json["schedules"] == [])
            #expect(try await api.post("/v1/schedules?next=101", .object(order), as: .app).summary == "400 number_out_of_range next")
        }
    }

    @Test("One time is skipped and told after all, and what is told and when is changed")
    func changes() async throws {
        try await withAPI { api in
            let recurrence: JSON = ["start": "2026-01-26T09:00", "rule": "FREQ=DAILY"]
            let answer = try await api.post("/v1/schedules", Self.order("recurrence", recurrence), as: .app)
            let path = "/v1/schedules/\(answer.json["id"]?.string ?? "")"
            func first(_ answer: JSON) -> String? { answer["next"]?.items.first?["local"]?.string }
            let skipped = try await api.post(path + "/skip", [:], as: .app)
            #expect(skipped.status == 200 && first(skipped.json) == "2026-01-27T09:00:00")
            for _ in 1...2 {
                let named = try await api.post(path + "/skip", ["local": "2026-01-27T09:00"], as: .app)
                #expect(first(named.json) == "2026-01-28T09:00:00", "a repetition skips nothing else")
            }
            #expect(try await api.post(path + "/skip", ["local": "2026-01-28T10:00"], as: .app).summary == "400 wrong_type local")
            let told = try await api.post(path + "/unskip", ["local": "2026-01-27T09:00"], as: .app)
            #expect(first(told.json) == "2026-01-27T09:00:00")
            let patch: JSON = ["title": "Glass", "recipients": ["eve"], "recurrence": ["start": "2026-01-26T10:00", "exdate": .null]]
            let changed = try await api.ask(.patch, path, patch.sent, as: .app)
            #expect(changed.status == 200 && changed.json["title"] == "Glass" && changed.json["recipients"] == ["eve"])
            #expect(first(changed.json) == "2026-01-26T10:00:00" && changed.json["recurrence"]?["exdate"] == nil)
            #expect(changed.json["recurrence"]?["rule"] == "FREQ=DAILY")
            let misspelt: JSON = ["tittle": "Glass"]
            #expect(try await api.ask(.patch, path, misspelt.sent, as: .app).summary == "400 unknown_name tittle")
            let nested: JSON = ["recurrence": ["until": "2026-06-01"]]
            #expect(try await api.ask(.patch, path, nested.sent, as: .app).summary == "400 unknown_name recurrence.until")
        }
    }

    @Test("What it tells is told at once when asked, once under a key, and when it comes back stays")
    func run() async throws {
        try await withAPI { api in
            let id = try await api.post("/v1/schedules", Self.order("expires_after_minutes", 30), as: .app).json["id"]?.string ?? ""
            let before = try await api.get("/v1/schedules/\(id)", as: .app).json
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "now"])
            let told = try await api.ask(.post, "/v1/schedules/\(id)/run", nil, as: shown)
            let again = try await api.ask(.post, "/v1/schedules/\(id)/run", nil, as: shown)
            #expect(told.status == 202 && told.json["deliveries"]?.items.count == 2 && told.json["is_repeated"] == false)
            #expect(again.json["deliveries"] == told.json["deliveries"] && again.json["is_repeated"] == true)
            #expect(try await api.get("/v1/schedules/\(id)", as: .app).json == before)
            let queued = await api.store.deliveries(DeliverySelection()).map(\.delivery)
            #expect(queued.count == 2 && queued.allSatisfy { $0.deliverAfter == nil && $0.expiresAt == .noon + .seconds(1800) && $0.payload.deliverAtLocal == nil })
            let other = try await api.post("/v1/schedules", .object(Self.order), as: .app).json["id"]?.string ?? ""
            #expect(try await api.ask(.post, "/v1/schedules/\(other)/run", nil, as: shown).summary == "409 idempotency_key_reused")
        }
    }

    @Test("A rehearsal says when the next time comes to each recipient, by their clock or the schedule's, and queues nothing")
    func rehearsal() async throws {
        try await withAPI { api in
            let own = try await api.post("/v1/schedules", .object(Self.order), as: .app).json["id"]?.string ?? ""
            let answer = try await api.get("/v1/schedules/\(own)/rehearsal", as: .app)
            #expect(answer.status == 200 && answer.json["dry_run"] == true)
            #expect(answer.json["verdicts"]?.items.compactMap { $0["recipient_user_id"]?.string } == ["ana", "ben"])
            #expect(answer.json["verdicts"]?.items.last?["due_at"] == "2026-01-26T09:00:00Z")
            let recurrence: JSON = ["start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "Europe/Rome"]
            let zoned = try await api.post("/v1/schedules", Self.order("recurrence", recurrence), as: .app).json["id"]?.string ?? ""
            let verdicts = try await api.get("/v1/schedules/\(zoned)/rehearsal", as: .app).json["verdicts"]?.items ?? []
            #expect(verdicts.count == 2 && verdicts.allSatisfy { $0["due_at"] == "2026-01-26T08:00:00Z" })
            #expect(await api.store.deliveries(DeliverySelection()).isEmpty)
            _ = try await api.ask(.delete, "/v1/schedules/\(own)", nil, as: .app)
            #expect(try await api.get("/v1/schedules/\(own)/rehearsal", as: .app).summary == "409 schedule_ended")
        }
    }

    @Test("What has ended is neither paused nor resumed nor changed, and lists are narrowed by what became of them")
    func ended() async throws {
        try await withAPI { api in
            let id = try await api.post("/v1/schedules", .object(Self.order), as: .app).json["id"]?.string ?? ""
            _ = try await api.ask(.delete, "/v1/schedules/\(id)", nil, as: .app)
            for act in ["pause", "resume", "skip", "unskip", "run"] {
                #expect(try await api.post("/v1/schedules/\(id)/\(act)", [:], as: .app).summary == "409 schedule_ended")
            }
            #expect(try await api.ask(.patch, "/v1/schedules/\(id)", "{}", as: .app).summary == "409 schedule_ended")
            #expect(try await api.ask(.delete, "/v1/schedules/\(id)", nil, as: .app).status == 200, "ending may be repeated")
            #expect(try await api.get("/v1/schedules?status=active", as: .app).json["schedules"] == [])
            let ended = try await api.get("/v1/schedules?status=ended&app_id=app", as: .admin)
            #expect(ended.json["schedules"]?.items.compactMap { $0["id"]?.string } == [id])
            #expect(try await api.get("/v1/schedules?app_id=other", as: .admin).json["schedules"] == [])
            #expect(try await api.get("/v1/schedules?status=over", as: .app).summary == "400 unknown_value status")
        }
    }

    @Test("Another app's schedule isn't there, a person has none, and an unknown one is none")
    func others() async throws {
        try await withAPI { api in
            let answer = try await api.post("/v1/schedules", Self.order("app_id", "other"), as: .admin)
            let path = "/v1/schedules/\(answer.json["id"]?.string ?? "")"
            #expect(answer.status == 202 && answer.json["app_id"] == "other")
            #expect(try await api.get(path, as: .app).summary == "404 unknown_schedule")
            #expect(try await api.ask(.delete, path, nil, as: .app).summary == "404 unknown_schedule")
            #expect(try await api.post(path + "/pause", [:], as: .app).summary == "404 unknown_schedule")
            #expect(try await api.post(path + "/run", [:], as: .app).summary == "404 unknown_schedule")
            #expect(try await api.get("/v1/schedules", as: .app).json["schedules"] == [])
            #expect(try await api.get("/v1/schedules", as: .person(.ana)).status == 403)
            #expect(try await api.get("/v1/schedules/no-such", as: .admin).summary == "404 unknown_schedule")
            #expect(try await api.post("/v1/schedules", Self.order("recipients", []), as: .app).summary == "400 missing_field recipients")
            #expect(try await api.post("/v1/schedules", Self.order("app_id", "other"), as: .app).status == 403)
        }
    }
}
