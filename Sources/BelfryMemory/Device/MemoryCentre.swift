import BelfryModel
import BelfryPorts
import BelfryTime

/// A notification centre in memory, whose clock, person and settings a test moves by hand.
///
/// It is as good as a centre can be: what it accepts it keeps, what is taken back is gone at once, and where it is full it says so.
public actor MemoryCentre: NotificationCentre {
    private var now: Instant
    private var state: NotificationPermission
    private var capacity: Int?
    private let onResponse: @Sendable (NotificationResponse) async -> Void

    private var requests: [NotificationID: ScheduledNotification] = [:]
    private var shown: [NotificationID: ScheduledNotification] = [:]
    private var foreignMoments: [Instant] = []
    private var answer = true
    /// The last that were set.
    public private(set) var categories: [DescribedCategory] = []
    /// How often the person was asked.
    public private(set) var promptCount = 0

    /// - Parameters:
    ///   - capacity: how many requests it keeps; nil where it keeps them all.
    ///   - onResponse: is told what the person does.
    public init(
        now: Instant, permission: NotificationPermission = .undetermined, capacity: Int? = nil,
        onResponse: @escaping @Sendable (NotificationResponse) async -> Void = { _ in }
    ) {
        self.now = now
        self.state = permission
        self.capacity = capacity
        self.onResponse = onResponse
    }

    public func add(_ notification: ScheduledNotification) async throws(CentreProblem) {
        guard state != .unavailable else { throw .unavailable }
        guard state.mayShow else { throw .notAllowed }
        guard !notification.isOver(at: now) else { throw .invalid }
        if notification.moment <= now {
            requests[notification.identifier] = nil
            shown[notification.identifier] = notification
            return
        }
        if let capacity, requests[notification.identifier] == nil, requests.count + foreignMoments.count >= capacity { throw .full }
        requests[notification.identifier] = notification
    }

    public func removePending(_ identifiers: [NotificationID]) {
        for identifier in identifiers { requests[identifier] = nil }
    }

    public func pending() -> PendingList {
        PendingList(requests.values.map(\.request), otherCount: foreignMoments.count)
    }

    public func delivered() -> [DeliveredNotification] {
        shown.values.map { DeliveredNotification(identifier: $0.identifier, moment: $0.moment) }
    }

    public func removeDelivered(_ identifiers: [NotificationID]) {
        for identifier in identifiers { shown[identifier] = nil }
    }

    public func setCategories(_ categories: [DescribedCategory]) {
        self.categories = categories
    }

    public func permission() -> NotificationPermission { state }

    public func requestPermission(_ kind: PermissionKind) -> NotificationPermission {
        switch (kind, state) {
        case (.provisional, .undetermined): state = .provisional
        case (.full, .undetermined), (.full, .provisional):
            promptCount += 1
            state = answer ? .granted : .denied
        default: break
        }
        return state
    }
}

// MARK: The world around it

extension MemoryCentre {
    /// Lets time pass: what became due on the way is shown, unless that isn't allowed.
    public func advance(to moment: Instant) {
        now = max(now, moment)
        for (identifier, notification) in requests where notification.moment <= now {
            requests[identifier] = nil
            if state.mayShow { shown[identifier] = notification }
        }
        foreignMoments.removeAll { $0 <= now }
    }

    /// The person does something with what is shown; nothing happens where it isn't.
    public func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) async {
        guard let notification = shown.removeValue(forKey: identifier) else { return }
        await onResponse(
            NotificationResponse(identifier: identifier, moment: notification.moment, action: action, parts: notification.parts))
    }

    /// The person changes the setting.
    public func set(_ permission: NotificationPermission) {
        state = permission
    }

    /// What the person will say when asked.
    public func answerPrompts(with answer: Bool) {
        self.answer = answer
    }

    public func set(capacity: Int?) {
        self.capacity = capacity
    }

    /// Something that the app schedules outside of the door.
    public func addForeignRequest(at moment: Instant) {
        foreignMoments.append(moment)
    }
}
