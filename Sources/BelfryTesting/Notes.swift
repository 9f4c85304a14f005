import Synchronization

/// What a closure saw, for the test around it.
public final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    public init() {}

    public var all: [Value] { values.withLock { $0 } }

    public func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}
