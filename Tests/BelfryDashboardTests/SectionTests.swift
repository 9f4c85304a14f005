import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Sections")
struct SectionTests {
    @Test("An empty section says so in a sentence")
    func emptyStates() {
        func text(_ live: String) -> String { Markup("<main>\(live)</main>").elements.first?.text ?? "" }
        let family = text(page(emptyFamily, in: frame(), part: .live))
        #expect(family.contains("No alerts. ") && family.contains("No scores. "))
        #expect(text(page(InboxPage(messages: [], unreadCount: 0), in: frame(.inbox), part: .live)).contains("No messages. "))
        let deliveries = text(page(nothingSent("Nothing waits."), in: frame(.deliveries), part: .live))
        #expect(deliveries.contains("No delivery is like that.") && deliveries.contains("Nothing was queued on these days.") && deliveries.contains("Nothing waits."))
    }

    @Test("Where browsers can't be told, that is no step, and isn't marked as one to do")
    func browserWithoutPush() {
        func start(canPush: Bool = true, isSecure: Bool = true, isBrowserTold: Bool = false) -> StartPage {
            StartPage(
                zoneName: "UTC", zoneTimeText: "07:58", isZoneChosen: true, quietHours: nil, isQuietChosen: true, canPush: canPush, isSecure: isSecure,
                isBrowserTold: isBrowserTold, test: nil, findings: [])
        }
        for (view, toDoCount, progress) in [
            (start(), 2, "2 of 4 done"), (start(canPush: false), 1, "2 of 3 done"), (start(isSecure: false), 1, "2 of 3 done"),
            (start(isSecure: false, isBrowserTold: true), 1, "3 of 4 done"),
        ] {
            let text = page(view, in: frame(.start))
            #expect(text.ranges(of: "To do").count == toDoCount && text.contains(progress), "\(progress)")
        }
    }

    @Test("The first steps say why a browser has no button, where its page came over plain http or it can't be told at all; until the script looks they don't")
    func browserWithoutLock() throws {
        let markup = Markup(page(start(), in: frame(.start)))
        let step = try #require(markup.all("section").first { $0.attributes["id"] == "step-browser" })
        #expect(step.attributes["class"]?.hasPrefix("step") == true && step.text.contains("To do"))
        for (id, said) in [
            ("push-without-lock", "over https alone"), ("push-unable", "another browser"), ("push-home-screen", "add this page to your Home Screen"),
        ] {
            let line = try #require(markup.all("p").first { $0.attributes["id"] == id })
            #expect(line.attributes.keys.contains("hidden") && line.text.contains(said) && line.text.contains("You can leave this step"))
            #expect(Assets.pushScript.contains("'\(id)'"))
        }
        #expect(markup.all("p").contains { $0.attributes["id"] == "push-able" })
        let told = Markup(page(start(isDone: true), in: frame(.start))).values(of: "id")
        #expect(!told.contains("push-able") && !told.contains("push-without-lock"), "another browser is told already")
    }

    @Test("Whatever scrolls by itself can be reached by the keyboard, says what it is, and keeps the focus by its id when the page swaps it")
    func scrollers() {
        for text in [page(alertPage(), in: frame()), page(deliveriesPage(), in: frame(.deliveries)), page(settings(), in: frame(.settings))] {
            let scrollers = Markup(text).all("div").filter { $0.attributes["class"]?.hasPrefix("scroll") == true || $0.attributes["id"] == "preview" }
            #expect(!scrollers.isEmpty)
            for scroller in scrollers {
                #expect(scroller.attributes["tabindex"] == "0" && scroller.attributes["role"] != nil && scroller.attributes["aria-labelledby"] != nil)
                #expect(scroller.attributes["id"] != nil)
            }
        }
    }

    @Test("On a phone no table of figures is scrolled sideways: each figure stands beside its head, and all is a table still")
    func figures() throws {
        let markup = Markup(page(deliveriesPage("Sent"), in: frame(.deliveries), part: .live))
        #expect(markup.all("td").map { "\($0.attributes["data-head"] ?? ""): \($0.text)" } == ["Sent: 1", "Sent: 1"])
        let roles = ["table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "td": "cell"]
        for element in markup.elements {
            guard let role = roles[element.name] else { continue }
            #expect(element.attributes["role"] == role)
        }
        #expect(Set(markup.all("th").compactMap { $0.attributes["role"] }) == ["columnheader", "rowheader"])
        #expect(Assets.styleSheet.contains(".stacks td::before { content: attr(data-head);"))
    }

    @Test("On an Arabic page what is said in another tongue runs its own way, and what the doctor says is marked as English")
    func otherTongues() throws {
        for view in [page(deliveriesPage("Set it."), in: frame(.deliveries, language: .arabic)), page(start("Set it."), in: frame(.start, language: .arabic))] {
            let finding = try #require(Markup(view).all("li").first { $0.text == "Set it." && $0.attributes["lang"] != nil })
            #expect(finding.attributes["lang"] == "en" && finding.attributes["dir"] == "ltr")
        }
        let story = Markup(page(deliveryPage("503: busy"), in: frame(.deliveries, language: .arabic), part: .live))
        #expect(story.all("bdi").map(\.text) == ["503: busy"])
        let details = story.all("p").filter { $0.attributes["class"] == "aside" && $0.text == "503: busy" }
        #expect(!details.isEmpty && details.allSatisfy { $0.attributes["dir"] == "auto" })
    }

    @Test("What a button does and to what is said with the colon of the language", arguments: [(Language.english, ": "), (.french, "\u{A0}: ")])
    func labels(_ language: Language, _ colon: String) {
        let html = message("m", isRead: true).html(in: frame(.inbox, language: language)).text
        let labels = Markup(html).all("button").compactMap { $0.attributes["aria-label"] }
        let words = PageWords(language)
        #expect(labels == [words(InboxWord.markUnread), words(InboxWord.archiveIt)].map { "\($0)\(colon)Ana" })
    }
}
