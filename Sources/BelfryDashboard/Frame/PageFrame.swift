import BelfryModel
import BelfryPhrases

/// What stands around every page of somebody who is signed in: who they are, where they are, and in which language they read.
public struct PageFrame: Hashable, Sendable {
    /// Where one can go from every page, in the order in which the ways stand there.
    public enum Place: String, CaseIterable, Sendable {
        case family, timeline, inbox, reminders, settings, start
        case deliveries, planned, broadcasts, send, audit

        public var path: String { self == .family ? "/" : "/\(rawValue)" }
        /// Whether only whoever runs Belfry may go there.
        public var isForOperators: Bool { [.deliveries, .planned, .broadcasts, .send, .audit].contains(self) }

        var word: FrameWord {
            switch self {
            case .family: .family
            case .timeline: .timeline
            case .inbox: .inbox
            case .reminders: .reminders
            case .settings: .settings
            case .start: .start
            case .deliveries: .deliveries
            case .planned: .planned
            case .broadcasts: .broadcasts
            case .send: .send
            case .audit: .audit
            }
        }
    }

    /// Where the page belongs; an alert belongs to the family.
    public let place: Place
    /// Whether it is that place's own page and not one behind it.
    public let isPlaceItself: Bool
    public let language: Language
    /// Whether the person runs this Belfry.
    public let isOperator: Bool
    /// By whose clock the page says times: the IANA name of the person's zone, who may be elsewhere just now; nil where none is said.
    public let zoneName: String?
    /// What every post of the person’s session must carry.
    public let formToken: String
    /// Something that the person should know before all else.
    public let notice: String?

    public init(
        place: Place, isPlaceItself: Bool = true, language: Language, isOperator: Bool = false, zoneName: String? = nil, formToken: String,
        notice: String? = nil
    ) {
        self.place = place
        self.isPlaceItself = isPlaceItself
        self.language = language
        self.isOperator = isOperator
        self.zoneName = zoneName
        self.formToken = formToken
        self.notice = notice
    }

    var words: PageWords { PageWords(language) }
}

/// How much of a page is asked for: all of it, or what the script swaps when something has changed.
public enum PagePart: Sendable {
    case whole, live
}

/// A page within its frame.
struct FramedPage {
    /// The first heading, and the title of the window.
    let heading: String
    /// What stands before it in the title, where several pages have the same heading: tabs and history show nothing else of them.
    var subject: String?
    /// Beneath the heading.
    let lead: HTML?
    /// Before what changes, and never swapped.
    var before: HTML?
    /// What changes by itself.
    let live: HTML
    /// Behind it, and never swapped: what a person is filling in, and dialogs.
    var rest: HTML?

    func text(in frame: PageFrame, part: PagePart) -> String {
        part == .live ? live.text : whole(frame)
    }

    private func whole(_ frame: PageFrame) -> String {
        let words = frame.words
        let body: HTML = """
            <a class="skip" href="#main">\(words(FrameWord.skipToContent))</a>
            <header class="top">
            <p class="brand">\(bell)Belfry</p>
            <p class="connection" id="connection" role="status">\(words(FrameWord.connecting))</p>
            <nav aria-label="\(words(FrameWord.pages))"><ul>\(links(frame, forOperators: false))</ul></nav>
            \(operatorsPart(frame))
            </header>
            <main id="main" class="\(frame.place.rawValue)" tabindex="-1">
            <div class="greeting"><h1>\(heading)</h1>\(lead)</div>
            <p class="notice" id="notice" role="alert">\(frame.notice ?? "")</p>
            <noscript><p class="notice">\(words(FrameWord.withoutScript))</p></noscript>
            \(before)
            <div id="live">\(live)</div>
            \(rest)
            </main>
            <footer>
            <p class="brand">\(bell)Belfry</p>
            \(frame.zoneName.map { "<p class=\"aside\">\(words(FrameWord.clock, ["zone": $0]))</p>" as HTML })
            <form method="post" action="/logout">\(tokenField(frame))<button>\(words(FrameWord.signOut))</button></form>
            </footer>
            <p class="unseen" id="announcement" aria-live="polite"></p>
            \(scriptWords(words))
            """
        let title = [subject, heading, "Belfry"].compactMap(\.self).joined(separator: " · ")
        return document(title: title, body: body, hasScript: true, language: frame.language, formToken: frame.formToken)
    }

