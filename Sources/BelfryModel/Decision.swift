import BelfryTime

/// What becomes of a delivery, and why.
public enum Decision: Hashable, Sendable {
    case send(Reason)
    /// Held until a moment, then decided anew.
    case `defer`(Reason, until: Instant)
    case skip(Reason)
    /// Told as a part of another delivery.
    case merge(into: DeliveryID)

    public enum Action: String, Codable, Sendable {
        case send, skip, `defer`, merge
    }

    public var action: Action {
        switch self {
        case .send: .send
        case .defer: .defer
        case .skip: .skip
        case .merge: .merge
        }
    }

    public var reason: Reason {
        switch self {
        case .send(let reason), .skip(let reason), .defer(let reason, _): reason
        case .merge: .mergedIntoSummary
        }
    }

    /// Until when a deferred one is held.
    public var until: Instant? {
        if case .defer(_, let until) = self { until } else { nil }
    }
}

extension Decision: Encodable {
    private enum Key: String, CodingKey {
        case action, reason, until
    }

    /// `{"action": …, "reason": …, "until": … or null}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(action, forKey: .action)
        try container.encode(reason, forKey: .reason)
        try container.encode(until, forKey: .until)
    }
}

/// Why a delivery was sent, held or left out. A stable code: it stands in SQL, in metrics and in answers.
public enum Reason: String, CaseIterable, Codable, Sendable {
    // send
    /// Nothing stands against it.
    case allowed
    /// It is quiet, but critical ones may pass, and this is one.
    case criticalInQuietHours = "critical_in_quiet_hours"
    /// It is quiet, but the person lets everything pass.
    case allInQuietHours = "all_in_quiet_hours"

    // skip: the person's switches
    case pushDisabled = "push_disabled"
    case inAppDisabled = "in_app_disabled"
    case emailDisabled = "email_disabled"
    case championEmailDisabled = "champion_email_disabled"
    case championSMSDisabled = "champion_sms_disabled"

    // skip: hidden by the family
    case snoozed
    case dismissed

    // skip or defer: the hour
    case quietHours = "quiet_hours"
    case quietHoursNotCritical = "quiet_hours_not_critical"

    // skip: no longer true or of use
    case expired
    /// Was held, and the episode is over.
    case resolved
    /// Was held, and a later notification of the same episode says more.
    case superseded

    // merge
    case mergedIntoSummary = "merged_into_summary"
}
