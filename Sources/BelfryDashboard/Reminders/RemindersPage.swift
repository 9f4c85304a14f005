import BelfryModel
import BelfryPhrases

/// A person's own reminders, with a form to add one or to change one.
public struct RemindersPage: Hashable, Sendable {
    public let rows: [ReminderRow]
    /// How many there are besides those on this page.
    public let moreCount: Int
    /// Leads to those behind the last one; nil where there are none.
    public let furtherPath: String?
    /// Leads to the first of all; nil where they are shown.
    public let beginningPath: String?
    /// Whether it is known that a device of the person's tells anything.
    public let isTold: Bool
    public let form: ReminderForm
    /// What was just done; nil on a page that isn't the answer to that.
    public let news: News?

    static let formID = "reminder"

    /// What was done, and what takes it back.
    public struct News: Hashable, Sendable {
        public let sentence: String
        /// Nil where nothing does.
        public let undo: Undo?

        public init(sentence: String, undo: Undo?) {
            self.sentence = sentence
            self.undo = undo
        }
    }

    /// How a reminder was before.
    public struct Undo: Hashable, Sendable {
        public let id: String
        /// Its columns as an object of JSON, those that were changed; empty where it wasn't there.
        public let former: String
        /// Whether the columns are all that it had, so that it can be made anew.
        public let isWhole: Bool

        public init(id: String, former: String, isWhole: Bool) {
            self.id = id
            self.former = former
            self.isWhole = isWhole
        }
    }

    public init(
        rows: [ReminderRow], moreCount: Int = 0, furtherPath: String? = nil, beginningPath: String? = nil, isTold: Bool, form: ReminderForm, news: News? = nil
    ) {
        self.rows = rows
        self.moreCount = moreCount
        self.furtherPath = furtherPath
        self.beginningPath = beginningPath
        self.isTold = isTold
        self.form = form
        self.news = news
    }
}

/// What the forms of the page carry besides the session's token, by its name.
public enum ReminderField: String, CaseIterable, Sendable {
    /// Which one it is about.
    case id
    /// How it was when the page was made, as an object of JSON.
    case former
    /// Whether `former` is all of it.
    case whole
    /// What becomes done.
    case through
    /// Whether it is to be switched on.
    case on
    // What a person fills in.
    case title, body, date, time, repeats, interval, day, until, count, severity
    case validFor = "valid_for"

    public static let yes = "yes"
}

/// One reminder of the list.
public struct ReminderRow: Hashable, Sendable {
    /// How it stands; its shape and its word say so, and not its colour alone.
    public enum State: String, CaseIterable, Hashable, Sendable {
        case coming, off, done, over, unusable
    }

    public let id: String
    public let title: String
    public let body: String?
    public let state: State
    /// "Tomorrow, Monday 26 January 2026, 08:00"; nil where it never comes.
    public let nextText: String?
    /// "Every day · 08:00"
    public let paceText: String
    public let severity: Severity
    public let changePath: String
    /// What a press of “Done” does; nil where there is nothing to be done.
    public let turn: Turn?

    public struct Turn: Hashable, Sendable {
        public let through: String
        /// Of which time: "Sunday 25 January 2026, 08:00".
        public let momentText: String

        public init(through: String, momentText: String) {
            self.through = through
            self.momentText = momentText
        }
    }

    public init(
        id: String, title: String, body: String? = nil, state: State, nextText: String? = nil, paceText: String, severity: Severity = .watch,
        changePath: String, turn: Turn? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.state = state
        self.nextText = nextText
        self.paceText = paceText
        self.severity = severity
        self.changePath = changePath
        self.turn = turn
    }
}

