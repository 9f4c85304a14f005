import BelfryModel
import BelfryPhrases

@testable import BelfryDashboard

/// The frame of somebody who runs Belfry, so that it has every link.
func frame(_ place: PageFrame.Place = .family, isPlaceItself: Bool = true, language: Language = .english, notice: String? = nil) -> PageFrame {
    PageFrame(place: place, isPlaceItself: isPlaceItself, language: language, isOperator: true, formToken: "0f1e2d", notice: notice)
}

let english = PageWords(.english)

/// A family's page with every part in it; `word` stands wherever a text from outside can stand.
func family(_ word: String = "Ana") -> FamilyPage {
    FamilyPage(
        personName: word, familyName: word,
        alerts: [alert("a1", word), alert("a2", word, isHidden: true), alert("a3", word, isActive: false)], scores: [scores("ana", word)])
}

let emptyFamily = FamilyPage(personName: "Ana", familyName: nil, alerts: [])

func alertPage(_ word: String = "Ana", isAskingToDismiss: Bool = false) -> AlertPage {
    AlertPage(
        card: alert("a1", word, dayCount: 20), episode: 12...19, band: .init(low: 380, high: 420, lowText: word, highText: word),
        deliveries: deliveries(word), isAskingToDismiss: isAskingToDismiss)
}

func inbox(_ word: String = "Ana") -> InboxPage {
    InboxPage(messages: [message("d-sent", word, isRead: false), message("d-other", word, isRead: true)], unreadCount: 1, newestPath: "/inbox", olderPath: "/inbox?before=1.a")
}

func deliveriesPage(_ word: String = "Ana", act: DeliveriesPage.Act = .redrive(path: "/page/deliveries/redrive?status=failed")) -> DeliveriesPage {
    let count = DeliveriesPage.Count(number: "1", text: word, share: word)
    let filter = DeliverySearch.Filter(name: "status", label: word, choices: [.init(value: word, name: word)], chosen: word)
    let table = FigureTable(heads: [word, word], lines: [[word, "1"]])
    return DeliveriesPage(
        findings: [word], backlog: BacklogLine(sentence: "\(word) waits.", isLate: true), latenessText: word,
        figures: DeliveryTable(daysText: word, figures: table, csvPath: "/deliveries/figures.csv"), quietHours: table,
        engagement: [count],
        search: DeliverySearch(text: word, filters: [filter], csvPath: "/deliveries.csv"),
        deliveries: deliveries(word), noneFoundText: word, olderPath: "/deliveries?before=1", isOlder: true,
        pauses: [
            PauseLine(app: nil, text: word, operatorName: nil, why: nil), PauseLine(app: word, text: word, operatorName: word, why: word),
        ], act: act)
}

func nothingSent(_ sentence: String) -> DeliveriesPage {
    DeliveriesPage(
        findings: [], backlog: BacklogLine(sentence: sentence), latenessText: "",
        figures: DeliveryTable(daysText: "", figures: FigureTable(heads: [], lines: []), csvPath: "/deliveries/figures.csv"),
        quietHours: FigureTable(heads: ["Level"], lines: []), engagement: [],
        search: DeliverySearch(text: "", filters: [], csvPath: "/deliveries.csv"), deliveries: [], noneFoundText: "No delivery is like that.",
        olderPath: nil, isOlder: false, pauses: [], act: nil)
}

func askedToCallOff(_ word: String = "Ana") -> DeliveriesPage.Act {
    .askedToCallOff(question: word, path: "/page/deliveries/cancel?status=pending", backPath: "/deliveries?status=pending#queue")
}

func deliveryPage(_ word: String = "Ana") -> DeliveryPage {
    let steps = [DeliveryPage.Step(timeText: word, text: word, detail: word), DeliveryPage.Step(timeText: nil, text: word)]
    return DeliveryPage(
        row: delivery("d-failed", word, status: .failed), title: word, body: word, changeText: word, steps: steps, transmissions: steps,
        canBeRedriven: true, canBeCalledOff: true, alertPath: "/alerts/a")
}

