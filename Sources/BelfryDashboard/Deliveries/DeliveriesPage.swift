import BelfryModel
import BelfryPhrases

/// How deliveries fare, and what became of each, for whoever runs Belfry.
public struct DeliveriesPage: Hashable, Sendable {
    /// What somebody should mend, a sentence each.
    public let findings: [String]
    public let backlog: BacklogLine
    /// "Of the latest 200 sent, half left within 1 s of their moment …"
    public let latenessText: String
    public let figures: DeliveryTable
    /// Pairs of a count and what it counts.
    public let quietHours: [Count]
    public let engagement: [Count]
    public let search: DeliverySearch
    public let deliveries: [DeliveryRow]
    /// Leads to those before the last one that is shown; nil where there are none.
    public let olderPath: String?
    /// Whether those that are shown are not the newest.
    public let isOlder: Bool
    public let canRedriveAll: Bool

    public struct Count: Hashable, Sendable {
        public let number: String
        public let text: String

        public init(number: String, text: String) {
            self.number = number
            self.text = text
        }
    }

    public init(
        findings: [String], backlog: BacklogLine, latenessText: String, figures: DeliveryTable, quietHours: [Count], engagement: [Count],
        search: DeliverySearch, deliveries: [DeliveryRow], olderPath: String?, isOlder: Bool, canRedriveAll: Bool
    ) {
        self.findings = findings
        self.backlog = backlog
        self.latenessText = latenessText
        self.figures = figures
        self.quietHours = quietHours
        self.engagement = engagement
        self.search = search
        self.deliveries = deliveries
        self.olderPath = olderPath
        self.isOlder = isOlder
        self.canRedriveAll = canRedriveAll
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

/// A line for each channel and one for all, as finished texts.
public struct DeliveryTable: Hashable, Sendable {
    /// "the last 30 days, by the calendar of UTC"
    public let daysText: String
    public let heads: [String]
    /// The name, then a cell for each head behind the first.
    public let lines: [[String]]
    /// Where the same is as CSV.
    public let csvPath: String

    public init(daysText: String, heads: [String], lines: [[String]], csvPath: String) {
        self.daysText = daysText
        self.heads = heads
        self.lines = lines
        self.csvPath = csvPath
    }
}

/// What somebody looks for in the list.
public struct DeliverySearch: Hashable, Sendable {
    public let text: String
    public let status: String
    public let channel: String
    /// Values with their names.
    public let statuses: [Choice]
    public let channels: [Choice]
    public let csvPath: String

    public struct Choice: Hashable, Sendable {
        public let value: String
        public let name: String

        public init(value: String, name: String) {
            self.value = value
            self.name = name
        }
    }

    public init(text: String, status: String, channel: String, statuses: [Choice], channels: [Choice], csvPath: String) {
        self.text = text
        self.status = status
        self.channel = channel
        self.statuses = statuses
        self.channels = channels
        self.csvPath = csvPath
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: DeliveriesPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let late: HTML? = view.backlog.isLate ? "<strong class=\"late\">\(words(DeliveryWord.late))</strong> " : nil
    let live: HTML = """
        \(findingList(view.findings, words))
        <div class="tiles">
        \(section("backlog", words(OperatorWord.backlog), body: "<p>\(late)\(view.backlog.sentence)</p>"))
        \(section("lateness", words(OperatorWord.lateness), body: "<p>\(view.latenessText)</p>"))
        \(section("quiet", words(OperatorWord.quietHours), body: counts(view.quietHours)))
        \(section("engagement", words(OperatorWord.engagement), body: counts(view.engagement)))
        </div>
        \(section("figures", words(OperatorWord.figures), aside: "<p class=\"aside\">\(view.figures.daysText)</p>", body: table(view.figures, words)))
        \(list(view, frame))
        """
    return FramedPage(heading: words(FrameWord.deliveries), lead: "<p>\(words(OperatorWord.lead))</p>\(searchForm(view.search, words))", live: live)
        .text(in: frame, part: part)
}

/// What `belfry doctor` would say needs mending.
func findingList(_ findings: [String], _ words: PageWords) -> HTML? {
    guard !findings.isEmpty else { return nil }
    return section("findings", words(OperatorWord.findings), body: "<ul class=\"findings\">\(findings.map { "<li>\($0)</li>" as HTML })</ul>")
}

private func counts(_ counts: [DeliveriesPage.Count]) -> HTML {
    "<ul class=\"counts\">\(counts.map { "<li><b>\($0.number)</b> \($0.text)</li>" as HTML })</ul>"
}

private func table(_ table: DeliveryTable, _ words: PageWords) -> HTML {
    let csv: HTML = "<p><a href=\"\(table.csvPath)\" download>\(words(OperatorWord.csvFigures))</a></p>"
    guard !table.lines.isEmpty else { return "<p class=\"empty\">\(words(OperatorWord.noFigures))</p>\(csv)" }
    let heads = table.heads.map { "<th scope=\"col\">\($0)</th>" as HTML }
    let lines = table.lines.map { line -> HTML in
        "<tr><th scope=\"row\">\(line.first ?? "")</th>\(line.dropFirst().map { "<td>\($0)</td>" as HTML })</tr>"
    }
    return """
        <div class="scroll" tabindex="0" role="region" aria-labelledby="heading-of-figures"><table aria-labelledby="heading-of-figures">
        <thead><tr>\(heads)</tr></thead><tbody>\(lines)</tbody></table></div>\(csv)
        """
}

private func searchForm(_ search: DeliverySearch, _ words: PageWords) -> HTML {
    func choices(_ choices: [DeliverySearch.Choice], _ chosen: String) -> [HTML] {
        choices.map { "<option value=\"\($0.value)\"\($0.value == chosen ? " selected" : nil)>\($0.name)</option>" }
    }
    return """
        <form class="search" method="get" action="/deliveries" role="search">
        <p><label for="search-text">\(words(OperatorWord.search))</label>\
        <input id="search-text" name="q" value="\(search.text)" aria-describedby="search-hint" maxlength="128">\
        <span class="aside" id="search-hint">\(words(OperatorWord.searchHint))</span></p>
        <p><label for="search-status">\(words(OperatorWord.status))</label>\
        <select id="search-status" name="status">\(choices(search.statuses, search.status))</select></p>
        <p><label for="search-channel">\(words(OperatorWord.channel))</label>\
        <select id="search-channel" name="channel">\(choices(search.channels, search.channel))</select></p>
        <button>\(words(OperatorWord.apply))</button>
        </form>
        """
}

private func list(_ view: DeliveriesPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let rows: HTML =
        view.deliveries.isEmpty
        ? "<p class=\"empty\">\(words(OperatorWord.noneFound))</p>" : "<ul>\(view.deliveries.map { $0.html(words, leadsToStory: true) })</ul>"
    let redriveAll: HTML? =
        view.canRedriveAll
        ? """
        <form method="post" action="/page/deliveries/redrive">\(tokenField(frame))<button id="redrive-all" data-act="redrive">\
        \(words(OperatorWord.redriveAll))</button></form>
        """ : nil
    return section(
        "queue", words(OperatorWord.list),
        body: """
            \(redriveAll)\(rows)
            <p class="pages">\(view.isOlder ? "<a href=\"/deliveries\">\(words(OperatorWord.newest))</a> " : nil)\
            \(view.olderPath.map { "<a href=\"\($0)\">\(words(OperatorWord.older))</a> " as HTML })\
            <a href="\(view.search.csvPath)" download>\(words(OperatorWord.csvList))</a></p>
            """)
}
