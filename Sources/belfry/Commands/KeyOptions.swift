import ArgumentParser
import BelfryModel
import BelfryPorts
import BelfryTime

/// What a key may, and what is noted of it.
struct KeyTermsOptions: ParsableArguments {
    @Option(
        help: """
            What it may, with commas between: all, or of send (orders, broadcasts, schedules, heartbeats, audiences, rotas, categories, hooks, \
            templates), intake (alerts and words), \
            heartbeat (signs of life), read (what became of orders), metrics (days of people), people (families, preferences, addresses).
            """)
    var scopes: String?

    @Option(help: "What to remember of it, such as where it is used.")
    var note: String?

    func validate() throws {
        if let scopes, Self.scopes(scopes) == nil {
            throw ValidationError("--scopes must be one or several of \(KeyScope.allCases.map(\.rawValue).joined(separator: ", ")), with commas between.")
        }
        if let note, note.unicodeScalars.count > KeyTerms.noteLengthMax || note != printable(note) {
            throw ValidationError("--note must have at most \(KeyTerms.noteLengthMax) characters, none of them a control character.")
        }
    }

    private static func scopes(_ text: String) -> Set<KeyScope>? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = names.compactMap { KeyScope(rawValue: String($0)) }
        return scopes.count == names.count ? Set(scopes) : nil
    }

    /// What was said, in place of what there was.
    func added(to former: KeyTerms) -> KeyTerms {
        let scopes = scopes.flatMap(Self.scopes) ?? former.scopes
        return KeyTerms(scopes: scopes, expiresAt: former.expiresAt, note: note.map { $0.isEmpty ? nil : $0 } ?? former.note)
    }
}

/// Until when a key lets its app in.
struct KeyEndOption: ParsableArguments {
    @Option(help: "When it ends: after so long, such as 90d, with a day of UTC, such as 2030-12-31, at a moment, or never.")
    var expires: String?

    private enum End {
        case never
        case after(Duration)
        case at(Instant)
    }

    private static func end(_ text: String) -> End? {
        if text == "never" { return .never }
        if let length = TypedLength(text) { return .after(length.duration) }
        if let moment = Instant(text) { return .at(moment) }
        return CivilDate(text).map { .at(min(Instant(secondsSinceEpoch: Int64($0.daysSinceEpoch + 1) * 86_400), .max)) }
    }

    func validate() throws {
        if let expires, Self.end(expires) == nil {
            throw ValidationError("--expires must be a length such as 90d, a day such as 2030-12-31, a moment such as 2030-12-31T12:00:00Z, or never.")
        }
    }

    /// - Parameter former: what counts where nothing is said.
    /// - Throws: ``Failure`` where it has come already.
    func end(insteadOf former: Instant?, now: Instant) throws -> Instant? {
        let end: Instant? =
            switch expires.flatMap(Self.end) {
            case .never: nil
            case .after(let length): now + length
            case .at(let moment): moment
            case nil: former
            }
        guard let end, end <= now else { return end }
        throw Failure(
            expires == nil ? "This key ended at \(end). Say with --expires until when it is to go on." : "--expires is over already. Give a later one.")
    }
}

extension House {
    /// - Throws: ``Failure`` where there is none, or it was revoked.
    func keyInForce(named name: String) async throws -> APIKeyRecord {
        guard let key = try await store.keys().first(where: { $0.name == name && $0.revokedAt == nil }) else {
            throw Failure("There is no key named “\(name)” in force. `belfry keys list` shows those that there are.")
        }
        return key
    }
}

extension APIKeyRecord {
    /// How it stands, in a few words.
    func state(now: Instant) -> String {
        if let revokedAt { return "revoked \(revokedAt)" }
        let grace = formerEndsAt.flatMap { $0 > now ? ", and the one before it until \($0)" : nil } ?? ""
        guard let end = terms.expiresAt else { return "in force\(grace)" }
        if end <= now { return "ended \(end)" }
        return (end - now <= Self.warningLength ? "ends soon, at \(end)" : "in force until \(end)") + grace
    }
}

/// A key as it is listed, in JSON; what isn't there is null.
struct ListedKey: Encodable {
    let key: APIKeyRecord

    private enum CodingKeys: String, CodingKey {
        case name, scopes, note
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case formerEndsAt = "former_ends_at"
        case lastUsedAt = "last_used_at"
        case revokedAt = "revoked_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key.name, forKey: .name)
        try container.encode(KeyScope.allCases.filter(key.terms.scopes.contains).map(\.rawValue), forKey: .scopes)
        try container.encode(key.terms.note, forKey: .note)
        try container.encode(key.createdAt, forKey: .createdAt)
        try container.encode(key.terms.expiresAt, forKey: .expiresAt)
        try container.encode(key.formerEndsAt, forKey: .formerEndsAt)
        try container.encode(key.lastUsedAt, forKey: .lastUsedAt)
        try container.encode(key.revokedAt, forKey: .revokedAt)
    }
}
