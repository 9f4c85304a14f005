/// What somebody sees who is not signed in.
public struct SignInPage: Hashable, Sendable {
    /// Why they are here, where there is more to say than that: "This sign-in link has expired."
    public let notice: String?

    public init(notice: String? = nil) {
        self.notice = notice
    }
}

/// The whole document.
public func page(_ view: SignInPage) -> String {
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>A sign-in link is needed</h1>
        \(view.notice.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" })
        <p>Whoever looks after Belfry makes one for you, on the machine where it runs:</p>
        <pre><code>belfry login-link USER</code></pre>
        <p class="aside">USER is your identifier in Belfry. Open the link in this browser.</p>
        </main>
        """
    return document(title: "Sign in · Belfry", body: body, hasScript: false)
}
