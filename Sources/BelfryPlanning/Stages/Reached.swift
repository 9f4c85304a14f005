import BelfryModel
import BelfryTime

/// Nobody is told again by a step of a route whom another one has reached.
enum Reached: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        inputs.isReached ? .skip(.alreadyReached) : nil
    }
}
