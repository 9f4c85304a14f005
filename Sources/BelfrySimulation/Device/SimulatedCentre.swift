import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// A notification centre in virtual time, with the faults that real ones have.
///
/// Removals take effect some calls later; what is more than it keeps vanishes without a word, by one of four policies; a request of a
/// known identifier replaces the pending one; content is frozen; nobody is told when something is shown; a device that is off shows nothing.
/// Where it is told to, it refuses requests, or loses them.
public final class SimulatedCentre: NotificationCentre {
    /// Which requests survive where more are asked for than the system keeps: the sources disagree, so all are tried.
    public enum Overflow: String, CaseIterable, Sendable {
        case keepSoonest, keepLastAdded, dropNew, dropAll
    }

    /// What becomes of requests that were due while the device was off.
    public enum AfterReboot: String, CaseIterable, Sendable {
        case shown, kept, lost
    }

    /// What goes wrong with one request.
    public enum Fault: Hashable, Sendable {
        case refuses(CentreProblem)
        /// It is taken, without a word, and not there: neither pending nor shown. One that it was to replace stays.
        case loses

        public static let all = CentreProblem.allCases.map(Fault.refuses) + [.loses]
    }

    /// What was shown, when by the device's clock.
    public struct Shown: Hashable, Sendable {
        public let notification: ScheduledNotification
        public let at: Instant
    }

    private struct State {
        var now: Instant
        var permission: NotificationPermission
        var isOn = true
        /// In the order in which they were added.
        var pending: [ScheduledNotification] = []
        var delivered: [Shown] = []
        var shown: [Shown] = []
        var removals: [(identifiers: Set<NotificationID>, after: Int)] = []
        /// Due while the device was off, and never shown by the centre itself.
        var stale: Set<NotificationID> = []
        var otherCount = 0
        /// Of the next requests, one each.
        var faults: [Fault] = []
        var changeCount = 0
        var overflowCount = 0

        mutating func show(_ notification: ScheduledNotification) {
            let one = Shown(notification: notification, at: now)
            delivered.removeAll { $0.notification.identifier == notification.identifier }
            delivered.append(one)
            shown.append(one)
        }
    }

    private let state: Mutex<State>
    let capacity: Int
    let overflow: Overflow
    let afterReboot: AfterReboot
    /// How many later calls a removal waits for.
    let removalDelay: Int

    public init(
        now: Instant, capacity: Int = 64, overflow: Overflow = .keepSoonest, afterReboot: AfterReboot = .shown, removalDelay: Int = 0,
        permission: NotificationPermission = .granted
    ) {
        self.capacity = capacity
        self.overflow = overflow
        self.afterReboot = afterReboot
        self.removalDelay = removalDelay
        state = Mutex(State(now: now, permission: permission))
    }

    // MARK: The door

