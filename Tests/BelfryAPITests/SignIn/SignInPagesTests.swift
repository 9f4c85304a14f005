import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Signing in to the pages, and out")
struct SignInPagesTests {
    @Test("Who has no session is told how to get one", arguments: [Shown.nobody, .app, .headers(["cookie": "belfry_session=guessed"])])
    func signInPage(shown: Shown) async throws {
        try await withAPI { api in
            let answer = try await api.get("/", as: shown)
            #expect(answer.status == 200)
            #expect(answer.text.contains("A sign-in link is needed"))
            #expect(answer.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)
        }
    }

    @Test("A link that is not valid, or no longer, is refused and sets nothing", arguments: ["/login?token=guessed", "/login?token=%20"])
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

    @Test("A whole link that is pasted signs in as the link does, as where an app on a Home Screen can't open it")
    func pastedLink() async throws {
        try await withAPI { api in
            let token = try await api.token(of: .ana)
            for pasted in ["https%3A%2F%2Fbelfry.example%2Flogin%3Ftoken%3D\(token)", "+https%3A%2F%2Fbelfry.example%2Flogin%3Ftoken%3D\(token)%26lang%3Den+"] {
                let page = try await api.get("/login?token=\(pasted)")
                #expect(page.status == 200 && page.text.contains("Sign in as Ana?") && page.text.contains("name=\"token\" value=\"\(token)\""))
            }
            let cut = try await api.get("/login?token=https%3A%2F%2Fbelfry.example%2Flogin%3Ftoken%3D")
            #expect(cut.status == 401 && cut.text.contains("Open the whole link") && cut.text.contains("<form class=\"fields\" method=\"get\" action=\"/login\">"))
        }
    }

    @Test("A link without its token is refused as one that was cut off", arguments: ["/login", "/login?token=", "/login?token"])
    func cutLink(path: String) async throws {
        try await withAPI { api in
            let answer = try await api.get(path)
            #expect(answer.status == 401 && answer.headers[.setCookie] == nil)
            #expect(answer.text.contains("Open the whole link") && !answer.text.contains("is not valid"))
        }
    }

