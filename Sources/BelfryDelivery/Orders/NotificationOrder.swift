import BelfryModel
import BelfryPorts
import BelfryTime

/// What an app wants to have told: words or facts, when, and over which channels; to whom stands beside it.
public struct NotificationOrder: Sendable {
    /// Whom it is about; nil for each recipient themselves.
    public internal(set) var member: UserID?
    public internal(set) var payload: Payload
    /// Each once; nil for the house's route of the category.
    public let channels: [DeliveryChannel]?
    /// Of a broadcast: over which those are told whom its channel doesn't reach, one after the other; each once.
    public let fallbackChannels: [DeliveryChannel]
    public internal(set) var deliverAfter: Instant?
    public internal(set) var expiresAt: Instant?
    public let priority: DeliveryPriority
    /// Nil where it is told by itself.
    public let digest: Digest?
    /// Who is told where nobody of its recipients reacts; nil where that is nobody.
    public internal(set) var escalation: Escalation?
    /// Who has it sent; only the operator may say so, for an app it is itself.
    public let app: AppID?

    public static let titleLengthMax = 256
    public static let bodyLengthMax = 4096
    public static let categoryLengthMax = 128

    /// With what it is told as one: whatever the app orders under the same key, for the same recipient over the same channel, while the first of it waits.
    public struct Digest: Hashable, Sendable {
        public let key: DigestKey
        /// So long the first one waits.
        public let window: Duration

        /// In seconds; the longest is a week.
        public static let windowRange = 1...7 * 86_400
    }

    /// How long what comes of it waits for others at most; nil where it waits for none. What is critical never does.
    public var digestWindow: Duration? { payload.severity == .critical || priority == .critical ? nil : digest?.window }

    /// - Throws: `Problem.wrongType` where it is of no use to anybody any more, or won't be when its digest or the last of its escalation is told.
    public func checkExpiry(now: Instant) throws {
        guard let expiresAt else { return }
        try Self.checkAhead(expiresAt, now: now)
        if let wait = escalation?.steps.last?.after, expiresAt <= max(now, deliverAfter ?? now) + wait {
            throw Problem.wrongType(field: CodingKeys.expiresAt.rawValue, expected: "a moment after the last step of “escalation”")
        }
        guard let digestWindow, expiresAt <= max(now, deliverAfter ?? now) + digestWindow else { return }
        throw Problem.wrongType(field: CodingKeys.expiresAt.rawValue, expected: "a moment after the window of the digest")
    }

    /// - Throws: `Problem.wrongType` where it has passed.
    static func checkAhead(_ expiresAt: Instant, now: Instant) throws(Problem) {
        guard expiresAt > now else { throw .wrongType(field: CodingKeys.expiresAt.rawValue, expected: "a moment that is still ahead") }
    }

    /// - Throws: `Problem.wrongType` where it would expire before it is due.
    static func checkExpiry(_ expiresAt: Instant?, after deliverAfter: Instant?) throws(Problem) {
        guard let expiresAt, let deliverAfter, expiresAt <= deliverAfter else { return }
        throw .wrongType(field: CodingKeys.expiresAt.rawValue, expected: "a moment after “deliver_after”")
    }

    /// Before which nobody is told: with a moment by each recipient's clock, when the first of all clocks shows it. Nil where that is at once.
    func firstMoment(now: Instant) -> Instant? {
        guard let local = payload.deliverAtLocal else { return deliverAfter }
        return local.firstMomentAnywhere > now ? local.firstMomentAnywhere : nil
    }

    /// How many deliveries come of it at most, before any of them is made.
    public func deliveryCount(recipientCount: Int, routes: DeliveryRoutes) -> Int {
        (recipientCount + (escalation?.recipientCountMax ?? 0)) * route(of: routes).steps.map(\.channels.count).reduce(0, +)
    }

    /// The channels that it names, or the house's route of its category.
    private func route(of routes: DeliveryRoutes) -> DeliveryRoute {
        channels.map(DeliveryRoute.init(channels:)) ?? routes.route(category: payload.category, severity: payload.severity ?? .watch)
    }

