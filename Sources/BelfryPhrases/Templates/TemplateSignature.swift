import BelfryModel

/// A template by its name, with the facts that it is given.
struct TemplateSignature: Sendable {
    let name: String
    let required: [String: FactKind]
    let optional: [String: FactKind]
    /// Which texts it has.
    let parts: [String]
    /// Under which these two stand in a catalogue.
    let (titleKey, bodyKey): (String, String)

    init(_ name: String, _ required: [String: FactKind] = [:], optional: [String: FactKind] = [:], parts: [String] = ["title", "body"]) {
        self.name = name
        self.required = required
        self.optional = optional
        self.parts = parts
        (titleKey, bodyKey) = ("\(name).title", "\(name).body")
    }

    var facts: [String: FactKind] { required.merging(optional) { $1 } }

    /// Under which its texts stand in a catalogue, as `bills.due_day.title`.
    var keys: [String] { parts.map { "\(name).\($0)" } }

    /// Whether everything is there that the words need, and nothing is of another kind than they expect.
    func fits(_ values: [String: MessageFacts.Value]) -> Bool {
        required.allSatisfy { name, kind in values[name].map(kind.holds) ?? false }
            && optional.allSatisfy { name, kind in values[name].map(kind.holds) ?? true }
    }
}

/// What a fact is, which decides how it is written and which forms it has.
enum FactKind: Equatable, Sendable {
    case text, count, money, day, time, list, measure
    /// Something by its name in the model, such as `fajr`; it gets its name in the language.
    case name(NameTable)
    /// Several of them.
    case names(NameTable)

    func holds(_ value: MessageFacts.Value) -> Bool {
        switch (self, value) {
        case (.text, .text(let text)), (.name, .text(let text)): !TypedText.cleaned(text).isEmpty
        case (.list, .list(let things)), (.names, .list(let things)): things.contains { !TypedText.cleaned($0).isEmpty }
        case (.count, .count), (.money, .money), (.day, .day), (.time, .time), (.measure, .measure): true
        default: false
        }
    }
}

extension TemplateSignature {
    static let all: [TemplateSignature] = [bills, study, pantry, prayer, vitality, ownVitality, lowVitality, silentVitality, own].flatMap { $0 }

    private static let bills = [
        TemplateSignature("bills.due_day", ["name": .text], optional: ["amount": .money]),
        TemplateSignature("bills.day_before", ["name": .text], optional: ["amount": .money]),
        TemplateSignature("bills.due_day.direct", ["name": .text], optional: ["amount": .money]),
        TemplateSignature("bills.day_before.direct", ["name": .text], optional: ["amount": .money]),
        TemplateSignature("bills.overdue", ["name": .text, "count": .count], optional: ["amount": .money]),
        TemplateSignature("bills.overspending", ["name": .text, "amount": .money, "budget": .money, "percent": .count]),
        TemplateSignature("bills.weekly_digest", ["count": .count], optional: ["names": .list, "total": .money]),
    ]

    private static let study = [
        TemplateSignature("study.daily", ["count": .count]),
        TemplateSignature("study.daily.direct", ["count": .count]),
        TemplateSignature("study.nothing_due"),
    ]

    private static let pantry = [
        TemplateSignature("pantry.expires_in_days", ["name": .text, "count": .count]),
        TemplateSignature("pantry.expires_tomorrow", ["name": .text]),
        TemplateSignature("pantry.expires_today", ["name": .text]),
        TemplateSignature("pantry.expired", ["name": .text]),
        TemplateSignature("pantry.expiring_together", ["names": .list, "count": .count]),
        TemplateSignature("pantry.warranty", ["name": .text, "count": .count]),
        TemplateSignature("pantry.maintenance", ["name": .text, "task": .text]),
        TemplateSignature("pantry.recall", ["name": .text], optional: ["reason": .text]),
        TemplateSignature("pantry.recall_maybe", ["name": .text], optional: ["reason": .text]),
        TemplateSignature("pantry.alert", ["name": .text], optional: ["reason": .text]),
        TemplateSignature("pantry.alert_maybe", ["name": .text], optional: ["reason": .text]),
    ]

    private static let prayer = [
        TemplateSignature("prayer.time", ["prayer": .name(.prayer), "time": .time], optional: ["place": .text]),
        TemplateSignature("prayer.before", ["prayer": .name(.prayer), "count": .count]),
        NameTable.prayer.signature,
    ]

    private static let vitality =
        ["vitality.below", "vitality.above"].map { name in
            TemplateSignature(
                name, ["metric": .name(.metric), "subject": .name(.metricSubject)],
                optional: [
                    "percent": .count, "usual": .measure, "days": .count, "lately": .measure, "name": .text, "checked": .count,
                    "others": .names(.metric), "exercise": .count,
                ])
        } + [
            TemplateSignature("alert.news", optional: ["name": .text]),
            TemplateSignature("alert.held", ["count": .count], parts: ["title"]),
            TemplateSignature("alert.digest", ["count": .count], parts: ["title"]),
            TemplateSignature("alert.together", ["count": .count], optional: ["name": .text], parts: ["title"]),
            TemplateSignature("trend.streak_low", trend, optional: ["name": .text]),
            TemplateSignature("trend.drop", trend.merging(["percent": .count]) { $1 }, optional: ["name": .text]),
            TemplateSignature("trend.rebound", trend.merging(["percent": .count]) { $1 }, optional: ["name": .text]),
            NameTable.metric.signature, NameTable.metricSubject.signature, NameTable.pillar.signature,
        ]

    /// The same to the member themselves.
    private static let ownVitality =
        ["vitality.own_below", "vitality.own_above"].map { name in
            TemplateSignature(
                name, ["metric": .name(.metric), "subject": .name(.metricSubject)],
                optional: [
                    "percent": .count, "usual": .measure, "days": .count, "lately": .measure, "checked": .count, "others": .names(.metric),
                    "exercise": .count,
                ])
        } + [TemplateSignature("alert.own_news"), TemplateSignature("alert.own_together", ["count": .count], parts: ["title"])]

    /// What is low though it is not below the usual, to others and to the member.
    private static let lowVitality = [
        TemplateSignature("vitality.low", named, optional: low.merging(["name": .text]) { $1 }), TemplateSignature("vitality.own_low", named, optional: low),
    ]

    /// Of a wearable from which nothing comes, to others and to the member.
    private static let silentVitality = [
        TemplateSignature("vitality.silent", optional: ["days": .count, "name": .text]),
        TemplateSignature("vitality.own_silent", optional: ["days": .count]),
    ]

    private static let named: [String: FactKind] = ["metric": .name(.metric), "subject": .name(.metricSubject)]
    private static let low: [String: FactKind] = [
        "usual": .measure, "days": .count, "lately": .measure, "checked": .count, "others": .names(.metric), "exercise": .count,
    ]

    private static let trend: [String: FactKind] = ["pillar": .name(.pillar), "count": .count, "score": .count]

    /// Belfry's own: asks to open the app, heads a summary, and says what has no words of its own.
    private static let own = [
        TemplateSignature("canary", ["day": .day, "time": .time]),
        TemplateSignature("summary", ["count": .count], parts: ["title"]),
        TemplateSignature("fallback", ["names": .list]),
    ]

    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    static let byKey = Dictionary(uniqueKeysWithValues: all.flatMap { signature in signature.keys.map { ($0, signature) } })
}
