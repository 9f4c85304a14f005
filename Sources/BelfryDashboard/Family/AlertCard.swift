import BelfryModel
import BelfryPhrases

/// One alert as the family reads it.
public struct AlertCard: Hashable, Sendable {
    public let id: String
    public let memberName: String
    /// What it is about, without the member's name: "Sleep below the usual".
    public let title: String
    /// "Sleep has been 24% below Ana's usual 7 h 10 for 9 days."
    public let sentence: String
    public let severity: Severity
    /// "day 9 · level 7"
    public let levelText: String
    /// "Active since 8 June"
    public let statusText: String
    public let isActive: Bool
    /// "Snoozed through 20 June"; nil where it is not snoozed.
    public let snoozedText: String?
    /// "Dismissed on 17 June"; nil where it is not dismissed.
    public let dismissedText: String?
    /// "Nobody is told for now: …"; nil where nothing speaks against telling.
    public let heldText: String?
    /// The oldest day first.
    public let chart: [ChartPoint]
    /// The member's usual, on the scale of the chart; nil where it isn't known.
    public let baseline: Double?
    /// The usual as a person says it: "7 h 10 min".
    public let baselineText: String

    public init(
        id: String, memberName: String, title: String, sentence: String, severity: Severity, levelText: String, statusText: String,
        isActive: Bool, snoozedText: String? = nil, dismissedText: String? = nil, heldText: String? = nil, chart: [ChartPoint] = [],
        baseline: Double? = nil, baselineText: String = ""
    ) {
        self.id = id
        self.memberName = memberName
        self.title = title
        self.sentence = sentence
        self.severity = severity
        self.levelText = levelText
        self.statusText = statusText
        self.isActive = isActive
        self.snoozedText = snoozedText
        self.dismissedText = dismissedText
        self.heldText = heldText
        self.chart = chart
        self.baseline = baseline
        self.baselineText = baselineText
    }
}

extension AlertCard {
    /// The days for which an alert can be snoozed by one press.
    static let snoozeDayCounts = [1, 3, 7]

    var isHidden: Bool { snoozedText != nil || dismissedText != nil }

    func name(_ words: PageWords) -> String { memberName + words.comma + title }

    func html(in frame: PageFrame) -> HTML {
        let words = frame.words
        return """
            <li><article class="card \(severity.rawValue)\(isActive && !isHidden ? "" : " quiet")" id="alert-\(id)" tabindex="-1" \
            aria-labelledby="name-of-alert-\(id)">
            <p class="line">\(Mark(severity, words).html)<span class="aside">\(levelText)</span></p>
            <h3 id="name-of-alert-\(id)"><a href="/alerts/\(pathPart(id))"><bdi class="who">\(memberName)</bdi> \(title)</a></h3>
            <p>\(sentence)</p>
            \(Chart(name: name(words), points: chart, baseline: baseline, baselineText: baselineText, words: words).html)
            \(state)
            \(buttons(in: frame))
            </article></li>
            """
    }

    /// Whether it goes on, why nobody is told of it, and who has hidden it.
    var state: HTML {
        "<p class=\"aside\">\(statusText)\([heldText, snoozedText, dismissedText].compactMap(\.self).map { " <strong>\($0)</strong>" })</p>"
    }

    /// Only what makes sense: an episode that is over needs no snooze, and what is hidden can be brought back.
    func buttons(in frame: PageFrame) -> HTML? {
        let words = frame.words
        var parts: [HTML] = []
        if isActive && !isHidden { parts.append(snoozeButtons(frame)) }
        if isHidden { parts.append(button("restore", words(AlertWord.undo), frame)) }
        if isActive && dismissedText == nil { parts.append(button("dismiss", words(AlertWord.dismiss), frame)) }
        return parts.isEmpty ? nil : "<div class=\"actions\">\(parts)</div>"
    }

    private func snoozeButtons(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let buttons = AlertCard.snoozeDayCounts.map { dayCount -> HTML in
            let days = words(AlertWord.days, count: dayCount)
            return """
                <button name="snooze_for_days" value="\(dayCount)" id="snooze-\(dayCount)-alert-\(id)" data-act="snooze" data-id="\(id)" \
                data-days="\(dayCount)" aria-label="\(words(AlertWord.snoozeFor, ["days": days, "name": name(words)]))">\(days)</button>
                """
        }
        return """
            <form class="choice" method="post" action="/page/alerts/\(pathPart(id))/snooze" role="group" aria-label="\(words(AlertWord.snooze))\(words.colon)\(name(words))">\
            \(tokenField(frame))<span aria-hidden="true">\(words(AlertWord.snooze))</span>\(buttons)</form>
            """
    }

    private func button(_ act: String, _ word: String, _ frame: PageFrame) -> HTML {
        """
        <form method="post" action="/page/alerts/\(pathPart(id))/\(act)">\(tokenField(frame))<button id="\(act)-alert-\(id)" data-act="\(act)" \
        data-id="\(id)" data-name="\(name(frame.words))" aria-label="\(word)\(frame.words.colon)\(name(frame.words))">\(word)</button></form>
        """
    }
}
