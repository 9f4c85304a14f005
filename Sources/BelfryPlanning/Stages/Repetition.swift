import BelfryModel
import BelfryTime

/// What the recipient's own device has told is not told by the server too.
struct Repetition: Stage {
    func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        inputs.toldAt == nil ? nil : .skip(.alreadyTold)
    }
}
