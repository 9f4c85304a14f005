import BelfryModel
import BelfryTime

/// A member's consent counts at the moment of sending: what was queued before it was withdrawn is not told either.
enum Entitlement: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        inputs.isEntitled ? nil : .skip(.notEntitled)
    }
}
