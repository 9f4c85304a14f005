import BelfryModel
import BelfryTime

/// Nobody is told again by a later step of a route whom an earlier one has reached.
enum Reached: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        inputs.isReached ? .skip(.alreadyReached) : nil
    }
}
