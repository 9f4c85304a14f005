import BelfryModel

/// What a change does to one thing: leaves it, takes it away, or gives it another value.
public enum FieldChange<Value: Encodable & Hashable & Sendable>: Hashable, Sendable {
    case keep
    /// It has its default, or is no more.
    case clear
    case set(Value)

    func map<Other>(_ body: (Value) -> Other) -> FieldChange<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(body(value))
        }
    }
}

extension KeyedEncodingContainer {
    /// Nothing where it stays, null where it is taken away.
    mutating func encode<Value>(_ change: FieldChange<Value>, forKey key: Key) throws {
        switch change {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }

    /// What of several things is to be another, by their names; nothing where all of them stay.
    mutating func encode<Value>(_ changes: [String: FieldChange<Value>], forKey key: Key) throws {
        guard changes.values.contains(where: { $0 != .keep }) else { return }
        var members = nestedContainer(keyedBy: TextKey.self, forKey: key)
        for (name, change) in changes { try members.encode(change, forKey: TextKey(name)) }
    }
}
