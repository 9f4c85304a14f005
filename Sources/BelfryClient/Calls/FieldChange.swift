/// What a change does to one thing: leaves it, takes it away, or gives it another value.
public enum FieldChange<Value: Encodable & Hashable & Sendable>: Hashable, Sendable {
    case keep
    /// It has its default, or is no more.
    case clear
    case set(Value)
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
}
