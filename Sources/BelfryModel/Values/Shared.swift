/// A large value of which copies are many and changes few: holders share it until one of them changes its own.
@propertyWrapper
public struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    public static func == (left: Self, right: Self) -> Bool { left.box === right.box || left.box.value == right.box.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
