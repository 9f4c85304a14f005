import BelfryModel
import BelfryTime

/// Whoever was told as much on one day as they want is told no more of it, unless it is critical.
///
/// What quiet hours leave out or hold is theirs to decide: it wouldn't be told now, and what is held may come on another day.
enum FrequencyCap: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard let countMax = inputs.preferences.dailyCountMax, let told = inputs.toldToday, told >= countMax, inputs.severity < .critical else {
            return nil
        }
        return switch QuietHoursStage.decision(on: inputs, in: zone) {
        case nil, .send: .skip(.frequencyCapped)
        case .skip, .defer, .merge: nil
        }
    }
}
