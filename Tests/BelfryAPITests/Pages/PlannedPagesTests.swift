import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What operators see and do of schedules, heartbeats, rotas, audiences and broadcasts.
struct PlannedPagesTests {
    private static let schedule: JSON = [
        "recipients": ["ana", "ben"], "title": "Put the <bins> out", "channels": ["in_app"],
        "recurrence": ["start": "2026-01-26T09:00", "rule": "FREQ=DAILY", "timezone": "UTC"],
    ]

    private func addSchedule(to api: API) async throws -> ScheduledOrderID {
        let answer = try await api.post("/v1/schedules", Self.schedule, as: .app)
        return try #require(answer.json["id"]?.string.flatMap { ScheduledOrderID($0) })
    }

    private func planned(_ api: API, _ query: String = "") async throws -> String { try await api.get("/planned" + query, as: .page(.ana)).text }

    @Test("Nobody but an operator learns that there are these pages, and nobody does anything by another site's form")
    func others() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addSchedule(to: api)
            let broadcast = try await addBroadcast(to: api)
            for path in ["/planned", "/broadcasts", "/broadcasts/\(broadcast)"] {
                #expect(try await api.get(path, as: .page(.ben)).status == 404)
                #expect(try await api.get(path, as: .page(.ana)).status == 200)
            }
            #expect(!(try await api.get("/", as: .page(.ben)).text.contains("/planned")))
            let posts = ["pause", "resume", "skip", "run"].map { "/page/planned/schedules/\(id)/\($0)" } + ["/page/broadcasts/\(broadcast)/cancel"]
            for path in posts {
                let fields = "key=a&local=2026-01-26T09:00:00"
                #expect(try await api.submit(path, fields, by: .ben).status == 404, "\(path)")
                #expect(try await api.submitForged(path, fields).status == 401, "\(path)")
            }
            let order = try #require(await api.store.scheduledOrder(id))
            let progress = try #require(await api.store.progress(of: broadcast))
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(order.status == .active && order.timing?.exceptions == [] && progress.status == .ready && queued.isEmpty)
        }
    }

    @Test("A schedule stands there with whom it tells, when next and when last, and is paused and resumed")
    func pause() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addSchedule(to: api)
            let page = try await planned(api)
            #expect(page.contains("Put the &lt;bins&gt; out") && page.contains("ana, ben") && page.contains("26 January 2026, 09:00") && page.contains("never yet"))
            #expect(!page.contains("/\(id)/resume"))
            let answer = try await api.submit("/page/planned/schedules/\(id)/pause?app_id=app&status=active")
            #expect(answer.status == 303 && answer.headers[.location] == "/planned?app_id=app&status=active")
            let paused = try await planned(api)
            #expect(paused.contains("/\(id)/resume") && !paused.contains("/\(id)/pause") && !paused.contains("/\(id)/skip"))
            #expect(await api.store.scheduledOrder(id)?.status == .paused)
            _ = try await api.submit("/page/planned/schedules/\(id)/resume")
            #expect(await api.store.scheduledOrder(id)?.status == .active)
        }
    }

    @Test("The next time is left out once, however often the button of the same page is pressed")
    func skip() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addSchedule(to: api)
            let local = try #require(try await planned(api).hidden("local"))
            for _ in 1...2 { #expect(try await api.submit("/page/planned/schedules/\(id)/skip", "local=\(local)").status == 303) }
            let order = try #require(await api.store.scheduledOrder(id))
            #expect(order.timing?.exceptionTexts == ["2026-01-26T09:00:00"] && order.next?.local.description == "2026-01-27T09:00:00")
            #expect(try await planned(api).contains("27 January 2026, 09:00"))
            let missing = try await api.submit("/page/planned/schedules/\(id)/skip")
            #expect(missing.status == 400 && missing.text.contains("“Next” is missing."))
        }
    }

    @Test("What a schedule tells is told now once, however often the button of the same page is pressed, and again from a page that is loaded anew")
    func run() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addSchedule(to: api)
            let key = try #require(try await planned(api).hidden("key"))
            for _ in 1...2 { #expect(try await api.submit("/page/planned/schedules/\(id)/run", "key=\(key)").status == 303) }
            #expect(await api.store.deliveries(DeliverySelection()).count == 2)
            let other = try #require(try await planned(api).hidden("key"))
            _ = try await api.submit("/page/planned/schedules/\(id)/run", "key=\(other)")
            #expect(await api.store.deliveries(DeliverySelection()).count == 4)
            #expect(try await api.submit("/page/planned/schedules/\(id)/run").status == 400)
        }
    }

    @Test("One that has ended offers nothing, and a press on a page that was loaded before says so")
    func ended() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addSchedule(to: api)
            _ = try await api.ask(.delete, "/v1/schedules/\(id)", nil, as: .app)
            #expect(!(try await planned(api).contains("/page/planned/schedules/")))
            let late = try await api.submit("/page/planned/schedules/\(id)/pause")
            #expect(late.status == 409 && late.text.contains("It isn’t there any more.") && late.text.contains("<a href=\"/planned\">"))
        }
    }

    @Test("A heartbeat says whether it is missed, a rota who is on duty and who comes next, an audience how many are in it")
    func lists() async throws {
        try await withAPI(operators: [.ana]) { api in
            let call: JSON = ["every_minutes": 60, "notify": ["recipient_user_id": "ana", "title": "No backup", "channels": ["in_app"]]]
            _ = try await api.put("/v1/heartbeats/backup", call, as: .app)
            let rota: JSON = [
                "people": ["ana", "ben"], "since": "2026-01-19", "handover": ["every_weeks": 1, "weekday": "mon", "at": "09:00"], "timezone": "Europe/Rome",
            ]
            _ = try await api.put("/v1/rotas/nights", rota, as: .app)
            _ = try await api.put("/v1/audiences/staff", ["title": "Staff & <friends>"], as: .app)
            for person in ["ana", "ben", "eve"] { _ = try await api.put("/v1/audiences/staff/members/\(person)", [:], as: .app) }
            let page = try await planned(api)
            #expect(page.contains("backup") && page.contains("Alive") && !page.contains("Missed"))
            #expect(page.contains("ana until 26 January 2026, 08:00") && page.contains("ben from 26 January 2026, 08:00"))
            #expect(page.contains("Staff &amp; &lt;friends&gt;") && page.contains("<dt>People</dt><dd dir=\"auto\">3</dd>"))
            #expect(page.contains("href=\"/send?target=rota&amp;to=nights&amp;app_id=app\""))
            #expect(!page.contains("/page/planned/schedules/"), "no heartbeat is a schedule")
            let others = try await planned(api, "?app_id=default")
            #expect(!others.contains("nights") && !others.contains("staff") && !others.contains("backup"))
            api.clock.advance(.seconds(2 * 3600))
            #expect(try await planned(api).contains("Missed"))
        }
    }

    @Test("Twenty stand in a list, and a link leads on to the others, back, and to each once")
    func paged() async throws {
        try await withAPI(operators: [.ana]) { api in
            for number in 10...34 { _ = try await api.put("/v1/audiences/list-\(number)", [:], as: .app) }
            func shown(_ page: String) -> [String] { page.matches(of: /to=(list-\d+)&/).map { String($0.output.1) } }
            let all = try await planned(api)
            #expect(shown(all).count == 20 && all.contains("Choose an app") && !all.contains("#audiences"))
            let first = try await planned(api, "?app_id=app")
            let further = try #require(first.firstMatch(of: /href="(\/planned\?[^"#]*)#audiences"/)).output.1
            let second = try await api.get(String(further).replacing("&amp;", with: "&"), as: .page(.ana)).text
            #expect(shown(first) + shown(second) == (10...34).map { "list-\($0)" })
            #expect(second.contains("From the beginning") && !second.contains(">More</a>"))
        }
    }

    // MARK: Broadcasts

    private func addBroadcast(to api: API) async throws -> BroadcastID {
        let order: JSON = ["title": "Open on <Sunday>", "body": "From ten.", "channels": ["in_app"], "recipients": ["ana", "ben", "eve"]]
        let answer = try await api.post("/v1/broadcasts", order, as: .app)
        return try #require(answer.json["id"]?.string.flatMap { BroadcastID($0) })
    }

    @Test("A broadcast stands there with how far it has come, has a page of its own, and is called off once that has asked")
    func broadcast() async throws {
        try await withAPI(operators: [.ana]) { api in
            let id = try await addBroadcast(to: api)
            let list = try await api.get("/broadcasts", as: .page(.ana)).text
            #expect(list.contains("<a href=\"/broadcasts/\(id)\">Open on &lt;Sunday&gt;</a>") && list.contains("Under way") && list.contains("0 of 3 decided"))
            #expect(!(try await api.get("/broadcasts?app_id=shop", as: .page(.ana)).text.contains("Sunday")))
            let page = try await api.get("/broadcasts/\(id)", as: .page(.ana)).text
            #expect(page.contains("From ten.") && page.contains("href=\"/broadcasts/\(id)?ask=cancel\"") && !page.contains("/page/broadcasts/"))
            let asked = try await api.get("/broadcasts/\(id)?ask=cancel", as: .page(.ana)).text
            #expect(asked.contains("Call off what is left of it?") && asked.contains("action=\"/page/broadcasts/\(id)/cancel\""))
            let answer = try await api.submit("/page/broadcasts/\(id)/cancel")
            #expect(answer.status == 303 && answer.headers[.location] == "/broadcasts/\(id)")
            let gone = try await api.get("/broadcasts/\(id)", as: .page(.ana)).text
            #expect(gone.contains("Called off") && !gone.contains("ask=cancel"))
            #expect(try await api.submit("/page/broadcasts/unknown/cancel").status == 404)
            #expect(try await api.get("/broadcasts/unknown", as: .page(.ana)).status == 404)
        }
    }
}
