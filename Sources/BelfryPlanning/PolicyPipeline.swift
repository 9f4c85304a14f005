import BelfryModel
import BelfryTime

// BelfryPlanning: decides what a person is told, when, and why. It never reads a clock, a store or a die:
// given the same inputs it gives the same decision, on a phone and on a server.

/// The one policy: the first stage that has an answer gives it, and what no stage stops is sent.
public struct PolicyPipeline: Sendable {
    let stages: [any Stage.Type] = [
        Expiry.self, LocalMoment.self, Entitlement.self, OptOut.self, Suppression.self, Relevance.self, Repetition.self, Reached.self,
        OwnDigest.self, ThrottleStage.self, FrequencyCap.self, QuietHoursStage.self, BesideDigest.self,
    ]

    public static let standard = PolicyPipeline()

    /// Decides one delivery.
    ///
    /// - Parameter zone: the rules of `inputs.preferences.timezone`.
    public func decide(_ inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision {
        for stage in stages {
            if let decision = stage.decision(on: inputs, in: zone) { return decision }
        }
        return .send(.allowed)
    }
}

/// One rule of the policy. It remembers nothing, so that there is nothing to make or to copy for a decision.
protocol Stage: Sendable {
    /// What this rule says; nil where it has nothing to say.
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision?
}
