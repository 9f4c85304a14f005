import BelfryModel
import BelfryTime

/// What the family has hidden stays hidden: for good, or through a day by the recipient's calendar.
struct Suppression: Stage {
    func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        if inputs.dismissedAt != nil { return .skip(.dismissed) }
        guard let snoozeUntil = inputs.snoozeUntil, zone.civil(at: inputs.now).date <= snoozeUntil else { return nil }
        return .skip(.snoozed)
    }
}
