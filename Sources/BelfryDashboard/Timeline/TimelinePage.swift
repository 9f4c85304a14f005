import BelfryModel
import BelfryPhrases

/// What a person will be told in the coming days, and what they were told or spared in the last ones, each with its reason.
public struct TimelinePage: Hashable, Sendable {
    /// Today first.
    public let coming: [TimelineDay]
    /// Today first, then back.
    public let past: [TimelineDay]
    /// Until when what is planned holds: "Everything asked for is planned."; nil where nothing is.
    public let coverageText: String?
    /// Of which tenants something is there, in their order.
    public let tenants: [TimelineTenant]
    /// The one that alone is shown; nil for all.
    public let shown: TimelineTenant?
    /// How many more there are than stand in the days.
    public let comingMoreCount: Int
    public let pastMoreCount: Int

    public init(
        coming: [TimelineDay], past: [TimelineDay], coverageText: String?, tenants: [TimelineTenant], shown: TimelineTenant?, comingMoreCount: Int = 0,
        pastMoreCount: Int = 0
    ) {
        self.comingMoreCount = comingMoreCount
        self.pastMoreCount = pastMoreCount
        self.coming = coming
        self.past = past
        self.coverageText = coverageText
        self.tenants = tenants
        self.shown = shown
    }
}

/// Whose notification it is.
public enum TimelineTenant: String, CaseIterable, Sendable {
    case vitality, bills, study, pantry, prayer, recalls, reminders, other

    public var word: TimelineWord {
        switch self {
        case .vitality: .vitality
        case .bills: .bills
        case .study: .study
        case .pantry: .pantry
        case .prayer: .prayer
        case .recalls: .recalls
        case .reminders: .reminders
        case .other: .other
        }
    }
}

/// What falls on one day by the person's calendar.
public struct TimelineDay: Hashable, Sendable {
    /// `2026-01-25`, by which the day can be linked to.
    public let id: String
    /// "Today, Sunday 25 January 2026"
    public let heading: String
    public let entries: [TimelineEntry]

    public init(id: String, heading: String, entries: [TimelineEntry]) {
        self.id = id
        self.heading = heading
        self.entries = entries
    }
}

/// One notification on its day.
public struct TimelineEntry: Hashable, Sendable {
    /// What becomes or became of it; its shape and its word say so, and not its colour alone.
    public enum State: String, CaseIterable, Sendable {
        case planned, told, held, later, leftOut, notSent, givenUp, calledOff

        var word: TimelineWord {
            switch self {
            case .planned: .planned
            case .told: .told
            case .held: .held
            case .later: .later
            case .leftOut: .leftOut
            case .notSent: .notSent
            case .givenUp: .givenUp
            case .calledOff: .calledOff
            }
        }

        var className: String {
            switch self {
            case .leftOut: "left-out"
            case .notSent: "not-sent"
            case .givenUp: "given-up"
            case .calledOff: "called-off"
            default: rawValue
            }
        }

        var shape: Delivery.Status {
            switch self {
            case .planned, .later, .held: .pending
            case .told: .sent
            case .leftOut, .notSent: .skipped
            case .givenUp: .failed
            case .calledOff: .cancelled
            }
        }
    }

    public let id: String
    /// "09:00"; nil where it has no moment.
    public let timeText: String?
    public let state: State
    public let tenant: TimelineTenant
    /// Which app's it is; nil where that needn't be said.
    public let sender: SenderMark?
    public let title: String
    /// Nil where there is none, or it is not known here.
    public let body: String?
    /// "on your device", "over push, about Ben"
    public let whereText: String
    /// Why, as a finished sentence; nil where nothing more than the state is known.
    public let reason: String?
    /// The page that tells more.
    public let path: String?

    public init(
        id: String, timeText: String?, state: State, tenant: TimelineTenant, sender: SenderMark? = nil, title: String, body: String? = nil,
        whereText: String, reason: String?, path: String? = nil
    ) {
        self.id = id
        self.timeText = timeText
        self.state = state
        self.tenant = tenant
        self.sender = sender
        self.title = title
        self.body = body
        self.whereText = whereText
        self.reason = reason
        self.path = path
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: TimelinePage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let live: HTML = """
        \(filter(view, words))
        \(section(
            "coming", words(TimelineWord.coming), aside: view.coverageText.map { "<p class=\"aside\">\($0)</p>" },
            body: "\(days(view.coming, "coming", whenEmpty: words(TimelineWord.noneComing), words))\(more(view.comingMoreCount, words))"))
        \(section("past", words(TimelineWord.past), body: "\(days(view.past, "past", whenEmpty: words(TimelineWord.nonePast), words))\(more(view.pastMoreCount, words))"))
        """
    return FramedPage(
        heading: words(FrameWord.timeline), subject: view.shown.map { words($0.word) }, lead: "<p>\(words(TimelineWord.lead))</p>", live: live
    ).text(in: frame, part: part)
}

private func more(_ count: Int, _ words: PageWords) -> HTML? {
    count > 0 ? "<p class=\"aside\">\(words(SettingsWord.andMore, count: count))</p>" : nil
}

/// Links, so that they work without a script, and the page that one is on can be kept as a bookmark.
private func filter(_ view: TimelinePage, _ words: PageWords) -> HTML? {
    guard view.tenants.count > 1 else { return nil }
    func link(_ tenant: TimelineTenant?) -> HTML {
        let current: HTML? = tenant == view.shown ? " aria-current=\"true\"" : nil
        let path = tenant.map { "/timeline?of=\($0.rawValue)" } ?? "/timeline"
        return "<li><a href=\"\(path)\"\(current)>\(words(tenant?.word ?? TimelineWord.all))</a></li>"
    }
    return "<nav class=\"tabs\" aria-label=\"\(words(TimelineWord.show))\"><ul>\(link(nil))\(view.tenants.map { link($0) })</ul></nav>"
}

private func days(_ days: [TimelineDay], _ part: String, whenEmpty: String, _ words: PageWords) -> HTML {
    guard !days.isEmpty else { return "<p class=\"empty\">\(whenEmpty)</p>" }
    let items = days.map { day -> HTML in
        let id = "\(part)-\(day.id)"
        return """
            <li class="day"><section id="\(id)" tabindex="-1" aria-labelledby="heading-of-\(id)"><h3 id="heading-of-\(id)">\(day.heading)</h3>
            \(day.entries.isEmpty
                ? "<p class=\"aside\">\(words(TimelineWord.nothingThatDay))</p>" : "<ol>\(day.entries.map { $0.html(words) })</ol>")
            </section></li>
            """
    }
    return "<ol class=\"days\">\(items)</ol>"
}

extension TimelineEntry {
    func html(_ words: PageWords) -> HTML {
        let name: HTML = path.map { "<a href=\"\($0)\">\(title)</a>" } ?? "\(title)"
        return """
            <li class="entry \(state.className)" id="entry-\(id)"><p class="when">\(timeText.map { "<time>\($0)</time>" })</p><div>
            <p class="line">\(Mark(state.shape, word: words(state.word)).html)<span class="aside">\(sender.map { "\($0.html) · " as HTML })\
            \(words(tenant.word)) · \(whereText)</span></p>
            <p class="what" dir="auto"><b>\(name)</b>\(body.map { " <span>\($0)</span>" })</p>
            \(reason.map { "<p class=\"aside why\">\($0)</p>" })
            </div></li>
            """
    }
}
