/// What a program posts to a hook, or the data of an order: any document of JSON, of which templates and conditions speak by paths such as
/// `pull_request.title`.
public enum HookDocument: Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([HookDocument])
    case object([String: HookDocument])

    /// What lies deeper is read as nothing.
    public static let depthMax = 32
    /// Of a path, in bytes.
    public static let pathLengthMax = 256

    /// What stands at a path, whose parts are names and, in lists, numbers from 0: `commits.0.message`. Nil where there is nothing, or null.
    public subscript(path: String) -> HookDocument? {
        var found = self
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard let child = found.child(String(part)) else { return nil }
            found = child
        }
        return found == .null ? nil : found
    }

    public func child(_ name: String) -> HookDocument? {
        switch self {
        case .object(let members): members[name]
        case .list(let items): Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
        case .null, .flag, .integer, .number, .text: nil
        }
    }

    /// As it is written where words are; nil of what has parts, and of null.
    public var written: String? {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): text
        case .null, .list, .object: nil
        }
    }
}

extension HookDocument: Decodable {
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.depthMax else {
            self = .null
            return
        }
        let value = try decoder.singleValueContainer()
        // What there is most of first: each guess that is wrong costs an error.
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let object = try? decoder.container(keyedBy: TextKey.self) {
            var members: [String: HookDocument] = [:]
            for key in object.allKeys { members[key.stringValue] = try object.decode(HookDocument.self, forKey: key) }
            self = .object(members)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if var list = try? decoder.unkeyedContainer() {
            var items: [HookDocument] = []
            while !list.isAtEnd { items.append(try list.decode(HookDocument.self)) }
            self = .list(items)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(UInt64.self) {
            // As a number of another kind it would lose digits, by which somebody knows it.
            self = .text("\(number)")
        } else {
            self = .number(try value.decode(Double.self))
        }
    }
}

extension HookDocument: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
