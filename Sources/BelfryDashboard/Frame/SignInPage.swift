import BelfryModel
import BelfryPhrases

/// What somebody sees who is not signed in.
public struct SignInPage: Hashable, Sendable {
    public let language: Language
    /// Why they are here, where there is more to say than that: "This sign-in link has expired."
    public let notice: String?

    public init(language: Language = .english, notice: String? = nil) {
        self.language = language
        self.notice = notice
    }
}

/// The whole document.
public func page(_ view: SignInPage) -> String {
    let words = PageWords(view.language)
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>\(words(FrameWord.signInTitle))</h1>
        \(view.notice.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" })
        <p>\(words(FrameWord.signInHow))</p>
        <pre dir="ltr"><code>belfry login-link USER</code></pre>
        <p class="aside">\(words(FrameWord.signInUser))</p>
        <form class="fields" method="get" action="/login">
        <p><label for="link">\(words(FrameWord.signInLink))</label>\
        <input id="link" name="token" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="link-hint" required>\
        <span class="aside" id="link-hint">\(words(FrameWord.signInPaste))</span></p>
        <button>\(words(FrameWord.signIn))</button></form>
        </main>
        """
    return document(title: "\(words(FrameWord.signIn)) · Belfry", body: body, hasScript: false, language: view.language)
}

/// What somebody sees who has opened a sign-in link: whom it is for, and one button.
public struct SignInAsPage: Hashable, Sendable {
    public let name: String
    /// What tells them from others of that name, such as "The Lindens · ana"; nil where the name does by itself.
    public let origin: String?
    /// The link's.
    public let token: String
    /// What the post must carry.
    public let formToken: String
    public let language: Language

    public init(name: String, origin: String?, token: String, formToken: String, language: Language) {
        self.name = name
        self.origin = origin
        self.token = token
        self.formToken = formToken
        self.language = language
    }
}

/// The whole document. It works without a script.
public func page(_ view: SignInAsPage) -> String {
    let words = PageWords(view.language)
    let title = words(FrameWord.signInAs, ["name": view.name])
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>\(title)</h1>
        \(view.origin.map { "<p class=\"aside\" dir=\"auto\">\($0)</p>" })
        <p>\(words(FrameWord.signInAsText, ["name": view.name]))</p>
        <form method="post" action="/login"><input type="hidden" name="form_token" value="\(view.formToken)">\
        <input type="hidden" name="token" value="\(view.token)"><button class="main">\(words(FrameWord.signIn))</button></form>
        </main>
        """
    return document(title: "\(title) · Belfry", body: body, hasScript: false, language: view.language)
}

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
