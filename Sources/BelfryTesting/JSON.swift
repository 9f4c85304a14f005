import Foundation

/// Any JSON value, to be compared with a literal as it would stand in a document.
package enum JSON: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    package init(parsing text: String) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    /// Nil where it is no object, or has no such key.
    package subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// Nil where it is no list, or is too short.
    package subscript(index: Int) -> JSON? {
        if case .list(let items) = self, items.indices.contains(index) { items[index] } else { nil }
    }

    package var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var items: [JSON] {
        if case .list(let items) = self { items } else { [] }
    }

    package var members: [String: JSON] {
        if case .object(let members) = self { members } else { [:] }
    }

    package var keys: Set<String> { Set(members.keys) }

    /// As it is sent.
    package var sent: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let items = try? container.decode([JSON].self) {
            self = .list(items)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(integerLiteral number: Int) { self = .number(Double(number)) }
    package init(floatLiteral number: Double) { self = .number(number) }
    package init(stringLiteral text: String) { self = .text(text) }
    package init(arrayLiteral items: JSON...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, JSON)...) { self = .object(Dictionary(members) { _, last in last }) }
}
