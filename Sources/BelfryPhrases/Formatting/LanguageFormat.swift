import BelfryModel
import BelfryTime

/// How a language writes numbers, money, days, times and lists, after Unicode CLDR 47 where nothing else is said.
///
/// There is one of each, so it is never copied.
final class LanguageFormat: Sendable {
    let decimalSeparator: String
    let groupSeparator: String
    /// How many digits stand before the first separator at least: Spanish writes `1234` and `12.345`.
    let minimumGroupingDigits: Int
    let minus: String
    let money: MoneyPattern
    /// Those that differ from the code, by ISO 4217 code.
    let currencySymbols: [String: String]
    /// From Sunday.
    let weekdays: [String]
    /// From January.
    let months: [String]
    /// A day with its weekday.
    let day: @Sendable (_ weekday: String, _ day: Int, _ month: String, _ year: Int) -> String
    let units: Units
    /// Between the things of a list.
    let listSeparator: String
    /// Before the last thing of a list.
    let lastSeparator: @Sendable (_ last: String) -> String

    /// What stands behind a value, or in the case of a percentage around it.
    struct Units: Sendable {
        let hour: String
        let minute: String
        let second: String
        let beatsPerMinute: String
        let percent: @Sendable (_ number: String) -> String
        let millisecond: String
    }

    /// Where the symbol of a currency stands.
    enum MoneyPattern: Sendable {
        /// `€1.00`; a code and a space where there is no symbol.
        case symbolFirst
        /// `1,00 €`, with a no-break space.
        case symbolLast
        /// As `symbolLast` behind U+200F, so that the line runs from right to left.
        case symbolLastRightToLeft
    }

    init(
        decimalSeparator: String, groupSeparator: String, minimumGroupingDigits: Int, minus: String, money: MoneyPattern,
        currencySymbols: [String: String], weekdays: [String], months: [String],
        day: @escaping @Sendable (_ weekday: String, _ day: Int, _ month: String, _ year: Int) -> String, units: Units,
        listSeparator: String, lastSeparator: @escaping @Sendable (_ last: String) -> String
    ) {
        self.decimalSeparator = decimalSeparator
        self.groupSeparator = groupSeparator
        self.minimumGroupingDigits = minimumGroupingDigits
        self.minus = minus
        self.money = money
        self.currencySymbols = currencySymbols
        self.weekdays = weekdays
        self.months = months
        self.day = day
        self.units = units
        self.listSeparator = listSeparator
        self.lastSeparator = lastSeparator
    }

    static func of(_ language: Language) -> LanguageFormat {
        switch language {
        case .english: .english
        case .arabic: .arabic
        case .german: .german
        case .french: .french
        case .spanish: .spanish
        case .turkish: .turkish
        }
    }
}

// MARK: Days, times and lists

extension LanguageFormat {
    /// A day with its weekday: `Sunday 25 January 2026`.
    func text(of date: CivilDate) -> String {
        let (year, month, day) = date.components
        return self.day(weekdays[date.weekday], day, months[month - 1], year)
    }

    /// A time of day by the 24-hour clock in every language: `05:38`.
    func text(of time: CivilTime) -> String { time.shortText }

    /// Things in a row: `A, B and C`.
    func text(of things: [String]) -> String {
        guard let last = things.last, things.count > 1 else { return things.first ?? "" }
        return things.dropLast().joined(separator: listSeparator) + lastSeparator(last) + last
    }
}
