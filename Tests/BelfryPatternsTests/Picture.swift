import BelfryModel
import BelfryTime

/// A row of days, one character each, from 1 January 2026 on:
/// `=` the person's usual, `1` to `9` so many tenths of it, `A` to `Z` eleven tenths, twelve tenths and on,
/// `0` a zero, `_` no value.
struct Picture {
    let text: String
    var usual = 1000.0

    static let firstDay = CivilDate(daysSinceEpoch: 20_454)

    var observations: [Observation] {
        text.enumerated().compactMap { offset, character in
            value(of: character).map { Observation(date: Self.firstDay + offset, value: $0) }
        }
    }

    private func value(of character: Character) -> Double? {
        switch character {
        case "=": usual
        case "0"..."9": character.wholeNumberValue.map { usual * Double($0) / 10 }
        case "A"..."Z": character.asciiValue.map { usual * Double($0 - 54) / 10 }
        default: nil
        }
    }
}
