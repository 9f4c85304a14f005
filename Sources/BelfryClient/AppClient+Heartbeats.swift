import BelfryTime

/// Who is told what where a sign of life doesn't come.
public struct HeartbeatOrder: Hashable, Sendable {
    /// How often it beats: 1 to 527,040, which is 366 days.
    public var everyMinutes: Int
    /// How late it may be, up to 43,200.
    public var graceMinutes: Int
    public var contents: OrderContents
    public var audience: OrderAudience

    public init(everyMinutes: Int, graceMinutes: Int = 0, telling contents: OrderContents, to audience: OrderAudience) {
        (self.everyMinutes, self.graceMinutes) = (everyMinutes, graceMinutes)
        (self.contents, self.audience) = (contents, audience)
    }
}

extension HeartbeatOrder: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case everyMinutes = "every_minutes"
        case graceMinutes = "grace_minutes"
        case told = "notify"
    }

    private struct Told: Encodable {
        let order: HeartbeatOrder

        func encode(to encoder: any Encoder) throws {
            try order.contents.encode(to: encoder)
            try order.audience.encode(to: encoder)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(everyMinutes, forKey: .everyMinutes)
        try container.encode(graceMinutes, forKey: .graceMinutes)
        try container.encode(Told(order: self), forKey: .told)
    }
}

public enum HeartbeatState: String, Hashable, Sendable {
    case waiting, missed
}

/// A sign of life that an app gives, and how it stands.
public struct Heartbeat: Hashable, Sendable, Decodable {
    public let key: String
    public let app: String
    public let state: OpenValue<HeartbeatState>
    public let everyMinutes: Int
    public let graceMinutes: Int
    /// Those who are named.
    public let recipients: [String]
    /// Whoever is in them, and on duty by these, when it is missed; nil where there are none.
    public let families: [WholeFamily]?
    public let rotas: [String]?
    /// Who is told where nobody of those before reacts.
    public let escalation: OrderAudience.Escalation?
    public let title: String?
    /// Nil before the first.
    public let lastBeatAt: Instant?
    /// When somebody is told, unless it beats before.
    public let dueAt: Instant
    public let createdAt: Instant

    enum CodingKeys: String, CodingKey, CaseIterable {
        case key, state, recipients, families, rotas, escalation, title
        case app = "app_id"
        case everyMinutes = "every_minutes"
        case graceMinutes = "grace_minutes"
        case lastBeatAt = "last_beat_at"
        case dueAt = "due_at"
        case createdAt = "created_at"
    }
}

/// What a beat is answered with: who is told where none comes isn't said.
public struct Beat: Hashable, Sendable, Decodable {
    public let key: String
    public let state: OpenValue<HeartbeatState>
    public let lastBeatAt: Instant?
    public let dueAt: Instant

    enum CodingKeys: String, CodingKey {
        case key, state
        case lastBeatAt = "last_beat_at"
        case dueAt = "due_at"
    }
}

extension AppClient {
    /// Gives a sign of life.
    @discardableResult
    public func beat(_ key: String) async throws -> Beat { try await caller.ask(.repeatablePost("v1", "heartbeats", key, "beat")) }

    /// Has people told where a sign of life doesn't come.
    ///
    /// - Parameter key: at most 48 letters of ASCII, digits, `.`, `_` and `-`.
    @discardableResult
    public func saveHeartbeat(_ key: String, _ order: HeartbeatOrder) async throws -> Heartbeat {
        try await caller.ask(try .put("v1", "heartbeats", key).with(order))
    }

    public func heartbeat(_ key: String) async throws -> Heartbeat { try await caller.ask(.get("v1", "heartbeats", key)) }

    /// The app's heartbeats, by their keys, descending.
    public func heartbeats() -> Pages<Heartbeat> {
        struct Listing: Decodable {
            let heartbeats: [Heartbeat]
            let older: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "heartbeats", query: [("before", place)]), for: Listing.self)
            return .init(elements: listing.heartbeats, next: listing.older)
        }
    }

    /// Has nobody wait for it any more.
    public func removeHeartbeat(_ key: String) async throws { try await caller.ask(.delete("v1", "heartbeats", key)) }
}
