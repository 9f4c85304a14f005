import BelfryModel
import BelfryTime

/// What is past its validity is of no use to anybody.
enum Expiry: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard let expiresAt = inputs.expiresAt, expiresAt <= inputs.now else { return nil }
        return .skip(.expired)
    }
}
