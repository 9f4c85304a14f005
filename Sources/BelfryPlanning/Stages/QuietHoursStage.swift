import BelfryModel
import BelfryTime

/// In the person's quiet hours only what they let through is sent; the rest is left out or held until they end.
enum QuietHoursStage: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        let week = inputs.preferences.quietWeek
        guard !week.isEmpty, week.contains(zone.civil(at: inputs.now)) else { return nil }
        switch (inputs.preferences.quietHoursLevel, inputs.severity) {
        case (.all, _): return .send(.allInQuietHours)
        case (.criticalOnly, .critical): return .send(.criticalInQuietHours)
        case (.criticalOnly, _): return notNow(.quietHoursNotCritical, inputs, week, zone)
        case (.none, _): return notNow(.quietHours, inputs, week, zone)
        }
    }

    private static func notNow(_ reason: Reason, _ inputs: DecisionInputs, _ week: WeeklyWindow, _ zone: TimeZoneRules) -> Decision {
        switch inputs.preferences.quietHoursAction {
        case .skip: .skip(reason)
        // What is held beyond the last moment that can be written waits for that one.
        case .defer: .defer(reason, until: min(week.firstMomentOutside(from: inputs.now, in: zone), .max))
        }
    }
}
