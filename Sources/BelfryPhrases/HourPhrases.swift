import BelfryModel
import BelfryTime

extension Phrases {
    /// Why a person is reminded at an hour: "08:00, because you usually act between 07:30 and 08:30."
    public static func sentence(for choice: HourChoice) -> String { "\(choice.time.shortText), \(cause(choice.basis))." }

    /// Why a line of a plan is told at its hour; where that is another than the day's, because it was limited, only what its reason says.
    static func hourCause(of line: PlannedNotification, in setting: PlanSetting) -> String {
        let civil = setting.zone.civil(at: line.parts[0].due)
        if let choice = setting.hourChoice(civil.date), choice.time == civil.time, choice.reason == line.reason {
            return cause(choice.basis)
        }
        return switch line.reason {
        case .populationHour: cause(.population)
        case .triedHour: "to find out whether you respond better at that hour"
        default: cause(.learnt(usual: nil))
        }
    }

    private static func cause(_ basis: HourChoice.Basis) -> String {
        switch basis {
        case .learnt(let usual?): "because you usually act between \(usual.start.shortText) and \(usual.end.shortText)"
        case .learnt(nil): "because of the hours open to it you respond best at this one"
        case .population: "because most people respond then, and little is known of you yet"
        case .trial(let best): "to find out whether you respond better then than at \(best.shortText), the best hour known"
        }
    }
}
