import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct PageRoutesTests {
    // MARK: What is shown

    /// Days of Ben's that are far below his usual, and what followed from them.
    private func tellOfBen(_ api: API) async throws -> String {
        _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
        let alerts = await api.store.alerts(visibleTo: .ana, countMax: 1)
        return try #require(alerts.first).alert.id.text
    }

    @Test("A browser learns which of the notifications that it shows were taken back: of the person's own alone")
    func retracted() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp), .example(3, to: .ben, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            _ = await api.store.retract(DeliverySelection(ids: [.example(1), .example(3)]), by: "admin", now: .noon)
            let path = "/page/deliveries/retracted?ids=delivery-1%0Adelivery-2%0Adelivery-3%0A%01%0Aunknown"
            #expect(try await api.get(path, as: .page(.ana)).json == ["retracted": ["delivery-1"]])
            #expect(try await api.get("/page/deliveries/retracted", as: .page(.ana)).json == ["retracted": []])
            #expect(try await api.get(path, as: .app).status == 401)
        }
    }

    @Test("The family's page shows the alert, whole or only what changes")
    func familyPage() async throws {
        try await withAPI { api in
            _ = try await tellOfBen(api)
            for shown in [Shown.page(.ana), .livePart(.ana)] {
                let page = try await api.get("/", as: shown)
                #expect(page.status == 200)
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                #expect(page.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)
                #expect(page.headers[.cacheControl] == "no-store")
                for text in ["Steps are down", "usual 8,000 for 7 days.", "Day 7 · level 7", "Going on since 18 January 2026"] {
                    #expect(page.text.contains(text), "\(text)")
                }
            }
            #expect(try await api.get("/", as: .page(.ana)).text.contains("<!DOCTYPE html>"))
            #expect(try await api.get("/", as: .page(.ben)).text.contains("below your usual 8,000 for 7 days."))
            #expect(!(try await api.get("/", as: .livePart(.ana)).text.contains("<main")))
        }
    }

    @Test("An alert's page shows its days, and who was told over what and why; only the family sees it")
    func alertPage() async throws {
        try await withAPI { api in
            let id = try await tellOfBen(api)
            let page = try await api.get("/alerts/\(id)", as: .page(.ana))
            #expect(page.status == 200)
            for text in [
                "Steps are down", "The hatched part is the episode, 18 January 2026 to 24 January 2026.", "The dashed line is the usual, 8,000.",
                "The last 60 days", "To Ana", "inbox · 25 January 2026, 12:00",
                "Sent, because nothing stood against it: inbox is on, no quiet hours are set.", "the same verdict",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            for (path, shown) in [("/alerts/\(id)", Shown.page(.eve)), ("/alerts/none", .page(.ana))] {
                let nothing = try await api.get(path, as: shown)
                #expect(nothing.status == 404 && nothing.text.contains("There is nothing here") && !nothing.text.contains("Ben"))
            }
            #expect(try await api.get("/alerts/\(id)").text.contains("A sign-in link is needed"))
        }
    }

    @Test("The inbox has a page of its own")
    func inboxPage() async throws {
        try await withAPI { api in
            _ = try await tellOfBen(api)
            let page = try await api.get("/inbox", as: .page(.ana))
            #expect(page.text.contains("1 unread") && page.text.contains("Mark as read"))
            #expect(try await api.get("/inbox", as: .page(.eve)).text.contains("No messages."))
        }
    }

    @Test("Deliveries are for operators: nobody else learns that there is such a page")
    func deliveriesPage() async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = try await tellOfBen(api)
            let page = try await api.get("/deliveries", as: .page(.ana))
            #expect(page.status == 200 && page.text.contains("Sent, because nothing stood against it") && page.text.contains("Nothing waits."))
            let bens = try await api.get("/deliveries", as: .page(.ben))
            #expect(bens.status == 404 && bens.text.contains("There is nothing here"))
            let home = try await (api.get("/", as: .page(.ana)).text, api.get("/", as: .page(.ben)).text)
            #expect(home.0.contains("href=\"/deliveries\"") && !home.1.contains("href=\"/deliveries\""))
        }
    }

    @Test("Pages speak the language that a person chose, or else the one that their browser asks for")
    func languages() async throws {
        try await withAPI { api in
            _ = try await tellOfBen(api)
            let fields = api.pageFields(session: try await api.token(of: .ana)).merging(["accept-language": "de-AT, en;q=0.5"]) { own, _ in own }
            let german = try await api.get("/", as: .headers(fields))
            #expect(german.text.contains("lang=\"de\"") && german.text.contains("Hallo Ana.") && german.text.contains("Schritte: niedriger"))
            _ = try await api.patch("/v1/users/me/preferences", ["language": "ar"], as: .person(.ana))
            let arabic = try await api.get("/", as: .headers(fields))
            #expect(arabic.text.contains("lang=\"ar\" dir=\"rtl\"") && arabic.text.contains("مرحبًا \u{2068}Ana\u{2069}."))
        }
    }

    @Test("A stranger sees nothing of it")
    func strangers() async throws {
        try await withAPI { api in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            let page = try await api.get("/", as: .page(.eve))
            #expect(page.text.contains("Hello Eve.") && page.text.contains("No alerts.") && !page.text.contains("Ben"))
        }
    }

    @Test("Who is in no family, or has no first name there, is greeted by their identifier")
    func nameless() async throws {
        try await withAPI { api in
            #expect(try await api.get("/", as: .page(.stranger)).text.contains("Hello stranger."))
            _ = try await api.put("/v1/families/new", ["name": "New", "members": [["user_id": "cleo"]]], as: .app)
            #expect(try await api.get("/", as: .page(UserID(literal: "cleo"))).text.contains("Hello cleo."))
        }
    }

    @Test("A name is a name, even if it looks like a script")
    func escaping() async throws {
        try await withAPI { api in
            let name: JSON = "<script>alert(1)</script>"
            _ = try await api.put("/v1/families/household", ["name": name, "members": [["user_id": "ben", "first_name": name]]], as: .app)
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            for shown in [Shown.page(.ana), .page(.ben)] {
                let page = try await api.get("/", as: shown)
                #expect(page.text.contains("&lt;script&gt;alert(1)"))
                #expect(!page.text.contains("<script>alert"))
            }
        }
    }

    @Test("The files that pages load are there", arguments: Assets.all)
    func assets(asset: Asset) async throws {
        try await withAPI { api in
            let answer = try await api.get(asset.path)
            #expect(answer.text == asset.text && answer.headers[.contentType] == asset.mediaType)
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            let tag = try #require(answer.headers[.eTag])
            let again = try await api.get(asset.path, as: .headers(["if-none-match": "\"older\", W/\(tag)"]))
            #expect(again.status == 304 && again.text.isEmpty && again.headers[.eTag] == tag)
            #expect(try await api.get(asset.path, as: .headers(["if-none-match": "*"])).status == 304, "whichever there is")
            let changed = try await api.get(asset.path, as: .headers(["if-none-match": "\"older\""]))
            #expect(changed.text == asset.text)
        }
    }

    // MARK: What its buttons do

    @Test("The buttons snooze, bring back, dismiss and mark as read")
    func buttons() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let snoozed = try await api.post("/page/alerts/alert-1/snooze", ["snooze_for_days": 3], as: .page(.ana))
            #expect(snoozed.json == ["success": true, "alert_id": "alert-1", "snooze_until": "2026-01-28", "snooze_days": 3])
            #expect(try await api.get("/", as: .livePart(.ana)).text.contains("Snoozed through 28 January 2026"))
            #expect(try await api.post("/page/alerts/alert-1/restore", [:], as: .page(.ana)).json == ["success": true])
            #expect(!(try await api.get("/", as: .livePart(.ana)).text.contains("Snoozed through")))
            #expect(try await api.post("/page/alerts/alert-1/dismiss", [:], as: .page(.ana)).json["success"] == true)
            #expect(try await api.get("/", as: .livePart(.ana)).text.contains("Dismissed on 25 January 2026"))
            #expect(try await api.post("/page/inbox/delivery-1/read", [:], as: .page(.ana)).json == ["success": true])
        }
    }

    @Test("A silent wearable has its card and its page in words of its own, and no usual is drawn of a metric that nobody calls off")
    func silentWearable() async throws {
        try await withAPI { api in
            try await api.store.accept(Alert(id: .example(1), member: .ben, episode: .silence(ofDays: 4), engine: "v2", lastNotifiedLevel: .days3))
            for path in ["/", "/alerts/alert-1"] {
                let text = try await api.get(path, as: .livePart(.ana)).text
                #expect(text.contains("wearable for 4 days. Its battery may be empty, or it is not being worn."), "\(path)")
                #expect(text.contains("Going on since 21 January 2026") && text.contains("Watch"), "\(path)")
                #expect(!text.contains("usual 8,000") && !text.contains("chart episode"), "\(path)")
            }
            #expect(try await api.get("/", as: .livePart(.ana)).text.contains("Nothing comes from the wearable"))
        }
    }

    @Test("What can't be done is said in the language of whoever asked for it, to the script and to a form")
    func refusals() async throws {
        try await withAPI { api in
            var preferences = Preferences()
            preferences.language = .german
            try await api.store.save([.language], of: preferences, for: .ana, now: .noon)
            let answer = try await api.post("/page/inbox/nowhere/read", [:], as: .page(.ana))
            #expect(answer.summary == "404 unknown_inbox_message" && answer.message == "Diese Nachricht liegt nicht mehr in deinem Posteingang.")
            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let form = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            let page = try await api.ask(.post, "/page/start/zone", "form_token=\(token)&timezone=Mars", as: form)
            #expect(page.status == 400 && page.text.contains("<html lang=\"de\"") && page.text.contains("„Zeitzone“: Diese Zone ist hier nicht bekannt."))
            #expect(try await api.post("/v1/inbox/nowhere/read", [:], as: .person(.ana)).message == "There is no such message in your inbox.")
        }
    }

    @Test("What a person does with a notification on a device counts as on the page")
    func engagement() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, of: 1))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.post("/v1/deliveries/delivery-2/opened", [:], as: .person(.ben)).summary == "404 unknown_delivery")
            #expect(try await api.post("/v1/deliveries/delivery-2/opened", [:], as: .person(.ana)).json == ["success": true])
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items.first?["read_at"] == "2026-01-25T12:00:00Z")
            #expect(try await api.post("/page/deliveries/delivery-2/acted", [:], as: .page(.ana)).json == ["success": true])
            let total = try await api.get("/v1/analytics?by=", as: .admin).json["total"]
            #expect(total?["read"] == 1 && total?["acted"] == 1 && total?["action_rate"] == 1 && total?["unread"] == 0)
        }
    }

    @Test("However much a person was told, no page of it weighs more than it should, and all of it can be reached")
    func manyMessages() async throws {
        try await withAPI(operators: [.ana]) { api in
            for number in 1...120 { try await api.store.enqueue(.example(number, over: .inApp)) }
            for _ in 1...3 { _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin) }
            let files = Assets.all.reduce(0) { $0 + $1.bytes.count }
            for path in ["/", "/inbox", "/timeline", "/deliveries"] {
                let page = try await api.get(path, as: .page(.ana))
                #expect(page.text.utf8.count + files <= 150_000, "\(path) has \(page.text.utf8.count) bytes and \(files) in files")
            }
            var (path, seen): (String?, Set<Substring>) = ("/inbox", [])
            while let next = path {
                let text = try await api.get(next, as: .page(.ana)).text
                seen.formUnion(text.matches(of: /<article[^>]* id="(inbox-[^"]+)"/).map(\.1))
                path = text.firstMatch(of: /href="(\/inbox\?before=[^"]+)"/).map { String($0.1) }
            }
            #expect(seen.count == 120)
        }
    }

    @Test("The alerts of a large family stand on several pages, and each says how many it has")
    func manyAlerts() async throws {
        try await withAPI { api in
            try await api.store.accept((1...10).map { AlertChange(alert: .example($0, about: .ben, level: .days3), deliveries: []) })
            func count(_ page: String) -> Int { page.matches(of: /<article[^>]* id="alert-/).count }
            let first = try await api.get("/", as: .page(.ana)).text
            #expect(first.contains("6 on this page") && first.contains("href=\"/?alerts=6\"") && !first.contains("First alerts"))
            let second = try await api.get("/?alerts=6", as: .page(.ana)).text
            #expect(second.contains("4 on this page") && second.contains("First alerts") && !second.contains("More alerts"))
            #expect(count(first) == 6 && count(second) == 4)
        }
    }

    @Test("An operator finds deliveries by who is told, by whom they are about, and by their kind")
    func search() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1), .example(2, about: .ana, to: .ben))
            func found(_ query: String) async throws -> [String] {
                try await api.get("/deliveries?\(query)", as: .page(.ana)).text.matches(of: /<details id="delivery-([^"]+)"/).map { String($0.1) }
            }
            #expect(try await found("q=ana") == ["delivery-1"])
            #expect(try await found("q=ana&as=about") == ["delivery-2"])
            #expect(try await found("kind=pattern_alert").count == 2)
            #expect(try await found("kind=bill_reminder").isEmpty)
            let page = try await api.get("/deliveries?kind=bill_reminder", as: .page(.ana)).text
            #expect(page.contains("<option value=\"pattern_alert\">health alert</option>"), "ours has a name")
            #expect(page.contains("<option value=\"bill_reminder\" selected>bill_reminder</option>"), "an app's has the one that the app gave it")
            #expect(try await api.get("/deliveries", as: .page(.ana)).text.contains("push · health alert</span>"))
        }
    }

    private static let buttonPaths = ["alerts/alert-1/snooze", "alerts/alert-1/dismiss", "alerts/alert-1/restore", "inbox/delivery-1/read"]

    @Test("A post without its session's token, or without a session, does nothing", arguments: buttonPaths)
    func forged(button: String) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let before = await api.store.changeMark()
            let cookie = "belfry_session=\(try await api.token(of: .ana))"
            // A token of one's own is good for one's own session alone.
            let other = ["cookie": cookie, "x-belfry-form-token": api.services.authenticator.formToken(ofSession: try await api.token(of: .eve))]
            for shown in [Shown.headers(["cookie": cookie]), .headers(["x-belfry-form-token": "1"]), .headers(other), .person(.ana)] {
                let answer = try await api.post("/page/\(button)", ["snooze_for_days": 3], as: shown)
                #expect(answer.summary == "401 not_authenticated")
            }
            #expect(try await api.ask(.post, "/logout", nil, as: .headers(["cookie": cookie])).status == 401)
            #expect(await api.store.changeMark() == before)
        }
    }

    @Test("Without a script the buttons work as forms, and dismissing asks first")
    func forms() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            func submit(_ path: String, _ fields: String) async throws -> Answer {
                try await api.ask(.post, path, "form_token=\(token)&\(fields)", as: browser)
            }
            let snoozed = try await submit("/page/alerts/alert-1/snooze", "snooze_for_days=3")
            #expect(snoozed.status == 303 && snoozed.headers[.location] == "/alerts/alert-1")
            #expect(try await api.get("/", as: .page(.ana)).text.contains("Snoozed through 28 January 2026"))
            _ = try await submit("/page/alerts/alert-1/restore", "")
            let asked = try await submit("/page/alerts/alert-1/dismiss", "")
            #expect(asked.status == 303 && asked.headers[.location] == "/alerts/alert-1?ask=dismiss")
            #expect(try await api.get("/alerts/alert-1?ask=dismiss", as: .page(.ana)).text.contains("name=\"sure\""))
            #expect(!(try await api.get("/", as: .page(.ana)).text.contains("Dismissed on")))
            _ = try await submit("/page/alerts/alert-1/dismiss", "sure=yes")
            #expect(try await api.get("/", as: .page(.ana)).text.contains("Dismissed on 25 January 2026"))
            let read = try #require(try await submit("/page/inbox/delivery-1/read", "").headers[.location])
            #expect(read == "/inbox?did=read&message=delivery%2D1")
            let afterReading = try await api.get(read, as: .page(.ana)).text
            #expect(afterReading.contains("Marked as read.</p>") && afterReading.contains("id=\"undo-form\" action=\"/page/inbox/delivery-1/unread\""))
            let archived = try await submit("/page/inbox/delivery-1/archive", "")
            #expect(archived.headers[.location] == "/inbox?did=archive&message=delivery%2D1")
            let back = try await submit("/page/inbox/delivery-1/unarchive", "folder=archive")
            #expect(back.headers[.location] == "/inbox?folder=archive&did=unarchive&message=delivery%2D1")
            let fromInbox = try await submit("/page/alerts/alert-1/snooze", "snooze_for_days=3&from=inbox&folder=archive")
            #expect(fromInbox.headers[.location] == "/inbox?folder=archive&did=snooze&alert=alert%2D1")
            let told = try await api.get("/inbox?did=snooze&alert=alert%2D1", as: .page(.ana)).text
            #expect(told.contains("Snoozed.</p>") && told.contains("id=\"undo-form\" action=\"/page/alerts/alert-1/restore\""))
            let undone = try await submit("/page/alerts/alert-1/restore", "from=inbox")
            #expect(undone.headers[.location] == "/inbox?did=restore&alert=alert%2D1")
            #expect(try await api.get("/inbox?did=restore&alert=alert%2D1", as: .page(.ana)).text.contains("Undone.</p>"))
            let guessed = try await api.get("/inbox?did=delete&message=%22%3E", as: .page(.ana)).text
            #expect(guessed.contains("id=\"done\" hidden>"))
            let forged = try await api.ask(.post, "/page/alerts/alert-1/restore", "form_token=guessed", as: browser)
            #expect(forged.status == 401 && forged.text.contains("signed in any more"))
        }
    }

    @Test("A snoozed alert is back on the day after the last of its snooze, by the person's own calendar")
    func snoozeEnds() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "America/Los_Angeles"], as: .person(.ana))
            _ = try await api.post("/page/alerts/alert-1/snooze", ["snooze_for_days": 3], as: .page(.ana))
            func isSnoozed() async throws -> Bool {
                try await api.get("/", as: .headers(api.pageFields(session: api.services.authenticator.makeToken(for: .ana, validFor: .seconds(3600)))))
                    .text.contains("Snoozed through 28 January 2026")
            }
            // Noon in London is four in the morning of the same day in Los Angeles, so 28 January ends there at eight in London.
            let end = Instant("2026-01-29T08:00:00Z") ?? .noon
            #expect(try await isSnoozed())
            api.clock.set(end - .milliseconds(1))
            #expect(try await isSnoozed())
            api.clock.set(end)
            #expect(try await !isSnoozed())
        }
    }

    /// Where nothing can be looked up.
    private struct BrokenCredentials: CredentialStore {
        struct Broken: Error {}

        func addKey(named name: String, hash: String, terms: KeyTerms, now: Instant) async throws { throw Broken() }
        func key(hash: String) async throws -> ShownKey? { throw Broken() }
        func replaceKey(named name: String, hash: String, formerEndsAt: Instant?, expiresAt: Instant?, now: Instant) async throws -> Bool { throw Broken() }
        func changeKey(named name: String, to terms: KeyTerms) async throws -> Bool { throw Broken() }
        func noteUse(ofKey name: String, now: Instant) async throws { throw Broken() }
        func revokeKey(named name: String, now: Instant) async throws -> Bool { throw Broken() }
        func keys() async throws -> [APIKeyRecord] { throw Broken() }
        func spendToken(hash: String, until expiresAt: Instant, now: Instant) async throws -> Bool { throw Broken() }
        func isTokenSpent(hash: String) async throws -> Bool { throw Broken() }
        func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) async throws { throw Broken() }
        func isSessionEnded(hash: String, mark: String, startedAt: Instant) async throws -> Bool { throw Broken() }
        /// Whoever signs in was told so before.
        func erasure(marked mark: String) async throws -> Instant? { nil }
    }

    @Test("While the store can't be used, who opens a page or sends a form reads so on a page, and programs get JSON")
    func outage() async throws {
        try await withAPI(credentials: BrokenCredentials()) { api in
            let session = try await api.services.authenticator.signIn(by: try await api.token(of: .ana), sessionID: "chance", validFor: .seconds(3600))
            let browser = ["cookie": "belfry_session=\(session)", "accept": "text/html,*/*;q=0.8", "accept-language": "de"]
            let page = try await api.get("/inbox", as: .headers(browser))
            #expect(page.status == 503 && page.headers[.retryAfter] == "5" && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("<html lang=\"de\"") && page.text.contains("Gleich wieder da") && page.text.contains("Noch einmal versuchen"))
            let form = browser.merging(["content-type": "application/x-www-form-urlencoded"]) { own, _ in own }
            let sent = try await api.ask(.post, "/page/inbox/delivery-1/read", "form_token=1", as: .headers(form))
            #expect(sent.status == 503 && sent.text.contains("nichts wurde gespeichert"))
            let script = browser.merging(["accept": "*/*"]) { _, other in other }
            #expect(try await api.get("/inbox", as: .headers(script)).summary == "503 store_unavailable")
            let app = ["authorization": "Bearer \(API.appKey)", "accept": "text/html, image/gif, */*; q=.2"]
            #expect(try await api.get("/v1/families/household", as: .headers(app)).summary == "503 store_unavailable")
        }
    }

    @Test("A browser that is led astray finds a page that says so")
    func astray() async throws {
        try await withAPI { api in
            let ana = try await api.fields(.page(.ana)).merging(["accept": "text/html"]) { own, _ in own }
            let page = try await api.get("/nowhere", as: .headers(ana))
            #expect(page.status == 404 && page.text.contains("There is nothing here"))
            let button = try await api.get("/logout", as: .headers(ana))
            #expect(button.status == 405 && button.headers[.allow] == "OPTIONS, POST" && button.text.contains("There is nothing here"))
            let stranger = try await api.get("/nowhere", as: .headers(["accept": "text/html"]))
            #expect(stranger.status == 404 && stranger.text.contains("A sign-in link is needed") && !stranger.text.contains("class=\"notice\""))
            #expect(try await api.get("/nowhere", as: .page(.ana)).summary == "404 not_found")
        }
    }

    @Test("A stranger's post does nothing", arguments: buttonPaths)
    func strangersButtons(button: String) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let before = await api.store.changeMark()
            let answer = try await api.post("/page/\(button)", ["snooze_for_days": 3], as: .page(.eve))
            #expect(["403 not_authorized", "404 unknown_inbox_message"].contains(answer.summary))
            // That somebody was refused is noted, and nothing else.
            let notedCount = await api.store.auditEntries(AuditSelection()).count
            #expect(await api.store.changeMark() == "\((Int(before) ?? 0) + notedCount)")
        }
    }
}