    /// One delivery a recipient and channel, those of one recipient one after the other, and then those of whoever is told where nobody of them reacts. For
    /// how long those of a digest wait, the store knows.
    ///
    /// - Parameters:
    ///   - spared: who isn't told by an escalation either.
    ///   - identifiers: names each, and each recipient's route; one name stands for all of them where there is an escalation, or one does it for all.
    public func deliveries(
        to recipients: OrderRecipients, sparing spared: Set<UserID> = [], of app: AppID, routes: DeliveryRoutes, identifiers: any IdentifierSource,
        now: Instant
    ) -> [Delivery] {
        let route = route(of: routes)
        let first = recipients.users
        let escalation = escalation?.joined(byOnDuty: recipients.further).beyond(first + spared)
        guard !first.isEmpty, escalation != nil || payload.oneOfUs == true else {
            return first.flatMap { recipient in
                let key = route.steps.count > 1 ? identifiers.next(now: now) : nil
                let words = recipients.payload(payload, for: recipient)
                return deliveries(to: recipient, saying: words, over: route, key: key, of: app, identifiers: identifiers, now: now)
            }
        }
        let key = identifiers.next(now: now)
        var all = first.flatMap { recipient in
            let words = recipients.payload(payload, for: recipient)
            return deliveries(to: recipient, saying: words, over: route, key: key, of: app, identifiers: identifiers, now: now)
        }
        guard let escalation else { return all }
        for (number, step) in escalation.steps.enumerated() {
            let place = Escalation.Place(fromStep: (number + 1) * route.steps.count, until: escalation.until)
            all += step.told.flatMap { told in
                var words = payload
                words.rota = told.rota
                return deliveries(
                    to: told.user, saying: words, over: route, key: key, after: step.after, at: place, of: app, identifiers: identifiers, now: now)
            }
        }
        return all
    }

    /// To one recipient.
    ///
    /// - Parameters:
    ///   - key: of their route; nil where it needs none.
    ///   - wait: how much later than those who are told first.
    ///   - escalationPlace: where they stand among those who are told one after the other; nil for the first.
    private func deliveries(
        to recipient: UserID, saying words: Payload, over route: DeliveryRoute, key: String?, after wait: Duration = .zero,
        at escalationPlace: Escalation.Place? = nil, of app: AppID, identifiers: any IdentifierSource, now: Instant
    ) -> [Delivery] {
        let (firstMoment, firstStep) = (firstMoment(now: now), escalationPlace?.fromStep ?? 0)
        let groupKey = digestWindow == nil ? nil : digest?.key.groupKey
        var deliveries: [Delivery] = []
        for (number, step) in route.steps.enumerated() {
            let after = wait + step.after
            let place = key.map { DeliveryRoute.Place(key: $0, step: firstStep + number, until: route.until) }
            var payload = words
            payload.escalation = escalationPlace
            if number > 0 { payload.deliverAtLocal = payload.deliverAtLocal.map { $0 + step.after } }
            for channel in step.channels {
                guard let id = DeliveryID(identifiers.next(now: now)) else { continue }
                deliveries.append(
                    Delivery(
                        id: id, createdAt: now, recipient: recipient, member: member ?? recipient, alert: nil,
                        channelName: channel.rawValue, payload: payload, expiresAt: expiresAt, groupKey: groupKey,
                        deliverAfter: after == .zero ? firstMoment : min((firstMoment ?? now) + after, .max), route: place, app: app,
                        priority: priority))
            }
        }
        return deliveries
    }
}

