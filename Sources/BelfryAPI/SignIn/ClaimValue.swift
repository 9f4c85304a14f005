/// What stands in a claim.
enum ClaimValue: Hashable, Codable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([ClaimValue])
    /// Null, or an object: nothing that is asked for here.
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
        case .other: try container.encodeNil()
        }
    }

    /// One text, or those of a list.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let list): list.flatMap { if case .text(let text) = $0 { [text] } else { [] as [String] } }
        case .number, .flag, .other: []
        }
    }
}
