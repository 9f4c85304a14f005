import BelfryModel
import BelfryTime

extension Phrases {
    /// Why a person is reminded at an hour: "08:00, because you usually act between 07:30 and 08:30."
    public static func sentence(for choice: HourChoice, in language: Language = .english) -> String {
        PageWords(language)(PlanWord.hour, ["time": choice.time.shortText, "cause": cause(choice.basis, in: language)])
    }

    /// Why a line of a plan is told at its hour; where that is another than the day's, because it was limited, only what its reason says.
    static func hourCause(of line: PlannedNotification, in setting: PlanSetting) -> String {
        let civil = setting.zone.civil(at: line.parts[0].due)
        if let choice = setting.hourChoice(civil.date), choice.time == civil.time, choice.reason == line.reason {
            return cause(choice.basis, in: setting.language)
        }
        return switch line.reason {
        case .populationHour: cause(.population, in: setting.language)
        case .triedHour: PageWords(setting.language)(PlanWord.triedHour)
        default: cause(.learnt(usual: nil), in: setting.language)
        }
    }

    private static func cause(_ basis: HourChoice.Basis, in language: Language) -> String {
        let words = PageWords(language)
        return switch basis {
        case .learnt(let usual?): words(PlanWord.learntUsual, ["start": usual.start.shortText, "end": usual.end.shortText])
        case .learnt(nil): words(PlanWord.learnt)
        case .population: words(PlanWord.population)
        case .trial(let best): words(PlanWord.trial, ["best": best.shortText])
        }
    }
}