/// The whole document, or its list. What a person fills in isn't taken from under their fingers.
public func page(_ view: RemindersPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let items = view.rows.enumerated().map { index, row in "<li id=\"reminder-\(index)\">\(row.html(frame))</li>" as HTML }
    let list: HTML = items.isEmpty ? "<p class=\"empty\">\(words(ReminderWord.none))</p>" : "<ul class=\"rows lines\">\(items)</ul>"
    let live = section("reminders", words(TimelineWord.reminders), body: "\(list)\(view.ways(words))")
    let untold: HTML? = view.isTold ? nil : "<p class=\"banner\" id=\"untold\">\(words(ReminderWord.untold))</p>"
    return FramedPage(
        heading: words(FrameWord.reminders), lead: "<p>\(words(ReminderWord.lead))</p>", before: "\(view.news?.html(frame))\(untold)", live: live,
        rest: view.form.html(frame)
    ).text(in: frame, part: part)
}

extension RemindersPage {
    fileprivate func ways(_ words: PageWords) -> HTML? {
        guard furtherPath != nil || beginningPath != nil else { return nil }
        func link(_ path: String?, _ word: PlannedWord) -> HTML? { path.map { "<a href=\"\($0)\">\(words(word))</a> " } }
        return """
            <p class="aside">\(words(SettingsWord.andMore, count: moreCount))</p>
            <p class="pages">\(link(beginningPath, .beginning))\(link(furtherPath, .more))</p>
            """
    }
}

extension RemindersPage.News {
    fileprivate func html(_ frame: PageFrame) -> HTML {
        let button = undo.map { undo -> HTML in
            """
            <form method="post" action="/page/reminders/undo">\(tokenField(frame))\(hidden(.id, undo.id))\(hidden(.former, undo.former))\
            \(undo.isWhole ? hidden(.whole, ReminderField.yes) : nil)<button id="undo-reminder">\(frame.words(AlertWord.undo))</button></form>
            """
        }
        return "<div class=\"notice switched\" role=\"status\" id=\"reminder-news\"><p>\(sentence)</p>\(button)</div>"
    }
}

extension ReminderRow {
    fileprivate func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        return """
            <p class="line"><b class="title" dir="auto">\(title)</b>\(Mark(state.shape, word: words(state.word)).html)</p>
            \(body.map { "<p class=\"words\" dir=\"auto\">\($0)</p>" as HTML })
            \(nextText.map { "<p>\(words(ReminderWord.next))\(words.colon)<time>\($0)</time></p>" as HTML })
            <p class="aside">\(paceText)\(severity == .watch ? nil : " \(Mark(severity, words).html)" as HTML)</p>
            <form class="actions" method="post" action="/page/reminders/delete">\(tokenField(frame))\(hidden(.id, id))\(buttons(words))</form>
            """
    }

    private func buttons(_ words: PageWords) -> HTML {
        func label(_ word: ReminderWord, _ moment: String? = nil) -> HTML {
            " aria-label=\"\(words(word))\(words.colon)\(title)\(moment.map { words.comma + $0 } ?? "")\""
        }
        let done = turn.map { turn -> HTML in
            """
            \(hidden(.through, turn.through))<button formaction="/page/reminders/done"\(label(.doneButton, turn.momentText))>\(words(ReminderWord.doneButton))</button>
            """
        }
        let word: ReminderWord = state == .off ? .switchOn : .switchOff
        let value = state == .off ? ReminderField.yes : "no"
        let switching: HTML = """
            <button formaction="/page/reminders/switch" name="\(ReminderField.on.rawValue)" value="\(value)"\(label(word))>\(words(word))</button>
            """
        return """
            \(done)<a class="button" href="\(changePath)"\(label(.change))>\(words(ReminderWord.change))</a>\
            \(state == .unusable ? nil : switching)<button\(label(.delete))>\(words(ReminderWord.delete))</button>
            """
    }
}

extension ReminderRow.State {
    fileprivate var word: any PageWord {
        switch self {
        case .coming: TimelineWord.planned
        case .off: ReminderWord.off
        case .done: ReminderWord.done
        case .over: ReminderWord.over
        case .unusable: ReminderWord.unusable
        }
    }

    fileprivate var shape: Delivery.Status {
        switch self {
        case .coming: .pending
        case .off: .cancelled
        case .done: .sent
        case .over: .skipped
        case .unusable: .failed
        }
    }
}

func hidden(_ field: ReminderField, _ value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(field.rawValue)\" value=\"\(value)\">"
}
