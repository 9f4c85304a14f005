import BelfryModel
import BelfryPhrases

/// One alert, whole: its days with the usual, the band and the episode, why it was raised, and who was told what of it.
public struct AlertPage: Hashable, Sendable {
    public let card: AlertCard
    /// The stretch of the chart that is the episode, as positions in its points; nil where it lies outside.
    public let episode: ClosedRange<Int>?
    /// Between what eight of ten usual days lay; nil where too few are known.
    public let band: Band?
    public let deliveries: [DeliveryRow]
    /// Whether the page asks if the alert is to be dismissed: for browsers without scripts.
    public let isAskingToDismiss: Bool

    public struct Band: Hashable, Sendable {
        /// In the metric's unit.
        public let low: Double
        public let high: Double
        /// As a person says them.
        public let lowText: String
        public let highText: String

        public init(low: Double, high: Double, lowText: String, highText: String) {
            (self.low, self.high) = (low, high)
            (self.lowText, self.highText) = (lowText, highText)
        }
    }

    public init(card: AlertCard, episode: ClosedRange<Int>?, band: Band?, deliveries: [DeliveryRow], isAskingToDismiss: Bool = false) {
        self.card = card
        self.episode = episode
        self.band = band
        self.deliveries = deliveries
        self.isAskingToDismiss = isAskingToDismiss
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: AlertPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let card = view.card
    let drawing = EpisodeChart(page: view, words: words)
    let live: HTML = """
        <article class="alert \(card.severity.rawValue)\(card.isActive && !card.isHidden ? "" : " quiet")" id="alert-\(card.id)" tabindex="-1" \
        aria-labelledby="name-of-alert">
        <p class="line">\(Mark(card.severity, words).html)<span class="aside">\(card.levelText)</span></p>
        <h2 id="name-of-alert">\(words(AlertWord.why))</h2>
        <p class="sentence">\(card.sentence)</p>
        \(card.state)
        \(view.isAskingToDismiss ? dismissForm(card, frame) : card.buttons(in: frame))
        \(drawing.html)
        </article>
        \(section("told", words(AlertWord.told), items: view.deliveries.map { $0.html(words) }, whenEmpty: words(AlertWord.nobodyTold)))
        """
    let name = Phrases.text(ofName: card.memberName, in: words.language) ?? ""
    let page = FramedPage(heading: "\(name) · \(card.title)", lead: nil, live: live, rest: dismissDialog(words))
    return page.text(in: frame, part: part)
}

private func dismissForm(_ card: AlertCard, _ frame: PageFrame) -> HTML {
    let words = frame.words
    return """
        <form class="question" method="post" action="/page/alerts/\(pathPart(card.id))/dismiss">\(tokenField(frame))
        <h3>\(words(AlertWord.dismissQuestion))</h3>
        <p>\(words(AlertWord.dismissEffect))</p>
        <div class="actions"><a href="/alerts/\(pathPart(card.id))">\(words(AlertWord.keep))</a>\
        <button name="sure" value="yes" class="grave">\(words(AlertWord.dismiss))</button></div>
        </form>
        """
}
