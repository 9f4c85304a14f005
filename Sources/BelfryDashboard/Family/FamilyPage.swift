import BelfryModel
import BelfryPhrases

/// What a person sees first: the family's alerts, and everybody's scores of three weeks.
public struct FamilyPage: Hashable, Sendable {
    public let personName: String
    /// Nil where the person is in no family yet.
    public let familyName: String?
    public let alerts: [AlertCard]
    /// One for each member of whose days something is known.
    public let scores: [ScoreCard]
    /// Leads to the first members; nil where these are they.
    public let firstMembersPath: String?
    /// Leads to the members behind the last one that is shown; nil where there are none.
    public let moreMembersPath: String?

    public init(
        personName: String, familyName: String?, alerts: [AlertCard], scores: [ScoreCard] = [], firstMembersPath: String? = nil,
        moreMembersPath: String? = nil
    ) {
        self.personName = personName
        self.familyName = familyName
        self.alerts = alerts
        self.scores = scores
        self.firstMembersPath = firstMembersPath
        self.moreMembersPath = moreMembersPath
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: FamilyPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let activeCount = view.alerts.count { $0.isActive && !$0.isHidden }
    let live: HTML = """
        \(section("alerts", words(FamilyWord.alerts),
            aside: view.alerts.isEmpty ? nil : "<p class=\"aside\">\(words(FamilyWord.toLookAt, count: activeCount))</p>",
            items: view.alerts.map { $0.html(in: frame) }, whenEmpty: words(FamilyWord.noAlerts)))
        \(section("scores", words(FamilyWord.members), items: view.scores.map { $0.html(words) }, whenEmpty: words(FamilyWord.noScores)))
        \(memberLinks(view, words))
        """
    let page = FramedPage(
        heading: view.familyName ?? words(FrameWord.yourFamily), lead: "<p>\(words(FrameWord.hello, ["name": view.personName]))</p>", live: live,
        rest: dismissDialog(words))
    return page.text(in: frame, part: part)
}

private func memberLinks(_ view: FamilyPage, _ words: PageWords) -> HTML? {
    guard view.firstMembersPath != nil || view.moreMembersPath != nil else { return nil }
    func link(_ path: String?, _ word: FamilyWord) -> HTML? { path.map { "<a href=\"\($0)\">\(words(word))</a> " } }
    return "<p class=\"pages\">\(link(view.firstMembersPath, .firstMembers))\(link(view.moreMembersPath, .moreMembers))</p>"
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