func timeline(_ word: String = "Ana") -> TimelinePage {
    let entries = TimelineEntry.State.allCases.map { state in
        TimelineEntry(
            id: "\(word)-\(state)", timeText: "09:00", state: state, tenant: .bills, sender: sender(word), title: word, body: word, whereText: word,
            reason: word, path: state == .told ? "/alerts/a" : nil)
    }
    let days = [TimelineDay(id: "2026-01-25", heading: word, entries: entries), TimelineDay(id: "2026-01-26", heading: word, entries: [])]
    return TimelinePage(
        coming: days.map { TimelineDay(id: $0.id, heading: $0.heading, entries: []) }, past: days, coverageText: word, tenants: TimelineTenant.allCases,
        shown: .prayer)
}

func start(_ word: String = "Ana", isDone: Bool = false) -> StartPage {
    StartPage(
        zoneName: word, zoneTimeText: word, isZoneChosen: isDone, quietHours: isDone ? .init(start: "22:00", end: "07:00") : nil,
        quietNights: isDone ? word : nil, isQuietChosen: isDone,
        canPush: true, isSecure: true, isBrowserTold: isDone, test: .init(id: "t", title: word, body: word, timeText: word, isSeen: isDone), findings: [word])
}

/// With a fault and a change of each kind.
func settings(
    _ word: String = "Ana", mute: MuteSection = MuteSection(), switched: [SettingsPage.Switched] = [], addresses: AddressSection = AddressSection()
) -> SettingsPage {
    let zones = [SettingsPage.Choice(value: "Europe/Berlin", label: word), .init(value: "UTC", label: word)]
    let calendar = CalendarSection(
        madeText: word, details: [.init(value: word, label: word)], detail: word, address: .init("https://belfry.example/calendar/\(word).ics"))
    return SettingsPage(
        values: [
            "notify_in_app": SettingsPage.on, "quiet_hours_start": word, "quiet_hours_notification_level": "critical_only", "timezone": "UTC",
            "quiet_hours_sun_none": SettingsPage.on, "language": "de", "prayer_place": word, "prayer_method": "turkey",
        ], faults: ["quiet_hours_start": .badTime], commonZones: zones, zones: zones, methods: [.init(value: "turkey", label: word)],
        nights: [.init("sat", label: word), .init("sun", label: word)], categories: [.init(name: word, switches: [
            .init(value: word, label: word, wasOn: true, isOn: false), .init(value: "\(word)-2", label: word, wasOn: false, isOn: true),
        ])],
        preview: .init(
            changes: SettingsPage.Change.Kind.allCases.map { .init(kind: $0, sentence: word) }, categories: [.init(kind: .silenced, sentence: word)]),
        mute: mute, addresses: addresses, calendar: calendar, switched: switched)
}

/// Every channel, state and fault of addresses.
func addresses(_ word: String = "Ana", news: AddressSection.News? = .removed) -> AddressSection {
    let fault = AddressSection.Fault(sentence: word, typed: word)
    let points = AddressSection.State.allCases.map { state in
        AddressSection.Point(
            id: "\(state)", value: state == .waitsForLink ? "" : word, state: state, link: state == .waitsForLink ? "https://t.me/bot?start=\(word)" : nil,
            fault: state == .bounced ? fault : nil)
    }
    let switchedOff = AddressSection.Switch(value: "notify_push", label: word)
    let channels = AddressSection.Field.allCases.map { field in
        AddressSection.Channel(
            value: "\(field)", name: word, field: field, switchedOff: switchedOff, points: field == .mailbox ? points : [], fault: field == .topic ? fault : nil)
    }
    let left = AddressSection.Channel(value: "left", name: word, field: nil, points: [.init(id: "left", value: word, state: .works)])
    return AddressSection(
        channels: channels + [left], devices: [.init(id: "d", name: word, text: word)], devicesSwitchedOff: switchedOff, canPush: true,
        news: news, removed: .init(channel: "mailbox", value: word))
}

