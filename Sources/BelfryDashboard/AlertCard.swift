import BelfryModel

/// One alert as the family reads it.
public struct AlertCard: Hashable, Sendable {
    public let id: String
    public let memberName: String
    /// What it is about, without the member's name: "Sleep below the usual".
    public let title: String
    /// "Sleep has been 24 % below Ana's usual 7 h 10 for 9 days."
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
    /// The oldest day first.
    public let chart: [ChartPoint]
    /// The member's usual, on the scale of the chart; nil where it isn't known.
    public let baseline: Double?
    /// The usual as a person says it: "7 h 10 min".
    public let baselineText: String

    public init(
        id: String, memberName: String, title: String, sentence: String, severity: Severity, levelText: String, statusText: String,
        isActive: Bool, snoozedText: String? = nil, dismissedText: String? = nil, chart: [ChartPoint] = [], baseline: Double? = nil,
        baselineText: String = ""
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
        self.chart = chart
        self.baseline = baseline
        self.baselineText = baselineText
    }
}

extension AlertCard {
    /// The days for which an alert can be snoozed by one press.
    static let snoozeDayCounts = [1, 3, 7]

    var isHidden: Bool { snoozedText != nil || dismissedText != nil }

    private var name: String { "\(memberName), \(title)" }

    var html: HTML {
        """
        <li><article class="card \(severity.rawValue)\(isActive && !isHidden ? "" : " quiet")" id="alert-\(id)" tabindex="-1" \
        aria-labelledby="name-of-alert-\(id)">
        <p class="line">\(Mark(severity).html)<span class="aside">\(levelText)</span></p>
        <h3 id="name-of-alert-\(id)"><span class="who">\(memberName)</span> \(title)</h3>
        <p>\(sentence)</p>
        \(Chart(name: name, points: chart, baseline: baseline, baselineText: baselineText).html)
        <p class="aside">\(statusText)\([snoozedText, dismissedText].compactMap(\.self).map { " <strong>\($0)</strong>" })</p>
        \(buttons)
        </article></li>
        """
    }

    /// Only what makes sense: an episode that is over needs no snooze, and what is hidden can be brought back.
    private var buttons: HTML? {
        var parts: [HTML] = []
        if isActive && !isHidden { parts.append(snoozeButtons) }
        if isHidden { parts.append(button("restore", "Undo")) }
        if isActive && dismissedText == nil { parts.append(button("dismiss", "Dismiss")) }
        return parts.isEmpty ? nil : "<div class=\"actions\">\(parts)</div>"
    }

    private var snoozeButtons: HTML {
        let buttons = AlertCard.snoozeDayCounts.map { dayCount -> HTML in
            let days = dayCount == 1 ? "1 day" : "\(dayCount) days"
            return """
                <button type="button" id="snooze-\(dayCount)-alert-\(id)" data-act="snooze" data-id="\(id)" data-days="\(dayCount)" \
                aria-label="Snooze for \(days): \(name)">\(days)</button>
                """
        }
        return """
            <div class="choice" role="group" aria-label="Snooze: \(name)"><span aria-hidden="true">Snooze</span>\(buttons)</div>
            """
    }

    private func button(_ act: String, _ word: String) -> HTML {
        """
        <button type="button" id="\(act)-alert-\(id)" data-act="\(act)" data-id="\(id)" data-name="\(name)" \
        aria-label="\(word): \(name)">\(word)</button>
        """
    }
}
