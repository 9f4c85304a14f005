import BelfryModel
import Testing

@testable import BelfryDashboard

@Suite("Pages")
struct PageTests {
    struct Page: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var markup: Markup { Markup(text) }
    }

    static let pages = [
        Page(testDescription: "a full overview", text: page(overview())),
        Page(testDescription: "an empty overview", text: page(emptyOverview)),
        Page(testDescription: "sign-in", text: page(SignInPage())),
        Page(testDescription: "sign-in with a notice", text: page(SignInPage(notice: "This link has expired."))),
    ]

    @Test("A name that looks like markup changes no tag and no attribute anywhere")
    func hostileNames() {
        let hostile = #"<script>alert(1)</script>"'& onclick=alert(1) "#
        let pairs = [
            (page(overview()), page(overview(hostile))),
            (page(SignInPage(notice: "Ana")), page(SignInPage(notice: hostile))),
            (sections(overview()), sections(overview(hostile))),
        ]
        for (harmless, attacked) in pairs {
            let (expected, found) = (Markup(harmless), Markup(attacked))
            #expect(found.faults == [])
            #expect(found.elements.map(\.name) == expected.elements.map(\.name))
            #expect(found.elements.map { $0.attributes.keys.sorted() } == expected.elements.map { $0.attributes.keys.sorted() })
            #expect(!attacked.contains("<script>alert"))
            #expect(!attacked.contains("'&"))
        }
    }

    @Test("An identifier that looks like markup stays inside its attributes")
    func hostileIdentifiers() {
        let view = OverviewPage(
            personName: "Ana", familyName: nil, alerts: [alert("\"><b>")], deliveries: [delivery("\"><b>", status: .sent)],
            inbox: [message("\"><b>", isRead: false)], backlog: BacklogLine(sentence: ""))
        let markup = Markup(sections(view))
        #expect(markup.faults == [])
        #expect(markup.values(of: "data-id").count == 5)
        #expect(markup.values(of: "data-id").allSatisfy { $0 == "\"><b>" })
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

    @Test("Alerts come first, then the scores, the inbox and the queue")
    func order() {
        #expect(Markup(sections(overview())).all("h2").map(\.text) == ["Alerts", "Three weeks", "Inbox", "Queue and decisions"])
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
        let references = markup.values(of: "aria-labelledby") + markup.values(of: "aria-describedby")
        let anchors = markup.all("a").compactMap { $0.attributes["href"]?.dropFirst() }.map(String.init)
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

    @Test("The live part of the page is what the script fetches again")
    func livePart() {
        #expect(page(overview()).contains("<main id=\"live\">" + sections(overview()) + "</main>"))
    }
}
