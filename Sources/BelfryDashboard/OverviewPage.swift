/// What a person sees first: the family's alerts and scores, their own inbox, and what was decided about every delivery.
public struct OverviewPage: Hashable, Sendable {
    public let personName: String
    /// Nil where the person is in no family yet.
    public let familyName: String?
    public let alerts: [AlertCard]
    /// One for each member of whose days something is known.
    public let scores: [ScoreCard]
    public let deliveries: [DeliveryRow]
    public let inbox: [InboxRow]
    public let backlog: BacklogLine
    /// Something that the person should know before all else.
    public let notice: String?

    public init(
        personName: String, familyName: String?, alerts: [AlertCard], scores: [ScoreCard] = [], deliveries: [DeliveryRow],
        inbox: [InboxRow], backlog: BacklogLine, notice: String? = nil
    ) {
        self.personName = personName
        self.familyName = familyName
        self.alerts = alerts
        self.scores = scores
        self.deliveries = deliveries
        self.inbox = inbox
        self.backlog = backlog
        self.notice = notice
    }
}

/// How much waits to be sent: "2 wait. The oldest has waited for 4 seconds."
public struct BacklogLine: Hashable, Sendable {
    public let sentence: String
    /// The oldest has waited longer than it should.
    public let isLate: Bool

    public init(sentence: String, isLate: Bool = false) {
        self.sentence = sentence
        self.isLate = isLate
    }
}

/// The whole document.
public func page(_ view: OverviewPage) -> String {
    let body: HTML = """
        <header class="top">
        <p class="brand">\(bell)Belfry</p>
        <div class="greeting"><h1>\(view.familyName ?? "Your family")</h1><p>Hello \(view.personName).</p></div>
        <nav aria-label="On this page"><a href="#alerts">Alerts</a><a href="#scores">Scores</a>\
        <a href="#inbox">Inbox</a><a href="#queue">Queue</a></nav>
        <p class="connection" id="connection">Connecting</p>
        </header>
        <p class="notice" id="notice" role="alert">\(view.notice ?? "")</p>
        <noscript><p class="notice">Without scripts this page stays as it was when it was opened, and its buttons do nothing.</p></noscript>
        <main id="live">\(sectionList(view))</main>
        <p class="unseen" id="announcement" aria-live="polite"></p>
        <dialog id="dismiss-dialog" aria-labelledby="dismiss-question" aria-describedby="dismiss-effect"><form method="dialog">
        <h2 id="dismiss-question">Dismiss this alert?</h2>
        <p id="dismiss-effect"><b id="dismiss-name"></b> will be hidden for good, and nobody in the family will be told of it again. \
        You can take that back with Undo.</p>
        <div class="actions"><button value="keep">Keep it</button><button value="dismiss" class="grave">Dismiss</button></div>
        </form></dialog>
        """
    return document(title: "\(view.familyName ?? "Your family") · Belfry", body: body, hasScript: true)
}

/// The content of `<main>`, which the script fetches again whenever something has changed.
public func sections(_ view: OverviewPage) -> String {
    sectionList(view).text
}

private func sectionList(_ view: OverviewPage) -> HTML {
    let activeCount = view.alerts.count { $0.isActive && !$0.isHidden }
    let unreadCount = view.inbox.count { !$0.isRead }
    return """
        \(section("alerts", "Alerts", aside: view.alerts.isEmpty ? nil : "<p class=\"aside\">\(activeCount) to look at</p>",
            items: view.alerts.map(\.html),
            whenEmpty: "No alerts. When somebody’s days are off their own usual for a while, it shows here."))
        \(section("scores", "Three weeks", aside: nil, items: view.scores.map(\.html),
            whenEmpty: "No scores. When somebody’s wearable has told of a night or a day, they show here."))
        \(section("inbox", "Inbox", aside: view.inbox.isEmpty ? nil : "<p class=\"aside\">\(unreadCount) unread</p>",
            items: view.inbox.map(\.html),
            whenEmpty: "No messages. What Belfry tells you in the app stays here."))
        \(section("queue", "Queue and decisions", aside: backlogLine(view.backlog),
            items: view.deliveries.map(\.html),
            whenEmpty: "No deliveries. Nothing had to be told so far."))
        """
}

private func backlogLine(_ backlog: BacklogLine) -> HTML {
    "<p class=\"aside\">\(backlog.isLate ? "<strong class=\"late\">Late.</strong> " : nil)\(backlog.sentence)</p>"
}

private func section(_ id: String, _ heading: String, aside: HTML?, items: [HTML], whenEmpty: String) -> HTML {
    """
    <section class="\(id)" id="\(id)" tabindex="-1" aria-labelledby="heading-of-\(id)">
    <div class="heading"><h2 id="heading-of-\(id)">\(heading)</h2>\(aside)</div>
    \(items.isEmpty ? "<p class=\"empty\">\(whenEmpty)</p>" : "<ul>\(items)</ul>")
    </section>
    """
}
