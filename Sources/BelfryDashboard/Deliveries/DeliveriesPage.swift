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
    /// A line for each level.
    public let quietHours: FigureTable
    public let engagement: [Count]
    public let search: DeliverySearch
    public let deliveries: [DeliveryRow]
    /// Stands in their place where there are none.
    public let noneFoundText: String
    /// Leads to those before the last one that is shown; nil where there are none.
    public let olderPath: String?
    /// Whether those that are shown are not the newest.
    public let isOlder: Bool
    public let pauses: [PauseLine]
    /// Nil where nothing can be done to all that is chosen.
    public let act: Act?

    /// What can be done to all that is chosen.
    public enum Act: Hashable, Sendable {
        /// Have it tried again, at this address.
        case redrive(path: String)
        /// Call it off, once the page at this address has asked.
        case callOff(askPath: String)
        /// That page: how much it would be, where it is done, and the page without the question.
        case askedToCallOff(question: String, path: String, backPath: String)
        /// Nothing, because it is chosen by what no change goes by.
        case notAtOnce
    }

    public struct Count: Hashable, Sendable {
        public let number: String
        public let text: String
        /// "71%"; nil where it is no part of something.
        public let share: String?

        public init(number: String, text: String, share: String? = nil) {
            self.number = number
            self.text = text
            self.share = share
        }
    }

    public init(
        findings: [String], backlog: BacklogLine, latenessText: String, figures: DeliveryTable, quietHours: FigureTable,
        engagement: [Count], search: DeliverySearch, deliveries: [DeliveryRow], noneFoundText: String, olderPath: String?, isOlder: Bool,
        pauses: [PauseLine], act: Act?
    ) {
        self.findings = findings
        self.backlog = backlog
        self.latenessText = latenessText
        self.figures = figures
        self.quietHours = quietHours
        self.engagement = engagement
        self.search = search
        self.deliveries = deliveries
        self.noneFoundText = noneFoundText
        self.olderPath = olderPath
        self.isOlder = isOlder
        self.pauses = pauses
        self.act = act
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

/// Figures as finished texts.
public struct FigureTable: Hashable, Sendable {
    public let heads: [String]
    /// The name, then a cell for each head behind the first.
    public let lines: [[String]]

    public init(heads: [String], lines: [[String]]) {
        self.heads = heads
        self.lines = lines
    }
}

/// A line for each channel and one for all.
public struct DeliveryTable: Hashable, Sendable {
    /// "the last 30 days, by the calendar of UTC"
    public let daysText: String
    public let figures: FigureTable
    /// Where the same is as CSV.
    public let csvPath: String

    public init(daysText: String, figures: FigureTable, csvPath: String) {
        self.daysText = daysText
        self.figures = figures
        self.csvPath = csvPath
    }
}

/// What somebody looks for in the list.
public struct DeliverySearch: Hashable, Sendable {
    public let text: String
    public let filters: [Filter]
    public let csvPath: String

    public struct Filter: Hashable, Sendable {
        /// In the page's address.
        public let name: String
        public let label: String
        public let choices: [Choice]
        /// The value of one of them.
        public let chosen: String

        public init(name: String, label: String, choices: [Choice], chosen: String) {
            self.name = name
            self.label = label
            self.choices = choices
            self.chosen = chosen
        }
    }

    public struct Choice: Hashable, Sendable {
        public let value: String
        public let name: String

        public init(value: String, name: String) {
            self.value = value
            self.name = name
        }
    }

    public init(text: String, filters: [Filter], csvPath: String) {
        self.text = text
        self.filters = filters
        self.csvPath = csvPath
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: DeliveriesPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let late: HTML? = view.backlog.isLate ? "<strong class=\"late\">\(words(DeliveryWord.late))</strong> " : nil
    let live: HTML = """
        \(findingList(view.findings, words))
        \(pauseList(view.pauses, frame))
        <div class="tiles">
        \(section("backlog", words(OperatorWord.backlog), body: """
            <p>\(late)\(view.backlog.sentence)</p>\
            <p class="pages"><a href="/deliveries?status=\(Delivery.Status.pending.rawValue)#queue">\(words(DeliveryWord.waiting))</a> \
            <a href="/deliveries?status=\(Delivery.Status.failed.rawValue)#queue">\(words(OperatorWord.deadLetters))</a> \
            <a href="#pause">\(words(OperatorWord.pauseTitle))</a></p>
            """))
        \(section("lateness", words(OperatorWord.lateness), body: "<p>\(view.latenessText)</p>"))
        \(section("quiet", words(OperatorWord.quietHours), body: table(view.quietHours, "quiet")))
        \(section("engagement", words(OperatorWord.engagement), body: counts(view.engagement)))
        </div>
        \(section("figures", words(OperatorWord.figures), aside: "<p class=\"aside\">\(view.figures.daysText)</p>", body: table(view.figures, words)))
        \(list(view, frame))
        """
    let lead: HTML = "<p>\(words(OperatorWord.lead))</p>\(searchForm(view.search, words))"
    return FramedPage(heading: words(FrameWord.deliveries), lead: lead, live: live, rest: pauseForm(frame)).text(in: frame, part: part)
}

/// What `belfry doctor` would say needs mending: in English, as it does, whatever the page speaks.
func findingList(_ findings: [String], _ words: PageWords) -> HTML? {
    guard !findings.isEmpty else { return nil }
    return section("findings", words(OperatorWord.findings), body: "<ul class=\"findings\">\(findings.map { "<li lang=\"en\" dir=\"ltr\">\($0)</li>" as HTML })</ul>")
}

private func counts(_ counts: [DeliveriesPage.Count]) -> HTML {
    let items = counts.map { count -> HTML in
        "<li><b>\(count.number)</b> \(count.text)\(count.share.map { " <span class=\"aside\">\($0)</span>" as HTML })</li>"
    }
    return "<ul class=\"counts\">\(items)</ul>"
}

