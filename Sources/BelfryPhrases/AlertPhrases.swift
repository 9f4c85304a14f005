import BelfryModel
import BelfryTime

// What a delivery says, alone or as a summary.

extension Phrases {
    /// What a delivery says to its recipient; of an alert about themselves in the second person.
    ///
    /// - Parameters:
    ///   - merged: those that it tells along with its own, as a summary.
    ///   - severity: its own, which its payload may not say; a summary is as grave as the gravest that it tells.
    public static func content(
        of delivery: Delivery, merged: [Delivery] = [], severity: Severity, in language: Language = .english,
        catalogue: PhraseCatalogue = .standard
    ) -> NotificationContent {
        content(
            of: Told(delivery), merged: merged.map { Told($0) }, severity: severity, isHeld: delivery.heldSince != nil, in: language, catalogue)
    }

    /// What a notification says to somebody whom it is not about.
    ///
    /// - Parameters:
    ///   - merged: payloads that it tells along with its own, as a summary.
    ///   - severity: its own, which its payload may not say; a summary is as grave as the gravest that it tells.
    ///   - isHeld: whether they waited for quiet hours to end; otherwise they were found together.
    public static func content(
        of payload: Payload, merged: [Payload] = [], severity: Severity, isHeld: Bool = true, in language: Language = .english,
        catalogue: PhraseCatalogue = .standard
    ) -> NotificationContent {
        content(of: Told(payload), merged: merged.map { Told($0) }, severity: severity, isHeld: isHeld, in: language, catalogue)
    }

    private static func content(
        of told: Told, merged: [Told], severity: Severity, isHeld: Bool, in language: Language, _ catalogue: PhraseCatalogue
    ) -> NotificationContent {
        guard !merged.isEmpty else {
            let (title, body) = words(of: told, in: language, catalogue)
            return NotificationContent(title: title, body: body, severity: severity, language: language)
        }
        let all = [told] + merged
        var values: [String: MessageFacts.Value] = ["count": .count(all.count)]
        if !isHeld, !told.isOfDigest, !told.isOwn { values["name"] = told.payload.memberName.flatMap(named) }
        // What is found together is about one member, so that the first is their own where all are.
        let template = isHeld ? "alert.held" : told.isOfDigest ? "alert.digest" : told.isOwn ? "alert.own_together" : "alert.together"
        return NotificationContent(
            title: catalogue.words(for: MessageFacts(template: template, values: values), in: language).title,
            body: all.map { line(of: $0, in: language, catalogue) }.joined(separator: "\n"),
            severity: all.compactMap(\.payload.severity).reduce(severity, max), language: language)
    }

    /// One of a summary.
    private static func line(of told: Told, in language: Language, _ catalogue: PhraseCatalogue) -> String {
        let (title, body) = words(of: told, in: language, catalogue)
        return "• \(body.isEmpty ? title : body)"
    }

    /// The sender's own words for the language, where it chose some; else ours, from as many facts as there are. A title of its own without a figure is all
    /// that there is to say: a body of ours would speak of news about a family.
    private static func words(of told: Told, in language: Language, _ catalogue: PhraseCatalogue) -> (title: String, body: String) {
        let chosen = told.payload.words(in: language)
        if let title = chosen.title, !title.isEmpty, told.payload.metric == nil { return (title, chosen.body ?? "") }
        let ours = catalogue.words(for: facts(of: told), in: language)
        return (chosen.title ?? ours.title, chosen.body ?? ours.body)
    }

    private static func facts(of told: Told) -> MessageFacts {
        let payload = told.payload
        let name = payload.memberName.flatMap(named)
        var values: [String: MessageFacts.Value] = Dictionary(minimumCapacity: 8)
        guard let metric = payload.metric else {
            // What names nobody may be about nobody.
            if told.isOwn, name != nil { return MessageFacts(template: "alert.own_news", values: [:]) }
            values["name"] = name
            return MessageFacts(template: "alert.news", values: values)
        }
        let dayCount = payload.dayCount ?? payload.level?.rawValue
        guard payload.pattern != .missingWearable else { return silence(ofDays: dayCount, name: name, isOwn: told.isOwn) }
        if !told.isOwn { values["name"] = name }
        values["metric"] = .text(metric.rawValue)
        values["subject"] = .text(metric.rawValue)
        values["percent"] = payload.deviationPercent.map { .count(rounded($0.magnitude)) }
        values["usual"] = payload.baselineValue.map { .measure($0, metric) }
        values["days"] = dayCount.map { .count($0) }
        values["lately"] = payload.recentValue.map { .measure($0, metric) }
        // Where nothing says how far off it is, the pattern says to which side.
        let deviation = payload.deviationPercent ?? ((payload.pattern ?? metric.badPattern) == .dropVsBaseline ? -100 : 100)
        return MessageFacts(template: vitalityTemplate(isOwn: told.isOwn, Side(payload.pattern, deviation)), values: values)
    }

    // MARK: Figures

    /// 0 where there is no such number.
    static func rounded(_ value: Double) -> Int {
        Int(exactly: value.rounded()) ?? 0
    }

    /// As English has it: `1,234,567`.
    static func grouped(_ value: Double) -> String { text(of: rounded(value), in: .english) }
}

/// What a notification tells, and whether it is about whoever reads it.
private struct Told {
    let payload: Payload
    let isOwn: Bool
    let isOfDigest: Bool

    init(_ payload: Payload) { (self.payload, isOwn, isOfDigest) = (payload, false, false) }

    /// Of an alert the member is known; what somebody ordered may name anybody.
    init(_ delivery: Delivery) {
        payload = delivery.payload
        isOwn = delivery.alert != nil && delivery.recipient == delivery.member
        isOfDigest = delivery.isOfDigest
    }
}
