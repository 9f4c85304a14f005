import BelfryModel
import BelfryTime

/// What was held may no longer be true, or no longer be news, when its moment comes.
enum Relevance: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard inputs.heldSince != nil else { return nil }
        if inputs.episodeStatus == .resolved { return .skip(.resolved) }
        return inputs.isSuperseded ? .skip(.superseded) : nil
    }
}
