import BelfryModel
import BelfryPhrases

/// From where a browser goes on to what an app's button opens.
///
/// A form isn't answered with that address itself: Chromium holds every page to which an answer to a form leads on against `form-action`, however far
/// away, so that an app's page that leads on, as to sign in, would never open.
public struct GoOnPage: Hashable, Sendable {
    /// Is on an origin that may be opened.
    public let link: NotificationLink

    public init(link: NotificationLink) {
        self.link = link
    }

    /// Of the header `Refresh`, by which a browser goes on at once.
    public var refresh: String { "0; url=\(link.text)" }
}

/// What somebody sees whose browser doesn't go on by itself.
public func page(_ view: GoOnPage, in frame: PageFrame) -> String {
    let words = frame.words
    let place = view.link.origin.map { String($0.dropFirst("https://".count)) } ?? view.link.text
    let live: HTML = """
        <p><a class="button" href="\(view.link.text)" rel="noopener noreferrer">\(words(InboxWord.openLink, ["place": place]))</a></p>
        """
    return FramedPage(heading: words(InboxWord.doneActed), lead: nil, live: live).text(in: frame, part: .whole)
}
