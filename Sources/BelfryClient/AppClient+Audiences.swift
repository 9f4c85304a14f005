import BelfryTime

/// A list of people that an app keeps under a name, for broadcasts.
public struct Audience: Hashable, Sendable, Decodable {
    public let name: String
    public let app: String
    public let title: String?
    /// Whether people may join and leave by themselves.
    public let isOpen: Bool
    public let createdAt: Instant
    /// How many are in it; nil where several are listed.
    public let memberCount: Int?

    enum CodingKeys: String, CodingKey {
        case name = "audience"
        case app = "app_id"
        case title
        case isOpen = "open"
        case createdAt = "created_at"
        case memberCount = "members"
    }
}

extension AppClient {
    /// Keeps a list of people under a name, or gives it another title. Who is in it stays.
    @discardableResult
    public func saveAudience(_ name: String, title: String? = nil, isOpen: Bool = false) async throws -> Audience {
        try await caller.ask(try .put("v1", "audiences", name).with(AudienceCall(title: title, isOpen: isOpen)))
    }

    /// An audience, and how many are in it, which are counted one by one.
    public func audience(_ name: String) async throws -> Audience { try await caller.ask(.get("v1", "audiences", name)) }

    /// The app's audiences, by their names.
    public func audiences() -> Pages<Audience> {
        struct Listing: Decodable {
            let audiences: [Audience]
            let next: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "audiences", query: [("after", place)]), for: Listing.self)
            return .init(elements: listing.audiences, next: listing.next)
        }
    }

    /// Forgets an audience, and who is in it.
    public func deleteAudience(_ name: String) async throws { try await caller.ask(.delete("v1", "audiences", name)) }

    // MARK: Who is in it

    /// Who is in an audience, in the order of their bytes.
    public func members(of audience: String) -> Pages<String> {
        struct Listing: Decodable {
            let members: [String]
            let next: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "audiences", audience, "members", query: [("after", place)]), for: Listing.self)
            return .init(elements: listing.members, next: listing.next)
        }
    }

    /// Puts people into an audience.
    ///
    /// - Returns: how many weren't in it before.
    @discardableResult
    public func add(_ users: [String], toAudience audience: String) async throws -> Int {
        try await caller.ask(try .repeatablePost("v1", "audiences", audience, "add").with(["recipients": users]), for: CountedMembers.self).count
    }

    /// Puts people into an audience as they come out of a sequence, however many there are. Where it is cut off, those before are in it.
    ///
    /// - Throws: ``BelfryError``, what the sequence throws, or `CancellationError`.
    @discardableResult
    public func add<Users: AsyncSequence & Sendable>(
        eachOf users: Users, toAudience audience: String
    ) async throws -> Int where Users.Element == String {
        var call = Call.post("v1", "audiences", audience, "add")
        call.body = try Lines.body(users)
        call.headers["Content-Type"] = Lines.contentType
        return try await caller.ask(call, for: CountedMembers.self).count
    }

    /// Takes people out of an audience.
    ///
    /// - Returns: how many were in it.
    @discardableResult
    public func remove(_ users: [String], fromAudience audience: String) async throws -> Int {
        try await caller.ask(try .repeatablePost("v1", "audiences", audience, "remove").with(["recipients": users]), for: CountedMembers.self).count
    }
}

struct AudienceCall: Encodable {
    let title: String?
    let isOpen: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case title
        case isOpen = "open"
    }
}

private struct CountedMembers: Decodable {
    let added: Int?
    let removed: Int?

    var count: Int { added ?? removed ?? 0 }
}
