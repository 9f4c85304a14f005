import BelfryTime

/// What becomes of a delivery, and why.
public enum Decision: Hashable, Sendable {
    case send(Reason)
    /// Held until a moment, then decided anew.
    case `defer`(Reason, until: Instant)
    case skip(Reason)
    /// Told as a part of another delivery.
    case merge(into: DeliveryID)

    /// What becomes of it, without the reason: the word that is stored and answered.
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
