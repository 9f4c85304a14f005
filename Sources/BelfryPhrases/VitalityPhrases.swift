import BelfryModel

extension Phrases {
    /// What an alert says in a language: "Sleep has been 24% below Ana's usual 7 h 10 min for 9 days; no other metric is unusual."
    ///
    /// - Parameter isOwn: whether whoever reads it is the member, who is not named then: "… below your usual 7 h 10 min …".
    public static func words(
        for insight: AlertInsight, memberName: String?, isOwn: Bool = false, in language: Language, catalogue: PhraseCatalogue = .standard
    ) -> (title: String, body: String) {
        guard insight.pattern != .missingWearable else {
            let facts = silence(ofDays: insight.dayCount, name: memberName.flatMap(named), isOwn: isOwn)
            return catalogue.words(for: facts, in: language)
        }
        let metric = MessageFacts.Value.text(insight.metric.rawValue)
        var values: [String: MessageFacts.Value] = ["metric": metric, "subject": metric, "days": .count(insight.dayCount)]
        if insight.deviationPercent.isFinite {
            values["percent"] = .count(rounded(insight.deviationPercent.magnitude))
            values["usual"] = .measure(insight.usualValue, insight.metric)
        }
        if !isOwn { values["name"] = memberName.flatMap(named) }
        if insight.otherMetricCount > 0 { values["checked"] = .count(insight.otherMetricCount) }
        if !insight.othersOutOfRange.isEmpty { values["others"] = .list(insight.othersOutOfRange.map(\.rawValue)) }
        if insight.exerciseDayCount > 0 { values["exercise"] = .count(insight.exerciseDayCount) }
        let template = vitalityTemplate(isOwn: isOwn, Side(insight.pattern, insight.deviationPercent))
        return catalogue.words(for: MessageFacts(template: template, values: values), in: language)
    }

    /// That nothing comes from somebody's wearable.
    static func silence(ofDays dayCount: Int?, name: MessageFacts.Value?, isOwn: Bool) -> MessageFacts {
        var values: [String: MessageFacts.Value] = [:]
        values["days"] = dayCount.map { .count($0) }
        if !isOwn { values["name"] = name }
        return MessageFacts(template: isOwn ? "vitality.own_silent" : "vitality.silent", values: values)
    }

    static func vitalityTemplate(isOwn: Bool, _ side: Side) -> String { "vitality.\(isOwn ? "own_" : "")\(side.rawValue)" }

    /// Where something is, beside the usual.
    enum Side: String {
        case below, above
        /// Low, though not below it: version 1 tells of a sleep efficiency below 85 whatever is usual, so that it may be a drop to nobody's eyes.
        case low

        /// - Parameters:
        ///   - pattern: nil where it isn't known to which side the rule looks that found it.
        ///   - deviationPercent: of the usual; no number where a row that somebody wrote by hand has no usual.
        init(_ pattern: PatternType?, _ deviationPercent: Double) {
            guard deviationPercent.isFinite else {
                self = pattern == .dropVsBaseline ? .below : .above
                return
            }
            let isLow = pattern == .dropVsBaseline && Phrases.rounded(deviationPercent) >= 0
            self = isLow ? .low : deviationPercent < 0 ? .below : .above
        }
    }

    /// What a trend insight says in a language: "Lower than before for Ana: sleep score", and how much.
    public static func words(
        for insight: TrendInsight, memberName: String?, in language: Language, catalogue: PhraseCatalogue = .standard
    ) -> (title: String, body: String) {
        var values: [String: MessageFacts.Value] = [
            "pillar": .text(insight.pillar.rawValue), "count": .count(insight.recentCount), "score": .count(rounded(insight.recentScore)),
        ]
        values["name"] = memberName.flatMap(named)
        if insight.rule != .streakLow { values["percent"] = .count(rounded(insight.changePercent?.magnitude ?? 0)) }
        return catalogue.words(for: MessageFacts(template: "trend.\(insight.rule.rawValue)", values: values), in: language)
    }

    /// A name that somebody typed, as it stands in a sentence of a language; nil for one that shows nothing.
    public static func text(ofName name: String, in language: Language) -> String? {
        let cleaned = TypedText.cleaned(name)
        return cleaned.isEmpty ? nil : TypedText.isolated(cleaned, in: language)
    }

    /// Nil for a name that shows nothing.
    static func named(_ name: String) -> MessageFacts.Value? {
        TypedText.cleaned(name).isEmpty ? nil : .text(name)
    }
}
