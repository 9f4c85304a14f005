import BelfryModel
import BelfryTime

/// Whoever was told as much under one key as its app allows in its window is told no more of it, unless it is critical.
///
/// What quiet hours leave out or hold is theirs to decide, as with ``FrequencyCap``: what is held is told later, when the window is another.
enum ThrottleStage: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard let countMax = inputs.throttleCountMax, let told = inputs.throttleTold, told >= countMax, inputs.severity < .critical else { return nil }
        return switch QuietHoursStage.decision(on: inputs, in: zone) {
        case nil, .send: .skip(.throttled)
        case .skip, .defer, .merge: nil
        }
    }
}
