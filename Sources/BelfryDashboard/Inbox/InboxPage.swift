import BelfryModel
import BelfryPhrases

/// What a person was told in the app: what lies in the inbox, or what was put away.
public struct InboxPage: Hashable, Sendable {
    public let messages: [InboxRow]
    /// Of the whole inbox, also of messages on other pages.
    public let unreadCount: Int
    public let isArchive: Bool
    /// Whether these are what is put off.
    public let isLater: Bool
    /// Leads to the newest ones; nil where these are they.
    public let newestPath: String?
    /// Leads to those before the last one that is shown; nil where there are none.
    public let olderPath: String?
    /// What the person has just done here with a browser without scripts; nil where they come from elsewhere.
    public let done: Done?

    /// Marks as read what a page shows and all that came before it; it stands in the path.
    public static let readThroughAct = "read_through"
    /// That an app's button was pressed; it stands in the address to which the form leads back.
    public static let actedAct = "acted"

    /// Puts a message off until later, and takes that back; they stand in paths.
    public static let (laterAct, backAct) = ("later", "back")

    /// An act that is done, and what it was done to.
    public enum Done: Hashable, Sendable {
        case message(InboxAct, id: String)
        /// Which were unread until then isn't known any more, so nothing takes it back at once.
        case readThrough
        /// An app was told what its person has pressed: that nothing takes back.
        case acted
        case later(id: String)
        /// What was put off is back. To put it off again, a person chooses the time.
        case back
        case snooze(alert: String)
        /// A snooze was taken back. To have it again, a person chooses the days.
        case restore(alert: String)

        func text(_ words: PageWords) -> String {
            switch self {
            case .message(let act, _): act.doneText(words)
            case .readThrough: words(InboxWord.doneReadThrough)
            case .acted: words(InboxWord.doneActed)
            case .later: words(InboxWord.doneLater)
            case .back: words(InboxWord.doneUnarchive)
            case .snooze: words(AlertWord.doneSnooze)
            case .restore: words(AlertWord.doneRestore)
            }
        }

        /// Where what takes it back is sent to, and its act; nil where nothing does.
        var undo: (path: String, act: String)? {
            switch self {
            case .message(let act, let id): ("/page/inbox/\(pathPart(id))/\(act.undoing.rawValue)", act.undoing.rawValue)
            case .later(let id): ("/page/inbox/\(pathPart(id))/\(InboxPage.backAct)", InboxPage.backAct)
            case .snooze(let alert): ("/page/alerts/\(pathPart(alert))/restore", "restore")
            case .restore, .back, .readThrough, .acted: nil
            }
        }
    }

