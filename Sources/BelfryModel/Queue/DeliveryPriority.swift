/// What goes first of what is due: a critical one overtakes whatever waits.
public enum DeliveryPriority: String, CaseIterable, Codable, Comparable, Sendable {
    case critical, normal, low

    /// As `notification_queue.priority` has it: the lower goes first.
    public var rank: Int {
        switch self {
        case .critical: 1
        case .normal: 2
        case .low: 3
        }
    }

    /// Nil of a number that stands for none.
    public init?(rank: Int) {
        guard let priority = Self.allCases.first(where: { $0.rank == rank }) else { return nil }
        self = priority
    }

    /// What is grave goes first where nobody says otherwise.
    public init(of severity: Severity?) {
        self = severity == .critical ? .critical : .normal
    }

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
