import Foundation

// BackgroundTasks, as Apple declares it, as far as Belfry uses it: for builds and tests where the framework isn't there.
// Source of names and signatures: developer.apple.com/documentation/backgroundtasks.

open class BGTaskRequest: NSObject {
    public let identifier: String
    open var earliestBeginDate: Date?

    init(_ identifier: String) {
        self.identifier = identifier
    }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) {
        super.init(identifier)
    }
}

open class BGTask: NSObject {
    public let identifier: String
    open var expirationHandler: (() -> Void)? {
        get { lock.withLock { handler } }
        set { lock.withLock { handler = newValue } }
    }

    private let lock = NSLock()
    private var handler: (() -> Void)?
    private let onCompletion: @Sendable (Bool) -> Void

    init(identifier: String, onCompletion: @escaping @Sendable (Bool) -> Void) {
        self.identifier = identifier
        self.onCompletion = onCompletion
    }

    open func setTaskCompleted(success: Bool) {
        onCompletion(success)
    }
}

open class BGAppRefreshTask: BGTask {}

open class BGTaskScheduler: NSObject {
    let system: StandInScheduler

    init(system: StandInScheduler) {
        self.system = system
    }

    private static let standIn = StandInScheduler()

    open class var shared: BGTaskScheduler { standIn.scheduler }

    open func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        system.register(identifier, on: queue, launchHandler)
    }

    open func submit(_ taskRequest: BGTaskRequest) throws {
        try system.submit(taskRequest)
    }

    public struct Error: Swift.Error {
        public let code: Code

        public init(_ code: Code, userInfo: [String: Any] = [:]) {
            self.code = code
        }

        public enum Code: Int, Sendable {
            case unavailable = 1
            case tooManyPendingTaskRequests
            case notPermitted
            case immediateRunIneligible
        }
    }
}
