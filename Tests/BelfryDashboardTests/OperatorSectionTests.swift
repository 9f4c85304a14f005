import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Deliveries and pauses on pages")
struct OperatorSectionTests {
    @Test("Each status of a delivery has its own shape, and so has one that nobody knows")
    func statuses() {
        let statuses: [Delivery.Status?] = Delivery.Status.allCases + [nil]
        #expect(Set(statuses.map { Mark($0, word: "").path }).count == statuses.count)
    }

    @Test("Whose a row is stands in the page's own colour, beside a dot of the app's that needs no style; without a colour there is none")
    func sender() {
        let shown = SenderMark(name: "Shop <&>", color: WebColor("#FFE000")).html.text
        #expect(shown.contains("fill=\"#ffe000\" stroke=\"currentColor\"/></svg> <bdi>Shop &lt;&amp;&gt;</bdi></span>") && !shown.contains("style"))
        #expect(SenderMark(name: "Shop").html.text == "<span class=\"sender\"><bdi>Shop</bdi></span>")
        #expect(Markup(page(timeline(), in: frame(.timeline))).values(of: "class").contains("sender"))
    }

    @Test("A delivery opens to what it was decided from")
    func delivery() {
        let row = DeliveryRow(
            id: "d", recipientName: "Maria", memberName: "Ana", channelText: "Push", statusText: "Skipped", status: .skipped,
            reasonSentence: "It was quiet.", decidedText: "today, 07:58", attemptsText: "no attempt",
            inputs: [.init(name: "quiet hours", value: "22:00–07:00")])
        let markup = Markup(row.html(english).text)
        #expect(markup.all("summary").first?.text.hasSuffix("It was quiet.") == true)
        #expect(markup.all("dt").map(\.text) == ["quiet hours"])
        #expect(markup.all("dd").map(\.text) == ["22:00–07:00"])
    }

    @Test("What is paused says who did it, until when and why, and is resumed by a button that names it; where nothing is, nothing is said")
    func pauses() throws {
        let pauses = [
            PauseLine(app: nil, text: "since noon", operatorName: nil, why: nil),
            PauseLine(app: "all", text: "until it is resumed", operatorName: "ana", why: "a wrong <price>"),
        ]
        let markup = Markup(try #require(pauseList(pauses, frame(.deliveries))).text)
        #expect(markup.faults == [])
        #expect(markup.all("li").map(\.text).first?.hasPrefix("everything") == true)
        #expect(markup.all("p").map(\.text) == ["everything", "since noon", "all", "a wrong <price>", "by ana · until it is resumed"])
        let fields = markup.all("input").filter { $0.attributes["name"] != "form_token" }.map { $0.attributes }
        #expect(fields.map { $0["name"] } == ["all", "app_id"] && fields.map { $0["value"] } == ["true", "all"], "an app may be called so, too")
        #expect(markup.all("button").compactMap { $0.attributes["aria-label"] } == ["Resume: everything", "Resume: all"])
        #expect(Set(markup.values(of: "action")) == ["/page/deliveries/resume"])
        #expect(pauseList([], frame(.deliveries)) == nil)
    }

    @Test("The form that pauses stands where news don't take it away, and its first button stops the least")
    func pauseButtons() throws {
        let whole = Markup(page(deliveriesPage(), in: frame(.deliveries)))
        let buttons = whole.all("button").filter { $0.attributes["id"]?.hasPrefix("pause-") == true }
        #expect(buttons.map(\.text) == ["Pause this app", "Pause everything"] && whole.values(of: "action").contains("/page/deliveries/pause"))
        let lengths = try #require(whole.all("select").first { $0.attributes["id"] == "pause-for" })
        #expect(lengths.text == "60\u{A0}min4\u{A0}huntil it is resumed")
        #expect(!page(deliveriesPage(), in: frame(.deliveries), part: .live).contains("/page/deliveries/pause"))
    }

    @Test("To call off all that is chosen, the page asks first")
    func callOff() {
        func shown(_ act: DeliveriesPage.Act) -> Markup { Markup(page(deliveriesPage(act: act), in: frame(.deliveries), part: .live)) }
        let offered = shown(.callOff(askPath: "/deliveries?ask=cancel"))
        #expect(offered.all("a").contains { $0.attributes["href"] == "/deliveries?ask=cancel" && $0.text == "Call all of these off" })
        #expect(!offered.values(of: "action").contains { $0.contains("cancel") })
        let asked = shown(askedToCallOff("Call off the 2 that wait?"))
        #expect(asked.all("h3").contains { $0.text == "Call off the 2 that wait?" })
        #expect(asked.values(of: "action").contains("/page/deliveries/cancel?status=pending"))
        #expect(asked.all("a").contains { $0.attributes["href"] == "/deliveries?status=pending#queue" && $0.text == "Keep it" })
        let story = Markup(page(deliveryPage(), in: frame(.deliveries, isPlaceItself: false), part: .live))
        #expect(story.values(of: "action").contains("/page/deliveries/d-failed/cancel"))
    }
}