    @Test("A good link gives a cookie that scripts can't read and other sites can't use, and it opens the page")
    func goodLink() async throws {
        try await withAPI { api in
            let answer = try await api.signIn(byLink: "/login?token=\(try await api.token(of: .ana))")
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

    @Test("A one-time link signs in once, and then is worth nothing anywhere")
    func oneTimeLink() async throws {
        try await withAPI { api in
            let token = try await api.services.authenticator.makeLinkToken(for: .ana, id: "chance", validFor: .seconds(900))
            #expect(try await api.get("/", as: .headers(["cookie": "belfry_session=\(token)"])).text.contains("A sign-in link is needed"))
            #expect(try await api.get("/v1/inbox", as: .bearer(token)).status == 200)
            let opened = try await api.get("/login?token=\(token)")
            #expect(opened.status == 200 && opened.text.contains("Sign in as Ana?"), "to open it uses nothing up")
            #expect(try await api.signIn(byLink: "/login?token=\(token)").status == 303)
            let again = try await api.get("/login?token=\(token)")
            #expect(again.status == 401 && again.text.contains("was used already") && again.headers[.setCookie] == nil)
            #expect(try await api.get("/v1/inbox", as: .bearer(token)).summary == "401 not_authenticated")
        }
    }

    @Test("A link that was used and a session that was ended stay so, however their signature is spelled")
    func respelled() async throws {
        try await withAPI { api in
            let authenticator = api.services.authenticator
            let link = try await authenticator.makeLinkToken(for: .ana, id: "chance", validFor: .seconds(900))
            let session = try await authenticator.signIn(by: link, sessionID: "session-1", validFor: .seconds(86_400))
            try await authenticator.end(session: session)
            let spellings = (Tokens.respelled(link), Tokens.respelled(session))
            #expect(spellings.0.count >= 4 && spellings.1.count >= 4)
            for token in spellings.0 {
                await #expect(throws: Authenticator.LinkRefusal.invalid) { _ = try await authenticator.person(ofLink: token) }
                await #expect(throws: Authenticator.LinkRefusal.invalid) {
                    _ = try await authenticator.signIn(by: token, sessionID: "session-2", validFor: .seconds(86_400))
                }
            }
            for token in spellings.1 {
                #expect(try await api.get("/v1/inbox", as: .bearer(token)).summary == "401 not_authenticated")
                await #expect(throws: Problem.notAuthenticated) { _ = try await authenticator.person(ofSession: token) }
            }
        }
    }

    @Test("Who is sent somebody else's link isn't signed in by opening it, nor by what another site posts: they are asked, by name")
    func othersLink() async throws {
        try await withAPI { api async throws in
            let token = try await api.services.authenticator.makeLinkToken(for: .eve, id: "chance", validFor: .seconds(900))
            let opened = try await api.ask(.get, "/login?token=\(token)", nil, as: .page(.ana))
            #expect(opened.status == 200 && opened.text.contains("Sign in as Eve?") && opened.text.contains("If that isn’t you, close this page."))
            let mark = try #require(opened.headers[.setCookie]?.split(separator: "; ").map(String.init))
            #expect(mark[0].hasPrefix("belfry_sign_in="))
            #expect(Set(mark.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=900"], "a second link that stands in a mail brings it along")
            let formToken = try #require(opened.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)?.output.1)
            // Another site knows the token of a browser of its own, and has no cookie sent; one from elsewhere doesn't fit.
            for cookie in [nil, "belfry_sign_in=another"] {
                let posted = try await api.ask(
                    .post, "/login", "form_token=\(formToken)&token=\(token)", as: .headers(cookie.map { ["cookie": $0] } ?? [:]))
                #expect(posted.status == 200 && posted.text.contains("Sign in as Eve?"))
                #expect(posted.headers[.setCookie]?.hasPrefix("belfry_session=") == false)
            }
            let pressed = try await api.ask(.post, "/login", "form_token=\(formToken)&token=\(token)", as: .headers(["cookie": mark[0]]))
            #expect(pressed.status == 303 && pressed.headers[.setCookie]?.hasPrefix("belfry_session=") == true)
        }
    }

    @Test("Who bears the same first name as the person of a link sees by the families and the identifier that somebody else is meant")
    func namesake() async throws {
        try await withAPI { api async throws in
            let namesake = FamilyMember(user: UserID(literal: "ana-2"), firstName: "Ana", role: .member)
            try await api.store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Chess & <Co>", members: [namesake]), now: .noon)
            let opened = try await api.get("/login?token=\(try await api.token(of: namesake.user))")
            #expect(opened.text.contains("Sign in as Ana?") && opened.text.contains("Chess &amp; &lt;Co&gt; · ana-2"))
            #expect(try await api.get("/login?token=\(try await api.token(of: .ana))").text.contains("Household · ana<"))
            try await api.store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Chess\u{202E}", members: [namesake]), now: .noon)
            let turned = try await api.get("/login?token=\(try await api.token(of: namesake.user))")
            #expect(turned.text.contains("Chess · ana-2<"), "a family's name turns nothing around")
            let nameless = try await api.get("/login?token=\(try await api.token(of: .stranger))")
            let identifier = UserID.stranger.text
            #expect(nameless.text.contains("Sign in as \(identifier)?") && !nameless.text.contains("· \(identifier)"))
        }
    }

    @Test("Two links that are open side by side both work, and a press comes too late once somebody else has signed in by the link")
    func sideBySide() async throws {
        try await withAPI { api async throws in
            let tokens = [
                try await api.services.authenticator.makeLinkToken(for: .ana, id: "one", validFor: .seconds(900)),
                try await api.services.authenticator.makeLinkToken(for: .ben, id: "two", validFor: .seconds(900)),
            ]
            let first = try await api.get("/login?token=\(tokens[0])")
            let mark = try #require(first.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            let second = try await api.get("/login?token=\(tokens[1])", as: .headers(["cookie": mark]))
            #expect(second.headers[.setCookie]?.hasPrefix(mark + ";") == true)
            let formToken = try #require(first.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)?.output.1)
            func press(_ token: String) async throws -> Answer {
                try await api.ask(.post, "/login", "form_token=\(formToken)&token=\(token)", as: .headers(["cookie": mark]))
            }
            #expect(try await press(tokens[0]).status == 303)
            #expect(try await press(tokens[1]).status == 303)
            let late = try await press(tokens[0])
            #expect(late.status == 401 && late.text.contains("was used already"))
            #expect(try await api.ask(.post, "/login", nil, as: .nobody).status == 401)
        }
    }

    @Test("A link that never runs out, or in more years than there are, signs in once too", arguments: [nil, 1e16, 1e300] as [Double?])
    func endlessLink(expiry: Double?) async throws {
        try await withAPI { api in
            let claims: [String: JSON] = ["sub": "ana", "jti": "chance"]
            let limit: [String: JSON] = expiry.map { ["exp": JSON.number($0)] } ?? [:]
            let path = "/login?token=\(Tokens.hs256(.object(claims.merging(limit) { own, _ in own })))"
            let first = try await api.signIn(byLink: path)
            #expect(first.status == 303)
            api.clock.advance(.seconds(40 * 86_400))
            let another = "/login?token=\(try await api.services.authenticator.makeLinkToken(for: .ben, id: "another", validFor: .seconds(900)))"
            let other = try await api.signIn(byLink: another)
            #expect(other.status == 303)
            let again = try await api.get(path)
            #expect(again.status == 401 && again.text.contains("was used already"))
        }
    }

    @Test("Over https the cookie goes over nothing else, and to this host alone")
    func secureCookie() async throws {
        try await withAPI(publicURL: "https://belfry.example.org") { api in
            let link = "/login?token=\(try await api.token(of: .ana))"
            let asking = try await api.get(link).headers[.setCookie]
            #expect(asking?.hasPrefix("__Host-belfry_sign_in=") == true && asking?.hasSuffix("; Secure") == true)
            let answer = try await api.signIn(byLink: link)
            let cookie = try #require(answer.headers[.setCookie]).split(separator: "; ").map(String.init)
            #expect(cookie[0].hasPrefix("__Host-belfry_session=") && cookie.contains("Secure") && cookie.contains("Path=/"))
            #expect(try await api.get("/", as: .headers(["cookie": cookie[0]])).text.contains("Hello Ana."))
            let plain = cookie[0].replacing("__Host-", with: "")
            #expect(try await api.get("/", as: .headers(["cookie": plain])).text.contains("A sign-in link is needed"))
        }
    }

    @Test(
        "Who opens a page signed out goes on to it once they are signed in; the page that they asked for last counts",
        arguments: ["/alerts/alert-1", "/alerts/alert-1?ask=dismiss", "/inbox?before=1795000000000%2Edelivery%2D1", "/start", "/start/"])
    func onward(path: String) async throws {
        try await withAPI { api async throws in
            func cookie(_ answer: Answer, named name: String) -> String? {
                answer.headers[values: .setCookie].first { $0.hasPrefix(name + "=") }?.split(separator: ";").first.map(String.init)
            }
            let token = try await api.services.authenticator.makeLinkToken(for: .ana, id: "chance", validFor: .seconds(900))
            let asked = try await api.get(path)
            let wanted = try #require(cookie(asked, named: "belfry_wanted"))
            #expect(wanted == "belfry_wanted=\(path)" && asked.headers[.setCookie]?.hasSuffix("; HttpOnly; SameSite=Lax; Max-Age=3600") == true)
            let opened = try await api.get("/login?token=\(token)", as: .headers(["cookie": wanted]))
            let mark = try #require(cookie(opened, named: "belfry_sign_in"))
            let formToken = try #require(opened.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)?.output.1)
            let form = Shown.headers(["cookie": "\(wanted); \(mark)"])
            let signedIn = try await api.ask(.post, "/login", "form_token=\(formToken)&token=\(token)", as: form)
            #expect(signedIn.status == 303 && signedIn.headers[.location] == path)
            #expect(cookie(signedIn, named: "belfry_session") != nil && cookie(signedIn, named: "belfry_wanted") == "belfry_wanted=")
            let home = try await api.get("/", as: .headers(["cookie": wanted]))
            #expect(cookie(home, named: "belfry_wanted") == "belfry_wanted=", "who asked for the first page since goes there")
        }
    }

    @Test("Who presses a button when they aren't signed in any more comes back to the page of the button")
    func backToForm() async throws {
        try await withAPI { api in
            let form = Shown.headers(["content-type": "application/x-www-form-urlencoded"])
            let cases = [("alerts/alert-1/snooze", "/alerts/alert-1"), ("inbox/delivery-1/read", "/inbox"), ("start/zone", "/start")]
            for (button, page) in cases {
                let answer = try await api.ask(.post, "/page/\(button)", "form_token=old", as: form)
                #expect(answer.status == 401 && answer.headers[.setCookie]?.hasPrefix("belfry_wanted=\(page);") == true)
            }
            let mistyped = try await api.get("/nowhere", as: .headers(["cookie": "belfry_wanted=/inbox", "accept": "text/html"]))
            #expect(mistyped.status == 404 && mistyped.headers[.setCookie] == nil, "what isn't there changes nothing")
        }
    }

    @Test(
        "Nobody is led to what isn't a page here, whoever has written the cookie",
        arguments: [
            "https://evil.example/inbox", "//evil.example/inbox", "/\\evil.example", "/%2F%2Fevil.example", "/inbox//evil.example",
            "/inbox/..//evil.example", "/inbox/%2e%2e/login", "/inbox/%252e%252e", "/inbox/%5Cevil", "/inbox/%0d%0aX", "/inbox/%zz", "/inbox//",
            "inbox", "", "/", "/login?token=x", "/logout", "/evil", "/inbox?a b", "/inbox#x", "/inboxes", "/inbox@evil.example", "/v1/inbox",
            "/unsubscribe/x", "/inbox?" + String(repeating: "a", count: 1024),
        ])
    func nowhereElse(path: String) {
        #expect(WantedPage(path) == nil)
    }

    @Test("Signing out takes the cookie back, and ends its session wherever else the cookie may be")
    func signOut() async throws {
        try await withAPI { api in
            let signIn = try await api.signIn(byLink: "/login?token=\(try await api.token(of: .ana))")
            let session = try #require(signIn.headers[.setCookie]?.split(separator: ";").first?.split(separator: "=").last.map(String.init))
            let fields = api.pageFields(session: session)
            #expect(try await api.get("/", as: .headers(fields)).text.contains("Hello Ana."))
            #expect(try await api.get("/v1/inbox", as: .bearer(session)).status == 200)
            let answer = try await api.ask(.post, "/logout", nil, as: .headers(fields))
            #expect(answer.status == 303)
            #expect(answer.headers[.setCookie]?.contains("belfry_session=; ") == true && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await api.get("/", as: .headers(fields)).text.contains("A sign-in link is needed"))
            #expect(try await api.get("/page/session", as: .headers(fields)).summary == "401 not_authenticated")
            #expect(try await api.get("/v1/inbox", as: .bearer(session)).summary == "401 not_authenticated")
        }
    }

    @Test("A session that is used goes on, by a day or more at a time, and ends 180 days after somebody signed in")
    func extended() async throws {
        try await withAPI { api async throws in
            func cookie(_ answer: Answer) -> String? {
                answer.headers[values: .setCookie].first { $0.hasPrefix("belfry_session=") }?.split(separator: ";").first.map(String.init)
            }
            let first = try #require(cookie(try await api.signIn(byLink: "/login?token=\(try await api.token(of: .ana))")))
            api.clock.advance(.seconds(86_400 - 1))
            #expect(try await cookie(api.get("/", as: .headers(["cookie": first]))) == nil)
            let formToken = api.services.authenticator.formToken(ofSession: String(first.dropFirst("belfry_session=".count)))
            var (last, dayCount) = (first, 1)
            while dayCount < 177 {
                api.clock.set(.noon + .seconds(dayCount * 86_400))
                let page = try await api.get("/inbox", as: .headers(["cookie": last]))
                #expect(page.status == 200)
                if let longer = cookie(page) { last = longer }
                dayCount += 16
            }
            #expect(last != first && api.services.authenticator.formToken(ofSession: String(last.dropFirst("belfry_session=".count))) == formToken)
            // The session that was extended last has its end by the sign-in.
            api.clock.set(.noon + .seconds(180 * 86_400 - 1))
            #expect(try await api.get("/", as: .headers(["cookie": last])).text.contains("Hello Ana."))
            api.clock.advance(.seconds(1))
            #expect(try await api.get("/", as: .headers(["cookie": last])).text.contains("A sign-in link is needed"))
        }
    }

    @Test("Signing out ends a session in all the lengths that it was given; a token of an app isn't extended")
    func extendedAndEnded() async throws {
        try await withAPI { api async throws in
            let authenticator = api.services.authenticator
            let token = try await api.token(of: .ana)
            let first = try await authenticator.signIn(by: token, sessionID: "session-1", validFor: PageRoutes.sessionLength)
            let other = try await authenticator.signIn(by: token, sessionID: "session-2", validFor: PageRoutes.sessionLength)
            api.clock.advance(.seconds(2 * 86_400))
            let second = try #require(try await authenticator.extended(session: first)).session
            #expect(first != second)
            #expect(try await authenticator.extended(session: authenticator.makeToken(for: .ana, validFor: .seconds(3600))) == nil)
            try await authenticator.end(session: first)
            for session in [first, second] {
                #expect(try await api.get("/v1/inbox", as: .bearer(session)).summary == "401 not_authenticated")
                await #expect(throws: Problem.notAuthenticated) { _ = try await authenticator.person(ofSession: session) }
            }
            #expect(try await authenticator.person(ofSession: other) == .ana)
        }
    }

    @Test("Signing out everywhere ends every session of the person's and of nobody else, and who signs in afterwards is in")
    func signOutEverywhere() async throws {
        try await withAPI { api async throws in
            let authenticator = api.services.authenticator
            func session(_ number: Int, of person: UserID) async throws -> String {
                try await authenticator.signIn(by: try await api.token(of: person), sessionID: "session-\(number)", validFor: PageRoutes.sessionLength)
            }
            let (first, second, bens) = try await (session(1, of: .ana), session(2, of: .ana), session(3, of: .ben))
            await api.store.register(DeviceToken(token: "subscription", platform: .web, appVersion: nil, osVersion: nil), of: .ana, now: .noon)
            await api.store.register(DeviceToken(token: "a1b2", platform: .ios, appVersion: nil, osVersion: nil), of: .ana, now: .noon)
            api.clock.advance(.seconds(2 * 86_400))
            let longer = try #require(try await authenticator.extended(session: second)).session
            #expect(try await api.get("/settings", as: .headers(api.pageFields(session: first))).text.contains("action=\"/logout/everywhere\""))
            let forged = try await api.ask(.post, "/logout/everywhere", nil, as: .headers(["cookie": "belfry_session=\(first)"]))
            #expect(forged.status == 401)
            let answer = try await api.ask(.post, "/logout/everywhere", nil, as: .headers(api.pageFields(session: first)))
            #expect(answer.status == 303 && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
            for ended in [first, second, longer] {
                await #expect(throws: Problem.notAuthenticated) { _ = try await authenticator.person(ofSession: ended) }
                #expect(try await api.get("/v1/inbox", as: .bearer(ended)).summary == "401 not_authenticated")
            }
            #expect(try await authenticator.person(ofSession: bens) == .ben)
            #expect(await api.store.devices(of: .ana).map(\.platform) == [.ios])
            api.clock.advance(.seconds(1))
            #expect(try await authenticator.person(ofSession: session(4, of: .ana)) == .ana)
        }
    }

    @Test("Signing out everywhere ends the links that wait as well, in a mailbox that somebody else reads, and no app's token")
    func linksThatWait() async throws {
        try await withAPI { api async throws in
            let authenticator = api.services.authenticator
            func link(_ id: String, to person: UserID = .ana) async throws -> String {
                try await authenticator.makeLinkToken(for: person, id: id, validFor: .seconds(900))
            }
            let (before, bens, token) = try await (link("before"), link("before too", to: .ben), api.token(of: .ana))
            try await authenticator.endSessions(of: .ana)
            api.clock.advance(.milliseconds(1))
            let opened = try await api.get("/login?token=\(before)")
            #expect(opened.status == 401 && opened.text.contains("is not valid, or no longer"))
            await #expect(throws: Authenticator.LinkRefusal.invalid) {
                _ = try await authenticator.signIn(by: before, sessionID: "session-1", validFor: PageRoutes.sessionLength)
            }
            #expect(try await api.get("/v1/inbox", as: .bearer(before)).summary == "401 not_authenticated")
            for other in try await [link("after"), bens, token] { #expect(try await api.signIn(byLink: "/login?token=\(other)").status == 303) }
        }
    }

    @Test("Who signs out when they aren't signed in any more gets a page, as their browser sent a form")
    func signOutLate() async throws {
        try await withAPI { api in
            let browser = Shown.headers(["content-type": "application/x-www-form-urlencoded"])
            let answer = try await api.ask(.post, "/logout", "form_token=old", as: browser)
            #expect(answer.status == 401 && answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("signed in any more") && answer.text.contains("A sign-in link is needed"))
        }
    }

    @Test("An open page is told how many messages are unread, in its language")
    func unreadCount() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            let sent = try await api.post("/functions/v1/process_notifications", [:], as: .admin).json["sent"]
            let fields = try await api.fields(.page(.ana)).merging(["accept-language": "de"]) { own, _ in own }
            let told = await (try await api.stream("/live/events", as: .headers(fields))).text(through: "unread_count\":")
            #expect(sent == 1)
            let data = told.split(separator: "\n").last { $0.hasPrefix("data: ") }?.dropFirst("data: ".count)
            #expect(try JSON(parsing: String(data ?? "")) == ["unread_count": 1, "text": "1 ungelesen"])
        }
    }

    @Test("News of changes ends with its session: signed out, or run out")
    func endedStreams() async throws {
        try await withAPI { api in
            let session = try await api.token(of: .ana)
            let fields = Shown.headers(api.pageFields(session: session))
            let lasting = try await api.stream("/live/events", as: fields)
            #expect(await lasting.text(through: "change\ndata: {}\n\n") == "retry: 1000\n\nevent: change\ndata: {}\n\n")
            let ended = try await api.services.authenticator.signIn(by: session, sessionID: "session-1", validFor: .seconds(86_400))
            let signedOut = try await api.stream("/live/events", as: .headers(api.pageFields(session: ended)))
            let expired = try await api.stream("/live/events", as: fields)
            try await api.services.authenticator.end(session: ended)
            #expect(await signedOut.text(through: "change\ndata: {}\n\n") == "retry: 1000\n\n")
            api.clock.advance(.seconds(3600))
            #expect(await expired.text(through: "change\ndata: {}\n\n") == "retry: 1000\n\n")
        }
    }
}
