/// What stands in one column of a fact: a value of SQLite and of JSON alike.
public enum FactValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case whole(Int)
    case real(Double)
    case text(String)
}

extension FactValue: Codable {
    /// - Throws: `DecodingError` where it is an object or an array, which no column holds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .whole(number)
        } else if let number = try? container.decode(Double.self) {
            self = .real(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected null, a switch, a number or a text")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .whole(let number): try container.encode(number)
        case .real(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
