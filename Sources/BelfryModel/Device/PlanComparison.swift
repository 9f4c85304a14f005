import BelfryTime

/// What another plan would tell more, less or at another moment: the answer to "what if".
public struct PlanComparison: Hashable, Sendable {
    public let changes: [Change]
    public let coverageBefore: Coverage
    public let coverageAfter: Coverage

    /// One notification, and what becomes of it.
    public struct Change: Hashable, Sendable {
        public let part: PlannedPart
        public let kind: Kind
    }

    /// How the other plan differs.
    public enum Kind: Hashable, Sendable {
        case added(at: Instant)
        /// Not told any more, and why.
        case removed(from: Instant, Reason)
        case moved(from: Instant, to: Instant)
    }

    public init(from before: Plan, to after: Plan) {
        coverageBefore = before.coverage
        coverageAfter = after.coverage
        let old = Self.parts(of: before)
        let new = Self.parts(of: after)
        let reasons = Dictionary(after.leftOut.map { ($0.identifier, $0.reason) }, uniquingKeysWith: { first, _ in first })
        var changes: [Change] = []
        for (identifier, (part, moment)) in new {
            switch old[identifier] {
            case nil: changes.append(Change(part: part, kind: .added(at: moment)))
            case let (_, earlier)? where earlier != moment: changes.append(Change(part: part, kind: .moved(from: earlier, to: moment)))
            default: break
            }
        }
        for (identifier, (part, moment)) in old where new[identifier] == nil {
            changes.append(Change(part: part, kind: .removed(from: moment, reasons[identifier] ?? .beyondHorizon)))
        }
        self.changes = changes.sorted { ($0.kind.moment, $0.part.identifier) < ($1.kind.moment, $1.part.identifier) }
    }

    private static func parts(of plan: Plan) -> [NotificationID: (PlannedPart, Instant)] {
        Dictionary(
            plan.days.lazy.flatMap(\.lines).flatMap { line in line.parts.map { ($0.identifier, ($0, line.moment)) } },
            uniquingKeysWith: { first, _ in first })
    }
}

extension PlanComparison.Kind {
    /// By which changes are put in order: where it will be told, or was to be.
    public var moment: Instant {
        switch self {
        case .added(let moment), .moved(_, let moment), .removed(let moment, _): moment
        }
    }
}
