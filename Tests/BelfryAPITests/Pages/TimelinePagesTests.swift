import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What a person will be told and was told, the first steps, and what operators see, as pages.
struct TimelinePagesTests {
    /// A bill that is due in three days, and words to learn in the evening.
    private static let facts: JSON = [
        "changes": [
            "notification_settings": ["created": [["id": "own", "bill_reminders_enabled": true, "currency": "EUR"]], "updated": [], "deleted": []],
            "budget_items": [
                "created": [["id": "rent", "name": "Rent & heating", "amount": 90_000, "due_date": "2026-01-28"]], "updated": [], "deleted": [],
            ],
            "notification_receipts": [
                "created": [["id": "bills|rent|due_day|2026-01-20", "told_at": "2026-01-20T09:00:00Z", "told_by": "device", "category": "bill_reminder"]],
                "updated": [], "deleted": [],
            ],
        ]
    ]

    @Test("The timeline has what is planned and what was told, by device and by server, each with its reason")
    func timeline() async throws {
        try await withAPI { api in
            #expect(try await api.post("/sync/push?last_pulled_at=1", Self.facts, as: .person(.ana)).status == 200)
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let page = try await api.get("/timeline", as: .page(.ana)).text
            for text in [
                "Wednesday 28 January 2026", "Due today: Rent &amp; heating", "when it is due: nothing stands against it.", "Tuesday 20 January 2026",
                "Today, Sunday 25 January 2026", "Ben&#39;s steps are down", "over inbox, about Ben", "Sent, because nothing stood against it",
                "Everything asked for is planned.",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            let bills = try await api.get("/timeline?of=bills", as: .page(.ana)).text
            #expect(bills.contains("Rent &amp; heating") && !bills.contains("steps are down"))
            #expect(try await api.get("/timeline", as: .page(.eve)).text.contains("You were told nothing in the last 14 days."))
        }
    }

    @Test("What is ordered for later waits for its moment, on the timeline and in the operators' list")
    func orderedForLater() async throws {
        try await withAPI(operators: [.ana]) { api in
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "channels": ["in_app"], "deliver_after": "2026-01-26T08:00:00Z"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let sentence = "Not decided yet: it is not due before 08:00 on 26 January 2026 (UTC)."
            #expect(try await api.get("/timeline", as: .page(.ana)).text.contains(sentence))
            let list = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(list.contains(sentence) && list.contains("Waiting until 26 January 2026, 08:00"))
        }
    }

    @Test("Own reminders that a device has shared are there by their titles, those to come and those that were told")
    func ownReminders() async throws {
        let changes: JSON = [
            "reminders": ["created": [["id": "plants", "title": "Water <the> plants", "dtstart": "2026-01-24T10:00", "rrule": "FREQ=DAILY;INTERVAL=3"]]],
            "notification_receipts": [
                "created": [["id": "reminders|plants|10:00|2026-01-24", "told_at": "2026-01-24T10:00:00Z", "told_by": "device", "category": "reminder"]]
            ],
        ]
        try await withAPI { api in
            #expect(try await api.post("/sync/push?last_pulled_at=1", ["changes": changes], as: .person(.ana)).status == 200)
            let page = try await api.get("/timeline?of=reminders", as: .page(.ana)).text
            let past = try #require(page.firstRange(of: "id=\"past\"")).lowerBound
            #expect(page[..<past].contains("Water &lt;the&gt; plants") && page[past...].contains("Water &lt;the&gt; plants"))
            #expect(!(try await api.get("/timeline?of=bills", as: .page(.ana)).text.contains("plants")))
        }
    }

    @Test("What waits for quiet hours to end stands among what is coming, and what was left out among what is past, in the person's language")
    func held() async throws {
        try await withAPI { api in
            let quiet: JSON = [
                "quiet_hours_start": "08:00", "quiet_hours_end": "20:00", "quiet_hours_action": "defer", "quiet_hours_notification_level": "none",
                "language": "de",
            ]
            #expect(try await api.patch("/v1/users/me/preferences", quiet, as: .person(.ana)).status == 200)
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let page = try await api.get("/timeline", as: .page(.ana)).text
            let coming = try #require(page.firstRange(of: "id=\"past\"").map { page[..<$0.lowerBound] })
            #expect(coming.contains("<time>20:00</time>") && coming.contains("Zurückgehalten bis 20:00"))
            #expect(coming.contains("bei dir war es 12:00 Uhr, innerhalb deiner Ruhezeit 08:00–20:00") && !page.contains("Empfänger"))
            let alert = try #require(await api.store.alerts(visibleTo: .ana, countMax: 1).first).alert.id
            #expect(try await api.get("/alerts/\(alert.text)", as: .page(.ana)).text.contains("innerhalb deiner Ruhezeit"))
            let bens = try await api.get("/alerts/\(alert.text)", as: .page(.ben)).text
            #expect(bens.contains("it was 12:00 for the recipient, inside their quiet hours of 08:00–20:00"))
        }
    }

    @Test("What is meant for a moment by the person's clock stands at that moment, before it is looked at and while it is held")
    func localMoment() async throws {
        try await withAPI { api in
            #expect(try await api.patch("/v1/users/me/preferences", ["timezone": "Europe/Berlin"], as: .person(.ana)).status == 200)
            let order: JSON = ["recipients": ["ana"], "title": "Good morning", "channels": ["in_app"], "deliver_at_local": "2026-01-26T09:00"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            func coming() async throws -> Substring {
                let page = try await api.get("/timeline", as: .page(.ana)).text
                return try #require(page.firstRange(of: "id=\"past\"").map { page[..<$0.lowerBound] })
            }
            // The first clock on Earth shows it at 20:00 in Berlin.
            let early = try await coming()
            #expect(early.contains("<time>09:00</time>") && early.contains("26 January 2026") && !early.contains("<time>20:00</time>"))
            api.clock.advance(.seconds(8 * 3600))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let held = try await coming()
            #expect(held.contains("<time>09:00</time>") && held.contains("it is meant for a set time by your own clock"))
        }
    }

    @Test("Every page says by whose clock its times are, for who reads it elsewhere", arguments: ["/", "/timeline", "/inbox", "/start", "/settings"])
    func clock(path: String) async throws {
        try await withAPI { api in
            let saved = try await api.patch("/v1/users/me/preferences", ["timezone": "America/Los_Angeles"], as: .person(.ana))
            #expect(saved.status == 200)
            let page = try await api.get(path, as: .page(.ana)).text
            #expect(page.contains("Times by the clock of America/Los_Angeles."))
        }
    }

    @Test("A browser counts as a step where it can be told: over https, also where a proxy speaks it, and on the server's own machine")
    func steps() async throws {
        try await withAPI(webPushPublicKey: "key") { api in
            let fields = try await api.fields(.page(.ana))
            #expect(try await api.get("/start", as: .headers(fields)).text.contains("0 of 3 done"))
            let trusting = fields.merging(["sec-fetch-mode": "navigate"]) { own, _ in own }
            #expect(try await api.get("/start", as: .headers(trusting)).text.contains("0 of 4 done"))
        }
        try await withAPI(webPushPublicKey: "key", publicURL: "https://belfry.example.org") { api in
            let session = ["cookie": "__Host-belfry_session=\(try await api.token(of: .ana))"]
            #expect(try await api.get("/start", as: .headers(session)).text.contains("0 of 4 done"))
        }
    }

    @Test("The first steps set the zone and quiet hours, and send a notification that is seen")
    func start() async throws {
        try await withAPI { api in
            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            func submit(_ path: String, _ fields: String) async throws -> Answer {
                try await api.ask(.post, path, "form_token=\(token)&\(fields)", as: browser)
            }
            #expect(try await api.get("/start", as: browser).text.contains("0 of 3 done"))
            #expect(try await submit("/page/start/zone", "timezone=Asia%2FTokyo").headers[.location] == "/start")
            let refused = try await submit("/page/start/zone", "timezone=Mars")
            #expect(refused.status == 400 && refused.text.contains("“Time zone”: this zone isn’t known here."))
            #expect(refused.text.contains("<a href=\"/start\">Try again</a>") && !refused.text.contains("Back to the family"))
            #expect(try await submit("/page/start/quiet", "start=22:00&end=07:00&quiet=yes").status == 303)
            let preferences = await api.store.preferences(of: .ana).read().preferences
            #expect(preferences.timezone == "Asia/Tokyo" && preferences.quietHoursLevel == .criticalOnly && preferences.quietHoursAction == .defer)
            #expect(try await submit("/page/start/quiet", "quiet=no").status == 303)
            #expect(await api.store.preferences(of: .ana).read().preferences.quietHours == nil)
            #expect(try await api.get("/start", as: browser).text.contains("2 of 3 done"))
            #expect(try await submit("/page/start/test", "").status == 303)
            let message = try #require(try await api.store.messages(of: .ana, in: .inbox, countMax: 1).first)
            #expect(message.content.title == "Hello from Belfry")
            #expect(try await submit("/page/inbox/\(message.id)/read", "").status == 303)
            let page = try await api.get("/start", as: browser).text
            #expect(page.contains(">Your browser</h2>"), "the step is done by any of them")
            #expect(page.contains("3 of 3 done") && page.contains("You have seen it.") && page.contains("All is set"))
            #expect(try await api.ask(.post, "/page/start/test", "form_token=guessed", as: browser).status == 401)
            #expect(page.contains("Arrived: 21:00."))
            api.clock.advance(.seconds(2 * 86_400))
            let later = try await api.get("/start", as: .page(.ana)).text
            #expect(later.contains("Arrived: 25 January 2026, 21:00."), "on another day it says of which")
        }
    }

    @Test("Quiet hours that are chosen among the first steps reach the person's devices, in place of what these had")
    func startOnDevices() async throws {
        try await withAPI { api in
            let known = FactRecord(id: FactTable.settingsID, columns: ["quiet_hours_start": .text("20:00:00"), "quiet_hours_end": .text("06:00:00")])
            _ = await api.store.push(
                SyncPush(id: nil, changes: SyncChanges(tables: [.profile: .init(created: [known])]), pulledAt: nil), of: .ana, now: .morning)
            let session = try await api.token(of: .ana)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            func choose(_ fields: String) async throws -> [String: FactValue]? {
                let token = api.services.authenticator.formToken(ofSession: session)
                let answer = try await api.ask(.post, "/page/start/quiet", "form_token=\(token)&\(fields)", as: browser)
                #expect(answer.status == 303)
                return await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns
            }
            _ = try await api.patch("/v1/users/me/preferences", ["quiet_hours_by_weekday": ["sun": nil]], as: .person(.ana))
            let quiet = try await choose("quiet=yes&start=22:00&end=07:00")
            #expect(quiet?["quiet_hours_by_weekday"] == .text(#"{"sun":null}"#), "single nights stay as they are")
            #expect(quiet?["quiet_hours_start"] == .text("22:00:00") && quiet?["quiet_hours_end"] == .text("07:00:00"))
            #expect(quiet?["quiet_hours_notification_level"] == .text("critical_only") && quiet?["quiet_hours_action"] == .text("defer"))
            let none = try await choose("quiet=no")
            #expect(none?["quiet_hours_start"] == .null && none?["quiet_hours_end"] == .null)
            #expect(none?["quiet_hours_by_weekday"] == .null, "none means none on any night")
        }
    }

    @Test("The first steps say which nights have quiet hours of their own, and that none are set where no night has any")
    func startWithNights() async throws {
        try await withAPI { api in
            func start(_ change: JSON) async throws -> String {
                #expect(try await api.patch("/v1/users/me/preferences", change, as: .person(.ana)).status == 200)
                return try await api.get("/start", as: .page(.ana)).text
            }
            let off = "No quiet hours are set."
            let nights = "On single nights: Friday: 23:00–09:00, Sunday: –."
            let alone = try await start(["quiet_hours_by_weekday": ["fri": "23:00-09:00", "sun": nil]])
            #expect(alone.contains(nights) && !alone.contains(off) && !alone.contains("Quiet from"))
            let both = try await start(["quiet_hours_start": "22:00", "quiet_hours_end": "07:00"])
            #expect(both.contains("Quiet from 22:00 to 07:00. " + nights))
            let none = try await start(["quiet_hours_by_weekday": ["sun": nil], "quiet_hours_start": nil, "quiet_hours_end": nil])
            #expect(none.contains(off) && !none.contains("On single nights"))
        }
    }

    @Test("An operator finds deliveries, reads the story of one, and takes both as CSV; nobody else does")
    func deliveries() async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let id = try #require(await api.store.deliveries(matching: DeliveryQuery(countMax: 1)).deliveries.first).delivery.id
            let list = try await api.get("/deliveries?q=ana&status=sent&channel=in_app", as: .page(.ana)).text
            #expect(list.contains("/deliveries/\(id)") && list.contains("the last 30 days, by the calendar of UTC"))
            #expect(try await api.get("/deliveries?q=ana&status=failed", as: .page(.ana)).text.contains("No delivery is like that."))
            #expect(try await api.get("/deliveries?q=\(id)", as: .page(.ana)).text.contains("/deliveries/\(id)"))
            let story = try await api.get("/deliveries/\(id)", as: .page(.ana)).text
            #expect(story.contains("Its story") && story.contains("Queued") && story.contains("would have stopped it."))
            #expect(try await api.get("/deliveries/none", as: .page(.ana)).status == 404)
            let csv = try await api.get("/deliveries.csv", as: .page(.ana))
            #expect(csv.headers[.contentType]?.hasPrefix("text/csv") == true && csv.text.contains("\(id),") && csv.text.hasPrefix("id,created_at,"))
            #expect(try await api.get("/deliveries/figures.csv", as: .page(.ana)).text.hasPrefix("day,channel,category,queued,"))
            for path in ["/deliveries/\(id)", "/deliveries.csv", "/deliveries/figures.csv"] {
                #expect(try await api.get(path, as: .page(.ben)).status == 404)
            }
        }
    }

