import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Hummingbird
import Testing

@testable import BelfryAPI

struct InboxRoutesTests {
    @Test("What was sent in the app is in the recipient's inbox, and in nobody else's")
    func list() async throws {
        try await withAPI { api in
            try await api.deliver()
            let answer = try await api.get("/v1/inbox", as: .person(.ana))
            #expect(
                answer.json == [
                    "unread_count": 1,
                    "messages": [
                        [
                            "id": "delivery-1", "member_user_id": "ben", "alert_state_id": "alert-1", "category": "pattern_alert",
                            "app": ["app_id": "default"],
                            "title": "Ben's steps are down", "severity": "watch", "state": "current", "created_at": "2026-01-25T12:00:00Z", "language": "en",
                            "body": "Steps have been 35% below Ben's usual 8,000 for 4 days, lately 5,201.",
                        ]
                    ]
                ])
            #expect(try await api.get("/v1/inbox", as: .person(.ben)).json == ["messages": [], "unread_count": 0])
            #expect(try await api.get("/v1/inbox", as: .app).summary == "401 not_authenticated")
        }
    }

    @Test("A message keeps the language that it was worded in; in which an app has written isn't known")
    func language() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ana))
            try await api.deliver()
            _ = try await api.post("/v1/notifications", ["recipients": ["ana"], "title": "Sua encomenda", "channels": ["in_app"]], as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            _ = try await api.patch("/v1/users/me/preferences", ["language": "en"], as: .person(.ana))
            let messages = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items ?? []
            let languages = Dictionary(uniqueKeysWithValues: messages.map { ($0["title"]?.string == "Sua encomenda", $0["language"]?.string) })
            #expect(languages == [false: "de", true: nil])
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.matches(of: /lang="de" dir="auto"/).count == 2 && page.contains("\" dir=\"auto\">Sua encomenda</h2>"))
        }
    }

    @Test("Under one key the later message takes the place of the earlier, which stays as replaced; another app's doesn't")
    func replaced() async throws {
        try await withAPI { api in
            for (title, app) in [("Door open", "shop"), ("Window open", "other"), ("Door closed", "shop")] {
                let order: JSON = ["recipients": ["ana"], "title": .text(title), "channels": ["in_app"], "collapse_key": "door", "app_id": .text(app)]
                #expect(try await api.post("/v1/notifications", order, as: .admin).status == 202)
                _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
                api.clock.advance(.seconds(1))
            }
            let messages = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items ?? []
            let retracted = Dictionary(uniqueKeysWithValues: messages.map { ($0["title"]?.string, $0["retracted_at"]?.string) })
            #expect(retracted == ["Door open": "2026-01-25T12:00:02Z", "Window open": nil, "Door closed": nil])
            #expect(messages.map { $0["state"]?.string } == ["current", "current", "replaced"])
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["unread_count"] == 2)
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.contains("Replaced: Door open") && page.matches(of: /class="message unread"/).count == 2)
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ana))
            #expect(try await api.get("/inbox", as: .page(.ana)).text.contains("Ersetzt: Door open"))
        }
    }

    @Test(
        "A message's link is an app's to read; the page shows where it leads, and only where that is named",
        arguments: [("https://app.example/orders/7?a=1&b=2", true), ("https://evil.example/", false), ("example-app://orders/7", false)])
    func link(text: String, isShown: Bool) async throws {
        try await withAPI(linkOrigins: try #require(LinkOrigins(named: ["https://app.example"]))) { api in
            let order: JSON = ["recipients": ["ana"], "title": "Order 7", "channels": ["in_app"], "link": .text(text)]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["link"] == .text(text))
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.contains("Order 7"))
            let shown = #"<a class="button" href="https://app.example/orders/7?a=1&amp;b=2" rel="noopener noreferrer" aria-label="Open at app.example"#
            #expect(page.contains(shown) == isShown && page.contains("noreferrer") == isShown)
            #expect(!page.contains("evil.example") && !page.contains("example-app:"))
        }
    }

    @Test("A person takes what an app offers beside a message, over the API and on the page, which leads on only where links may")
    func actions() async throws {
        try await withAPI(linkOrigins: try #require(LinkOrigins(named: ["https://app.example"]))) { api in
            let actions: JSON = [
                ["id": "pay", "title": "Pay <now>", "link": "https://app.example/pay?a=1&b=2"], ["id": "later", "title": "Later"],
                ["id": "evil", "title": "Look", "link": "https://evil.example/"],
            ]
            let order: JSON = ["recipients": ["ana"], "title": "Bill 7", "channels": ["in_app"], "actions": actions]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["actions"] == actions && message?["actions_taken"] == nil && message?["read_at"] == nil)
            let id = try #require(message?["id"]?.string)
            let shown = try await api.get("/inbox", as: .page(.ana))
            #expect(shown.text.contains("/page/inbox/\(id)/actions/pay\"") && shown.text.contains("Pay &lt;now&gt;</button>") && !shown.text.contains("evil"))
            #expect(shown.text.contains("Pay &lt;now&gt;, Open at app.example: Bill 7") && !shown.text.contains("aria-pressed"))
            #expect(shown.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)

            #expect(try await api.post("/v1/deliveries/\(id)/actions/none", [:], as: .person(.ana)).summary == "404 unknown_action")
            #expect(try await api.post("/v1/deliveries/\(id)/actions/Pay", [:], as: .person(.ana)).summary == "404 unknown_action")
            #expect(try await api.post("/v1/deliveries/\(id)/actions/pay", [:], as: .person(.ben)).summary == "404 unknown_action")
            #expect(try await api.post("/v1/deliveries/\(id)/actions/pay", [:], as: .app).status == 401)
            #expect(try await api.post("/v1/deliveries/\(id)/actions/later", [:], as: .person(.ana)).json == ["success": true])

            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let form = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            let forged = try await api.ask(.post, "/page/inbox/\(id)/actions/pay", "form_token=none", as: form)
            #expect(forged.status == 401)
            // Not by a redirect: a browser would hold all to which the app's page leads on against our policy of forms.
            let paid = try await api.ask(.post, "/page/inbox/\(id)/actions/pay", "form_token=\(token)", as: form)
            #expect(paid.status == 200 && paid.headers.value(named: "refresh") == "0; url=https://app.example/pay?a=1&b=2")
            #expect(paid.text.contains("href=\"https://app.example/pay?a=1&amp;b=2\"") && paid.text.contains("Open at app.example</a>"))
            for action in ["evil", "later"] {
                let answer = try await api.ask(.post, "/page/inbox/\(id)/actions/\(action)", "form_token=\(token)", as: form)
                #expect(answer.status == 303 && answer.headers[.location]?.hasPrefix("/inbox?did=acted&message=") == true, "\(action)")
                #expect(answer.headers.value(named: "refresh") == nil)
            }
            let after = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(after?["actions_taken"] == ["later", "pay", "evil"] && after?["read_at"] == "2026-01-25T12:00:00Z")
            let page = try await api.get("/inbox?did=acted&message=\(id)", as: .page(.ana)).text
            #expect(page.contains("Your answer was noted.") && page.contains("Pay &lt;now&gt; ✓</button>"))
            #expect(page.matches(of: /aria-pressed="true"/).count == 2)
        }
    }

    @Test("A button whose title was chosen by language is marked with it where the page is in another; one that keeps its own isn't")
    func languageOfActions() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["language": "de"], as: .person(.ana))
            let order: JSON = [
                "recipients": ["ana"], "title": "Bill 7", "channels": ["in_app"], "actions": [["id": "pay", "title": "Pay"], ["id": "later", "title": "Later"]],
                "texts": ["de": ["title": "Rechnung 7", "actions": ["pay": "Zahlen"]]],
            ]
            _ = try await api.post("/v1/notifications", order, as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["actions"] == [["id": "pay", "title": "Zahlen", "language": "de"], ["id": "later", "title": "Later"]])
            let id = try #require(message?["id"]?.string)
            let own = try await api.get("/inbox", as: .page(.ana)).text
            #expect(own.contains("id=\"action-pay-inbox-\(id)\" dir=\"auto\""))
            _ = try await api.patch("/v1/users/me/preferences", ["language": "en"], as: .person(.ana))
            let other = try await api.get("/inbox", as: .page(.ana)).text
            #expect(other.contains("id=\"action-pay-inbox-\(id)\" lang=\"de\" dir=\"auto\""))
            #expect(other.contains("id=\"action-later-inbox-\(id)\" dir=\"auto\""))
        }
    }

    @Test("Of what waits to be told nothing is taken, and the answer says so")
    func actionsTooEarly() async throws {
        try await withAPI { api in
            let order: JSON = [
                "recipients": ["ana"], "title": "Bill 7", "channels": ["in_app"], "deliver_after": "2030-01-01T00:00:00Z",
                "actions": [["id": "pay", "title": "Pay"]],
            ]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let id = try #require(await api.store.deliveries(DeliverySelection()).first?.delivery.id)
            let early = try await api.post("/v1/deliveries/\(id)/actions/pay", [:], as: .person(.ana))
            #expect(early.summary == "409 not_told")
            #expect(try await api.post("/v1/deliveries/\(id)/actions/pay", [:], as: .person(.ben)).summary == "404 unknown_action")
            #expect(try await api.post("/v1/deliveries/\(id)/actions/other", [:], as: .person(.ana)).summary == "404 unknown_action")
        }
    }

    @Test("Whoever opens what an order pushed has read its message, and nobody else does it for them")
    func openedOverPush() async throws {
        try await withAPI { api in
            let order: JSON = ["recipients": ["ana"], "title": "Bill 7", "channels": ["in_app", "push"]]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let id = try #require(await api.store.deliveries(DeliverySelection()).first(where: { $0.delivery.channel == .push })?.delivery.id)
            func unreadCount() async throws -> JSON? { try await api.get("/v1/inbox", as: .person(.ana)).json["unread_count"] }
            #expect(try await api.post("/v1/deliveries/\(id)/opened", [:], as: .person(.ben)).status == 404)
            #expect(try await unreadCount() == 1)
            #expect(try await api.post("/v1/deliveries/\(id)/opened", [:], as: .person(.ana)).json == ["success": true])
            #expect(try await unreadCount() == 0)
        }
    }

    @Test("Page by page, each message is answered once, whatever comes in or is put away meanwhile")
    func pages() async throws {
        try await withAPI { api in
            // Two each have their moment in common.
            for number in 1...7 { await api.store.append(.example(number, createdAt: .morning + .seconds(number / 2))) }
            var (path, pages): (String?, [[String]]) = ("/v1/inbox?limit=3", [])
            while let next = path {
                let answer = try await api.get(next, as: .person(.ana)).json
                pages.append(answer["messages"]?.items.compactMap { $0["id"]?.string } ?? [])
                let older = answer["older"]?.string
                path = older.map { "/v1/inbox?limit=3&before=\($0)" }
                await api.store.append(.example(10 + pages.count, createdAt: .noon))
                if let last = pages.last?.last { _ = try await api.ask(.post, "/v1/inbox/\(last)/archive", nil, as: .person(.ana)) }
            }
            #expect(pages.map(\.count) == [3, 3, 1])
            #expect(Set(pages.joined()) == Set((1...7).map { "delivery-\($0)" }))
            let archive = try await api.get("/v1/inbox?folder=archive&limit=2", as: .person(.ana)).json
            #expect(archive["messages"]?.items.count == 2 && archive["older"] != nil)
        }
    }

    @Test(
        "A place or a number that is none is refused",
        arguments: [
            ("before=", "400 wrong_type before"), ("before=delivery-1", "400 wrong_type before"), ("before=1.", "400 wrong_type before"),
            ("before=9223372036854775807.delivery-1", "400 wrong_type before"), ("before=-9223372036854775808.delivery-1", "400 wrong_type before"),
            ("limit=0", "400 number_out_of_range limit"), ("limit=101", "400 number_out_of_range limit"), ("limit=all", "400 number_out_of_range limit"),
            ("older=1769328000000.delivery-1", "400 unknown_name older"),
        ])
    func badPlaces(query: String, summary: String) async throws {
        try await withAPI { api in
            let answer = try await api.get("/v1/inbox?\(query)", as: .person(.ana))
            #expect(answer.summary == summary)
            // A page shows its first part instead.
            let page = try await api.get("/inbox?\(query)", as: .page(.ana))
            #expect(page.status == 200)
        }
    }

    @Test("A message is read once")
    func read() async throws {
        try await withAPI { api in
            try await api.deliver()
            for _ in 1...2 {
                api.clock.advance(.seconds(60))
                #expect(try await api.ask(.post, "/v1/inbox/delivery-1/read", nil, as: .person(.ana)).json == ["success": true])
            }
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["read_at"] == "2026-01-25T12:01:00Z")
        }
    }

    @Test("A part of the list counts what is unread in the whole inbox, and in the inbox alone")
    func unreadCount() async throws {
        try await withAPI { api in
            for number in 1...4 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            for path in ["delivery-1/read", "delivery-2/archive"] { _ = try await api.ask(.post, "/v1/inbox/\(path)", nil, as: .person(.ana)) }
            for query in ["limit=1", "folder=archive"] {
                let listed = try await api.get("/v1/inbox?\(query)", as: .person(.ana)).json
                #expect(listed["unread_count"] == 2 && listed["messages"]?.items.count == 1, "\(query)")
            }
        }
    }

    @Test("All are read up to the message that is named, and what came since stays unread; a second time does nothing")
    func readThrough() async throws {
        try await withAPI { api async throws in
            for number in 1...4 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            func mark(as shown: Shown) async throws -> Answer { try await api.ask(.post, "/v1/inbox/delivery-3/read_through", nil, as: shown) }
            #expect(try await mark(as: .person(.ben)).summary == "404 unknown_inbox_message")
            #expect(try await mark(as: .app).summary == "401 not_authenticated")
            #expect(try await mark(as: .person(.ana)).json == ["success": true, "marked_count": 3, "unread_count": 1])
            func readAt() async throws -> [String] {
                try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items.map { $0["read_at"]?.string ?? "unread" } ?? []
            }
            let noon = "2026-01-25T12:00:00Z"
            #expect(try await readAt() == ["unread", noon, noon, noon])
            api.clock.advance(.seconds(60))
            #expect(try await mark(as: .person(.ana)).json == ["success": true, "marked_count": 0, "unread_count": 1])
            #expect(try await readAt() == ["unread", noon, noon, noon])
        }
    }

    @Test("The page of the newest has a button that has them all read, by a form as by the script, and none where nothing is unread")
    func readThroughOnPage() async throws {
        try await withAPI { api in
            for number in 1...2 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            let path = "/page/inbox/delivery-2/read_through"
            let unread = try await api.get("/inbox", as: .page(.ana)).text
            #expect(unread.contains("2 unread") && unread.contains("action=\"\(path)\""))
            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            let forged = try await api.ask(.post, path, "form_token=guessed", as: browser)
            #expect(forged.status == 401)
            let sent = try await api.ask(.post, path, "form_token=\(token)", as: browser)
            #expect(sent.status == 303 && sent.headers[.location] == "/inbox?did=read_through")
            let read = try await api.get("/inbox?did=read_through", as: .page(.ana)).text
            #expect(read.contains("0 unread") && read.contains("All marked as read.</p>") && !read.contains("/read_through\""))
            #expect(try await api.post(path, [:], as: .page(.ana)).json == ["success": true, "marked_count": 0, "unread_count": 0])
        }
    }

    @Test("A message is unread again, put away and taken back")
    func folders() async throws {
        try await withAPI { api in
            try await api.deliver()
            func act(_ name: String) async throws -> JSON {
                let answer = try await api.ask(.post, "/v1/inbox/delivery-1/\(name)", nil, as: .person(.ana))
                #expect(answer.json == ["success": true])
                return try await api.get("/v1/inbox?folder=\(name == "archive" ? "archive" : "inbox")", as: .person(.ana)).json["messages"]?[0] ?? .null
            }
            #expect(try await act("read")["read_at"] == "2026-01-25T12:00:00Z")
            #expect(try await act("unread")["read_at"] == nil)
            #expect(try await act("archive")["archived_at"] == "2026-01-25T12:00:00Z")
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json == ["messages": [], "unread_count": 0])
            let back = try await act("unarchive")
            #expect(back["id"] == "delivery-1" && back["archived_at"] == nil)
            #expect(try await api.get("/v1/inbox?folder=trash", as: .person(.ana)).summary == "400 unknown_value folder")
        }
    }

    @Test("A person puts a message off until a time by their own clock; it is in no count until it comes back, and in the folder later")
    func later() async throws {
        try await withAPI { api in
            try await api.deliver()
            let quiet: JSON = ["timezone": "Europe/Berlin", "quiet_hours_start": "22:00", "quiet_hours_end": "07:00"]
            #expect(try await api.patch("/v1/users/me/preferences", quiet, as: .person(.ana)).status == 200)
            func putOff(_ body: JSON) async throws -> JSON? {
                try await api.post("/v1/inbox/delivery-1/later", body, as: .person(.ana)).json["later_until"]
            }
            #expect(try await putOff(["when": "in_1_hour"]) == "2026-01-25T13:00:00Z")
            #expect(try await putOff(["when": "this_evening"]) == "2026-01-25T17:00:00Z")
            #expect(try await putOff(["when": "tomorrow_morning"]) == "2026-01-26T06:00:00Z")
            #expect(try await putOff(["until": "2026-01-25T12:30:00Z"]) == "2026-01-25T12:30:00Z")
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json == ["messages": [], "unread_count": 0])
            let later = try await api.get("/v1/inbox?folder=later", as: .person(.ana)).json
            #expect(later["messages"]?[0]?["later_until"] == "2026-01-25T12:30:00Z" && later["unread_count"] == 0)
            #expect(try await api.post("/v1/inbox/delivery-1/back", [:], as: .person(.ana)).json == ["success": true])
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]?["later_until"] == nil)
            #expect(try await putOff(["until": "2026-01-25T12:30:00Z"]) != nil)
            api.clock.advance(.seconds(1800))
            let back = try await api.get("/v1/inbox", as: .person(.ana)).json
            #expect(back["unread_count"] == 1 && back["messages"]?[0]?["later_until"] == "2026-01-25T12:30:00Z")
            #expect(try await api.get("/v1/inbox?folder=later", as: .person(.ana)).json["messages"] == [])
        }
    }

    @Test("Until when a message can't be put off is said, and nothing of it is done")
    func laterRefused() async throws {
        try await withAPI { api in
            try await api.deliver()
            let refused: [(JSON, String)] = [
                ([:], "400 missing_field when"), (["when": "some_day"], "400 unknown_value when"), (["until": "tomorrow"], "400 wrong_type until"),
                (["until": "2026-01-25T12:00:00Z"], "400 wrong_type until"), (["until": "2027-01-27T12:00:00Z"], "400 wrong_type until"),
                (["when": "in_1_hour", "until": "2026-01-26T12:00:00Z"], "400 wrong_type until"), (["for": "1h"], "400 unknown_name for"),
            ]
            for (body, expected) in refused {
                #expect(try await api.post("/v1/inbox/delivery-1/later", body, as: .person(.ana)).summary == expected)
            }
            for act in ["later", "back"] {
                let body: JSON = act == "later" ? ["when": "in_1_hour"] : [:]
                #expect(try await api.post("/v1/inbox/delivery-1/\(act)", body, as: .person(.ben)).summary == "404 unknown_inbox_message")
                #expect(try await api.post("/v1/inbox/delivery-1/\(act)", body, as: .app).status == 401)
            }
            api.clock.advance(.seconds(6 * 3600))
            let late = try await api.post("/v1/inbox/delivery-1/later", ["when": "this_evening"], as: .person(.ana))
            #expect(late.summary == "400 unknown_value when" && late.message?.contains("tomorrow_morning") == true)
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["unread_count"] == 1)
        }
    }

    @Test("On the page a form puts a message off by the person's clock, says so with a button that takes it back, and leads from folder to folder")
    func laterOnPage() async throws {
        try await withAPI { api in
            try await api.deliver()
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Europe/Berlin"], as: .person(.ana))
            let inbox = try await api.get("/inbox", as: .page(.ana)).text
            #expect(inbox.contains("action=\"/page/inbox/delivery-1/later\"") && inbox.contains("Tomorrow morning, 26 January 2026, 08:00: Ben"))
            let session = try await api.token(of: .ana)
            let token = api.services.authenticator.formToken(ofSession: session)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            func submit(_ act: String, _ fields: String) async throws -> Answer {
                try await api.ask(.post, "/page/inbox/delivery-1/\(act)", "form_token=\(token)&\(fields)", as: browser)
            }
            let done = try await submit("later", "at=2026-01-26T09:30")
            let path = try #require(done.headers[.location])
            #expect(done.status == 303 && path == "/inbox?did=later&message=delivery%2D1")
            let told = try await api.get(path, as: .page(.ana)).text
            #expect(told.contains("Put off.</p>") && told.contains("id=\"undo-form\" action=\"/page/inbox/delivery-1/back\"") && !told.contains("<article"))
            let later = try await api.get("/inbox?folder=later", as: .page(.ana)).text
            #expect(later.contains("Put off until 26 January 2026, 09:30") && !later.contains("data-title="))
            #expect(try await submit("back", "folder=later").headers[.location] == "/inbox?folder=later&did=back&message=delivery%2D1")
            #expect(try await api.get("/inbox?folder=later&did=back&message=delivery%2D1", as: .page(.ana)).text.contains("Nothing is put off."))
            #expect(try await submit("later", "when=in_1_hour&at=").status == 303)
            for (fields, status) in [("at=", 400), ("at=soon", 400), ("at=2020-01-01T09:00", 400), ("when=never", 400)] {
                #expect(try await submit("later", fields).status == status, "\(fields)")
            }
            let forged = try await api.ask(.post, "/page/inbox/delivery-1/later", "form_token=none&when=in_1_hour", as: browser)
            #expect(forged.status == 401)
            let script = try await api.post("/page/inbox/delivery-1/later", ["at": "2026-01-25T13:30", "form_token": "", "folder": ""], as: .page(.ana))
            #expect(script.json == ["success": true, "later_until": "2026-01-25T12:30:00Z"])
            api.clock.advance(.seconds(1800))
            let back = try await api.get("/inbox", as: .page(.ana)).text
            #expect(back.contains("data-back=\"2026-01-25T12:30:00Z\"") && back.contains("class=\"message unread\""))
        }
    }

    @Test("A stream tells that what was put off has gone, and counts it no more")
    func laterEvents() async throws {
        try await withAPI { api in
            try await api.deliver()
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            _ = try await api.post("/v1/inbox/delivery-1/later", ["until": "2026-01-25T12:00:30Z"], as: .person(.ana))
            let gone = await response.text(through: ": still here")
            #expect(gone.contains("event: removed\nid: delivery-1\n") && gone.contains("{\"unread_count\":0}"))
        }
    }

    @Test("A stranger's message isn't there", arguments: [UserID.ben, .eve])
    func strangers(person: UserID) async throws {
        try await withAPI { api in
            try await api.deliver()
            #expect(try await api.post("/v1/inbox/delivery-1/read", [:], as: .person(person)).summary == "404 unknown_inbox_message")
            #expect(try await api.post("/v1/inbox/none/read", [:], as: .person(person)).summary == "404 unknown_inbox_message")
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]?["read_at"] == nil)
        }
    }

    @Test("Whoever connects again is given what is there, as events")
    func events() async throws {
        try await withAPI { api in
            try await api.deliver()
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana), headers: ["last-event-id": "delivery-0"])
            #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
            let text = await response.text(through: "\n\n: still here")
            #expect(text.hasPrefix("retry: 1000\n\nevent: message\nid: delivery-1\ndata: {"))
            let data = text.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst("data: ".count)
            let listed = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(try JSON(parsing: String(data ?? "")) == listed)
        }
    }

    @Test("Whoever connects for the first time is given what comes from then on")
    func freshEvents() async throws {
        try await withAPI { api in
            try await api.deliver()
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            await api.store.append(.example(2, createdAt: .noon))
            let told = await response.text(through: ": still here").split(separator: "\n").filter { $0.hasPrefix("id: ") }
            #expect(told == ["id: delivery-2"])
        }
    }

    @Test("Where a message is put away, the older one that takes its place is no news; one that has come since is")
    func archivedEvents() async throws {
        try await withAPI { api in
            for number in 1...101 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            _ = try await api.ask(.post, "/v1/inbox/delivery-50/archive", nil, as: .person(.ana))
            await api.store.append(.example(102, createdAt: .noon - .seconds(1)))
            let told = await response.text(through: ": still here").split(separator: "\n").filter { $0.hasPrefix("id: ") }
            #expect(told == ["id: delivery-102", "id: delivery-50"])
        }
    }

    @Test("What is read, acted on or put away on one device is told to the others as it stands then, and how many are unread still")
    func changedEvents() async throws {
        try await withAPI { api in
            for number in 1...4 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            for act in ["delivery-2/read", "delivery-3/archive"] { _ = try await api.ask(.post, "/v1/inbox/\(act)", nil, as: .person(.ana)) }
            _ = await api.store.note(.acted, with: .example(4), of: .ana, now: .noon)
            let events = await response.text(through: "\n\n: still here").split(separator: "\n").filter { !$0.hasPrefix("retry") && !$0.hasPrefix(":") }
            #expect(events.filter { $0.hasPrefix("event: ") } == ["event: changed", "event: changed", "event: removed", "event: unread_count"])
            #expect(events.filter { $0.hasPrefix("id: ") } == ["id: delivery-2", "id: delivery-4", "id: delivery-3"])
            let data = try events.filter { $0.hasPrefix("data: ") }.map { try JSON(parsing: String($0.dropFirst("data: ".count))) }
            #expect(data.count == 4 && data[0]["read_at"] == "2026-01-25T12:00:00Z" && data[2] == ["id": "delivery-3"])
            let listed = try await api.get("/v1/inbox", as: .person(.ana)).json
            #expect(data[1] == listed["messages"]?[0] && data[3] == ["unread_count": 1] && listed["unread_count"] == 1)
        }
    }

    @Test("Whoever was told nothing yet has an id to show all the same, so that nothing is missed where the line breaks at once")
    func firstID() async throws {
        try await withAPI { api in
            let first = await (try await api.stream("/v1/inbox/events", as: .person(.ana))).text(through: ": still here")
            #expect(first == "retry: 1000\n\nevent: unread_count\nid: 0\ndata: {\"unread_count\":0}\n\n: still here\n\n")
            try await api.deliver()
            let again = try await api.stream("/v1/inbox/events", as: .person(.ana), headers: ["last-event-id": "0"])
            #expect(await again.text(through: ": still here").contains("event: message\nid: delivery-1\n"))
        }
    }

    @Test("Where not all of the inbox is in sight, all of it is counted")
    func countBehindSight() async throws {
        try await withAPI { api in
            for number in 1...150 { await api.store.append(.example(number, createdAt: .morning + .seconds(number))) }
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            _ = try await api.ask(.post, "/v1/inbox/delivery-7/read", nil, as: .person(.ana))
            #expect(await response.text(through: ": still here").contains("data: {\"unread_count\":149}\n"))
        }
    }

    @Test("What a correction took back, and what the next one says again, is told as it happens", arguments: [true, false])
    func correctedEvents(isRetracted: Bool) async throws {
        try await withAPI { api in
            try await api.deliver()
            if !isRetracted { try await api.store.accept(.example(1, resolved: .corrected), now: .noon) }
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana))
            try await api.store.accept(.example(1, resolved: isRetracted ? .corrected : nil), now: .noon)
            let told = await response.text(through: ": still here").split(separator: "\n").filter { $0.hasPrefix("event: ") }
            #expect(told == [isRetracted ? "event: retracted" : "event: reinstated", "event: unread_count"])
        }
    }

    @Test("A stream tells nothing more, and ends, once the token with which it was asked for has run out")
    func expiredStream() async throws {
        try await withAPI { api in
            try await api.deliver()
            let response = try await api.stream("/v1/inbox/events", as: .person(.ana), headers: ["last-event-id": "delivery-0"])
            api.clock.advance(.seconds(3600))
            #expect(await response.text(through: ": still here") == "retry: 1000\n\n")
        }
    }

    @Test("A person has 30 streams open at once and no more, until one is closed; another person isn't kept from theirs")
    func streamsOfOne() async throws {
        try await withAPI { api in
            func open(_ person: UserID) async throws -> Response { try await api.stream("/v1/inbox/events", as: .person(person)) }
            var streams: [Response] = []
            for _ in 0..<ChangeFeed.streamCountMax { streams.append(try await open(.ana)) }
            let areOpen = streams.allSatisfy { $0.status == .ok }
            #expect(areOpen)
            let refused = try await open(.ana)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "15")
            let others = try await open(.ben)
            #expect(others.status == .ok)
            streams.removeLast()
            let again = try await open(.ana)
            #expect(again.status == .ok)
        }
    }

    @Test("A stream ends where its person has signed out meanwhile")
    func signedOutStream() async throws {
        try await withAPI { api in
            try await api.deliver()
            let authenticator = api.services.authenticator
            let session = try await authenticator.signIn(by: try await api.token(of: .ana), sessionID: "session-1", validFor: .seconds(86_400))
            let response = try await api.stream("/v1/inbox/events", as: .bearer(session), headers: ["last-event-id": "delivery-0"])
            try await authenticator.end(session: session)
            #expect(await response.text(through: ": still here") == "retry: 1000\n\n")
        }
    }
}

extension InboxMessage {
    fileprivate static func example(_ number: Int, createdAt: Instant) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ben, alert: nil, category: Payload.patternAlertKind,
            content: NotificationContent(title: "Ben walks less", body: "", severity: .watch), createdAt: createdAt, readAt: nil)
    }
}

extension API {
    /// Puts a message into Ana's inbox.
    fileprivate func deliver() async throws {
        try await store.enqueue(.example(1, over: .inApp))
        #expect(try await post("/functions/v1/process_notifications", [:], as: .admin).json["sent"] == 1)
    }
}
