import BelfryTime

/// A version of a template, as a server has it.
public struct TemplateVersion: Hashable, Sendable, Decodable {
    public let name: String
    /// Counted from 1; the template stands as its latest says.
    public let version: Int
    public let createdAt: Instant
    /// What it says, by the names that an order has for it.
    public let contents: [String: JSONValue]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, version
        case app = "app_id"
        case createdAt = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        version = try container.decode(Int.self, forKey: .version)
        createdAt = try container.decode(Instant.self, forKey: .createdAt)
        let all = try decoder.singleValueContainer().decode([String: JSONValue].self)
        contents = all.filter { CodingKeys(rawValue: $0.key) == nil }
    }
}

/// What would be told by a template.
public struct TemplateTrial: Sendable, Decodable {
    /// Whether an order would be taken in with it.
    public let fits: Bool
    /// As an order says it, in each language; what the data lacks is written as nothing.
    public let told: [String: JSONValue]
    /// Why an order wouldn't be taken in.
    public let problem: Problem?
    /// What would become of it, where somebody is named.
    public let verdicts: [RehearsedDelivery]?

    public struct Problem: Hashable, Sendable, Decodable {
        /// As `missing_value`.
        public let code: String
        public let message: String
        /// As `texts.de.title`.
        public let field: String?
    }
}

extension AppClient {
    /// Says what is told by a name from now on: what an order has but for whom it tells and when. Its texts are templates over an order's data.
    @discardableResult
    public func saveTemplate(_ name: String, _ contents: [String: JSONValue]) async throws -> TemplateVersion {
        try await caller.ask(try .put("v1", "templates", name).with(contents))
    }

    public func template(_ name: String) async throws -> TemplateVersion { try await caller.ask(.get("v1", "templates", name)) }

    /// All that the app has, by their names: at most 500.
    public func templates() async throws -> [TemplateVersion] {
        struct Listing: Decodable { let templates: [TemplateVersion] }
        return try await caller.ask(.get("v1", "templates"), for: Listing.self).templates
    }

    /// What would be told with some data, in each language, and whether it fits; to these people, where some are named.
    public func tryTemplate(_ name: String, data: [String: JSONValue], to people: [String] = []) async throws -> TemplateTrial {
        var body: [String: JSONValue] = ["data": .object(data)]
        if !people.isEmpty { body["recipients"] = .list(people.map { .text($0) }) }
        return try await caller.ask(try .repeatablePost("v1", "templates", name, "try").with(body))
    }

    /// What it says, and said before: the last 20, the latest first.
    public func versions(ofTemplate name: String) async throws -> [TemplateVersion] {
        struct Listing: Decodable { let versions: [TemplateVersion] }
        return try await caller.ask(.get("v1", "templates", name, "versions"), for: Listing.self).versions
    }

    /// Has it say again what an earlier version said, as the next.
    @discardableResult
    public func restore(version: Int, ofTemplate name: String) async throws -> TemplateVersion {
        try await caller.ask(.repeatablePost("v1", "templates", name, "versions", "\(version)", "restore"))
    }

    /// Forgets it, with its versions. What was ordered stays.
    public func removeTemplate(_ name: String) async throws { try await caller.ask(.delete("v1", "templates", name)) }
}