    /// What operators alone have, on a line of its own: whoever runs Belfry is told things by it, too.
    private func operatorsPart(_ frame: PageFrame) -> HTML? {
        guard frame.isOperator else { return nil }
        let label = frame.words(FrameWord.forOperators)
        // Whoever hears the page is told by the name of the part already.
        return """
            <nav class="operators" aria-label="\(label)"><p class="aside" aria-hidden="true">\(label)</p>\
            <ul>\(links(frame, forOperators: true))</ul></nav>
            """
    }

    private func links(_ frame: PageFrame, forOperators: Bool) -> [HTML] {
        PageFrame.Place.allCases.filter { $0.isForOperators == forOperators }.map { place in
            let current: HTML? = place == frame.place ? " aria-current=\"\(frame.isPlaceItself ? "page" : "true")\"" : nil
            // The script fills it in, with what the line to the server tells.
            let count: HTML? =
                place == .inbox
                ? " <span id=\"inbox-count\" hidden><span class=\"count\" aria-hidden=\"true\"></span><span class=\"unseen\"></span></span>" : nil
            return "<li><a href=\"\(place.path)\"\(current)>\(frame.words(place.word))\(count)</a></li>"
        }
    }

    /// What the script says by itself.
    private func scriptWords(_ words: PageWords) -> HTML {
        """
        <div id="words" hidden data-live="\(words(FrameWord.live))" data-lost="\(words(FrameWord.reconnecting))" \
        data-failed="\(words(FrameWord.failed))" data-unreachable="\(words(FrameWord.unreachable))" \
        data-push-on="\(words(FrameWord.tellMeHere))" data-push-off="\(words(FrameWord.stopTellingMeHere))" \
        data-push-refused="\(words(FrameWord.browserRefuses))" data-new="\(words(FrameWord.newMessages))" \
        data-snooze="\(words(AlertWord.doneSnooze))" data-dismiss="\(words(AlertWord.doneDismiss))" \
        data-restore="\(words(AlertWord.doneRestore))" data-read="\(words(DeliveryWord.doneRead))" \
        data-\(InboxPage.readThroughAct)="\(words(InboxWord.doneReadThrough))" \
        data-unread="\(words(InboxWord.doneUnread))" data-archive="\(words(InboxWord.doneArchive))" \
        data-\(InboxPage.laterAct)="\(words(InboxWord.doneLater))" data-\(InboxPage.backAct)="\(words(InboxWord.doneUnarchive))" \
        data-unarchive="\(words(InboxWord.doneUnarchive))" data-redrive="\(words(OperatorWord.doneRedrive))"></div>
        """
    }
}

/// What a plain form carries in place of the header that the script sends.
func tokenField(_ frame: PageFrame) -> HTML {
    "<input type=\"hidden\" name=\"form_token\" value=\"\(frame.formToken)\">"
}

/// A part of a page under a heading of its own.
func section(_ id: String, _ heading: String, aside: HTML? = nil, body: HTML) -> HTML {
    """
    <section class="\(id)" id="\(id)" tabindex="-1" aria-labelledby="heading-of-\(id)">
    <div class="heading"><h2 id="heading-of-\(id)">\(heading)</h2>\(aside)</div>
    \(body)
    </section>
    """
}

/// A list under a heading, or a sentence where there is nothing in it.
func section(_ id: String, _ heading: String, aside: HTML? = nil, items: [HTML], whenEmpty: String) -> HTML {
    section(id, heading, aside: aside, body: items.isEmpty ? "<p class=\"empty\">\(whenEmpty)</p>" : "<ul>\(items)</ul>")
}
