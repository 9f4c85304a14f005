import BelfryModel
import BelfryTime

/// What an app declares of a category: what people read of it, where it is on at first, and whether they may switch it off.
public struct CategoryDeclaration: Hashable, Sendable {
    /// What the person reads who chooses.
    public struct Words: Hashable, Sendable, Codable {
        /// At most 64 characters.
        public var name: String
        /// At most 300 characters.
        public var description: String?
        /// Under which heading it stands, with others of the same.
        public var group: String?

        public init(name: String, description: String? = nil, group: String? = nil) {
            (self.name, self.description, self.group) = (name, description, group)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case name, description, group }
    }

    public var words: Words
    /// The words for whoever reads one of these languages.
    public var texts: [Language: Words]
    /// Over these nobody is told who hasn't switched it on there.
    public var offAtFirst: Set<DeliveryChannel>
    /// Nobody can switch it off; nothing may be off at first beside it.
    public var isRequired: Bool

    public init(_ words: Words, texts: [Language: Words] = [:], offAtFirst: Set<DeliveryChannel> = [], isRequired: Bool = false) {
        (self.words, self.texts, self.offAtFirst, self.isRequired) = (words, texts, offAtFirst, isRequired)
    }
}

extension CategoryDeclaration: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case texts
        case offAtFirst = "default"
        case isRequired = "required"
    }

    public func encode(to encoder: any Encoder) throws {
        try words.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(texts.byTag, unlessEmptyFor: .texts)
        try container.encode([String: Bool](uniqueKeysWithValues: offAtFirst.map { ($0.rawValue, false) }), unlessEmptyFor: .offAtFirst)
        try container.encode(ifTrue: isRequired, for: .isRequired)
    }

    /// A language or a channel that came later than this client is left out.
    public init(from decoder: any Decoder) throws {
        words = try Words(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        texts = [Language: Words](byTag: try container.decodeIfPresent([String: Words].self, forKey: .texts) ?? [:])
        let switches = try container.decodeIfPresent([String: Bool].self, forKey: .offAtFirst) ?? [:]
        offAtFirst = Set(switches.compactMap { name, isOn in isOn ? nil : DeliveryChannel(rawValue: name) })
        isRequired = try container.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false
    }
}

/// A category that an app has declared, as a server has it.
public struct CategoryStanding: Hashable, Sendable, Decodable {
    /// As orders name it.
    public let category: String
    public let app: String
    public let declaration: CategoryDeclaration
    public let createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case category
        case app = "app_id"
        case createdAt = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = try container.decode(String.self, forKey: .category)
        app = try container.decode(String.self, forKey: .app)
        createdAt = try container.decode(Instant.self, forKey: .createdAt)
        declaration = try CategoryDeclaration(from: decoder)
    }
}

extension AppClient {
    /// Declares a category, in the place of what was declared of it before. What people have chosen stays, and counts first.
    @discardableResult
    public func saveCategory(_ name: String, _ declaration: CategoryDeclaration) async throws -> CategoryStanding {
        try await caller.ask(try .put("v1", "categories", name).with(declaration))
    }

    /// What the app has declared of a category.
    public func category(_ name: String) async throws -> CategoryStanding { try await caller.ask(.get("v1", "categories", name)) }

    /// All that the app has declared, by their names: at most 500.
    public func categories() async throws -> [CategoryStanding] {
        struct Listing: Decodable { let categories: [CategoryStanding] }
        return try await caller.ask(.get("v1", "categories"), for: Listing.self).categories
    }

    /// Declares a category no longer: it is on then over every channel for whoever hasn't switched it off.
    public func removeCategory(_ name: String) async throws { try await caller.ask(.delete("v1", "categories", name)) }
}
