import BelfryModel
import BelfryTime

/// What a domain makes of its facts: what it asks for, what not, and what is to be taken back.
public struct DomainPlan: Hashable, Sendable {
    /// What the planner puts into a plan.
    public var requests: [NotificationRequest] = []
    /// What is not asked for, each with its reason.
    public var skipped: [Skipped] = []
    /// When the first of what waits for the next pass is due; until then nothing is missing from the plan.
    public var laterDue: Instant?
    /// What is no longer true: to be removed where it is pending, and where it has been delivered.
    public var withdrawn: [NotificationScope] = []
    /// The lines that the tenant wants in its log. They name nobody and nothing.
    public var log: [String] = []

    public init() {}

    public static func += (plan: inout DomainPlan, other: DomainPlan) {
        plan.requests += other.requests
        plan.skipped += other.skipped
        plan.laterDue = [plan.laterDue, other.laterDue].compactMap(\.self).min()
        plan.withdrawn += other.withdrawn
        plan.log += other.log
    }

    mutating func withdraw(_ scope: String) {
        if let scope = NotificationScope(scope) { withdrawn.append(scope) }
    }
}

extension Trigger {
    /// On some civil days, at one time by the clock on the wall wherever the person is; nil where there are no days.
    static func days(_ days: [CivilDate], at time: CivilTime) -> Trigger? {
        let readings = days.map { CivilDateTime($0, time) }
        guard let first = readings.first else { return nil }
        return .floating(FloatingSchedule(Recurrence(start: first, additions: Array(readings.dropFirst()))))
    }
}
