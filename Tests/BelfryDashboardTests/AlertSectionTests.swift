import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Alerts and messages on pages")
struct AlertSectionTests {
    private func acts(_ card: AlertCard) -> [String] {
        Markup(card.html(in: frame()).text).all("button").map { ($0.attributes["data-act"] ?? "") + ($0.attributes["data-days"] ?? "") }
    }

    @Test("An alert can be snoozed for 1, 3 or 7 days, or dismissed")
    func activeAlert() {
        #expect(acts(alert("a")) == ["snooze1", "snooze3", "snooze7", "dismiss"])
    }

    @Test("A hidden alert says since when and can be brought back")
    func hiddenAlert() {
        let snoozed = AlertCard(
            id: "a", memberName: "Ana", title: "Sleep", sentence: "", severity: .watch, levelText: "", statusText: "", isActive: true,
            snoozedText: "Snoozed through 20 June")
        #expect(acts(snoozed) == ["restore", "dismiss"])
        #expect(snoozed.html(in: frame()).text.contains("Snoozed through 20 June"))
        #expect(acts(alert("a", isHidden: true)) == ["restore"])
    }

    @Test("An alert that is over asks for nothing")
    func resolvedAlert() {
        #expect(acts(alert("a", isActive: false)) == [])
    }

    @Test("Each severity is told by its own word and its own shape")
    func severities() {
        let marks = Severity.allCases.map { Mark($0, english) }
        #expect(marks.map(\.word) == ["Watch", "Attention", "Critical"])
        #expect(Set(marks.map(\.path)).count == marks.count)
    }

    @Test("A story leads to the delivery that it names, and what was said keeps its lines")
    func story() {
        let view = DeliveryPage(
            row: deliveryPage().row, title: "Three things", body: "• one\n• two", changeText: nil,
            steps: [.init(timeText: "07:58", text: "Queued"), .init(timeText: nil, text: "Told with d-lead", path: "/deliveries/d-lead")], transmissions: [],
            canBeRedriven: false, canBeCalledOff: false, alertPath: nil)
        let markup = Markup(page(view, in: frame(.deliveries, isPlaceItself: false), part: .live))
        #expect(markup.all("a").map { "\($0.text): \($0.attributes["href"] ?? "")" } == ["Told with d-lead: /deliveries/d-lead"])
        #expect(markup.all("p").first { $0.text.hasPrefix("• one") }?.attributes["class"] == "words")
    }

    @Test("A pillar is drawn with its figures as text, and one of which too little is known says so")
    func pillars() {
        let markup = Markup(scores("ana").html(english).text)
        #expect(markup.all("svg").compactMap { $0.attributes["aria-label"] } == ["Ana, Ana, 3 days: lowest Ana on Ana, highest Ana on Ana, last Ana on Ana."])
        #expect(scores("ana").html(english).text.contains("Too little is known."))
        #expect(scores("ana").html(english).text.contains("Good news") && scores("ana").html(english).text.contains("Attention"))
    }

    @Test("An alert's drawing shows the days, the usual, the band and the episode in lines of their own, and says each in words")
    func episode() throws {
        let live = page(alertPage(), in: frame(), part: .live)
        let markup = Markup(live)
        let svg = try #require(markup.all("svg").first { $0.attributes["role"] == "img" })
        let words = try #require(svg.attributes["aria-label"])
        for part in ["19 days", "dashed line is the usual", "dotted band", "hatched part is the episode"] { #expect(words.contains(part), "\(part)") }
        for name in ["days", "usual", "band", "hatching", "rings"] {
            let paths = markup.all("path").filter { $0.attributes["class"] == name }
            #expect(paths.contains { $0.attributes["d"]?.isEmpty == false }, "\(name)")
        }
        #expect(markup.all("tbody").count == 1 && markup.all("tr").count == 1 + 19)
        #expect(markup.all("tr").count { $0.attributes["class"] == "in-episode" } == 8)
    }

    @Test("Without a script, dismissing asks once on the alert's own page")
    func asking() {
        let markup = Markup(page(alertPage(isAskingToDismiss: true), in: frame(), part: .live))
        #expect(markup.all("button").map { $0.attributes["name"] } == ["sure"])
        #expect(markup.all("button").first?.attributes["data-act"] == nil, "the script lets it pass")
    }

    @Test("All are marked as read from the page of the newest alone, where any is unread, and in the inbox alone")
    func readThrough() {
        func ways(_ view: InboxPage) -> [String] {
            Markup(page(view, in: frame(.inbox))).values(of: "action").filter { $0.hasSuffix("/\(InboxPage.readThroughAct)") }
        }
        let messages = [message("new", isRead: true), message("old", isRead: false)]
        #expect(ways(InboxPage(messages: messages, unreadCount: 1)) == ["/page/inbox/new/read_through"], "from the newest that is shown, read or not")
        #expect(ways(InboxPage(messages: messages, unreadCount: 0)) == [] && ways(inbox()) == [])
        #expect(ways(InboxPage(messages: messages, unreadCount: 1, isArchive: true)) == [])
    }

    @Test("A message offers what makes sense: read or unread, away or back, and what its alert allows")
    func messages() {
        func buttons(_ row: InboxRow) -> [String] { Markup(row.html(in: frame()).text).all("button").map(\.text) }
        #expect(buttons(message("m", isRead: false)) == ["1 day", "3 days", "7 days", "Mark as read", "Archive it"])
        #expect(buttons(message("m", isRead: true)) == ["Mark as unread", "Archive it"])
        #expect(buttons(message("m", isRead: true, isArchived: true)) == ["Mark as unread", "Back to the inbox"])
        let replaced = InboxRow(id: "m", title: "Door open", body: "", severity: .watch, timeText: "07:58", isRead: false, isReplaced: true)
        let offers = ["In 1 hour", "This evening", "Tomorrow morning", "Put it off"]
        #expect(buttons(laterMessage()) == ["Mark as read", "Back to the inbox", "Archive it"] + offers)
        #expect(buttons(laterMessage(isToCome: false)) == ["Mark as read", "Archive it"] + offers)
        #expect(buttons(replaced) == ["Archive it"] && !replaced.html(in: frame()).text.contains("unread"))
    }
}
