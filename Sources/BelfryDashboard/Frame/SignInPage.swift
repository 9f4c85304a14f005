import BelfryModel
import BelfryPhrases

/// What somebody sees who is not signed in.
public struct SignInPage: Hashable, Sendable {
    public let language: Language
    /// Why they are here, where there is more to say than that: "This sign-in link has expired."
    public let notice: String?
    /// The stable one of the notice, for whoever is asked about it; nil where it has none.
    public let code: String?
    /// Whether they can have a link sent to them.
    public let isMailed: Bool
    /// What the identity provider is called by which they may sign in; nil where there is none.
    public let provider: String?
    /// Where they can sign out there, as they have just done here; nil where they can't, or haven't.
    public let signOutURL: String?

    public init(
        language: Language = .english, notice: String? = nil, code: String? = nil, isMailed: Bool = false, provider: String? = nil, signOutURL: String? = nil
    ) {
        self.language = language
        self.notice = notice
        self.code = code
        self.isMailed = isMailed
        self.provider = provider
        self.signOutURL = signOutURL
    }
}

/// The whole document.
public func page(_ view: SignInPage) -> String {
    let words = PageWords(view.language)
    let asking: HTML = """
        <form class="fields" method="post" action="/login/link">
        <p><label for="who">\(words(SignInWord.who))</label>\
        <input id="who" name="who" dir="ltr" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" \
        aria-describedby="who-hint" required>\
        <span class="aside" id="who-hint">\(words(SignInWord.whoHint))</span></p>
        <button class="main">\(words(SignInWord.send))</button></form>
        """
    let code: HTML? = view.code.map { " <code dir=\"ltr\">\($0)</code>" }
    // Forms may go nowhere else, and browsers follow a form's way through all redirects: this one leads to the provider.
    let provider: HTML? = view.provider.map { name in
        "<p><a class=\"button main\" href=\"/login/provider\">\(words(SignInWord.byProvider, ["name": name]))</a></p><h2>\(words(SignInWord.orByLink))</h2>"
    }
    let signOut: HTML? = view.signOutURL.map { url in
        "<p><a class=\"button\" href=\"\(url)\">\(words(SignInWord.signOutThere, ["name": view.provider ?? ""]))</a></p>"
    }
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>\(view.provider == nil ? words(FrameWord.signInTitle) : words(FrameWord.signIn))</h1>
        \(view.notice.map { "<p class=\"notice\" role=\"alert\">\($0)\(code)</p>" })
        \(signOut)
        \(provider)
        \(view.isMailed ? asking : nil)
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
