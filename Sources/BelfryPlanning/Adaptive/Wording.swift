import BelfryModel
import BelfryTime

/// Says a plan in the words that work for the person, where the same can be said in several ways.
///
/// A domain's kinds share what is learnt of a style, `bills.direct` and `bills` for the standard one, so that it is learnt soon. On one day a domain
/// keeps to one style. What stands in the plan counts as seen on its day, so that the next plan comes to the same.
public struct Wording: Sendable {
    private let bandit: TemplateBandit
    private let styles: [String: [String]]
    private let seed: UInt64
    private var lastSeen: [String: CivilDate]
    private var choices: [Occasion: TemplateChoice] = [:]

    private struct Occasion: Hashable {
        let names: [String]
        let date: CivilDate
    }

    /// - Parameters:
    ///   - styles: by the name of a template, the other ways to say the same.
    ///   - told: what the person saw of which nothing was learnt yet.
    ///   - seed: the same gives the same choices.
    public init(_ habits: Habits, styles: [String: [String]], told: [(choice: TemplateChoice, date: CivilDate)], seed: UInt64) {
        bandit = habits.wordings
        self.styles = styles
        self.seed = seed
        lastSeen = told.reduce(into: bandit.lastSeen) { seen, one in
            seen[one.choice.chosen] = max(seen[one.choice.chosen] ?? one.date, one.date)
        }
    }

    /// The plan in the chosen words, and by the identifiers of its lines what was chosen; a summary keeps its words.
    public mutating func worded(_ plan: Plan, in zone: TimeZoneRules) -> (plan: Plan, choices: [NotificationID: TemplateChoice]) {
        var chosen: [NotificationID: TemplateChoice] = [:]
        let days = plan.days.map { day in
            let lines = day.lines.map { line in
                guard let (said, choice) = worded(line, in: zone) else { return line }
                chosen[line.identifier] = choice
                return said
            }
            return PlannedDay(date: day.date, lines: lines, leftOut: day.leftOut)
        }
        guard !chosen.isEmpty else { return (plan, [:]) }
        return (Plan(days: days, unplanned: plan.unplanned, coverage: plan.coverage), chosen)
    }

    private mutating func worded(_ line: PlannedNotification, in zone: TimeZoneRules) -> (PlannedNotification, TemplateChoice)? {
        guard !line.isSummary, case .facts(let facts) = line.parts[0].message, let others = styles[facts.template] else { return nil }
        let domain = String(facts.template.prefix { $0 != "." })
        let choice = choice(of: [domain] + others.map { "\(domain).\($0)" }, in: domain, on: zone.civil(at: line.moment).date)
        guard choice.chosen != domain else { return (line, choice) }
        let style = choice.chosen.dropFirst(domain.count + 1)
        return (line.saying(.facts(MessageFacts(template: "\(facts.template).\(style)", values: facts.values))), choice)
    }

    private mutating func choice(of names: [String], in domain: String, on date: CivilDate) -> TemplateChoice {
        let occasion = Occasion(names: names, date: date)
        if let known = choices[occasion] { return known }
        let chances = bandit.chances(of: names, lastSeen: lastSeen, on: date)
        var generator = SeededGenerator(seed: seed(of: domain, on: date))
        let name = bandit.choice(of: names, lastSeen: lastSeen, on: date, using: &generator) ?? names[0]
        let choice = TemplateChoice(chosen: name, chances: Dictionary(zip(names, chances), uniquingKeysWith: { $1 }))
        choices[occasion] = choice
        lastSeen[name] = max(lastSeen[name] ?? date, date)
        return choice
    }

    private func seed(of domain: String, on date: CivilDate) -> UInt64 {
        let name = domain.utf8.reduce(5381 as UInt64) { $0 &* 33 &+ UInt64($1) }
        return seed ^ name ^ UInt64(bitPattern: Int64(date.daysSinceEpoch)) &* 0x9E37_79B9_7F4A_7C15
    }
}

extension PlannedNotification {
    /// The same notification with another message.
    fileprivate func saying(_ message: Message) -> PlannedNotification {
        let part = parts[0]
        return PlannedNotification(
            identifier: identifier, moment: moment, category: category, severity: severity, language: language,
            parts: [
                PlannedPart(
                    identifier: part.identifier, due: part.due, expiresAt: part.expiresAt, message: message, category: part.category,
                    severity: part.severity, reason: part.reason)
            ], reason: reason)
    }
}