    public init(
        messages: [InboxRow], unreadCount: Int, isArchive: Bool = false, isLater: Bool = false, newestPath: String? = nil, olderPath: String? = nil,
        done: Done? = nil
    ) {
        self.messages = messages
        self.unreadCount = unreadCount
        self.isArchive = isArchive
        self.isLater = isLater
        self.newestPath = newestPath
        self.olderPath = olderPath
        self.done = done
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: InboxPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let count: HTML? = view.messages.isEmpty || view.isArchive || view.isLater ? nil : unreadLine(view, frame)
    let empty = view.isArchive ? words(InboxWord.archiveEmpty) : view.isLater ? words(InboxWord.laterEmpty) : words(DeliveryWord.inboxEmpty)
    let list: HTML =
        view.messages.isEmpty ? "<p class=\"empty\">\(empty)</p>" : "<ul class=\"rows\">\(view.messages.map { $0.html(in: frame) })</ul>"
    let live: HTML = "\(folders(view, words))\(count)\(list)\(pageLinks(newest: view.newestPath, older: view.olderPath, words))"
    return FramedPage(
        heading: words(FrameWord.inbox), subject: view.isArchive ? words(InboxWord.archive) : view.isLater ? words(InboxWord.later) : nil, lead: browserBanner(words), live: live,
        rest: doneBar(view, frame)
    ).text(in: frame, part: part)
}

/// How many are unread, and on the page of the newest the button that has them all read: what comes after the newest that is shown stays unread.
/// It takes the focus when the button goes.
private func unreadLine(_ view: InboxPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let newest = view.newestPath == nil && view.unreadCount > 0 ? view.messages.first : nil
    let button = newest.map { message -> HTML in
        """
        <form method="post" action="/page/inbox/\(pathPart(message.id))/\(InboxPage.readThroughAct)">\(tokenField(frame))\
        <button id="read-through" data-act="\(InboxPage.readThroughAct)">\(words(InboxWord.markReadThrough))</button></form>
        """
    }
    return """
        <div class="unread-line" id="unread-line" tabindex="-1"><p class="aside" id="unread">\(words(DeliveryWord.unread, count: view.unreadCount))</p>\(button)</div>
        """
}

/// What was just done in the inbox, in sight however far the list is scrolled, with the button that takes it back. The script fills it in; for
/// a browser without one the page comes with it.
private func doneBar(_ view: InboxPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let text = view.done?.text(words) ?? ""
    let undo = view.done?.undo
    let action: HTML? = undo.map { " action=\"\($0.path)\"" }
    let act: HTML? = undo.map { " data-act=\"\($0.act)\"" }
    return """
        <div class="done" id="done"\(view.done == nil ? " hidden" : nil)><p id="done-text">\(text)</p>\
        <form method="post" id="undo-form"\(action)\(undo == nil ? " hidden" : nil)>\(tokenField(frame))\(inboxField)\
        \(folderField(view.isArchive ? "archive" : view.isLater ? "later" : nil))\
        <button id="undo"\(act)>\(words(AlertWord.undo))</button></form></div>
        """
}

/// Tells a form about an alert that it stands in the inbox, and not on the alert's page.
let inboxField: HTML = "<input type=\"hidden\" name=\"from\" value=\"inbox\">"

/// Where a plain form leads back to: the folder of a name; nil for the inbox itself.
func folderField(_ folder: String?) -> HTML? {
    folder.map { "<input type=\"hidden\" name=\"folder\" value=\"\($0)\">" }
}

/// Leads from one page of a list to the next, and back to its beginning.
func pageLinks(newest: String?, older: String?, _ words: PageWords, more: HTML? = nil) -> HTML? {
    guard newest != nil || older != nil || more != nil else { return nil }
    func link(_ path: String?, _ word: OperatorWord) -> HTML? { path.map { "<a href=\"\($0)\">\(words(word))</a> " } }
    return "<p class=\"pages\">\(link(newest, .newest))\(link(older, .older))\(more)</p>"
}

/// Shown by the script where the browser may not notify: it alone knows.
func browserBanner(_ words: PageWords) -> HTML {
    """
    <div class="banner" id="push-banner" hidden>
    <p id="push-may-ask" hidden>\(words(InboxWord.mayAsk))</p>
    <p id="push-denied" hidden>\(words(InboxWord.denied))</p>
    </div>
    <button type="button" id="push-toggle" hidden>\(words(FrameWord.tellMeHere))</button>
    """
}

private func folders(_ view: InboxPage, _ words: PageWords) -> HTML {
    func link(_ path: String, _ word: InboxWord, isCurrent: Bool) -> HTML {
        "<li><a href=\"\(path)\"\(isCurrent ? " aria-current=\"page\"" : nil)>\(words(word))</a></li>"
    }
    return """
        <nav class="tabs" aria-label="\(words(InboxWord.folders))"><ul>\(link("/inbox", .inbox, isCurrent: !view.isArchive && !view.isLater))\
        \(link("/inbox?folder=later", .later, isCurrent: view.isLater))\
        \(link("/inbox?folder=archive", .archive, isCurrent: view.isArchive))</ul></nav>
        """
}
