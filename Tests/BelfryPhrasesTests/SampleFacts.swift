import BelfryModel
import BelfryTesting
import BelfryTime

@testable import BelfryPhrases

extension TemplateSignature {
    /// A message of this template with facts of each kind; a text is the fact's own name, so that a test finds it again.
    func sample(count: Int = 3, withOptional: Bool = true) -> MessageFacts {
        MessageFacts(
            template: name,
            values: (withOptional ? facts : required).reduce(into: [:]) { values, fact in
                values[fact.key] = fact.value.sample(named: fact.key, count: count)
            })
    }

    /// Those that a notification can be made of: all but the names of prayers.
    static var messages: [TemplateSignature] { all.filter { $0.parts.first == "title" } }
}

extension FactKind {
    fileprivate func sample(named name: String, count: Int) -> MessageFacts.Value {
        switch self {
        case .text: .text("<\(name)>")
        case .count: .count(count)
        case .money: .money(minorUnits: 4500, currency: "EUR")
        case .day: .day(.sunday)
        case .time: .time(CivilTime(literal: "05:38"))
        case .list: .list(["<\(name) 1>", "<\(name) 2>"])
        case .measure: .measure(430, .sleepMinutes)
        case .name(let table): .text(table.things[0])
        case .names(let table): .list(Array(table.things.prefix(2)))
        }
    }
}
