import BelfryModel

/// What of a schedule is to be another; what isn't said stays.
public struct ScheduleChange: Hashable, Sendable {
    public var title: FieldChange<String> = .keep
    public var body: FieldChange<String> = .keep
    /// By language; those that aren't named stay. Of one that is, buttons that aren't named stay.
    public var texts: [Language: FieldChange<OrderContents.Text>] = [:]
    public var category: FieldChange<String> = .keep
    public var severity: FieldChange<Severity> = .keep
    public var link: FieldChange<String> = .keep
    /// All of them, in place of those there are; so of channels, recipients, families and rotas.
    public var actions: FieldChange<[OrderContents.Action]> = .keep
    public var image: FieldChange<OrderContents.Image> = .keep
    public var channels: FieldChange<[DeliveryChannel]> = .keep
    public var collapseKey: FieldChange<String> = .keep
    public var member: FieldChange<String> = .keep
    public var priority: FieldChange<DeliveryPriority> = .keep
    /// By the facts' names; those that aren't named stay. An object is merged into the one that there is: what goes from it stands there as null.
    public var payload: [String: FieldChange<JSONValue>] = [:]
    public var recipients: FieldChange<[Recipient]> = .keep
    public var families: FieldChange<[WholeFamily]> = .keep
    public var rotas: FieldChange<[String]> = .keep
    /// Another in the place of the one that it tells; one that tells none tells none.
    public var audience: FieldChange<String> = .keep
    public var fallbackChannels: FieldChange<[DeliveryChannel]> = .keep
    public var throttle: FieldChange<OrderAudience.Throttle> = .keep
    public var escalation: FieldChange<OrderAudience.Escalation> = .keep
    public var isForOneOfUs: FieldChange<Bool> = .keep
    public var isPersonalised: FieldChange<Bool> = .keep
    /// By their names; those that aren't named stay.
    public var defaultValues: [String: FieldChange<PersonalValue>] = [:]
    public var expiresAfterMinutes: FieldChange<Int> = .keep
    /// As a whole; what of it stays is said again.
    public var recurrence: ScheduleRecurrence?

    public init() {}
}

/// A merge patch (RFC 7396), where what isn't said stays at every depth.
extension ScheduleChange: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case title, body, texts, category, severity, link, actions, image, channels, priority, payload
        case recipients, families, rotas, audience, throttle, escalation, recurrence
        case fallbackChannels = "fallback_channels"
        case collapseKey = "collapse_key"
        case member = "member_user_id"
        case isForOneOfUs = "one_of_us"
        case isPersonalised = "personalised"
        case defaultValues = "default_values"
        case expiresAfterMinutes = "expires_after_minutes"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(body, forKey: .body)
        try container.encode(texts.byTag.mapValues { $0.map { Whole<OrderContents.Text.CodingKeys, _>($0) } }, forKey: .texts)
        try container.encode(category, forKey: .category)
        try container.encode(severity, forKey: .severity)
        try container.encode(link, forKey: .link)
        try container.encode(actions, forKey: .actions)
        try container.encode(image, forKey: .image)
        try container.encode(channels, forKey: .channels)
        try container.encode(collapseKey, forKey: .collapseKey)
        try container.encode(member, forKey: .member)
        try container.encode(priority, forKey: .priority)
        try container.encode(payload, forKey: .payload)
        try encodeAudience(into: &container)
        try container.encode(expiresAfterMinutes, forKey: .expiresAfterMinutes)
        try container.encodeIfPresent(recurrence.map { Whole<ScheduleRecurrence.CodingKeys, _>($0) }, forKey: .recurrence)
    }

    private func encodeAudience(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encode(recipients, forKey: .recipients)
        try container.encode(families, forKey: .families)
        try container.encode(rotas, forKey: .rotas)
        try container.encode(audience, forKey: .audience)
        try container.encode(fallbackChannels, forKey: .fallbackChannels)
        try container.encode(throttle, forKey: .throttle)
        try container.encode(escalation.map { Whole<OrderAudience.Escalation.CodingKeys, _>($0) }, forKey: .escalation)
        try container.encode(isForOneOfUs, forKey: .isForOneOfUs)
        try container.encode(isPersonalised, forKey: .isPersonalised)
        try container.encode(defaultValues, forKey: .defaultValues)
    }

    /// A value that leaves nothing of the one before: what it doesn't have is null.
    private struct Whole<Keys: CodingKey & CaseIterable, Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            for key in Keys.allCases { try container.encodeNil(forKey: key) }
            try value.encode(to: encoder)
        }
    }
}
