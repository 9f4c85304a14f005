import BelfryModel

/// How an app presents itself in mails, browsers, chats and on pages.
public struct Look: Hashable, Sendable {
    /// What people know it by: a line of 1 to 80 characters.
    public var name: String
    /// What it is called by whoever reads one of these languages.
    public var names: [Language: String]
    /// Six hexadecimal digits, as `#1b6e53`.
    public var color: String?
    /// An https address, on an origin that the server's operator allows.
    public var logo: String?
    /// The mailbox to which answers to its mails go.
    public var replyTo: String?
    /// A line at the end of its mails, as a postal address: 1 to 300 characters.
    public var footer: String?

    public init(
        name: String, names: [Language: String] = [:], color: String? = nil, logo: String? = nil, replyTo: String? = nil, footer: String? = nil
    ) {
        (self.name, self.names, self.color) = (name, names, color)
        (self.logo, self.replyTo, self.footer) = (logo, replyTo, footer)
    }
}

extension Look: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, names, color, footer
        case logo = "logo_url"
        case replyTo = "reply_to"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(names.byTag, unlessEmptyFor: .names)
        try container.encodeIfPresent(color, forKey: .color)
        try container.encodeIfPresent(logo, forKey: .logo)
        try container.encodeIfPresent(replyTo, forKey: .replyTo)
        try container.encodeIfPresent(footer, forKey: .footer)
    }
}

/// How an app presents itself, as a server has it, and what is made of it.
public struct ShownLook: Hashable, Sendable {
    public let app: String
    /// Nil where it hasn't said so.
    public let look: Look?
    /// What is read best on its colour, black or white; nil where it has none.
    public let textColor: String?
    /// Whether the operator allows the logo's origin; nil where it has no logo.
    public let isLogoShown: Bool?
}

extension ShownLook: Decodable {
    private enum Keys: String, CodingKey {
        case app = "app_id"
        case textColor = "text_color"
        case isLogoShown = "is_logo_shown"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        app = try container.decode(String.self, forKey: .app)
        textColor = try container.decodeIfPresent(String.self, forKey: .textColor)
        isLogoShown = try container.decodeIfPresent(Bool.self, forKey: .isLogoShown)
        let said = try decoder.container(keyedBy: Look.CodingKeys.self)
        look = try said.decodeIfPresent(String.self, forKey: .name).map { name in
            Look(
                name: name, names: [Language: String](byTag: try said.decodeIfPresent([String: String].self, forKey: .names) ?? [:]),
                color: try said.decodeIfPresent(String.self, forKey: .color), logo: try said.decodeIfPresent(String.self, forKey: .logo),
                replyTo: try said.decodeIfPresent(String.self, forKey: .replyTo), footer: try said.decodeIfPresent(String.self, forKey: .footer))
        }
    }
}

extension AppClient {
    /// How the app presents itself.
    public func look() async throws -> ShownLook { try await caller.ask(.get("v1", "app")) }

    /// Says how the app presents itself, in the place of all that it said before. Needs a key with the scope `all`.
    @discardableResult
    public func save(_ look: Look) async throws -> ShownLook { try await caller.ask(try .put("v1", "app").with(look)) }

    /// Forgets how the app presents itself, also where it never said so. Needs a key with the scope `all`.
    public func removeLook() async throws { try await caller.ask(.delete("v1", "app")) }
}
