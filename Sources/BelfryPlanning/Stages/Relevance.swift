import BelfryModel
import BelfryTime

/// What was held may no longer be true when its moment comes, and what a later one has taken the place of is no longer news.
enum Relevance: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        if inputs.heldSince != nil, inputs.episodeStatus == .resolved { return .skip(.resolved) }
        return inputs.isSuperseded ? .skip(.superseded) : nil
    }
}
