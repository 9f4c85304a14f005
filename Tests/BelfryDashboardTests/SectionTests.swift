import BelfryModel
import Testing

@testable import BelfryDashboard

@Suite("Sections")
struct SectionTests {
    func acts(_ card: AlertCard) -> [String] {
        Markup(card.html.text).all("button").map { ($0.attributes["data-act"] ?? "") + ($0.attributes["data-days"] ?? "") }
    }

    @Test("An empty section says so in a sentence")
    func emptyStates() {
        let text = Markup("<main>\(sections(emptyOverview))</main>").elements.first?.text ?? ""
        #expect(text.contains("No alerts. "))
        #expect(text.contains("No scores. "))
        #expect(text.contains("No messages. "))
        #expect(text.contains("No deliveries. "))
        #expect(text.contains("Nothing waits."))
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
        #expect(snoozed.html.text.contains("Snoozed through 20 June"))
        #expect(acts(alert("a", isHidden: true)) == ["restore"])
    }

    @Test("An alert that is over asks for nothing")
    func resolvedAlert() {
        #expect(acts(alert("a", isActive: false)) == [])
    }

    @Test("Each severity is told by its own word and its own shape")
    func severities() {
        let marks = Severity.allCases.map { Mark($0) }
        #expect(marks.map(\.word) == ["Watch", "Attention", "Critical"])
        #expect(Set(marks.map(\.path)).count == marks.count)
    }

    @Test("Each status of a delivery has its own shape, and so has one that nobody knows")
    func statuses() {
        let statuses: [Delivery.Status?] = Delivery.Status.allCases + [nil]
        #expect(Set(statuses.map { Mark($0, word: "").path }).count == statuses.count)
    }

    @Test("A delivery opens to what it was decided from")
    func delivery() {
        let row = DeliveryRow(
            id: "d", recipientName: "Maria", memberName: "Ana", channelText: "Push", statusText: "Skipped", status: .skipped,
            reasonSentence: "It was quiet.", decidedText: "today, 07:58", attemptsText: "no attempt",
            inputs: [.init(name: "quiet hours", value: "22:00–07:00")])
        let markup = Markup(row.html.text)
        #expect(markup.all("summary").first?.text.hasSuffix("It was quiet.") == true)
        #expect(markup.all("dt").map(\.text) == ["quiet hours"])
        #expect(markup.all("dd").map(\.text) == ["22:00–07:00"])
    }

    @Test("A pillar is drawn with its figures as text, and one of which too little is known says so")
    func pillars() {
        let markup = Markup(scores("ana").html.text)
        #expect(markup.all("svg").compactMap { $0.attributes["aria-label"] } == ["Ana, Ana score, 3 days: lowest Ana on Ana, highest Ana on Ana, last Ana on Ana."])
        #expect(scores("ana").html.text.contains("Too little is known."))
        #expect(scores("ana").html.text.contains("Good news") && scores("ana").html.text.contains("Attention"))
    }

    @Test("Only an unread message can be marked as read")
    func messages() {
        #expect(Markup(message("m", isRead: false).html.text).all("button").map(\.text) == ["Mark as read"])
        #expect(Markup(message("m", isRead: true).html.text).all("button") == [])
    }
}
