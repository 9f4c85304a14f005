import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Pages")
struct PageTests {
    struct Page: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var markup: Markup { Markup(text) }
    }

    static let pages = allPages().map { Page(testDescription: $0.name, text: $0.text) }
    /// Those that stand alone, because nobody is known to be signed in.
    static let pagesWithoutFrame: Set = ["sign-in", "sign-in with a notice", "sign-in by mail", "sign-in as somebody", "outage", "outage of a post", "unsubscribing"]
    static let arabicPages = allPages("آنا", in: .arabic).map { Page(testDescription: $0.name, text: $0.text) }

    @Test("A name that looks like markup changes no tag and no attribute anywhere")
    func hostileNames() {
        let hostile = #"<script>alert(1)</script>"'& onclick=alert(1) "#
        for (harmless, attacked) in zip(allPages(), allPages(hostile)) {
            let (expected, found) = (Markup(harmless.text), Markup(attacked.text))
            #expect(found.faults == [])
            #expect(found.elements.map(\.name) == expected.elements.map(\.name))
            #expect(found.elements.map { $0.attributes.keys.sorted() } == expected.elements.map { $0.attributes.keys.sorted() })
            #expect(!attacked.text.contains("<script>alert"))
            #expect(!attacked.text.contains("'&"))
        }
    }

    @Test("An identifier that looks like markup stays inside its attributes, and one that looks like an address inside its path")
    func hostileIdentifiers() {
        let id = "\"><b>/../?#"
        let pages = [
            page(FamilyPage(personName: "Ana", familyName: nil, alerts: [alert(id)]), in: frame()),
            page(InboxPage(messages: [message(id, isRead: false)], unreadCount: 1), in: frame(.inbox)),
        ]
        for markup in pages.map({ Markup($0) }) {
            #expect(markup.faults == [])
            let ids = markup.values(of: "data-id")
            #expect(!ids.isEmpty && ids.allSatisfy { $0 == id })
            let ways = (markup.values(of: "action") + markup.values(of: "href")).filter { $0.contains("/alerts/") || $0.contains("/inbox/") }
            #expect(!ways.isEmpty && ways.allSatisfy { $0.contains("/%22%3E%3Cb%3E%2F..%2F%3F%23") })
        }
    }

    @Test("Every tag is closed and every attribute quoted", arguments: pages)
    func wellFormed(page: Page) {
        #expect(page.markup.faults == [])
    }

    @Test("No part is shown as the text of its markup", arguments: pages)
    func noDoubleEscaping(page: Page) {
        #expect(!page.text.contains("&lt;"))
        #expect(!page.text.contains("HTML("))
        #expect(!page.text.contains("Optional("))
    }

    @Test("There is one first heading, and no level is left out", arguments: pages)
    func headings(page: Page) {
        let levels = page.markup.all("h1", "h2", "h3", "h4").compactMap { Int($0.name.dropFirst()) }
        #expect(levels.first == 1)
        #expect(levels.count { $0 == 1 } == 1)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
    }

    @Test("Alerts come first, then the scores")
    func order() {
        #expect(Markup(page(family(), in: frame(), part: .live)).all("h2").map(\.text) == ["Alerts", "Three weeks"])
    }

    @Test("Every page says in which language it is and which way that is read", arguments: Language.allCases)
    func languages(language: Language) throws {
        for (name, text) in allPages(in: language) {
            let html = try #require(Markup(text).all("html").first)
            #expect(html.attributes["lang"] == language.rawValue, "\(name)")
            #expect(html.attributes["dir"] == (language == .arabic ? "rtl" : "ltr"), "\(name)")
        }
    }

    @Test("In Arabic no comma of another script stands between words", arguments: arabicPages)
    func commas(page: Page) {
        let markup = page.markup
        let body = markup.all("main").map(\.text) + markup.values(of: "aria-label") + markup.values(of: "data-name")
        #expect(!body.isEmpty && body.allSatisfy { !$0.contains(", ") })
    }

    @Test("Pages that share a heading have titles that tell them apart")
    func titles() {
        func title(_ page: String) -> String? { Markup(page).all("title").first?.text }
        #expect(title(page(deliveryPage("Ben’s steps are down"), in: frame(.deliveries))) == "Ben’s steps are down · Whole story · Belfry")
        #expect(title(page(timeline(), in: frame(.timeline))) == "Prayer · Timeline · Belfry")
        let all = TimelinePage(coming: [], past: [], coverageText: nil, tenants: [], shown: nil)
        #expect(title(page(all, in: frame(.timeline, language: .german))) == "Verlauf · Belfry")
        let archive = InboxPage(messages: [], unreadCount: 0, isArchive: true)
        #expect(title(page(archive, in: frame(.inbox))) == "Archive · Inbox · Belfry" && title(page(inbox(), in: frame(.inbox))) == "Inbox · Belfry")
    }

    @Test(
        "Every page has its landmarks, a way past them, and says where it is",
        arguments: pages.filter { !pagesWithoutFrame.contains($0.testDescription) })
    func landmarks(page: Page) throws {
        let markup = page.markup
        for landmark in ["header", "main", "footer"] { #expect(markup.all(landmark).count == 1, "\(landmark)") }
        let names = markup.all("nav").compactMap { $0.attributes["aria-label"] }
        #expect(!names.isEmpty && names.count == markup.all("nav").count && Set(names).count == names.count)
        #expect(markup.all("a").first?.attributes["href"] == "#main")
        let ownParts = markup.all("nav").filter { $0.attributes["class"] != "operators" }
        #expect(ownParts.count == names.count - 1, "what operators have is one part of these")
        #expect(markup.all("a").count { $0.attributes["aria-current"] != nil } == ownParts.count, "one place among all, and one in each part of the page's own")
    }

    @Test("Beside the way to the inbox there is room for how many are unread, seen and heard, and nothing stands there before that is known")
    func unreadCount() throws {
        let markup = Markup(page(family(), in: frame()))
        let count = try #require(markup.all("span").first { $0.attributes["id"] == "inbox-count" })
        #expect(count.attributes["hidden"] != nil && count.text.isEmpty)
        #expect(markup.all("a").contains { $0.attributes["href"] == "/inbox" && $0.text.contains("Inbox") })
    }

    @Test("What comes into the inbox is said aloud by its title; in the archive nothing is new")
    func saidAloud() throws {
        for isArchived in [false, true] {
            let view = InboxPage(messages: [message("a", "Door", isRead: false, isArchived: isArchived)], unreadCount: 1, isArchive: isArchived)
            let article = try #require(Markup(page(view, in: frame(.inbox))).all("article").first)
            #expect(article.attributes["data-title"] == (isArchived ? nil : "Door") && article.attributes["id"] == "inbox-a")
        }
    }

    @Test("A person's own places stand together, and what operators alone have on a line of its own that says so, in each language", arguments: Language.allCases)
    func operators(language: Language) throws {
        let words = PageWords(language)
        let person = Markup(page(family(), in: PageFrame(place: .family, language: language, formToken: "0f"))).all("nav")
        let parts = Markup(page(family(), in: frame(language: language))).all("nav")
        #expect(parts.map { $0.attributes["aria-label"] } == [words(FrameWord.pages), words(FrameWord.forOperators)])
        let own: [FrameWord] = [.family, .timeline, .inbox, .reminders, .settings, .start]
        let operators: [FrameWord] = [.forOperators, .deliveries, .planned, .broadcasts, .send, .audit]
        let said = [own, operators].map { part in part.map { word in words(word) }.joined() }
        #expect(parts.map { part in part.text.filter { $0 != " " } } == said.map { part in part.filter { $0 != " " } })
        #expect(person == Array(parts.prefix(1)), "others see no word of it")
    }

    @Test("Each place leads to its page, and what operators alone have is marked where one is there")
    func places() throws {
        for place in PageFrame.Place.allCases {
            let part = try #require(Markup(page(family(), in: frame(place))).all("a").first { $0.attributes["aria-current"] != nil })
            #expect(part.attributes["href"] == place.path && part.attributes["aria-current"] == "page")
        }
        #expect(PageFrame.Place.allCases.filter(\.isForOperators) == [.deliveries, .planned, .broadcasts, .send, .audit])
    }

    @Test(
        "Every form that posts carries the session's token, but for those of who has none",
        arguments: pages.filter { !["unsubscribing", "sign-in by mail"].contains($0.testDescription) })
    func formTokens(page: Page) {
        let forms = page.text.split(separator: "<form").dropFirst().filter { $0.contains("method=\"post\"") }
        for form in forms {
            let body = form.firstRange(of: "</form>").map { form[..<$0.lowerBound] } ?? form
            #expect(body.contains("<input type=\"hidden\" name=\"form_token\" value=\"0f1e2d\">"))
        }
        #expect(page.markup.all("form").count { $0.attributes["method"] == "post" } == forms.count)
    }

    @Test("Every button has a name, every drawing an alternative or none to need", arguments: pages)
    func names(page: Page) {
        let markup = page.markup
        for button in markup.all("button") {
            let name = button.attributes["aria-label"] ?? button.text
            #expect(!name.isEmpty)
            #expect(name.contains(button.text), "who says what they see must press what they mean")
        }
        for drawing in markup.all("svg") {
            let isNamed = drawing.attributes["role"] == "img" && drawing.attributes["aria-label"]?.isEmpty == false
            #expect(isNamed || drawing.attributes["aria-hidden"] == "true")
        }
    }

    @Test("Every id is there once, and every reference to one leads somewhere", arguments: pages)
    func identifiers(page: Page) {
        let markup = page.markup
        let ids = markup.values(of: "id")
        #expect(Set(ids).count == ids.count)
        let references = (markup.values(of: "aria-labelledby") + markup.values(of: "aria-describedby")).flatMap { $0.split(separator: " ").map(String.init) }
        let anchors = markup.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
        #expect(Set(ids).isSuperset(of: references + anchors))
    }

    @Test("No page needs more than its policy allows: no inline script, style or handler, nothing from elsewhere", arguments: pages)
    func policy(page: Page) {
        let markup = page.markup
        for element in markup.elements {
            #expect(!element.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") })
        }
        #expect(markup.all("style").isEmpty)
        #expect(markup.all("script").allSatisfy { $0.text.isEmpty })
        let loaded = markup.all("link", "script").compactMap { $0.attributes["href"] ?? $0.attributes["src"] }
        #expect(Set(Assets.all.map(\.path)).isSuperset(of: loaded))
    }

    @Test("Every page can be put on a Home Screen, with its icon", arguments: pages)
    func homeScreen(page: Page) {
        let links = page.markup.all("link").map { "\($0.attributes["rel"] ?? ""): \($0.attributes["href"] ?? "")" }
        #expect(Set(links).isSuperset(of: ["manifest: /assets/belfry.webmanifest", "apple-touch-icon: /assets/belfry.png"]))
    }

    @Test("Who isn't signed in can paste a link where none opens, without a script")
    func pastedLink() throws {
        let markup = Markup(page(SignInPage()))
        let form = try #require(markup.all("form").first)
        #expect(form.attributes["method"] == "get" && form.attributes["action"] == "/login" && markup.all("script").isEmpty)
        #expect(markup.all("input").map { $0.attributes["name"] } == ["token"] && markup.all("label").map(\.text) == ["Sign-in link"])
    }

    @Test("Who can be sent a link to sign in is asked for their address first, without a script")
    func linkByMail() throws {
        let markup = Markup(page(SignInPage(isMailed: true)))
        let form = try #require(markup.all("form").first)
        #expect(form.attributes["method"] == "post" && form.attributes["action"] == "/login/link" && markup.all("script").isEmpty)
        #expect(markup.all("input").map { $0.attributes["name"] } == ["who", "token"] && markup.all("button").map(\.text) == ["Send me a link", "Sign in"])
    }

    @Test("What was just done to a message stands on the inbox's page with what takes it back, and nothing where nothing was done")
    func undo() throws {
        func bar(_ view: InboxPage) throws -> (text: String, isHidden: Bool, action: String?) {
            let markup = Markup(page(view, in: frame(.inbox)))
            let bar = try #require(markup.all("div").first { $0.attributes["id"] == "done" })
            let form = try #require(markup.all("form").first { $0.attributes["id"] == "undo-form" })
            let text = try #require(markup.all("p").first { $0.attributes["id"] == "done-text" }).text
            return (text, bar.attributes.keys.contains("hidden"), form.attributes["action"])
        }
        let archived = try bar(InboxPage(messages: [], unreadCount: 0, done: .message(.archive, id: "a/b")))
        #expect(archived.text == "Archived." && !archived.isHidden && archived.action == "/page/inbox/a%2Fb/unarchive")
        let snoozed = try bar(InboxPage(messages: [], unreadCount: 0, done: .snooze(alert: "a/b")))
        #expect(snoozed.text == "Snoozed." && !snoozed.isHidden && snoozed.action == "/page/alerts/a%2Fb/restore")
        let restored = try bar(InboxPage(messages: [], unreadCount: 0, done: .restore(alert: "a")))
        #expect(restored.text == "Undone." && !restored.isHidden && restored.action == nil)
        let readThrough = try bar(InboxPage(messages: [], unreadCount: 0, done: .readThrough))
        #expect(readThrough.text == "All marked as read." && !readThrough.isHidden && readThrough.action == nil)
        let nothing = try bar(inbox())
        #expect(nothing.text.isEmpty && nothing.isHidden && nothing.action == nil)
    }

    @Test("A family's name is kept to itself above its page and in the title of the window, and one that shows nothing is none")
    func familyName() {
        func heading(_ name: String, _ language: Language) -> String? {
            let view = FamilyPage(personName: "Ana", familyName: name, alerts: [])
            return Markup(page(view, in: frame(language: language))).all("h1").first?.text
        }
        #expect(heading("Ana (2)", .arabic) == "\u{2068}Ana (2)\u{2069}")
        #expect(heading("Ana\u{202E} (2)", .english) == "Ana (2)")
        #expect(heading("\u{202E} ", .english) == "Your family")
    }

    @Test("The live part of a page is what the script fetches again")
    func livePart() {
        let pairs = [
            (page(family(), in: frame()), page(family(), in: frame(), part: .live)),
            (page(alertPage(), in: frame()), page(alertPage(), in: frame(), part: .live)),
            (page(inbox(), in: frame(.inbox)), page(inbox(), in: frame(.inbox), part: .live)),
            (page(deliveriesPage(), in: frame(.deliveries)), page(deliveriesPage(), in: frame(.deliveries), part: .live)),
        ]
        for (whole, live) in pairs { #expect(whole.contains("<div id=\"live\">" + live + "</div>")) }
    }
}
