import BelfryModel
import BelfryTime

/// The fewest calls that bring what a notification centre holds in step with a plan.
///
/// Never everything out and in again: removal is asynchronous on some systems and may take the new ones with it.
public struct PendingDiff: Hashable, Sendable {
    /// Not there yet.
    public let adds: [PlannedNotification]
    /// There with another moment or content. Adding one of the same identifier replaces it, in one call.
    public let replaces: [PlannedNotification]
    /// There and no longer planned.
    public let removes: [NotificationID]

    /// - Parameters:
    ///   - pending: what the centre holds, in any order.
    ///   - now: what is due until then is being shown, and left alone.
    public init(from pending: [PendingRequest], to plan: Plan, now: Instant) {
        var held = Dictionary(pending.lazy.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        var adds: [PlannedNotification] = []
        var replaces: [PlannedNotification] = []
        for line in plan.days.lazy.flatMap(\.lines) {
            switch held.removeValue(forKey: line.identifier) {
            case nil: adds.append(line)
            case let request? where request != PendingRequest(line): replaces.append(line)
            default: break
            }
        }
        self.adds = adds
        self.replaces = replaces
        removes = held.values.filter { $0.moment > now }.map(\.identifier).sorted()
    }

    public var isEmpty: Bool { callCount == 0 }
    /// How many requests the centre is called about.
    public var callCount: Int { adds.count + replaces.count + removes.count }
}
