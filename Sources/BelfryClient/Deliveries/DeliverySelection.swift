import BelfryModel
import BelfryTime

/// Which deliveries of the app are meant: those to which all of it applies.
public struct DeliverySelection: Hashable, Sendable {
    /// At most 1,000.
    public var ids: [String]?
    /// What was ordered under this key in the last 30 days.
    public var key: String?
    public var recipient: String?
    public var channel: DeliveryChannel?
    /// Whether all are meant where nothing else is said; only to be called off or tried again.
    private var isEverything = false

    public init(ids: [String]? = nil, key: String? = nil, recipient: String? = nil, channel: DeliveryChannel? = nil) {
        (self.ids, self.key, self.recipient, self.channel) = (ids, key, recipient, channel)
    }

    /// Of one order.
    public static func order(_ key: String) -> DeliverySelection { DeliverySelection(key: key) }
    public static func deliveries(_ ids: [String]) -> DeliverySelection { DeliverySelection(ids: ids) }
    /// Whatever the app has ordered; only to be called off or tried again.
    public static var everything: DeliverySelection {
        var selection = DeliverySelection()
        selection.isEverything = true
        return selection
    }
}

extension DeliverySelection: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case ids, channel
        case key = "idempotency_key"
        case recipient = "recipient_user_id"
        case isEverything = "all"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(ids, forKey: .ids)
        try container.encodeIfPresent(key, forKey: .key)
        try container.encodeIfPresent(recipient, forKey: .recipient)
        try container.encodeIfPresent(channel, forKey: .channel)
        try container.encode(ifTrue: isEverything, for: .isEverything)
    }
}

/// What deliveries that wait are to have in place of what they have.
public struct DeliveryChange: Hashable, Sendable, Encodable {
    /// When they are told.
    public enum Moment: Hashable, Sendable {
        case atOnce
        case after(Instant)
    }

    public var moment: Moment?
    public var expiresAt: FieldChange<Instant> = .keep
    public var priority: DeliveryPriority?
    public var title: FieldChange<String> = .keep
    public var body: FieldChange<String> = .keep
    /// In the place of all languages that there are.
    public var texts: FieldChange<[Language: OrderContents.Text]> = .keep
    public var link: FieldChange<String> = .keep
    public var image: FieldChange<OrderContents.Image> = .keep

    public init(moment: Moment? = nil) { self.moment = moment }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case moment = "deliver_after"
        case expiresAt = "expires_at"
        case priority, title, body, texts, link, image
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch moment {
        case nil: break
        case .atOnce?: try container.encode("now", forKey: .moment)
        case .after(let instant)?: try container.encode(instant, forKey: .moment)
        }
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encodeIfPresent(priority, forKey: .priority)
        try container.encode(title, forKey: .title)
        try container.encode(body, forKey: .body)
        switch texts {
        case .keep: break
        case .clear: try container.encodeNil(forKey: .texts)
        case .set(let texts): try container.encode(texts.byTag, forKey: .texts)
        }
        try container.encode(link, forKey: .link)
        try container.encode(image, forKey: .image)
    }
}

/// Those that were changed, and those that weren't.
public struct ChangedDeliveries: Hashable, Sendable, Decodable {
    public struct Refusal: Hashable, Sendable, Decodable {
        public let id: String
        /// As `sent`, of one that is on its way or through, or `expires_too_early`.
        public let why: String
    }

    public let changed: [String]
    public let refused: [Refusal]
}

/// What was taken back.
public struct Retraction: Hashable, Sendable, Decodable {
    /// What was told, or is on its way; none that was taken back before.
    public let retracted: [String]
    /// What waited: nobody is told.
    public let calledOff: [String]

    enum CodingKeys: String, CodingKey {
        case retracted
        case calledOff = "called_off"
    }
}
