import BelfryModel
import BelfryTime

/// Lets the family see and hide its alerts: `pattern_alert_state`.
///
/// Whoever shares no family with the alert's member in which that member consents changes and sees nothing; of their own alerts they do.
/// Whoever hides an alert has acted on what told them of it.
public protocol AlertStore: Sendable {
    /// Hides an alert from the caller through a day, inclusive, and marks its member, so that what is left out may be told when it is over.
    /// - Returns: false where the caller may not see the alert, or there is none; nothing has changed then.
    func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) async throws -> Bool
    /// Hides an alert for good. Same rule; a second time keeps the first moment.
    /// - Returns: when it was dismissed; nil where the caller may not.
    func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Instant?
    /// Takes back the caller's snooze, and a dismissal. Same rule.
    func restore(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Bool

    /// Active alerts of a family that are neither dismissed nor snoozed by the caller on `today`: the highest level first, then the longest-lasting.
    /// - Parameter today: nil to have those too that the caller has snoozed.
    /// - Returns: nil where the caller is not in the family, or there is no such family.
    func alerts(of family: FamilyID, for caller: UserID, today: CivilDate?) async throws -> [Alert]?
}
