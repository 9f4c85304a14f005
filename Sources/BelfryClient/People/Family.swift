import BelfryTime

/// Who belongs together, as an app says it.
public struct FamilyRecord: Hashable, Sendable, Codable {
    /// The name of the family in addresses; nil where it is only said there.
    public var id: String?
    public var name: String
    /// At most 100.
    public var members: [Member]

    public init(name: String, members: [Member]) {
        (self.name, self.members) = (name, members)
    }

    public struct Member: Hashable, Sendable, Codable {
        public var user: String
        public var firstName: String?
        /// `member` unless it is said. Admins and superadmins are told of the family's alerts.
        public var role: OpenValue<FamilyRole>?
        /// Whether the family's admins are told of them; of whoever is there already only they themselves change it.
        public var sharesAlerts: Bool?

        public init(_ user: String, firstName: String? = nil, role: FamilyRole? = nil, sharesAlerts: Bool? = nil) {
            (self.user, self.firstName, self.sharesAlerts) = (user, firstName, sharesAlerts)
            self.role = role.map { OpenValue($0) }
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case user = "user_id"
            case firstName = "first_name"
            case role
            case sharesAlerts = "shares_alerts"
        }
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case id, name, members }
}

/// By which somebody joins a family, once.
public struct FamilyInvitation: Hashable, Sendable, Decodable {
    /// Shown this once: hand it over yourself.
    public let code: String
    public let family: String
    public let role: OpenValue<FamilyRole>
    public let expiresAt: Instant

    enum CodingKeys: String, CodingKey {
        case code, role
        case family = "family_id"
        case expiresAt = "expires_at"
    }
}

struct InvitationCall: Encodable {
    let role: FamilyRole
    let validDays: Int

    enum CodingKeys: String, CodingKey, CaseIterable {
        case role
        case validDays = "valid_days"
    }
}
