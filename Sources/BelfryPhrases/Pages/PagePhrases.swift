import BelfryModel
import BelfryTime

extension Phrases {
    /// A day without its weekday: `25 January 2026`, `25. Januar 2026`.
    public static func text(of date: CivilDate, in language: Language) -> String {
        let (year, month, day) = date.components
        let name = LanguageFormat.of(language).months[month - 1]
        return switch language {
        case .english, .arabic, .turkish: "\(day) \(name) \(year)"
        case .german: "\(day). \(name) \(year)"
        case .french: "\(day == 1 ? "1er" : "\(day)") \(name) \(year)"
        case .spanish: "\(day) de \(name) de \(year)"
        }
    }

    /// A day with its weekday: `Sunday 25 January 2026`.
    public static func day(_ date: CivilDate, in language: Language) -> String {
        LanguageFormat.of(language).text(of: date)
    }

    /// A day with its weekday as it stands above what happens on it: `Domingo, 25 de enero de 2026`.
    public static func heading(of date: CivilDate, in language: Language) -> String {
        capitalised(day(date, in: language), in: language)
    }

    /// A whole number in groups of three digits.
    public static func text(of number: Int, in language: Language) -> String {
        LanguageFormat.of(language).text(of: number)
    }

    /// A value with its unit, as a person says it: `7 h 10 min`, `8,412`, `58 bpm`.
    public static func text(of value: Double, _ metric: Metric, in language: Language) -> String {
        LanguageFormat.of(language).text(of: value, metric)
    }

    /// A share in whole percent: `35%`, in German `35 %`, in Turkish `%35`.
    public static func text(ofPercent percent: Int, in language: Language) -> String {
        let format = LanguageFormat.of(language)
        return format.units.percent(format.text(of: percent))
    }

    /// A wait that is not negative, in the unit that suits it: `0.4 s`, `12 s`, `3 min`, `2 h`.
    public static func text(of wait: Duration, in language: Language) -> String {
        LanguageFormat.of(language).text(of: wait)
    }

    /// As it stands within a sentence: `resting heart rate`.
    public static func name(of metric: Metric, in language: Language) -> String {
        PhraseCatalogue.standard.name(of: metric.rawValue, from: .metric, in: language)
    }

    /// As it stands alone: `Watch`.
    public static func name(of severity: Severity, in language: Language) -> String {
        let word: AlertWord =
            switch severity {
            case .watch: .watch
            case .attention: .attention
            case .critical: .critical
            }
        return PageWords(language)(word)
    }

    /// What an alert is about, where the member is named beside it: "Sleep is down", "Nothing comes from the wearable".
    public static func heading(of metric: Metric, _ pattern: PatternType, deviationPercent: Double, in language: Language) -> String {
        guard pattern != .missingWearable else { return PageWords(language)(AlertWord.isSilent) }
        let name = capitalised(name(of: metric, in: language), in: language)
        let (word, english): (AlertWord, String) =
            switch Side(pattern, deviationPercent) {
            case .below: (.isDown, "down")
            case .above: (.isUp, "up")
            case .low: (.isLow, "low")
            }
        // English has a verb, which agrees with the name.
        guard language != .english else { return "\(name) \(metric == .steps ? "are" : "is") \(english)" }
        return PageWords(language)(word, ["metric": name])
    }

    /// Whether an episode goes on, or why it is over.
    public static func status(of episode: Episode, in language: Language) -> String {
        let words = PageWords(language)
        let isSilence = episode.pattern == .missingWearable
        return switch episode.resolved {
        case nil: words(AlertWord.goingOn, ["day": text(of: episode.activeSince, in: language)])
        case .recovered: words(isSilence ? AlertWord.overHeardAgain : .overUsual)
        case .stale: words(AlertWord.overStale)
        case .sourceChanged: words(AlertWord.overSourceChanged)
        case .newNormal: words(isSilence ? AlertWord.overSilent : .overNewNormal)
        case .corrected: words(AlertWord.withdrawn)
        }
    }

    /// Turkish has two letters i, and the small dotted one has a great one with a dot.
    static func capitalised(_ text: String, in language: Language = .english) -> String {
        if language == .turkish, text.hasPrefix("i") { return "İ" + text.dropFirst() }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
