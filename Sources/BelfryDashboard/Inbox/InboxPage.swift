import BelfryModel
import BelfryPhrases

/// What a person was told in the app: what lies in the inbox, or what was put away.
public struct InboxPage: Hashable, Sendable {
    public let messages: [InboxRow]
    public let isArchive: Bool

    public init(messages: [InboxRow], isArchive: Bool = false) {
        self.messages = messages
        self.isArchive = isArchive
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: InboxPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let unreadCount = view.messages.count { !$0.isRead }
    let count: HTML? =
        view.messages.isEmpty || view.isArchive ? nil : "<p class=\"aside\" id=\"unread\">\(words(DeliveryWord.unread, count: unreadCount))</p>"
    let empty = view.isArchive ? words(InboxWord.archiveEmpty) : words(DeliveryWord.inboxEmpty)
    let list: HTML =
        view.messages.isEmpty ? "<p class=\"empty\">\(empty)</p>" : "<ul class=\"rows\">\(view.messages.map { $0.html(in: frame) })</ul>"
    return FramedPage(heading: words(FrameWord.inbox), lead: browserBanner(words), live: "\(folders(view, words))\(count)\(list)")
        .text(in: frame, part: part)
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
        <nav class="tabs" aria-label="\(words(InboxWord.folders))"><ul>\(link("/inbox", .inbox, isCurrent: !view.isArchive))\
        \(link("/inbox?folder=archive", .archive, isCurrent: view.isArchive))</ul></nav>
        """
}
