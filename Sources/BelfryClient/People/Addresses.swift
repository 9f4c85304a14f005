import BelfryModel
import BelfryTime

/// Where a person is reached, what works no more included.
public struct Addresses: Hashable, Sendable, Decodable {
    public let contactPoints: [ContactPoint]
    public let devices: [RegisteredDevice]

    enum CodingKeys: String, CodingKey {
        case contactPoints = "contact_points"
        case devices
    }
}

/// A mailbox, a number, a topic, a chat or a room.
public struct ContactPoint: Hashable, Sendable, Decodable, Identifiable {
    /// Why nothing is sent there any more.
    public enum Silence: String, Hashable, Sendable {
        case optedOut = "opted_out"
        case bounced, complained, gone
    }

    public let id: String
    public let channel: OpenValue<DeliveryChannel>
    public let value: String
    public let isVerified: Bool
    /// What its owner opens; in the answer alone to who asked for it.
    public let link: String?
    public let silencedBecause: OpenValue<Silence>?

    enum CodingKeys: String, CodingKey {
        case id, channel, value, link
        case isVerified = "verified"
        case silencedBecause = "silenced_because"
    }
}

/// A device or browser that is pushed to.
public struct RegisteredDevice: Hashable, Sendable, Decodable, Identifiable {
    public enum Platform: String, Hashable, Sendable {
        case ios, android, web
    }

    public let id: String
    public let platform: OpenValue<Platform>
    public let appVersion: String?
    public let isActive: Bool
    public let lastUsedAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, platform
        case appVersion = "app_version"
        case isActive = "is_active"
        case lastUsedAt = "last_used_at"
    }
}

struct ContactPointCall: Encodable {
    let channel: String
    let value: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case channel, value }
}

struct SubscriptionCall: Encodable {
    let isSubscribed: Bool
    let category: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case isSubscribed = "subscribed"
        case category
    }
}

/// Whether a person is told of a category over a channel.
public struct CategorySubscription: Hashable, Sendable, Codable {
    public let category: String
    /// Nil of all of them.
    public let channel: OpenValue<DeliveryChannel>?
    public let isSubscribed: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case category, channel
        case isSubscribed = "subscribed"
    }
}

public struct CategoryMute: Hashable, Sendable, Decodable {
    public let category: String
    /// Nil where it is muted no longer.
    public let until: Instant?
}

/// For how long a category is muted.
public enum MuteLength: Hashable, Sendable {
    case until(Instant)
    /// Until the next 08:00 by the person's clock.
    case untilMorning
    /// 1 to 527,040.
    case minutes(Int)
}

struct MuteCall: Encodable {
    let category: String
    /// Nil ends it.
    let length: MuteLength?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case category, until
        case minutes = "for_minutes"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(category, forKey: .category)
        switch length {
        case nil: try container.encodeNil(forKey: .until)
        case .until(let instant)?: try container.encode(instant, forKey: .until)
        case .untilMorning?: try container.encode("morning", forKey: .until)
        case .minutes(let count)?: try container.encode(count, forKey: .minutes)
        }
    }
}

/// An audience that people may join and leave by themselves.
public struct JoinableAudience: Hashable, Sendable, Decodable {
    public let app: String
    public let name: String
    public let title: String
    public let isMember: Bool

    enum CodingKeys: String, CodingKey {
        case app = "app_id"
        case name = "audience"
        case title
        case isMember = "member"
    }
}
