import Foundation

/// The system behind a ``BGTaskScheduler``, for tests to move. Not Apple's.
public final class StandInScheduler: @unchecked Sendable {
    private let lock = NSLock()
    private let permitted: Set<String>
    private var isAvailable: Bool
    private var handlers: [String: (queue: DispatchQueue, launch: (BGTask) -> Void)] = [:]
    private var requests: [BGTaskRequest] = []
    private var reports: [Bool] = []
    private var hasLaunched = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    public private(set) lazy var scheduler = BGTaskScheduler(system: self)

    /// - Parameter permitted: what the app's Info.plist names.
    public init(permitted: Set<String> = [], isAvailable: Bool = true) {
        self.permitted = permitted
        self.isAvailable = isAvailable
    }

    /// False for what Info.plist doesn't name. The second time Apple's ends the app, and once the app has finished launching.
    func register(_ identifier: String, on queue: DispatchQueue?, _ launch: @escaping (BGTask) -> Void) -> Bool {
        lock.withLock {
            guard permitted.contains(identifier) else { return false }
            precondition(handlers[identifier] == nil, "\(identifier) was registered before")
            precondition(!hasLaunched, "\(identifier) was registered after the app had finished launching")
            handlers[identifier] = (queue ?? .global(), launch)
            return true
        }
    }

    /// One request to refresh may wait; the same identifier replaces it.
    func submit(_ request: BGTaskRequest) throws {
        try lock.withLock {
            guard isAvailable else { throw BGTaskScheduler.Error(.unavailable) }
            guard permitted.contains(request.identifier) else { throw BGTaskScheduler.Error(.notPermitted) }
            requests.removeAll { $0.identifier == request.identifier }
            guard requests.isEmpty else { throw BGTaskScheduler.Error(.tooManyPendingTaskRequests) }
            requests.append(request)
        }
    }

    /// Launches what waits and may begin by then.
    /// - Returns: the task; nil where nothing is due.
    public func launch(at date: Date) -> BGTask? {
        let due: (task: BGTask, queue: DispatchQueue, launch: (BGTask) -> Void)? = lock.withLock {
            hasLaunched = true
            guard let index = requests.firstIndex(where: { ($0.earliestBeginDate ?? .distantPast) <= date }),
                let handler = handlers[requests[index].identifier]
            else { return nil }
            let request = requests.remove(at: index)
            return (BGAppRefreshTask(identifier: request.identifier) { self.report($0) }, handler.queue, handler.launch)
        }
        guard let due else { return nil }
        due.queue.async { due.launch(due.task) }
        return due.task
    }

    private func report(_ success: Bool) {
        let woken = lock.withLock {
            defer { waiting = [] }
            reports.append(success)
            return waiting
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once a task has been reported as completed.
    public func completion() async {
        await withCheckedContinuation { continuation in
            let isDone = lock.withLock {
                if reports.isEmpty { waiting.append(continuation) }
                return !reports.isEmpty
            }
            if isDone { continuation.resume() }
        }
    }

    public func setAvailable(_ isAvailable: Bool) { lock.withLock { self.isAvailable = isAvailable } }
    public var pending: [BGTaskRequest] { lock.withLock { requests } }
    /// Every report of a completed task, in its order.
    public var completions: [Bool] { lock.withLock { reports } }
}
