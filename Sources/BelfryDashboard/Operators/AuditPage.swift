import BelfryModel
import BelfryPhrases

/// Who did what, for whoever runs Belfry.
public struct AuditPage: Hashable, Sendable {
    /// A thing, or whose things they were, that is looked for.
    public let subject: String
    public let filter: DeliverySearch.Filter
    public let lines: [Line]
    /// Leads to older ones; nil where there are none.
    public let furtherPath: String?
    /// Leads to the latest; nil where they are shown.
    public let beginningPath: String?

    public struct Line: Hashable, Sendable {
        /// By its code, as commands and the API have it.
        public let action: String
        public let who: String
        public let at: String
        public let isRefused: Bool
        public let facts: [OperatorItem.Fact]

        public init(action: String, who: String, at: String, isRefused: Bool, facts: [OperatorItem.Fact]) {
            (self.action, self.who, self.at, self.isRefused, self.facts) = (action, who, at, isRefused, facts)
        }
    }

    /// In the page's address.
    public static let subjectField = "subject"

    public init(subject: String, filter: DeliverySearch.Filter, lines: [Line], furtherPath: String?, beginningPath: String?) {
        (self.subject, self.filter, self.lines) = (subject, filter, lines)
        (self.furtherPath, self.beginningPath) = (furtherPath, beginningPath)
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: AuditPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let lead: HTML = """
        <p>\(words(AuditWord.lead))</p>
        <form class="search" method="get" action="/audit" role="search"><label>\(words(AuditWord.name)) \
        <input type="search" name="\(AuditPage.subjectField)" value="\(view.subject)" maxlength="128" autocomplete="off"></label>\(view.filter.html)
        <button>\(words(OperatorWord.apply))</button></form>
        """
    let rows = view.lines.map { "<li>\($0.html(frame))</li>" as HTML }
    let list: HTML = rows.isEmpty ? "<p class=\"empty\">\(words(AuditWord.noneFound))</p>" : "<ul class=\"rows lines\">\(rows)</ul>"
    func link(_ path: String?, _ word: PlannedWord) -> HTML? { path.map { "<a href=\"\($0)\">\(words(word))</a> " } }
    let links: HTML? =
        view.furtherPath == nil && view.beginningPath == nil
        ? nil : "<p class=\"pages\">\(link(view.beginningPath, .beginning))\(link(view.furtherPath, .more))</p>"
    let live = section("list", words(AuditWord.lines), body: "\(list)\(links)")
    return FramedPage(heading: words(FrameWord.audit), lead: lead, live: live).text(in: frame, part: part)
}

extension AuditPage.Line {
    fileprivate func html(_ frame: PageFrame) -> HTML {
        let mark: HTML? = isRefused ? Mark(.failed, word: frame.words(AuditWord.refused)).html : nil
        return """
            <p class="line"><b><code dir="ltr">\(action)</code></b>\(mark)</p>\
            <p class="aside"><bdi>\(who)</bdi> · \(at)</p>\
            <dl>\(facts.map { "<div><dt>\($0.name)</dt><dd dir=\"auto\">\($0.value)</dd></div>" as HTML })</dl>
            """
    }
}
