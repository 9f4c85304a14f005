import BelfryModel
import BelfryPorts
import BelfryTime

/// Keeps the lists of people that apps have something told to.
public struct AudienceDesk: Sendable {
    let store: any AudienceStore

    /// How a call names one.
    public static let field = "audience"
    /// So many people go into one transaction.
    private static let partCountMax = 5000

    public init(store: any AudienceStore) { self.store = store }

    /// - Throws: `Problem.tooManyAudiences`; what the store throws.
    public func save(_ request: AudienceRequest, as key: AudienceKey, now: Instant) async throws -> Audience {
        let audience = Audience(key: key, title: request.title, isOpen: request.isOpen, createdAt: now)
        try await store.save(audience, openCountMax: Audience.openCountMax)
        return try await store.audience(key) ?? audience
    }

    /// Has people be in it from now on, as they come, some thousand in memory at a time: where it is cut off, or one of them can't be used, those before
    /// are in it, and the same may be given again.
    ///
    /// - Returns: how many weren't in it before.
    /// - Throws: `Problem.unknownAudience`; `Problem.malformedLine` or `.wrongType` for one who has values; what `people` and the store throw.
    public func add<People: AsyncSequence>(_ people: People, to key: AudienceKey, now: Instant) async throws -> Int where People.Element == BroadcastRecipient {
        try await inParts(people) { try await store.add($0, to: key, ifOpen: false, now: now) }
    }

    /// Takes people out of it, as they come.
    ///
    /// - Returns: how many were in it.
    /// - Throws: as ``add(_:to:now:)``.
    public func remove<People: AsyncSequence>(_ people: People, from key: AudienceKey) async throws -> Int where People.Element == BroadcastRecipient {
        try await inParts(people) { try await store.remove($0, from: key, ifOpen: false) }
    }

    private func inParts<People: AsyncSequence>(
        _ people: People, _ change: (Set<UserID>) async throws -> Int?
    ) async throws -> Int where People.Element == BroadcastRecipient {
        var (part, count) = (Set<UserID>(), 0)
        func flush() async throws {
            guard let changed = try await change(part) else { throw Problem.unknownAudience }
            count += changed
            part = []
        }
        for try await person in people {
            guard person.named.values == nil else { throw person.refused(expected: "nothing but the identifier of a person") }
            part.insert(person.named.user)
            if part.count == Self.partCountMax { try await flush() }
        }
        // Also where it is nobody: whether there is such an audience is said.
        try await flush()
        return count
    }
}

/// What an app says of an audience: its title, and whether people may join and leave by themselves.
public struct AudienceRequest: Decodable, Sendable {
    let title: String?
    let isOpen: Bool

    private enum Key: String, CodingKey, CaseIterable {
        case title
        case isOpen = "open"
    }

    public static let memberNames = Key.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            title: container.decodeIfPresent(String.self, forKey: .title), isOpen: container.decodeIfPresent(Bool.self, forKey: .isOpen) ?? false)
    }

    /// - Throws: `Problem.wrongType` where the title can't be shown, `Problem.missingField` where it is open and has none.
    public init(title: String?, isOpen: Bool) throws(Problem) {
        self.title = try title.map { title throws(Problem) in
            let isShown = title.contains { !$0.isWhitespace } && !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard isShown, title.unicodeScalars.count <= Audience.titleLengthMax else {
                throw .wrongType(
                    field: Key.title.rawValue, expected: "1 to \(Audience.titleLengthMax) characters that say something, none of them a control character")
            }
            return title
        }
        guard title != nil || !isOpen else { throw .missingField(Key.title.rawValue) }
        self.isOpen = isOpen
    }
}