extension NotificationOrder: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case category, severity, title, body, texts, link, actions, image, payload, channels, priority, throttle, escalation
        case oneOfUs = "one_of_us"
        case collapseKey = "collapse_key"
        case digestKey = "digest_key"
        case digestWindow = "digest_window_seconds"
        case member = "member_user_id"
        case deliverAfter = "deliver_after"
        case deliverAtLocal = "deliver_at_local"
        case expiresAt = "expires_at"
        case app = "app_id"
    }

    /// What only one to many at once has.
    private enum BroadcastKey: String, CodingKey {
        case fallbackChannels = "fallback_channels"
    }

    /// What is read of one in JSON; to whom it goes stands beside it.
    public static let memberNames = CodingKeys.allCases.map(\.rawValue)
    /// What is read of one to many at once, which waits for no others, and isn't throttled: most of its members never become rows.
    public static let memberNamesOfBroadcast =
        CodingKeys.allCases.filter { ![.digestKey, .digestWindow, .throttle, .escalation, .oneOfUs].contains($0) }.map(\.rawValue)
        + [fallbackChannelsName]
    static let fallbackChannelsName = BroadcastKey.fallbackChannels.rawValue

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var payload = try container.decodeIfPresent(Payload.self, forKey: .payload) ?? Payload()
        let field = Problem.path(container.codingPath + [CodingKeys.payload])
        for (name, text, lengthMax) in [
            ("kind", payload.kind, Self.categoryLengthMax), ("member_name", payload.memberName, Self.titleLengthMax),
            ("title", payload.title, Self.titleLengthMax), ("body", payload.body, Self.bodyLengthMax),
        ] {
            _ = try text?.checked(lengthMax: lengthMax, field: "\(field).\(name)")
        }
        try Self.checkName(payload.kind, field: "\(field).kind")
        payload.kind = try Self.text(.category, lengthMax: Self.categoryLengthMax, in: container) ?? payload.kind
        try Self.checkName(payload.kind, field: Problem.path(container.codingPath + [CodingKeys.category]))
        payload.severity = try container.choice(Severity.self, for: .severity) ?? payload.severity
        payload.title = try Self.text(.title, lengthMax: Self.titleLengthMax, in: container) ?? payload.title
        payload.body = try Self.text(.body, lengthMax: Self.bodyLengthMax, in: container) ?? payload.body
        // A row of the queue passes over what of its payload can't be used; an order with it is refused.
        let facts = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .payload)
        let link = try facts?.decodeIfPresent(NotificationLink.self, forKey: .link)
        payload.link = try container.decodeIfPresent(NotificationLink.self, forKey: .link) ?? link
        let actions = try facts?.decodeIfPresent(OfferedActions.self, forKey: .actions)
        payload.actions = try container.decodeIfPresent(OfferedActions.self, forKey: .actions) ?? actions
        if let index = payload.actions?.all.firstIndex(where: { $0.language != nil }) {
            let field = Problem.path(container.codingPath + [CodingKeys.actions]) + "[\(index)].language"
            throw Problem.unknownName(field: field, allowed: OfferedAction.memberNamesOfOrder)
        }
        let image = try facts?.decodeIfPresent(NotificationImage.self, forKey: .image)
        payload.image = try container.decodeIfPresent(NotificationImage.self, forKey: .image) ?? image
        let escalation = try container.decodeIfPresent(Escalation.self, forKey: .escalation)
        // Only by a rota that the order names.
        (payload.escalation, payload.rota) = (nil, nil)
        // Whoever is to take note of it needs something to say so by.
        let oneOfUs = try container.decodeIfPresent(Bool.self, forKey: .oneOfUs) == true
        payload.oneOfUs = oneOfUs ? true : nil
        if escalation != nil || oneOfUs { payload.actions = payload.actions ?? .acknowledgement }
        self.escalation = escalation
        let collapseKey = try facts?.decodeIfPresent(CollapseKey.self, forKey: .collapseKey)
        payload.collapseKey = try container.decodeIfPresent(CollapseKey.self, forKey: .collapseKey) ?? collapseKey
        let throttle = try facts?.decodeIfPresent(KeyedThrottle.self, forKey: .throttle)
        payload.throttle = try container.decodeIfPresent(KeyedThrottle.self, forKey: .throttle) ?? throttle
        let deliverAtLocal = try facts?.decodeIfPresent(CivilDateTime.self, forKey: .deliverAtLocal)
        payload.deliverAtLocal = try container.decodeIfPresent(CivilDateTime.self, forKey: .deliverAtLocal) ?? deliverAtLocal
        let factTexts = try facts?.decodeIfPresent(OrderTexts.self, forKey: .texts)
        let texts = try container.decodeIfPresent(OrderTexts.self, forKey: .texts) ?? factTexts
        try texts?.check(against: payload)
        payload.texts = texts?.texts
        guard payload.saysSomething else { throw Problem.missingField(CodingKeys.title.rawValue) }
        self.payload = payload
        member = try container.decodeIfPresent(UserID.self, forKey: .member)
        let channels = try container.decodeIfPresent([String].self, forKey: .channels).map { names in
            guard !names.isEmpty else { throw Problem.missingField(CodingKeys.channels.rawValue) }
            return try Self.channels(names, field: CodingKeys.channels.rawValue)
        }
        self.channels = channels
        let others = try decoder.container(keyedBy: BroadcastKey.self).decodeIfPresent([String].self, forKey: .fallbackChannels) ?? []
        fallbackChannels = try Self.channels(others, field: BroadcastKey.fallbackChannels.rawValue).filter { !(channels ?? []).contains($0) }
        deliverAfter = try container.decodeIfPresent(Instant.self, forKey: .deliverAfter)
        expiresAt = try container.decodeIfPresent(Instant.self, forKey: .expiresAt)
        try Self.checkExpiry(expiresAt, after: deliverAfter)
        if let local = payload.deliverAtLocal {
            guard deliverAfter == nil else {
                throw Problem.wrongType(field: CodingKeys.deliverAtLocal.rawValue, expected: "it or “deliver_after”, not both")
            }
            if let expiresAt, expiresAt <= local.firstMomentAnywhere {
                let expected = "a moment after \(local.firstMomentAnywhere), when the first clock on Earth shows “deliver_at_local”"
                throw Problem.wrongType(field: CodingKeys.expiresAt.rawValue, expected: expected)
            }
        }
        if escalation != nil, payload.deliverAtLocal != nil {
            // One of them may have a clock that is behind that of whoever is told next.
            throw Problem.wrongType(field: CodingKeys.deliverAtLocal.rawValue, expected: "it or “escalation”, not both")
        }
        let digestKey = try container.decodeIfPresent(DigestKey.self, forKey: .digestKey)
        if digestKey != nil, payload.deliverAtLocal != nil {
            throw Problem.wrongType(field: CodingKeys.digestKey.rawValue, expected: "it or “deliver_at_local”, not both")
        }
        if digestKey != nil, escalation != nil {
            throw Problem.wrongType(field: CodingKeys.digestKey.rawValue, expected: "it or “escalation”, not both")
        }
        if digestKey != nil, oneOfUs {
            // What tells of several offers no buttons.
            throw Problem.wrongType(field: CodingKeys.digestKey.rawValue, expected: "it or “one_of_us”, not both")
        }
        let seconds = try container.number(.digestWindow, in: Digest.windowRange)
        switch (digestKey, seconds) {
        case (nil, nil): digest = nil
        case (let key?, let seconds?): digest = Digest(key: key, window: .seconds(seconds))
        case (_?, nil): throw Problem.missingField(CodingKeys.digestWindow.rawValue)
        case (nil, _?): throw Problem.missingField(CodingKeys.digestKey.rawValue)
        }
        priority = try container.choice(DeliveryPriority.self, for: .priority) ?? DeliveryPriority(of: payload.severity)
        app = try container.decodeIfPresent(AppID.self, forKey: .app)
    }

    /// Each once.
    static func channels(_ names: [String], field: String) throws(Problem) -> [DeliveryChannel] {
        var channels: [DeliveryChannel] = []
        for name in names {
            guard let channel = DeliveryChannel(rawValue: name) else {
                throw .unknownValue(field: field, allowed: DeliveryChannel.allCases.map(\.rawValue))
            }
            if !channels.contains(channel) { channels.append(channel) }
        }
        return channels
    }

    /// A category is a name: programs compare it, and it is shown in reports and terminals.
    static func checkName(_ name: String?, field: String) throws(Problem) {
        guard let name, name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return }
        throw .wrongType(field: field, expected: "text without control characters")
    }

    /// A category that somebody names, as what is ordered may have it.
    ///
    /// - Throws: `Problem.wrongType` where it is too long, or has control characters.
    public static func checkedCategory(_ name: String, field: String) throws(Problem) -> String {
        try checkName(name, field: field)
        return try name.checked(lengthMax: categoryLengthMax, field: field)
    }

    static func text(_ key: CodingKeys, lengthMax: Int, in container: KeyedDecodingContainer<CodingKeys>) throws -> String? {
        try container.decodeIfPresent(String.self, forKey: key)?.checked(lengthMax: lengthMax, field: Problem.path(container.codingPath + [key]))
    }
}
