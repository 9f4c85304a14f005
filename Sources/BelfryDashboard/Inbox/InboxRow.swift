import BelfryModel
import BelfryPhrases

/// One message in the person's inbox.
public struct InboxRow: Hashable, Sendable {
    public let id: String
    public let title: String
    public let body: String
    public let severity: Severity
    /// Whose it is; nil where that needn't be said.
    public let sender: SenderMark?
    /// "today, 07:58"
    public let timeText: String
    public let isRead: Bool
    /// Whether a later one has its place: it is neither new nor to be marked.
    public let isReplaced: Bool
    public let isArchived: Bool
    /// Nil where it isn't known, or some of the title is the page's own.
    public let titleLanguage: Language?
    public let bodyLanguage: Language?
    /// What it tells of, where that has a page; nil where it has none.
    public let alert: Alert?
    /// What its app has it open, on an origin that may be shown.
    public let link: NotificationLink?
    /// What its app offers, as far as it may be shown.
    public let actions: [OfferedAction]
    /// The picture beside it, of an origin that may be shown.
    public let image: NotificationImage?
    /// Which of them were pressed.
    public let actionsTaken: [ActionID]
    /// That somebody else did it, and when; nil where nobody has.
    public let doneText: String?
    /// Until when it is put off, or was; nil where it never was.
    public let later: Later?
    /// Until when it can be put off by one button.
    public let laterOffers: [LaterOffer]

    /// When a message comes back, or came back.
    public struct Later: Hashable, Sendable {
        /// By which the script knows that it came back once more.
        public let moment: String
        public let timeText: String
        public let isToCome: Bool

        public init(moment: String, timeText: String, isToCome: Bool) {
            self.moment = moment
            self.timeText = timeText
            self.isToCome = isToCome
        }
    }

    /// A time that can be chosen.
    public struct LaterOffer: Hashable, Sendable {
        public let choice: LaterChoice
        /// When that is; nil where its name says it, and a page that changed with every minute would never rest.
        public let timeText: String?

        public init(choice: LaterChoice, timeText: String?) {
            self.choice = choice
            self.timeText = timeText
        }
    }

    /// The alert behind a message, and whether it can be hidden for some days.
    public struct Alert: Hashable, Sendable {
        public let id: String
        public let canBeSnoozed: Bool

        public init(id: String, canBeSnoozed: Bool) {
            self.id = id
            self.canBeSnoozed = canBeSnoozed
        }
    }

    public init(
        id: String, title: String, body: String, severity: Severity, sender: SenderMark? = nil, timeText: String, isRead: Bool,
        isReplaced: Bool = false, isArchived: Bool = false,
        titleLanguage: Language? = nil, bodyLanguage: Language? = nil, alert: Alert? = nil, link: NotificationLink? = nil,
        actions: [OfferedAction] = [], image: NotificationImage? = nil, actionsTaken: [ActionID] = [], doneText: String? = nil, later: Later? = nil,
        laterOffers: [LaterOffer] = []
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.severity = severity
        self.sender = sender
        self.timeText = timeText
        self.isRead = isRead
        self.isReplaced = isReplaced
        self.isArchived = isArchived
        self.titleLanguage = titleLanguage
        self.bodyLanguage = bodyLanguage
        self.alert = alert
        self.link = link
        self.actions = actions
        self.image = image
        self.actionsTaken = actionsTaken
        self.doneText = doneText
        self.later = later
        self.laterOffers = laterOffers
    }
}

extension InboxRow {
    private var isLater: Bool { !isArchived && later?.isToCome == true }
    private var isNew: Bool { !isRead && !isReplaced }
    /// Where it lies; nil in the inbox itself.
    private var folder: String? { isArchived ? "archive" : isLater ? "later" : nil }

    /// `data-title` is what the script says aloud of a message that wasn't there before, `data-back` since when it is there again. In the archive, and
    /// among what is put off, none is new.
    func html(in frame: PageFrame) -> HTML {
        let words = frame.words
        return """
            <li><article class="message\(isNew ? " unread" : "")" id="inbox-\(id)" tabindex="-1" aria-labelledby="name-of-inbox-\(id)"\
            \(folder == nil ? " data-title=\"\(title)\"\(later.map { " data-back=\"\($0.moment)\"" as HTML })" : nil)>
            <p class="line">\(Mark(severity, words).html)\
            <span class="aside">\(isNew ? "<strong class=\"new\">\(words(DeliveryWord.new))</strong> " : nil)\
            \(sender.map { "\($0.html) · " as HTML })\(timeText)</span></p>
            \(later.map { "<p class=\"aside\">\(words(InboxWord.putOffUntil, ["time": $0.timeText]))</p>" as HTML })\
            \(doneText.map { "<p class=\"aside\" dir=\"auto\">✓ \($0)</p>" as HTML })\
            <h2 class="title" id="name-of-inbox-\(id)"\(languageMark(titleLanguage, frame)) dir="auto">\(title)</h2>
            <p class="words"\(languageMark(bodyLanguage, frame)) dir="auto">\(body)</p>\(image.map { figure(of: $0, languageMark(bodyLanguage, frame)) })
            <div class="actions">\(actions.map { actionButton($0, frame) })\(linkButton(frame))\(alert.map { alertActions($0, frame) })\(buttons(frame))\(laterForms(frame))</div>
            </article></li>
            """
    }

    /// So that words are read aloud in their own language (WCAG 2.2, 3.1.2), where it is another than the page's.
    private func languageMark(_ language: Language?, _ frame: PageFrame) -> HTML? {
        guard let language, language != frame.language else { return nil }
        return " lang=\"\(language.rawValue)\""
    }

