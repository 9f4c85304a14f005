import BelfryModel
import BelfryPhrases

// Pages that say why there is no other.

/// What somebody sees who asks for what isn't there, or isn't theirs to see; which of both is not said.
public struct NothingHerePage: Hashable, Sendable {
    public init() {}
}

/// The page, or the part of it that changes by itself: none does.
public func page(_ view: NothingHerePage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let live: HTML = "<p class=\"empty\" id=\"nothing-here\">\(words(FrameWord.notFoundText)) <a href=\"/\">\(words(FrameWord.back))</a></p>"
    return FramedPage(heading: words(FrameWord.notFoundTitle), lead: nil, live: live).text(in: frame, part: part)
}

/// What a browser without a script sees where a form couldn't be carried out; the frame's notice says why, and its place is where to try again.
public struct NotDonePage: Hashable, Sendable {
    public init() {}
}

/// The whole document.
public func page(_ view: NotDonePage, in frame: PageFrame) -> String {
    let words = frame.words
    let live: HTML = "<p><a href=\"\(frame.place.path)\">\(words(FrameWord.again))</a></p>"
    return FramedPage(heading: words(FrameWord.notDoneTitle), lead: nil, live: live).text(in: frame, part: .whole)
}

/// What somebody sees while the store can't be used. Who they are can't be known then, so it stands without a frame.
public struct OutagePage: Hashable, Sendable {
    public let language: Language
    /// Whether they sent something, which wasn't done then; the same page can't be opened again by its address.
    public let isOfPost: Bool

    public init(language: Language, isOfPost: Bool) {
        self.language = language
        self.isOfPost = isOfPost
    }
}

/// The whole document.
public func page(_ view: OutagePage) -> String {
    let words = PageWords(view.language)
    let title = words(FrameWord.outageTitle)
    let text = view.isOfPost ? words(ProblemWord.houseFailed) : words(FrameWord.unreachable)
    let link: HTML = view.isOfPost ? "<a href=\"/\">\(words(FrameWord.back))</a>" : "<a href=\"\">\(words(FrameWord.again))</a>"
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>\(title)</h1>
        <p>\(text)</p>
        <p>\(link)</p>
        </main>
        """
    return document(title: "\(title) · Belfry", body: body, hasScript: false, language: view.language)
}
