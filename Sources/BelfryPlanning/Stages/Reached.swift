import BelfryModel
import BelfryTime

/// Nobody is told again by a step of a route whom another one has reached, or may reach yet.
enum Reached: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        if inputs.isReached { return .skip(.alreadyReached) }
        guard let moment = inputs.stepDueAt, inputs.now < moment else { return nil }
        return .defer(.earlierStepFirst, until: moment)
    }
}
