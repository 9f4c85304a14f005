import BelfryTime

/// What some people are to be told, once.
public struct NotificationOrder: Hashable, Sendable {
    public var contents: OrderContents
    public var audience: OrderAudience
    /// As soon as it can be unless it is said.
    public var moment: OrderMoment?
    /// From then on it isn't sent any more.
    public var expiresAt: Instant?
    /// With what it is told as one.
    public var digest: Digest?
    public var personalisation: Personalisation?

    public init(
        _ contents: OrderContents, to audience: OrderAudience, at moment: OrderMoment? = nil, expiresAt: Instant? = nil, digest: Digest? = nil,
        personalisation: Personalisation? = nil
    ) {
        (self.contents, self.audience, self.moment) = (contents, audience, moment)
        (self.expiresAt, self.digest, self.personalisation) = (expiresAt, digest, personalisation)
    }

    /// What is ordered under the same key for the same person and channel, while the first of it waits, is told as one message.
    public struct Digest: Hashable, Sendable {
        /// 1 to 128 bytes.
        public var key: String
        /// So long the first under the key waits: 1 to 604,800, which is a week.
        public var windowSeconds: Int

        public init(key: String, windowSeconds: Int) {
            (self.key, self.windowSeconds) = (key, windowSeconds)
        }
    }
}

/// When something is told.
public enum OrderMoment: Hashable, Sendable {
    /// Not before then, however far ahead.
    case after(Instant)
    /// Not before each recipient's own clock shows this day and time.
    case local(CivilDateTime)
}

/// That each `{{name}}` in the words stands for what a recipient has under it.
public struct Personalisation: Hashable, Sendable {
    /// Stand where a recipient has no value of a name, as whoever is in a family.
    public var defaultValues: [String: PersonalValue]

    public init(defaultValues: [String: PersonalValue] = [:]) { self.defaultValues = defaultValues }
}

extension NotificationOrder: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case digestKey = "digest_key"
        case digestWindow = "digest_window_seconds"
    }

    public func encode(to encoder: any Encoder) throws {
        try contents.encode(to: encoder)
        try audience.encode(to: encoder)
        try Moments(moment: moment, expiresAt: expiresAt).encode(to: encoder)
        try personalisation?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(digest?.key, forKey: .digestKey)
        try container.encodeIfPresent(digest?.windowSeconds, forKey: .digestWindow)
    }
}

/// How the moments of an order that is told once are written.
struct Moments: Encodable {
    let moment: OrderMoment?
    let expiresAt: Instant?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case after = "deliver_after"
        case local = "deliver_at_local"
        case expiresAt = "expires_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch moment {
        case nil: break
        case .after(let instant)?: try container.encode(instant, forKey: .after)
        case .local(let reading)?: try container.encode(reading, forKey: .local)
        }
        try container.encodeIfPresent(expiresAt, forKey: .expiresAt)
    }
}

extension Personalisation: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case isPersonalised = "personalised"
        case defaultValues = "default_values"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(true, forKey: .isPersonalised)
        try container.encode(defaultValues, unlessEmptyFor: .defaultValues)
    }
}

/// An order of which nothing is to come but what would.
struct Rehearsed<Order: Encodable>: Encodable {
    let order: Order

    enum CodingKeys: String, CodingKey, CaseIterable { case isDryRun = "dry_run" }

    func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(true, forKey: .isDryRun)
    }
}
