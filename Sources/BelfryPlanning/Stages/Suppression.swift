import BelfryModel
import BelfryTime

/// What the person or the family has hidden stays hidden: for good, through a day by the recipient's calendar, or until a moment. What is only a feed's
/// doing nobody is told.
enum Suppression: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        if inputs.dismissedAt != nil { return .skip(.dismissed) }
        if let snoozeUntil = inputs.snoozeUntil, zone.civil(at: inputs.now).date <= snoozeUntil { return .skip(.snoozed) }
        if inputs.feedDownSince != nil { return .skip(.feedDown) }
        if let mutedUntil = inputs.preferences.mutedUntil, inputs.now < mutedUntil { return .skip(.muted) }
        if let mutedUntil = inputs.categoryMutedUntil, inputs.now < mutedUntil, !inputs.isCategoryRequired { return .skip(.categoryMuted) }
        return nil
    }
}
