import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct PageRoutesTests {
    // MARK: Signing in

    @Test("Who has no session is told how to get one", arguments: [Shown.nobody, .app, .headers(["cookie": "belfry_session=guessed"])])
    func signInPage(shown: Shown) async throws {
        try await withAPI { api in
            let answer = try await api.get("/", as: shown)
            #expect(answer.status == 200)
            #expect(answer.text.contains("A sign-in link is needed"))
            #expect(answer.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)
        }
    }

    @Test("A link that is not valid, or no longer, is refused and sets nothing", arguments: ["/login", "/login?token=", "/login?token=guessed"])
    func badLink(path: String) async throws {
        try await withAPI { api in
            let expired = "/login?token=\(Tokens.hs256(["sub": "ana", "exp": .number(Double(Instant.noon.secondsSinceEpoch))]))"
            for path in [path, expired] {
                let answer = try await api.get(path)
                #expect(answer.status == 401)
                #expect(answer.text.contains("This sign-in link is not valid"))
                #expect(answer.headers[.setCookie] == nil)
            }
        }
    }

    @Test("A good link gives a cookie that scripts can't read and other sites can't use, and it opens the page")
    func goodLink() async throws {
        try await withAPI { api in
            let answer = try await api.get("/login?token=\(try await api.token(of: .ana))")
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/")
            let cookie = try #require(answer.headers[.setCookie]).split(separator: "; ").map(String.init)
            #expect(Set(cookie.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"])
            api.clock.advance(.seconds(29 * 86_400))
            let page = try await api.get("/", as: .headers(["cookie": cookie[0]]))
            #expect(page.text.contains("Hello Ana."))
            api.clock.advance(.seconds(2 * 86_400))
            #expect(try await api.get("/", as: .headers(["cookie": cookie[0]])).text.contains("A sign-in link is needed"))
        }
    }

    @Test("Signing out takes the cookie back")
    func signOut() async throws {
        try await withAPI { api in
            let answer = try await api.ask(.post, "/logout", nil, as: .page(.ana))
            #expect(answer.status == 303)
            #expect(answer.headers[.setCookie]?.contains("belfry_session=; ") == true && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }

    // MARK: What is shown

    @Test("The overview shows the alert, the message and why it was sent", arguments: ["/", "/live"])
    func overview(path: String) async throws {
        try await withAPI { api in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let page = try await api.get(path, as: .page(.ana))
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)
            #expect(page.headers[.cacheControl] == "no-store")
            for text in [
                "Steps are down", "usual 8,000 for 7 days.", "Day 7 · level 7", "Going on since 18 January 2026",
                "Sent, because nothing stood against it: inbox is on, no quiet hours are set.", "to the same verdict", "Nothing waits.",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
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
            #expect(try await api.get("/live", as: .page(.ana)).text.contains("Snoozed through 28 January 2026"))
            #expect(try await api.post("/page/alerts/alert-1/restore", [:], as: .page(.ana)).json == ["success": true])
            #expect(!(try await api.get("/live", as: .page(.ana)).text.contains("Snoozed through")))
            #expect(try await api.post("/page/alerts/alert-1/dismiss", [:], as: .page(.ana)).json["success"] == true)
            #expect(try await api.get("/live", as: .page(.ana)).text.contains("Dismissed on 25 January 2026"))
            #expect(try await api.post("/page/inbox/delivery-1/read", [:], as: .page(.ana)).json == ["success": true])
        }
    }

    private static let buttonPaths = ["alerts/alert-1/snooze", "alerts/alert-1/dismiss", "alerts/alert-1/restore", "inbox/delivery-1/read"]

    @Test("A post without the page's header, or without a session, does nothing", arguments: buttonPaths)
    func forged(button: String) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let before = await api.store.changeMark()
            let cookie = "belfry_session=\(try await api.token(of: .ana))"
            for shown in [Shown.headers(["cookie": cookie]), .headers(["x-belfry-page": "1"]), .person(.ana)] {
                let answer = try await api.post("/page/\(button)", ["snooze_for_days": 3], as: shown)
                #expect(answer.summary == "401 not_authenticated")
            }
            #expect(try await api.ask(.post, "/logout", nil, as: .headers(["cookie": cookie])).status == 401)
            #expect(await api.store.changeMark() == before)
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
            #expect(await api.store.changeMark() == before)
        }
    }
}
