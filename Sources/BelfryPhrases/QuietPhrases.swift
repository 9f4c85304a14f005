import BelfryModel
import BelfryTime

extension Phrases {
    /// A day of the week, as it stands inside a sentence.
    public static func name(of day: Weekday, in language: Language) -> String {
        // The days of a language begin with Sunday.
        let place = Weekday.allCases.firstIndex(of: day) ?? 0
        return LanguageFormat.of(language).weekdays[(place + 1) % Weekday.allCases.count]
    }

    /// A day of the week, as it stands above what is of it.
    public static func heading(of day: Weekday, in language: Language) -> String {
        capitalised(name(of: day, in: language), in: language)
    }

    /// Quiet hours of single nights, by the days on which they begin: `Friday: 23:00–09:00, Sunday: –`.
    public static func text(of nights: QuietNights, in language: Language) -> String {
        let words = PageWords(language)
        return Weekday.allCases.compactMap { day in
            nights.windows[day].map { window in
                name(of: day, in: language) + words.colon + (window.isEmpty ? "–" : "\(window.start.shortText)–\(window.end.shortText)")
            }
        }.joined(separator: words.comma)
    }
}
