import BelfryModel
import BelfryPhrases

/// The page to which a mail's link to unsubscribe leads: a sentence, and at most one button.
public struct UnsubscribePage: Hashable, Sendable {
    public let title: String
    public let text: String
    /// What it says, and where it posts to; nil where there is nothing to do.
    public let button: Button?
    public let language: Language

    public struct Button: Hashable, Sendable {
        public let label: String
        public let action: String

        public init(label: String, action: String) {
            self.label = label
            self.action = action
        }
    }

    public init(title: String, text: String, button: Button?, language: Language) {
        self.title = title
        self.text = text
        self.button = button
        self.language = language
    }
}

/// The whole document. It works without a script, in whatever a mail program opens.
public func page(_ view: UnsubscribePage) -> String {
    let form: HTML? = view.button.map { "<form method=\"post\" action=\"\($0.action)\"><button>\($0.label)</button></form>" }
    let body: HTML = """
        <main class="sign-in">
        <p class="brand">\(bell)Belfry</p>
        <h1>\(view.title)</h1>
        <p>\(view.text)</p>
        \(form)
        </main>
        """
    return document(title: "\(view.title) · Belfry", body: body, hasScript: false, language: view.language)
}