    @Test("Nothing counts as ignored before there was a day to look at it")
    func ignored() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let fresh = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(fresh.contains("<b>1</b> delivered to the inbox") && fresh.contains("<b>–</b> ignored: known once people have had a day</li>"))
            api.clock.advance(.seconds(2 * 86_400))
            let later = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(later.contains("<b>1</b> ignored <span class=\"aside\">100%</span>"))
        }
    }

    @Test("Where the recipient's clock is another, what is said of a delivery names the reader's")
    func otherClock() async throws {
        try await withAPI(operators: [.ana]) { api in
            #expect(try await api.patch("/v1/users/me/preferences", ["timezone": "America/Los_Angeles"], as: .person(.ben)).status == 200)
            #expect(try await api.patch("/v1/users/me/preferences", ["timezone": "Asia/Tokyo"], as: .person(.ana)).status == 200)
            // Whoever moves is evaluated anew, and the alerts to come have no days.
            _ = await api.store.evaluateDue(countMax: 9, now: .noon) { _ in .nothing }
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, about: .ana, to: .ben, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let own = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(own.contains("25 January 2026, 21:00") && !own.contains("(Asia/Tokyo)"))
            let bens = try await api.get("/deliveries/delivery-2", as: .page(.ana)).text
            #expect(bens.contains("<dd>25 January 2026, 21:00 (Asia/Tokyo)</dd>") && bens.contains("<dd>America/Los_Angeles</dd>"))
        }
    }

    @Test("What carried a summary shows the summary that was sent, in its story and on the timeline")
    func summary() async throws {
        try await withAPI(operators: [.ana]) { api in
            let quiet: JSON = ["quiet_hours_start": "08:00", "quiet_hours_end": "20:00", "quiet_hours_action": "defer"]
            #expect(try await api.patch("/v1/users/me/preferences", quiet, as: .person(.ana)).status == 200)
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            api.clock.advance(.seconds(8 * 3600 + 60))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let sent = try #require(try await api.store.messages(of: .ana, in: .inbox, countMax: 1).first).content
            #expect(sent.title == "2 updates that waited for you")
            let page = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(page.contains(">\(sent.title)</h2>") && page.matches(of: /•/).count == 2)
            #expect(!(try await api.get("/deliveries/delivery-2", as: .page(.ana)).text.contains(sent.title)), "it has its own words")
            let timeline = try await api.get("/timeline", as: .page(.ana)).text
            #expect(timeline.matches(of: /<b><a [^>]*>2 updates that waited for you</).count == 1 && timeline.matches(of: /•/).count == 2)
        }
    }

    @Test("What was withdrawn before a summary was sent is not among what it tells; what was withdrawn afterwards is")
    func withdrawn() {
        func overview(_ number: Int, sentAt: Instant? = nil, retractedAt: Instant? = nil) -> DeliveryOverview {
            DeliveryOverview(
                delivery: .example(number), recipientName: nil, memberName: "Ben", status: "skipped", reason: nil, decisionInputs: nil, decidedAt: nil,
                nextAttemptAt: nil, sentAt: sentAt, lastError: nil, mergedInto: nil, retractedAt: retractedAt)
        }
        let lead = overview(1, sentAt: .noon)
        let content = lead.content(with: [overview(2, retractedAt: .morning), overview(3, retractedAt: .evening), overview(4)], in: .english)
        #expect(content.body.split(separator: "\n").count == 3)
        let waiting = overview(1).content(with: [overview(2, retractedAt: .morning)], in: .english)
        #expect(waiting == overview(1).content(with: [], in: .english))
    }

    @Test("An operator has a dead letter tried again")
    func redrive() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .webhook))
            for _ in 1...Delivery.attemptCountMax {
                _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
                api.clock.advance(.seconds(86_400))
            }
            func status() async -> String? { await api.store.delivery(.example(1))?.status }
            #expect(await status() == "failed")
            let list = try await api.get("/deliveries?status=failed", as: .page(.ana)).text
            #expect(list.contains("Try all of them again"))
            #expect(try await api.post("/page/deliveries/delivery-1/redrive", [:], as: .page(.ben)).status == 404)
            #expect(try await api.post("/page/deliveries/delivery-1/redrive", [:], as: .page(.ana)).status == 200)
            #expect(await status() == "pending")
            #expect(try await api.get("/deliveries/delivery-1", as: .page(.ana)).text.contains("tried again once"))
        }
    }

    @Test("What is searched for with a space in it is found as a browser's form sends it, and as a link has it", arguments: ["my+club", "my%20club"])
    func spaces(kind: String) async throws {
        try await withAPI(operators: [.ana]) { api in
            for category in ["my club", "my+club"] {
                let order: JSON = ["recipients": ["ana"], "title": "News", "category": .text(category), "channels": ["in_app"]]
                let answer = try await api.post("/v1/notifications", order, as: .app)
                #expect(answer.status == 202)
            }
            let page = try await api.get("/deliveries?q=&as=&status=&channel=&kind=\(kind)", as: .page(.ana)).text
            #expect(page.matches(of: /<details id="delivery-/).count == 1 && page.contains("kind=my%20club"))
        }
    }

    @Test("Behind the newest fifty an address leads to the older ones, until there are no more")
    func pages() async throws {
        try await withAPI(operators: [.ana]) { api in
            for number in 1...60 { try await api.store.enqueue(.example(number, over: .inApp)) }
            func identifiers(_ text: String) -> [Substring] { text.matches(of: /<details id="delivery-([^"]+)"/).map(\.output.1) }
            let first = try await api.get("/deliveries", as: .page(.ana)).text
            let older = try #require(first.firstMatch(of: /href="(\/deliveries\?before=[^"]+)"/)).output.1
            let second = try await api.get(String(older), as: .page(.ana)).text
            #expect(identifiers(first).count == 50 && identifiers(second).count == 10)
            #expect(Set(identifiers(first) + identifiers(second)).count == 60 && !second.contains("before="))
        }
    }

    @Test("A queue is counted up to ten thousand, and beyond it the page says that there are more")
    func longQueue() {
        func sentence(_ pending: Int, _ sending: Int = 0, oldestDueAt: Instant? = nil) -> String {
            let backlog = Backlog(pendingCount: pending, sendingCount: sending, oldestDueAt: oldestDueAt)
            return DeliveryFigureTexts(words: PageWords(.english)).line(backlog, now: .noon).sentence
        }
        #expect(sentence(0) == "Nothing waits.")
        #expect(sentence(10_000, 3) == "10,000 waiting, 3 being sent.")
        #expect(sentence(10_001, 10_001) == "More than 10,000 waiting, more than 10,000 being sent.")
        #expect(sentence(2, oldestDueAt: .morning) == "2 waiting. The queue is late: is a worker running?")
    }

    @Test("Whoever runs it sees at once what is paused, and on each delivery that waits for it")
    func pausedQueue() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = await api.store.pause(QueuePause(nil, since: .noon, why: "a wrong <price>"))
            _ = await api.store.pause(QueuePause(.shop, since: .noon))
            let list = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(list.contains("An operator has paused: everything, shop."))
            #expect(list.contains("It waits, because whoever runs this Belfry has paused it."))
            let story = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(story.contains("Paused") && story.contains("a wrong &lt;price&gt;"))
        }
    }
}