private func table(_ table: DeliveryTable, _ words: PageWords) -> HTML {
    let csv: HTML = "<p><a href=\"\(table.csvPath)\" download>\(words(OperatorWord.csvFigures))</a></p>"
    guard !table.figures.lines.isEmpty else { return "<p class=\"empty\">\(words(OperatorWord.noFigures))</p>\(csv)" }
    return "\(BelfryDashboard.table(table.figures, "figures"))\(csv)"
}

/// On a narrow screen each line stands by itself, every figure with its head beside it. Roles are said, since what is no longer laid out as a
/// table is none to a screen reader either.
///
/// - Parameter id: of the section whose heading names it.
private func table(_ table: FigureTable, _ id: String) -> HTML {
    let heads = table.heads.map { "<th scope=\"col\" role=\"columnheader\">\($0)</th>" as HTML }
    let lines = table.lines.map { line -> HTML in
        let cells = zip(table.heads.dropFirst(), line.dropFirst()).map { "<td role=\"cell\" data-head=\"\($0)\">\($1)</td>" as HTML }
        return "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">\(line.first ?? "")</th>\(cells)</tr>"
    }
    return """
        <div class="scroll stacks" id="scroller-of-\(id)" tabindex="0" role="region" aria-labelledby="heading-of-\(id)">\
        <table role="table" aria-labelledby="heading-of-\(id)"><thead role="rowgroup"><tr role="row">\(heads)</tr></thead>
        <tbody role="rowgroup">\(lines)</tbody></table></div>
        """
}

private func searchForm(_ search: DeliverySearch, _ words: PageWords) -> HTML {
    let filters = search.filters.map(\.html)
    return """
        <form class="search" method="get" action="/deliveries" role="search">
        <p><label for="search-text">\(words(OperatorWord.search))</label>\
        <input id="search-text" name="q" value="\(search.text)" aria-describedby="search-hint" maxlength="128">\
        <span class="aside" id="search-hint">\(words(OperatorWord.searchHint))</span></p>
        \(filters)
        <button>\(words(OperatorWord.apply))</button>
        </form>
        """
}

extension DeliverySearch.Filter {
    /// As it stands in a form that looks for something.
    var html: HTML {
        let options = choices.map { "<option value=\"\($0.value)\"\($0.value == chosen ? " selected" : nil)>\($0.name)</option>" as HTML }
        return """
            <p><label for="search-\(name)">\(label)</label>\
            <select id="search-\(name)" name="\(name)">\(options)</select></p>
            """
    }
}

private func list(_ view: DeliveriesPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let rows: HTML =
        view.deliveries.isEmpty
        ? "<p class=\"empty\">\(view.noneFoundText)</p>" : "<ul>\(view.deliveries.map { $0.html(words, leadsToStory: true) })</ul>"
    let csv: HTML = "<a href=\"\(view.search.csvPath)\" download>\(words(OperatorWord.csvList))</a>"
    let links = pageLinks(newest: view.isOlder ? "/deliveries" : nil, older: view.olderPath, words, more: csv)
    return section("queue", words(OperatorWord.list), body: "\(view.act.map { act($0, frame) })\(rows)\(links)")
}

private func act(_ act: DeliveriesPage.Act, _ frame: PageFrame) -> HTML {
    let words = frame.words
    switch act {
    case .redrive(let path):
        return """
            <form method="post" action="\(path)">\(tokenField(frame))<button id="redrive-all" data-act="redrive">\
            \(words(OperatorWord.redriveAll))</button></form>
            """
    case .callOff(let askPath):
        return "<p><a class=\"button\" id=\"call-off-all\" href=\"\(askPath)\">\(words(OperatorWord.callOffAll))</a></p>"
    case .askedToCallOff(let question, let path, let backPath):
        return """
            <form class="question" method="post" action="\(path)">\(tokenField(frame))
            <h3>\(question)</h3>
            <p>\(words(OperatorWord.callOffEffect))</p>
            <div class="actions"><a id="keep-all" href="\(backPath)">\(words(AlertWord.keep))</a>\
            <button id="call-off-all" class="grave">\(words(OperatorWord.callOff))</button></div>
            </form>
            """
    case .notAtOnce:
        return "<p class=\"aside\">\(words(OperatorWord.notAtOnce))</p>"
    }
}
