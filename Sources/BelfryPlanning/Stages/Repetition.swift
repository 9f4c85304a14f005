import BelfryModel
import BelfryTime

/// What the recipient's own device has told is not told by the server too.
enum Repetition: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        inputs.toldAt == nil ? nil : .skip(.alreadyTold)
    }
}
