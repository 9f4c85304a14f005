import BelfryModel
import BelfryTime

/// Nobody is told again by a step of a route whom another one has reached, or may reach yet; and nobody further, where one who was told before reacts, or acts on it
/// for all.
enum Reached: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        if inputs.isReached { return .skip(.alreadyReached) }
        if inputs.isAcknowledged { return .skip(.alreadyAcknowledged) }
        guard let moment = inputs.stepDueAt, inputs.now < moment else { return nil }
        return .defer(.earlierStepFirst, until: moment)
    }
}
