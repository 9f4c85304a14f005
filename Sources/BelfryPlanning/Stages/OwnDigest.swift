import BelfryModel
import BelfryTime

/// What the person has told once a day waits for that moment; what was held is told as one then.
///
/// It stands before all that asks how much was told, and before quiet hours: what waits is counted when it is told, and a time in quiet hours comes when
/// they end.
enum OwnDigest: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard let moment = moment(for: inputs, in: zone), !cannotWait(until: moment, inputs) else { return nil }
        return .defer(.ownDigest, until: moment)
    }

    /// The next that it may wait for; nil where it waits for none, or has waited.
    fileprivate static func moment(for inputs: DecisionInputs, in zone: TimeZoneRules) -> Instant? {
        guard let time = inputs.preferences.digestAt, inputs.channel.interruptsRecipient, inputs.severity < .critical else { return nil }
        let due = min(inputs.dueAt ?? inputs.now, inputs.now)
        let date = zone.civil(at: due).date
        // What quiet hours put off may be of the day before.
        let moment = (-1...2).lazy.map { put(CivilDateTime(date + $0, time), inputs.preferences, zone) }.first { $0 >= due }
        return moment.flatMap { $0 > inputs.now ? min($0, .max) : nil }
    }

    private static func put(_ civil: CivilDateTime, _ preferences: Preferences, _ zone: TimeZoneRules) -> Instant {
        let moment = zone.instant(of: civil)
        return preferences.quietHoursLevel == .all ? moment : preferences.quietWeek.firstMomentOutside(from: moment, in: zone)
    }

    fileprivate static func cannotWait(until moment: Instant, _ inputs: DecisionInputs) -> Bool {
        inputs.isAwaited || inputs.deliverAtLocal != nil || inputs.expiresAt.map { $0 <= moment } ?? false
    }
}

/// What can't wait for the digest that the person wants is told at once, and says so.
enum BesideDigest: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        OwnDigest.moment(for: inputs, in: zone) == nil ? nil : .send(.cannotWaitForDigest)
    }
}