private func deliveries(_ word: String) -> [DeliveryRow] {
    Delivery.Status.allCases.map { delivery("d-\($0)", word, status: $0) } + [delivery("d-other", word, status: nil)]
}

/// Every page with every part in it, in a language.
func allPages(_ word: String = "Ana", in language: Language = .english) -> [(name: String, text: String)] {
    func frame(_ place: PageFrame.Place, isPlaceItself: Bool = true) -> PageFrame {
        PageFrame(place: place, isPlaceItself: isPlaceItself, language: language, isOperator: true, zoneName: word, formToken: "0f1e2d", notice: word)
    }
    let unsubscribe = UnsubscribePage.Button(label: word, action: "/unsubscribe/t")
    let goingOn: [(name: String, text: String)] = [NotificationLink("https://app.example/pay?a='1'&b=2")].compactMap(\.self).map { link in
        (name: "going on to an app", text: page(GoOnPage(link: link), in: frame(.inbox, isPlaceItself: false)))
    }
    let pages: [(name: String, text: String)] = [
        ("the family", page(family(word), in: frame(.family))), ("an empty family", page(emptyFamily, in: frame(.family))),
        ("an alert", page(alertPage(word), in: frame(.family, isPlaceItself: false))),
        ("an alert that asks", page(alertPage(word, isAskingToDismiss: true), in: frame(.family, isPlaceItself: false))),
        ("the inbox", page(inbox(word), in: frame(.inbox))),
        ("the newest of the inbox", page(InboxPage(messages: [message("d-sent", word, isRead: false)], unreadCount: 1), in: frame(.inbox))),
        ("an empty inbox", page(InboxPage(messages: [], unreadCount: 0), in: frame(.inbox))),
        ("the archive", page(InboxPage(messages: [message("d-sent", word, isRead: true, isArchived: true)], unreadCount: 0, isArchive: true), in: frame(.inbox))),
        ("what is put off", page(InboxPage(messages: [laterMessage(word)], unreadCount: 0, isLater: true), in: frame(.inbox))),
        ("the inbox after an act", page(InboxPage(messages: [], unreadCount: 0, done: .message(.archive, id: word)), in: frame(.inbox))),
        ("the timeline", page(timeline(word), in: frame(.timeline))),
        ("an empty timeline", page(TimelinePage(coming: [], past: [], coverageText: nil, tenants: [], shown: nil), in: frame(.timeline))),
        ("own reminders", page(remindersPage(word), in: frame(.reminders))),
        ("own reminders, one to change", page(remindersPage(word, former: "{}"), in: frame(.reminders, isPlaceItself: false))),
        ("own reminders, none", page(RemindersPage(rows: [], isTold: true, form: reminderForm(word)), in: frame(.reminders))),
        ("the first steps", page(start(word), in: frame(.start))), ("the last of them", page(start(word, isDone: true), in: frame(.start))),
        ("the deliveries", page(deliveriesPage(word), in: frame(.deliveries))),
        ("deliveries to call off", page(deliveriesPage(word, act: .callOff(askPath: "/deliveries?ask=cancel#queue")), in: frame(.deliveries))),
        ("deliveries to call off, asked", page(deliveriesPage(word, act: askedToCallOff(word)), in: frame(.deliveries))),
        ("deliveries of a kind", page(deliveriesPage(word, act: .notAtOnce), in: frame(.deliveries))),
        ("what is planned", page(plannedPage(word), in: frame(.planned))),
        ("nothing planned", page(plannedPage(word, list: OperatorList(items: [])), in: frame(.planned))),
        ("the broadcasts", page(BroadcastsPage(filters: [filter(word)], broadcasts: operatorList(word)), in: frame(.broadcasts))),
        ("a broadcast", page(broadcast(word, .offered(askPath: "/broadcasts/1?ask=cancel")), in: frame(.broadcasts, isPlaceItself: false))),
        ("a broadcast, asked", page(broadcast(word, .asked(path: "/page/broadcasts/1/cancel", backPath: "/broadcasts/1")), in: frame(.broadcasts, isPlaceItself: false))),
        ("something to send", page(composePage(word), in: frame(.send))),
        ("something to send, tried", page(composePage(word, isTried: true), in: frame(.send))),
        ("the settings", page(settings(word), in: frame(.settings))),
        ("the settings of who mutes", page(settings(word, mute: MuteSection(state: .until(word), morningText: word)), in: frame(.settings))),
        ("the settings after a switch", page(settings(word, switched: [.init(sentence: word, value: word, isOn: true)]), in: frame(.settings))),
        ("the settings with addresses", page(settings(word, addresses: addresses(word)), in: frame(.settings))),
        ("no deliveries", page(nothingSent(word), in: frame(.deliveries))),
        ("a delivery", page(deliveryPage(word), in: frame(.deliveries, isPlaceItself: false))),
        ("nothing here", page(NothingHerePage(), in: frame(.family))), ("not done", page(NotDonePage(), in: frame(.family))),
        ("sign-in", page(SignInPage(language: language))), ("sign-in with a notice", page(SignInPage(language: language, notice: word))),
        ("sign-in by mail", page(SignInPage(language: language, notice: word, isMailed: true))),
        ("sign-in as somebody", page(SignInAsPage(name: word, origin: word, token: word, formToken: "0f1e2d", language: language))),
        ("outage", page(OutagePage(language: language, isOfPost: false))), ("outage of a post", page(OutagePage(language: language, isOfPost: true))),
        ("unsubscribing", page(UnsubscribePage(title: word, text: word, button: unsubscribe, language: language))),
    ]
    return pages + goingOn
}

