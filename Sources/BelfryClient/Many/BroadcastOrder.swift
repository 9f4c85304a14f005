import BelfryModel
import BelfryTime

/// What many are told at once: the same words, or personalised ones, over one channel.
public struct BroadcastOrder: Hashable, Sendable {
    /// Has one channel.
    public var contents: OrderContents
    /// Over which those are told, one after the other, whom the channel doesn't reach.
    public var fallbackChannels: [DeliveryChannel]
    public var moment: OrderMoment?
    public var expiresAt: Instant?
    public var personalisation: Personalisation?

    public init(
        _ contents: OrderContents, fallbackChannels: [DeliveryChannel] = [], at moment: OrderMoment? = nil, expiresAt: Instant? = nil,
        personalisation: Personalisation? = nil
    ) {
        (self.contents, self.fallbackChannels, self.moment) = (contents, fallbackChannels, moment)
        (self.expiresAt, self.personalisation) = (expiresAt, personalisation)
    }
}

extension BroadcastOrder: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable { case fallbackChannels = "fallback_channels" }

    public func encode(to encoder: any Encoder) throws {
        try contents.encode(to: encoder)
        try Moments(moment: moment, expiresAt: expiresAt).encode(to: encoder)
        try personalisation?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fallbackChannels, unlessEmptyFor: .fallbackChannels)
    }
}

/// To whom a broadcast goes that names them otherwise than one by one.
public enum BroadcastAudience: Hashable, Sendable {
    /// Everybody who has a profile or is in a family.
    case everybody
    /// Whoever is in an audience of the app when it is taken in.
    case audience(String)
    case people([Recipient])
}

/// A broadcast with whom it goes to, as one document.
struct AddressedBroadcast: Encodable {
    let order: BroadcastOrder
    let audience: BroadcastAudience

    enum CodingKeys: String, CodingKey, CaseIterable { case recipients, audience }

    func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch audience {
        case .everybody: try container.encode("all", forKey: .recipients)
        case .audience(let name): try container.encode(name, forKey: .audience)
        case .people(let people): try container.encode(people, forKey: .recipients)
        }
    }
}

/// How far a broadcast has come.
public struct Broadcast: Hashable, Sendable, Decodable, Identifiable {
    public enum Status: String, Hashable, Sendable {
        /// Its recipients come in.
        case filling
        /// It waits, or is carried out.
        case ready
        /// Something became of each recipient.
        case completed
        case cancelled
    }

    public let id: String
    public let app: String
    public let status: OpenValue<Status>
    public let channel: OpenValue<DeliveryChannel>
    public let category: String
    public let priority: OpenValue<DeliveryPriority>
    public let createdAt: Instant
    public let deliverAfter: Instant?
    public let expiresAt: Instant?
    public let recipients: Int
    public let sent: Int
    /// Left out, each for a reason.
    public let skipped: Int
    /// They go on as ordinary deliveries: held, failed, to be tried again, or over another channel.
    public let queued: Int
    /// Nothing became of them yet; once it is cancelled, nothing will.
    public let waiting: Int
    /// Whether it was taken in earlier, under the same key; nil where it was only asked for.
    public let isRepeated: Bool?

    enum CodingKeys: String, CodingKey {
        case id, status, channel, category, priority, recipients, sent, skipped, queued, waiting
        case app = "app_id"
        case createdAt = "created_at"
        case deliverAfter = "deliver_after"
        case expiresAt = "expires_at"
        case isRepeated = "is_repeated"
    }
}

/// What would become of a broadcast, by what is known now.
public struct RehearsedBroadcast: Hashable, Sendable, Decodable {
    public struct Verdict: Hashable, Sendable, Decodable {
        public let channel: OpenValue<DeliveryChannel>?
        public let action: OpenValue<RehearsedDelivery.Action>
        public let reason: OpenValue<Reason>?
        public let error: String?
        public let recipients: Int
    }

    /// To how many it would be told.
    public let recipients: Int
    /// Of how many, the first of them, the verdicts tell.
    public let lookedAt: Int
    /// What the first recipient would read; nil where all would be told the same.
    public let title: String?
    public let body: String?
    /// Those that the most share come first.
    public let verdicts: [Verdict]
    /// By what an operator would hold it.
    public let pause: DeliveryStory.Pause?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case recipients, title, body, verdicts, pause
        case lookedAt = "looked_at"
    }
}