    /// Says where it leads: that is no page of the house.
    private func linkButton(_ frame: PageFrame) -> HTML? {
        guard let link, let origin = link.origin else { return nil }
        let text = frame.words(InboxWord.openLink, ["place": String(origin.dropFirst("https://".count))])
        return """
            <a class="button" href="\(link.text)" rel="noopener noreferrer" aria-label="\(text)\(frame.words.colon)\(title)">\(text)</a>
            """
    }

    /// Has no act for the script: where it has a link, the form leads there.
    private func actionButton(_ action: OfferedAction, _ frame: PageFrame) -> HTML {
        let isTaken = actionsTaken.contains(action.id)
        let origin = action.link?.origin.map { String($0.dropFirst("https://".count)) }
        // Where it leads is said aloud alone: the button has its app's words.
        let place = origin.map { frame.words.comma + frame.words(InboxWord.openLink, ["place": $0]) } ?? ""
        return """
            <form method="post" action="/page/inbox/\(pathPart(id))/actions/\(pathPart(action.id.text))">\(tokenField(frame))\
            \(folderField(folder))<button id="action-\(action.id.text)-inbox-\(id)"\(languageMark(action.language, frame)) dir="auto" \
            aria-label="\(action.title)\(place)\(frame.words.colon)\(title)"\(isTaken ? " aria-pressed=\"true\"" : nil)>\
            \(action.title)\(isTaken ? " ✓" : nil)</button></form>
            """
    }

    private func buttons(_ frame: PageFrame) -> HTML {
        let mark = isRead ? button("unread", frame.words(InboxWord.markUnread), frame) : button("read", frame.words(DeliveryWord.markRead), frame)
        let back = isLater ? button(InboxPage.backAct, frame.words(InboxWord.takeBack), frame) : nil
        let archive = isArchived ? button("unarchive", frame.words(InboxWord.takeBack), frame) : button("archive", frame.words(InboxWord.archiveIt), frame)
        return "\(isReplaced ? nil : mark)\(back)\(archive)"
    }

    /// Behind one button, the times that are offered, and a day and a time of one's own: in a form by itself, so that the Enter key sends no other.
    private func laterForms(_ frame: PageFrame) -> HTML? {
        guard !isArchived, !isReplaced, !laterOffers.isEmpty else { return nil }
        let words = frame.words
        let (later, path) = (words(InboxWord.later), "/page/inbox/\(pathPart(id))/\(InboxPage.laterAct)")
        let offers = laterOffers.map { offer -> HTML in
            let text = words(offer.choice.word)
            return """
                <button name="when" value="\(offer.choice.rawValue)" id="\(offer.choice.rawValue)-inbox-\(id)" data-act="\(InboxPage.laterAct)" \
                aria-label="\(text)\(offer.timeText.map { words.comma + $0 } ?? "")\(words.colon)\(title)"\
                \(offer.timeText.map { " title=\"\($0)\"" as HTML })>\(text)</button>
                """
        }
        return """
            <details class="later" id="later-inbox-\(id)"><summary aria-label="\(later)\(words.colon)\(title)">\(later)</summary>\
            <form method="post" action="\(path)" role="group" aria-label="\(later)\(words.colon)\(title)">\(tokenField(frame))\
            \(folderField(folder))\(offers)</form>\
            <form method="post" action="\(path)">\(tokenField(frame))\(folderField(folder))\
            <input type="datetime-local" name="at" id="at-inbox-\(id)" required aria-label="\(words(InboxWord.dayAndTime))\(words.colon)\(title)">\
            <button id="put-off-inbox-\(id)" data-act="\(InboxPage.laterAct)" \
            aria-label="\(words(InboxWord.putOff))\(words.colon)\(title)">\(words(InboxWord.putOff))</button></form></details>
            """
    }

    private func button(_ act: String, _ word: String, _ frame: PageFrame) -> HTML {
        """
        <form method="post" action="/page/inbox/\(pathPart(id))/\(act)">\(tokenField(frame))\(folderField(folder))\
        <button id="\(act)-inbox-\(id)" \
        data-act="\(act)" data-id="\(id)" aria-label="\(word)\(frame.words.colon)\(title)">\(word)</button></form>
        """
    }

    private func alertActions(_ alert: Alert, _ frame: PageFrame) -> HTML {
        let words = frame.words
        let link: HTML = """
            <a class="button" href="/alerts/\(pathPart(alert.id))" aria-label="\(words(InboxWord.openAlert))\(words.colon)\(title)">\(words(InboxWord.openAlert))</a>
            """
        guard alert.canBeSnoozed else { return link }
        let snoozes = AlertCard.snoozeDayCounts.map { dayCount -> HTML in
            let days = words(AlertWord.days, count: dayCount)
            return """
                <button name="snooze_for_days" value="\(dayCount)" id="snooze-\(dayCount)-inbox-\(id)" data-act="snooze" data-days="\(dayCount)" \
                aria-label="\(words(AlertWord.snoozeFor, ["days": days, "name": title]))">\(days)</button>
                """
        }
        return """
            \(link)<form class="choice" method="post" action="/page/alerts/\(pathPart(alert.id))/snooze" role="group" \
            aria-label="\(words(AlertWord.snooze))\(words.colon)\(title)">\(tokenField(frame))\(inboxField)\(folderField(folder))\
            <span aria-hidden="true">\(words(AlertWord.snooze))</span>\(snoozes)</form>
            """
    }
}

extension LaterChoice {
    fileprivate var word: InboxWord {
        switch self {
        case .inAnHour: .inAnHour
        case .thisEvening: .thisEvening
        case .tomorrowMorning: .tomorrowMorning
        }
    }
}
