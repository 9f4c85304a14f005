import BelfryModel

/// What is told, in which words, how gravely, and over what: what orders of every kind have.
///
/// It needs a title, a body, the facts of a payload or a template; all else may be left as it is.
public struct OrderContents: Hashable, Sendable {
    /// At most 256 characters.
    public var title: String?
    /// At most 4,096 characters.
    public var body: String?
    /// The words for those who have chosen one of these languages; everybody else is told ``title`` and ``body``.
    public var texts: [Language: Text]
    /// By which people switch it off, as `maintenance`.
    public var category: String?
    /// `watch` unless it is said.
    public var severity: Severity?
    /// What a tap opens: an https address, or one of the app's own scheme.
    public var link: String?
    /// Buttons beside it, at most three.
    public var actions: [Action]
    /// A picture beside the words, on an origin that the server's operator allows.
    public var image: Image?
    /// Over all of these at once; the server's route of the category where there are none. A broadcast has one.
    public var channels: [DeliveryChannel]
    /// It takes the place of what the app told the same person under the key.
    public var collapseKey: String?
    /// Whom it is about; each recipient themselves unless it is said.
    public var member: String?
    /// As the severity asks for unless it is said.
    public var priority: DeliveryPriority?
    /// Facts from which the words are made, in place of a title and a body.
    public var payload: [String: JSONValue]
    /// Says what isn't said here. Not of a heartbeat.
    public var template: Template?

    public init(
        title: String? = nil, body: String? = nil, texts: [Language: Text] = [:], category: String? = nil, severity: Severity? = nil,
        link: String? = nil, actions: [Action] = [], image: Image? = nil, channels: [DeliveryChannel] = [], collapseKey: String? = nil,
        about member: String? = nil, priority: DeliveryPriority? = nil, payload: [String: JSONValue] = [:], template: Template? = nil
    ) {
        (self.title, self.body, self.texts) = (title, body, texts)
        (self.category, self.severity, self.priority) = (category, severity, priority)
        (self.link, self.actions, self.image, self.channels) = (link, actions, image, channels)
        (self.collapseKey, self.member, self.payload, self.template) = (collapseKey, member, payload, template)
    }

    /// Which of the app's templates says what is told, and what its words speak of.
    public struct Template: Hashable, Sendable, Encodable {
        public var name: String
        public var data: [String: JSONValue]

        public init(_ name: String, data: [String: JSONValue] = [:]) { (self.name, self.data) = (name, data) }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name = "template"
            case data
        }
    }

    /// The words in one language.
    public struct Text: Hashable, Sendable, Encodable {
        public var title: String
        public var body: String?
        /// What stands on the buttons, by the `id` of each; one that isn't named keeps its own title.
        public var actions: [String: String]?
        /// What the order's picture shows.
        public var imageAlt: String?

        public init(title: String, body: String? = nil, actions: [String: String]? = nil, imageAlt: String? = nil) {
            (self.title, self.body, self.actions, self.imageAlt) = (title, body, actions, imageAlt)
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case title, body, actions
            case imageAlt = "image_alt"
        }
    }

    /// A picture beside a notification.
    public struct Image: Hashable, Sendable, Codable {
        /// An https address of at most 2,048 bytes, the same for all who are told.
        public var url: String
        /// What it shows, in 1 to 200 characters, for whoever doesn't see it.
        public var alt: String

        public init(url: String, alt: String) { (self.url, self.alt) = (url, alt) }

        enum CodingKeys: String, CodingKey, CaseIterable { case url, alt }
    }

    /// A button beside a notification.
    public struct Action: Hashable, Sendable, Encodable {
        /// By which the app is told that it was taken: 1 to 32 small letters, digits, `_` and `-`.
        public var id: String
        /// What stands on it: at most 40 characters.
        public var title: String
        /// What it opens; it only answers where there is none.
        public var link: String?

        public init(id: String, title: String, link: String? = nil) {
            (self.id, self.title, self.link) = (id, title, link)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case id, title, link }
    }
}

extension OrderContents: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case title, body, texts, category, severity, link, actions, image, channels, priority, payload
        case collapseKey = "collapse_key"
        case member = "member_user_id"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encode(texts.byTag, unlessEmptyFor: .texts)
        try container.encodeIfPresent(category, forKey: .category)
        try container.encodeIfPresent(severity, forKey: .severity)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encode(actions, unlessEmptyFor: .actions)
        try container.encodeIfPresent(image, forKey: .image)
        try container.encode(channels, unlessEmptyFor: .channels)
        try container.encodeIfPresent(collapseKey, forKey: .collapseKey)
        try container.encodeIfPresent(member, forKey: .member)
        try container.encodeIfPresent(priority, forKey: .priority)
        try container.encode(payload, unlessEmptyFor: .payload)
        try template?.encode(to: encoder)
    }
}

extension Dictionary where Key == Language {
    /// As they stand in JSON, where a name is text.
    var byTag: [String: Value] { [String: Value](uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) }) }

    /// Without languages that came later than this client.
    init(byTag: [String: Value]) {
        self = byTag.reduce(into: [:]) { known, text in
            if let language = Language(rawValue: text.key) { known[language] = text.value }
        }
    }
}

extension KeyedEncodingContainer {
    /// Nothing where there is nothing to say.
    mutating func encode(_ value: some Encodable & Collection, unlessEmptyFor key: Key) throws {
        if !value.isEmpty { try encode(value, forKey: key) }
    }

    /// Nothing where it isn't so, as without it.
    mutating func encode(ifTrue flag: Bool, for key: Key) throws {
        if flag { try encode(true, forKey: key) }
    }
}
