import BelfryPorts
import BelfryTime
import Synchronization

/// Makes identifiers that count: `id-000001`, `id-000002`. Two runs make the same, and their order is the order in which they were made.
public final class SequentialIdentifiers: IdentifierSource {
    private let prefix: String
    private let count = Mutex(0)
    private static let digitCount = 6

    public init(prefix: String = "id") {
        self.prefix = prefix
    }

    public func next(now: Instant) -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let digits = String(number)
        return prefix + "-" + String(repeating: "0", count: max(0, Self.digitCount - digits.count)) + digits
    }
}
