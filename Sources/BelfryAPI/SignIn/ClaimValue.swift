/// What stands in a claim.
enum ClaimValue: Hashable, Codable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([ClaimValue])
    case object([String: ClaimValue])
    /// Null, or what can't be read: nothing that is asked for here.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([ClaimValue].self) {
            self = .list(list)
        } else if let object = try? container.decode([String: ClaimValue].self) {
            self = .object(object)
        } else {
            self = .other
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        case .other: try container.encodeNil()
        }
    }

    /// One text, or those of a list.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let list): list.flatMap { if case .text(let text) = $0 { [text] } else { [] as [String] } }
        case .number, .flag, .object, .other: []
        }
    }

    /// With what another has besides, where both are objects; else as it is.
    func adding(_ other: ClaimValue) -> ClaimValue {
        guard case (.object(let own), .object(let others)) = (self, other) else { return self }
        return .object(own.merging(others) { $0.adding($1) })
    }
}

extension [String: ClaimValue] {
    /// What is called so to the letter, or else what lies within an object, along the dots: `realm_access.roles`.
    ///
    /// A name on the way may have dots itself, as that of a client in Keycloak's `resource_access`: the longest that is there comes first.
    func claim(at path: String) -> ClaimValue? {
        if let claim = self[path] { return claim }
        for dot in path.indices.reversed() where path[dot] == "." {
            guard case .object(let inner) = self[String(path[..<dot])] else { continue }
            if let claim = inner.claim(at: String(path[path.index(after: dot)...])) { return claim }
        }
        return nil
    }
}