func alert(_ id: String, _ word: String = "Ana", isActive: Bool = true, isHidden: Bool = false, dayCount: Int = 5) -> AlertCard {
    AlertCard(
        id: id, memberName: word, title: word, sentence: word, severity: .attention, levelText: word, statusText: word, isActive: isActive,
        snoozedText: isHidden ? word : nil, dismissedText: isHidden ? word : nil,
        chart: (0..<dayCount).map { ChartPoint(dateText: word, value: $0 == 2 ? nil : 400 - Double($0) * 7.25, valueText: word) }, baseline: 430,
        baselineText: word)
}

func scores(_ id: String, _ word: String = "Ana", dayCount: Int = 4) -> ScoreCard {
    let points = (0..<dayCount).map { ChartPoint(dateText: word, value: $0 == 1 ? nil : 60 + Double($0), valueText: word) }
    return ScoreCard(
        id: id, memberName: word, vitalityText: word,
        pillars: [.init(name: word, currentText: word, points: points), .init(name: word, currentText: "", points: [])],
        insights: TrendTone.allCases.map { .init(tone: $0, title: word, sentence: word) })
}

private func sender(_ word: String) -> SenderMark { SenderMark(name: word, color: .white) }

func delivery(_ id: String, _ word: String = "Ana", status: Delivery.Status?) -> DeliveryRow {
    DeliveryRow(
        id: id, sender: sender(word), recipientName: word, memberName: word, channelText: word, statusText: word, status: status, reasonSentence: word,
        decidedText: word, attemptsText: word, errorText: word, inputs: [.init(name: word, value: word)])
}

func message(_ id: String, _ word: String = "Ana", isRead: Bool, isArchived: Bool = false) -> InboxRow {
    InboxRow(
        id: id, title: word, body: word, severity: .critical, sender: sender(word), timeText: word, isRead: isRead, isArchived: isArchived,
        alert: isArchived ? nil : .init(id: id, canBeSnoozed: !isRead),
        image: NotificationImage(url: "https://cdn.app.example/a.jpg?b=1&c=2", alt: word))
}

func laterMessage(_ word: String = "Ana", isToCome: Bool = true) -> InboxRow {
    InboxRow(
        id: "d-later", title: word, body: word, severity: .watch, timeText: word, isRead: false,
        later: .init(moment: "2026-01-26T07:00:00Z", timeText: word, isToCome: isToCome),
        laterOffers: LaterChoice.allCases.map { InboxRow.LaterOffer(choice: $0, timeText: $0 == .inAnHour ? nil : word) })
}