    public func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        let problem: CentreProblem? = call { state in
            guard state.permission.mayShow else { return .notAllowed }
            state.changeCount += 1
            guard !notification.isOver(at: state.now) else { return .invalid }
            if !state.faults.isEmpty {
                switch state.faults.removeFirst() {
                case .refuses(let problem): return problem
                case .loses: return nil
                }
            }
            state.pending.removeAll { $0.identifier == notification.identifier }
            state.stale.remove(notification.identifier)
            if notification.moment <= state.now {
                state.show(notification)
            } else {
                state.pending.append(notification)
                drop(&state)
            }
            return nil
        }
        if let problem { throw problem }
    }

    public func removePending(_ identifiers: [NotificationID]) {
        call { state in
            state.changeCount += 1
            state.removals.append((Set(identifiers), removalDelay))
            settleRemovals(&state)
        }
    }

    public func pending() -> PendingList {
        call { PendingList($0.pending.map(\.request), otherCount: $0.otherCount) }
    }

    public func delivered() -> [DeliveredNotification] {
        call { $0.delivered.map { DeliveredNotification(identifier: $0.notification.identifier, moment: $0.notification.moment) } }
    }

    public func removeDelivered(_ identifiers: [NotificationID]) {
        let gone = Set(identifiers)
        call { state in
            state.changeCount += 1
            state.delivered.removeAll { gone.contains($0.notification.identifier) }
        }
    }

    public func setCategories(_ categories: [DescribedCategory]) {
        call { $0.changeCount += 1 }
    }

    public func permission() -> NotificationPermission { state.withLock(\.permission) }

    public func requestPermission(_ kind: PermissionKind) -> NotificationPermission {
        state.withLock { state in
            if state.permission == .undetermined { state.permission = kind == .full ? .granted : .provisional }
            return state.permission
        }
    }

    /// Each call is a step of time for removals.
    private func call<Result>(_ body: (inout sending State) -> Result) -> Result {
        state.withLock { state in
            for position in state.removals.indices { state.removals[position].after -= 1 }
            settleRemovals(&state)
            return body(&state)
        }
    }

    private func settleRemovals(_ state: inout State) {
        for removal in state.removals where removal.after <= 0 {
            state.pending.removeAll { removal.identifiers.contains($0.identifier) }
        }
        state.removals.removeAll { $0.after <= 0 }
    }

    private func drop(_ state: inout State) {
        let room = max(0, capacity - state.otherCount)
        guard state.pending.count > room else { return }
        state.overflowCount += 1
        switch overflow {
        case .keepSoonest:
            let last = state.pending.indices.max { state.pending[$0].moment < state.pending[$1].moment }
            if let last { state.pending.remove(at: last) }
        case .keepLastAdded: state.pending.removeFirst()
        case .dropNew: state.pending.removeLast()
        case .dropAll: state.pending = []
        }
    }

    // MARK: The world

    /// Lets time pass by the device's clock; what is due is shown while it is on.
    public func advance(to now: Instant) {
        state.withLock { state in
            while !state.removals.isEmpty {
                for position in state.removals.indices { state.removals[position].after = 0 }
                settleRemovals(&state)
            }
            let end = max(now, state.now)
            defer { state.now = end }
            guard state.isOn else { return }
            let due = state.pending.filter { $0.moment <= end && !state.stale.contains($0.identifier) }
            for notification in due.sorted(by: { $0.moment < $1.moment }) {
                state.pending.removeAll { $0.identifier == notification.identifier }
                state.now = max(state.now, notification.moment)
                if state.permission.mayShow { state.show(notification) }
            }
        }
    }

    /// The clock is set; nothing is shown because of that until time passes.
    public func setClock(to now: Instant) { state.withLock { $0.now = now } }
    /// The person changes what they allow.
    public func set(permission: NotificationPermission) { state.withLock { $0.permission = permission } }
    /// The app schedules so many of its own, which take places too.
    public func set(otherCount: Int) { state.withLock { $0.otherCount = otherCount } }
    /// Lets something go wrong with the next requests, one each, and then with no others.
    public func fail(next faults: [Fault]) { state.withLock { $0.faults = faults } }
    /// The device is off: nothing is shown.
    public func switchOff() { state.withLock { $0.isOn = false } }

    /// The device starts, and does with what came due meanwhile what this system does then.
    public func switchOn() {
        state.withLock { state in
            state.isOn = true
            let due = state.pending.filter { $0.moment <= state.now }
            guard afterReboot != .kept else { return state.stale = Set(due.map(\.identifier)) }
            state.pending.removeAll { $0.moment <= state.now }
            if afterReboot == .shown, state.permission.mayShow { due.forEach { state.show($0) } }
        }
    }

    /// The person clears everything.
    public func clear() { state.withLock { $0.delivered = [] } }

    public var shown: [Shown] { state.withLock(\.shown) }
    /// What is in the list, and can be responded to.
    public var visible: [ScheduledNotification] { state.withLock { $0.delivered.map(\.notification) } }
    /// Calls that changed something, or tried to.
    public var changeCount: Int { state.withLock(\.changeCount) }
    /// How often more was asked for than it keeps.
    public var overflowCount: Int { state.withLock(\.overflowCount) }
}
