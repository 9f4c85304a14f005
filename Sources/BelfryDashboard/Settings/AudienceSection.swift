import BelfryPhrases

/// The lists of people that a person may join and leave by themselves, with a button for each.
public struct AudienceSection: Hashable, Sendable {
    public let items: [Item]

    /// The fields of the buttons, with an ``Item/value``.
    public static let join = "join"
    public static let leave = "leave"

    public struct Item: Hashable, Sendable {
        public let title: String
        /// Which one: its app and its name as parts of a path, with a slash between.
        public let value: String
        public let isMember: Bool

        public init(title: String, app: String, audience: String, isMember: Bool) {
            self.title = title
            self.value = "\(pathPart(app))/\(pathPart(audience))"
            self.isMember = isMember
        }
    }

    public init(items: [Item] = []) { self.items = items }

    /// Nothing where there is none.
    func html(_ frame: PageFrame) -> HTML? {
        guard !items.isEmpty else { return nil }
        let words = frame.words
        let body: HTML = "<p class=\"aside\">\(words(AudienceWord.lead))</p><ul class=\"points\">\(items.map { $0.html(words) })</ul>"
        return section("audiences", words(AudienceWord.title), body: body)
    }
}

extension AudienceSection.Item {
    /// Its button is of the form below, so that what was typed there and isn't saved yet goes with it and comes back.
    fileprivate func html(_ words: PageWords) -> HTML {
        let name = words(isMember ? AudienceWord.leave : AudienceWord.join)
        let state: HTML? = isMember ? " <span class=\"aside\">\(words(AudienceWord.isMember))</span>" : nil
        return """
            <li><p><strong><bdi>\(title)</bdi></strong>\(state)</p>
            <button form="\(SettingsPage.formID)" formaction="/page/settings/audience" formnovalidate \
            name="\(isMember ? AudienceSection.leave : AudienceSection.join)" value="\(value)" aria-label="\(name)\(words.colon)\(title)">\(name)</button></li>
            """
    }
}
