import BelfryModel
import BelfryTime

/// What is meant for a moment by the recipient's own clock waits for it; what they want then decides.
enum LocalMoment: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard let local = inputs.deliverAtLocal else { return nil }
        let moment = min(zone.instant(of: local), .max)
        return inputs.now < moment ? .defer(.beforeLocalMoment, until: moment) : nil
    }
}
