import BelfryModel
import BelfryPhrases

/// What a person sees first: the family's alerts, and everybody's scores of three weeks.
public struct FamilyPage: Hashable, Sendable {
    public let personName: String
    /// Nil where the person is in no family yet.
    public let familyName: String?
    public let alerts: [AlertCard]
    /// Lead to the alerts before and behind these; nil where there are none.
    public let alertPaths: Neighbours
    /// One for each member of whose days something is known.
    public let scores: [ScoreCard]
    public let memberPaths: Neighbours

    /// Where a list goes on.
    public struct Neighbours: Hashable, Sendable {
        /// Leads to the first ones; nil where these are they.
        public let first: String?
        /// Leads behind the last one that is shown; nil where there is nothing.
        public let more: String?

        public init(first: String? = nil, more: String? = nil) {
            self.first = first
            self.more = more
        }

        var areNone: Bool { first == nil && more == nil }
    }

    public init(
        personName: String, familyName: String?, alerts: [AlertCard], alertPaths: Neighbours = Neighbours(), scores: [ScoreCard] = [],
        memberPaths: Neighbours = Neighbours()
    ) {
        self.personName = personName
        self.familyName = familyName
        self.alerts = alerts
        self.alertPaths = alertPaths
        self.scores = scores
        self.memberPaths = memberPaths
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: FamilyPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let activeCount = view.alerts.count { $0.isActive && !$0.isHidden }
    let countWord: FamilyWord = view.alertPaths.areNone ? .toLookAt : .onThisPage
    let live: HTML = """
        \(section("alerts", words(FamilyWord.alerts),
            aside: view.alerts.isEmpty ? nil : "<p class=\"aside\">\(words(countWord, count: activeCount))</p>",
            items: view.alerts.map { $0.html(in: frame) }, whenEmpty: words(FamilyWord.noAlerts)))
        \(links(view.alertPaths, words, first: .firstAlerts, more: .moreAlerts))
        \(section("scores", words(FamilyWord.members), items: view.scores.map { $0.html(words) }, whenEmpty: words(FamilyWord.noScores)))
        \(links(view.memberPaths, words, first: .firstMembers, more: .moreMembers))
        """
    let familyName = view.familyName.flatMap { Phrases.text(ofName: $0, in: words.language) }
    let page = FramedPage(
        heading: familyName ?? words(FrameWord.yourFamily), lead: "<p>\(words(FrameWord.hello, ["name": view.personName]))</p>", live: live,
        rest: dismissDialog(words))
    return page.text(in: frame, part: part)
}

private func links(_ paths: FamilyPage.Neighbours, _ words: PageWords, first: FamilyWord, more: FamilyWord) -> HTML? {
    guard !paths.areNone else { return nil }
    func link(_ path: String?, _ word: FamilyWord) -> HTML? { path.map { "<a href=\"\($0)\">\(words(word))</a> " } }
    return "<p class=\"pages\">\(link(paths.first, first))\(link(paths.more, more))</p>"
}

/// What asks once before an alert is hidden for good. The script opens it; without one, the alert's own page asks.
func dismissDialog(_ words: PageWords) -> HTML {
    """
    <dialog id="dismiss-dialog" aria-labelledby="dismiss-question" aria-describedby="dismiss-name dismiss-effect"><form method="dialog">
    <h2 id="dismiss-question">\(words(AlertWord.dismissQuestion))</h2>
    <p><b id="dismiss-name"></b></p>
    <p id="dismiss-effect">\(words(AlertWord.dismissEffect))</p>
    <div class="actions"><button value="keep">\(words(AlertWord.keep))</button>\
    <button value="dismiss" class="grave">\(words(AlertWord.dismiss))</button></div>
    </form></dialog>
    """
}
