import Foundation

/// The system behind a ``UNUserNotificationCenter``: its clock, its settings and the person before it, for tests to move.
public final class StandInSystem: @unchecked Sendable {
    private let queue = DispatchQueue(label: "stand-in for the system's notification service")
    private var state: StandInState
    /// Responses for which no app was there.
    private var unheard: [UNNotificationResponse] = []
    private var isInForeground = false
    private static let mainQueueMark = DispatchSpecificKey<Bool>()
    public private(set) lazy var center = UNUserNotificationCenter(system: self)

    public init(now: Date, status: UNAuthorizationStatus = .notDetermined, overflow: OverflowPolicy = .keepSoonest) {
        DispatchQueue.main.setSpecific(key: StandInSystem.mainQueueMark, value: true)
        state = StandInState(now: now)
        state.status = status
        state.overflow = overflow
    }

    func later(_ step: @escaping (inout StandInState) -> Void) {
        queue.async { step(&self.state) }
    }

    private func change<Result>(_ step: (inout StandInState) -> Result) -> Result {
        queue.sync { step(&state) }
    }
}

// MARK: The clock and the device

extension StandInSystem {
    /// What is due on the way is shown; in the foreground the app is asked first.
    public func advance(to date: Date) async {
        change { state in
            state.settle()
            state.now = max(state.now, date)
        }
        while let request = change({ state in state.nextDue() }) { await present(request) }
    }

    public func settle() {
        change { state in
            state.settle()
            let clock = { [now = state.now] in now }
            for entry in state.pending { entry.request.trigger?.clock = clock }
        }
    }

    public func travel(to timeZone: TimeZone) { change { $0.device.timeZone = timeZone } }
    public func use(_ calendar: Calendar.Identifier) { change { $0.device.calendar = calendar } }
    public func bringToForeground() { queue.sync { isInForeground = true } }

    private func present(_ request: UNNotificationRequest) async {
        guard let delegate = center.delegate, queue.sync(execute: { isInForeground }) else {
            return change { $0.show(request) }
        }
        let notification = UNNotification(date: change { $0.now }, request: request)
        let options = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                delegate.userNotificationCenter(self.center, willPresent: notification) { continuation.resume(returning: $0) }
            }
        }
        change { state in
            state.presentations[request.identifier] = options
            if options.contains(.list) { state.show(request) }
        }
    }
}

// MARK: The person

extension StandInSystem {
    /// Returns once the app has said that it is done with the response; at once where there is no app yet, which will be told later.
    /// - Returns: whether the app said so on the main queue, as UIKit requires; nil where there was none, or nothing to tell.
    @discardableResult
    public func respond(to identifier: String, action: String) async -> Bool? {
        let response: UNNotificationResponse? = change { state in
            guard let index = state.delivered.firstIndex(where: { $0.request.identifier == identifier }) else { return nil }
            let notification = state.delivered.remove(at: index)
            let category = state.categories.first { $0.identifier == notification.request.content.categoryIdentifier }
            let tells = action != UNNotificationDismissActionIdentifier || category?.options.contains(.customDismissAction) == true
            return tells ? UNNotificationResponse(notification: notification, actionIdentifier: action) : nil
        }
        guard let response else { return nil }
        guard center.delegate != nil else {
            queue.sync { unheard.append(response) }
            return nil
        }
        return await tell(response)
    }

    func delegateArrived() {
        let waiting = queue.sync {
            defer { unheard = [] }
            return unheard
        }
        for response in waiting { Task { await tell(response) } }
    }

    /// A second answer to the same response stops the process, as UIKit does.
    private func tell(_ response: UNNotificationResponse) async -> Bool? {
        guard let delegate = center.delegate else { return nil }
        return await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                delegate.userNotificationCenter(self.center, didReceive: response) { continuation.resume(returning: self.isOnMainQueue) }
            }
        }
    }

    /// Outside of Apple's systems the main queue may leave the main thread, so that the thread says nothing.
    private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: StandInSystem.mainQueueMark) == true }

    public func clear(_ identifier: String) { change { state in state.delivered.removeAll { $0.request.identifier == identifier } } }
    public func set(_ status: UNAuthorizationStatus) { change { $0.status = status } }
    public func answerPrompts(with answer: Bool) { change { $0.answer = answer } }
    public func neverAskAfterProvisional() { change { $0.asksAfterProvisional = false } }
    public func set(capacity: Int) { change { $0.capacity = capacity } }
}

// MARK: What can be seen

extension StandInSystem {
    public var promptCount: Int { change { $0.promptCount } }
    public var requestedOptions: [UNAuthorizationOptions] { change { $0.requestedOptions } }
    public var pending: [UNNotificationRequest] { change { $0.pending.map(\.request) } }
    public var categories: Set<UNNotificationCategory> { change { $0.categories } }
    /// With which options the app let what came in the foreground be presented.
    public var presentations: [String: UNNotificationPresentationOptions] { change { $0.presentations } }
}
