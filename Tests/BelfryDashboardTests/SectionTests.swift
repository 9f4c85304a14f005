import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Sections")
struct SectionTests {
    func acts(_ card: AlertCard) -> [String] {
        Markup(card.html(in: frame()).text).all("button").map { ($0.attributes["data-act"] ?? "") + ($0.attributes["data-days"] ?? "") }
    }

    @Test("An empty section says so in a sentence")
    func emptyStates() {
        func text(_ live: String) -> String { Markup("<main>\(live)</main>").elements.first?.text ?? "" }
        let family = text(page(emptyFamily, in: frame(), part: .live))
        #expect(family.contains("No alerts. ") && family.contains("No scores. "))
        #expect(text(page(InboxPage(messages: [], unreadCount: 0), in: frame(.inbox), part: .live)).contains("No messages. "))
        let deliveries = text(page(nothingSent("Nothing waits."), in: frame(.deliveries), part: .live))
        #expect(deliveries.contains("No delivery is like that.") && deliveries.contains("Nothing was queued on these days.") && deliveries.contains("Nothing waits."))
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

    @Test("Each status of a delivery has its own shape, and so has one that nobody knows")
    func statuses() {
        let statuses: [Delivery.Status?] = Delivery.Status.allCases + [nil]
        #expect(Set(statuses.map { Mark($0, word: "").path }).count == statuses.count)
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

    @Test("Every field of the settings has a label, every choice a legend, and a fault is told where it is")
    func fields() throws {
        let text = page(settings(), in: frame(.settings))
        let markup = Markup(text)
        let labelled = Set(markup.all("label").compactMap { $0.attributes["for"] })
        let boxes = markup.all("input").filter { ["checkbox", "radio"].contains($0.attributes["type"]) }
        let fields = markup.all("input", "select").filter { !["hidden", "checkbox", "radio"].contains($0.attributes["type"]) }
        #expect(fields.count > 8 && fields.allSatisfy { labelled.contains($0.attributes["id"] ?? "") })
        #expect(text.matches(of: /<label class="check"><input type="(?:checkbox|radio)"/).count == boxes.count)
        #expect(markup.all("fieldset").count == markup.all("legend").count)
        let faulty = try #require(markup.all("input").first { $0.attributes["aria-invalid"] == "true" })
        #expect(faulty.attributes["name"] == "quiet_hours_start" && faulty.attributes["aria-describedby"] == "fault-quiet_hours_start")
        #expect(markup.all("option").filter { $0.attributes.keys.contains("selected") }.map { $0.attributes["value"] } == ["UTC", "de", "turkey", "Ana"])
    }

    @Test("Single nights have hours of their own behind a summary, which stands open only where one has any or is at fault")
    func nights() throws {
        func details(_ values: [String: String], _ faults: [String: SettingsWord] = [:]) throws -> (isOpen: Bool, text: String) {
            let view = SettingsPage(
                values: values, faults: faults, commonZones: [], zones: [], methods: [], nights: [.init("fri", label: "Friday"), .init("sat", label: "Saturday")])
            let markup = Markup(page(view, in: frame(.settings)))
            let names = markup.all("input").compactMap { $0.attributes["name"] }.filter { $0.hasPrefix("quiet_hours_fri") }
            #expect(names == ["quiet_hours_fri_start", "quiet_hours_fri_end", "quiet_hours_fri_none"])
            let part = try #require(markup.all("details").first { $0.attributes["id"] == "nights" })
            return (part.attributes.keys.contains("open"), part.text)
        }
        let closed = try details(["quiet_hours_start": "22:00", "quiet_hours_fri_start": ""])
        #expect(!closed.isOpen && closed.text.contains("Friday") && closed.text.contains("Saturday"))
        #expect(try details(["quiet_hours_fri_start": "23:00"]).isOpen)
        #expect(try details(["quiet_hours_sat_none": SettingsPage.on]).isOpen)
        #expect(try details([:], ["quiet_hours_sat_end": .halfQuietHours]).isOpen)
    }

    @Test("Who mutes nothing may do so for a while or with an open end; who does reads until when, and may end it")
    func mute() throws {
        func section(_ state: MuteSection.State) throws -> (text: String, buttons: [String]) {
            let markup = Markup(page(settings(mute: MuteSection(state: state, morningText: "08:00")), in: frame(.settings)))
            let part = try #require(markup.all("section").first { $0.attributes["id"] == "mute" })
            let buttons = markup.all("button").filter { $0.attributes["name"] == "mute" }
            return (part.text, buttons.map { "\($0.attributes["value"] ?? ""): \($0.text)" })
        }
        let off = try section(.off)
        #expect(off.buttons == ["hour: For 1 hour", "morning: Until the morning, 08:00", "open: Until I say otherwise"])
        #expect(off.text.contains("not even what is critical"))
        let until = try section(.until("25 January 2026, 13:00"))
        #expect(until.text.contains("Everything is muted until 25 January 2026, 13:00.") && until.buttons == ["end: Unmute"])
        let open = try section(.open)
        #expect(open.text.contains("until you say otherwise") && open.buttons == ["end: Unmute"])
    }

    @Test("A mute takes along what stands in the form below, whatever that is; the Enter key in a field mutes nothing")
    func muteOfForm() {
        let markup = Markup(page(settings(), in: frame(.settings)))
        let buttons = markup.all("button").filter { $0.attributes["name"] == "mute" }
        #expect(buttons.count == 3)
        for button in buttons {
            #expect(button.attributes["form"] == "settings-form" && button.attributes["formaction"] == "/page/settings/mute")
            #expect(button.attributes.keys.contains("formnovalidate"))
        }
        // What Enter presses is the first button of the form, wherever it stands.
        let first = markup.all("button").first { $0.attributes["form"] == "settings-form" }
        #expect(first?.attributes["name"] == "step" && first?.attributes["value"] == "preview" && first?.attributes["tabindex"] == "-1")
    }

    @Test("What was switched is said, and one button has it the other way round again")
    func switched() throws {
        let items = [
            SettingsPage.Switched(sentence: "Off: <News>.", value: "push:<news>", isOn: false),
            SettingsPage.Switched(sentence: "On: Mail.", value: "notify_email", isOn: true),
        ]
        let markup = Markup(page(settings(switched: items), in: frame(.settings)))
        let form = try #require(markup.all("form").first { $0.attributes["action"] == "/page/settings/undo" })
        #expect(form.text.contains("Off: <News>.") && form.text.contains("On: Mail.") && form.text.contains("Undo"))
        let fields = markup.all("input").filter { $0.attributes["name"]?.hasPrefix("turn_") == true }
        #expect(fields.map { "\($0.attributes["name"] ?? "")=\($0.attributes["value"] ?? "")" } == ["turn_on=push:<news>", "turn_off=notify_email"])
        #expect(!page(settings(), in: frame(.settings)).contains("/page/settings/undo"))
    }

    @Test("Every address says how it stands, and offers what makes sense there; none is pressed without a name of its own")
    func addressStates() throws {
        let markup = Markup(page(settings(addresses: addresses()), in: frame(.settings)))
        #expect(markup.faults == [])
        func acts(of id: String) -> [String] {
            let path = "/page/settings/addresses/\(id)/"
            let ways = markup.values(of: "formaction") + markup.values(of: "action").filter { $0.hasSuffix("/verify#addresses") }
            return ways.filter { $0.hasPrefix(path) }.map { String($0.dropFirst(path.count).dropLast("#addresses".count)) }
        }
        #expect(acts(of: "works") == ["test", "remove"] && acts(of: "stopped") == ["resume", "remove"])
        #expect(acts(of: "waitsForCode") == ["code", "remove", "verify"] && acts(of: "waitsForLink") == ["code", "remove"])
        for state in ["bounced", "unwanted", "gone"] { #expect(acts(of: state) == ["code", "remove", "verify"], "\(state)") }
        #expect(acts(of: "left") == ["remove"], "where nothing can be sent, nothing is offered but to remove it")
        let link = try #require(markup.all("a").first { $0.attributes["href"]?.hasPrefix("https://t.me/") == true })
        #expect(link.attributes["rel"] == "noopener noreferrer")
        let labelled = Set(markup.all("label").compactMap { $0.attributes["for"] })
        let fields = markup.all("input").filter { ["email", "tel", "text"].contains($0.attributes["type"]) }
        #expect(fields.count > 8 && fields.allSatisfy { labelled.contains($0.attributes["id"] ?? "") })
        let described = fields.compactMap { $0.attributes["aria-describedby"] }
        #expect(described.filter { ["fault-topic", "fault-bounced"].contains($0) }.count == 2 && Set(markup.values(of: "id")).isSuperset(of: described))
    }

    @Test("Whoever adds an address where its channel is off is offered to switch it on, ticked; one that is there and off has a button for it")
    func addressSwitches() {
        let markup = Markup(page(settings(addresses: addresses()), in: frame(.settings)))
        let ticked = markup.all("input").filter { $0.attributes["name"] == AddressSection.switchField }
        // Where a code is entered, and where a link is made.
        #expect(ticked.count == 5 && ticked.allSatisfy { $0.attributes["value"] == "notify_push" && $0.attributes.keys.contains("checked") })
        let buttons = markup.all("button").map(\.text).filter { $0.hasPrefix("Switch on") }
        #expect(buttons == ["Switch on: Ana", "Switch on: Ana"], "of the devices, and of the channel that has an address")
    }

    @Test("Where this server tells nobody, nothing is said of addresses")
    func noAddresses() {
        #expect(!page(settings(), in: frame(.settings)).contains("id=\"addresses\""))
    }

    @Test("A preview counts and lists what is added, moved and silenced; the script is given that alone")
    func preview() {
        let preview = Markup("<div>\(page(settings(), in: frame(.settings), part: .live))</div>")
        #expect(preview.faults == [])
        #expect(preview.all("ul").map(\.text) == ["Silenced Ana", "1 added1 moved1 silenced"], "categories come first, for they hold from now on")
        let switched = Markup(SettingsPage.Preview(changes: [], categories: [.init(kind: .added, sentence: "Told")]).html(english).text)
        #expect(switched.all("ul").map(\.text) == ["Added Told"] && switched.all("p").isEmpty && switched.all("ol").isEmpty)
        #expect(preview.all("ol").first?.text.contains("Silenced Ana") == true)
        let nothing = SettingsPage(values: [:], commonZones: [], zones: [], methods: [])
        #expect(page(nothing, in: frame(.settings)).contains("nothing that is planned changes"))
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

    @Test("What a button does and to what is said with the colon of the language", arguments: [(Language.english, ": "), (.french, "\u{A0}: ")])
    func labels(_ language: Language, _ colon: String) {
        let html = message("m", isRead: true).html(in: frame(.inbox, language: language)).text
        let labels = Markup(html).all("button").compactMap { $0.attributes["aria-label"] }
        let words = PageWords(language)
        #expect(labels == [words(InboxWord.markUnread), words(InboxWord.archiveIt)].map { "\($0)\(colon)Ana" })
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
