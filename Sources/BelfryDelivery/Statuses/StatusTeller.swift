import BelfryModel
import BelfryPorts
import BelfryTime

/// Tells apps what became of their deliveries, beside the worker: each in its own order, and none waits for another's endpoint.
///
/// Every process that works has one. Of each app the log gives what is next to one of them at a time. What was posted and couldn't be settled, because
/// the store or the process went away, is posted again.
public struct StatusTeller: Sendable {
    let log: any StatusLog
    let apps: [AppID]
    let holder: String
    let doorbell: Doorbell
    let now: @Sendable () -> Instant
    let post: @Sendable (StatusBatch) async -> StatusAnswer
    let observe: @Sendable (StatusTellerEvent) -> Void

    /// How often it looks whether anything has happened.
    static let interval = Duration.seconds(1)
    /// How often it says that the app still wants to be told.
    static let askInterval = Duration.seconds(3600)
    /// Longer than any endpoint may take to answer.
    static let leaseLength = Duration.seconds(60)
    /// After the store has failed.
    static let outageInterval = Duration.seconds(5)
    static let firstWait = Duration.seconds(5)
    static let longestWait = Duration.seconds(3600)

    /// - Parameters:
    ///   - holder: names this process.
    ///   - doorbell: of its own, by which it is told to stop.
    ///   - post: hands a batch to its app; shorter than a minute.
    public init(
        log: any StatusLog, apps: [AppID], holder: String, doorbell: Doorbell, now: @escaping @Sendable () -> Instant,
        post: @escaping @Sendable (StatusBatch) async -> StatusAnswer, observe: @escaping @Sendable (StatusTellerEvent) -> Void = { _ in }
    ) {
        self.log = log
        self.apps = apps
        self.holder = holder
        self.doorbell = doorbell
        self.now = now
        self.post = post
        self.observe = observe
    }

    /// Runs until the doorbell is told to stop or its task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for app in apps {
                    let bell = doorbell.extended()
                    group.addTask { await run(app, bell) }
                }
            }
        } onCancel: {
            doorbell.stop()
        }
    }

    private func run(_ app: AppID, _ bell: Doorbell) async {
        var askAt = now()
        while !bell.isStopping {
            do {
                if try await !turn(app, &askAt) { await bell.wait(atMost: Self.interval) }
            } catch {
                guard !Task.isCancelled else { return }
                observe(.logFailed(error))
                await bell.wait(atMost: Self.outageInterval)
            }
        }
    }

    /// Tells an app what is next.
    ///
    /// - Parameter askAt: when to say again that the app wants to be told.
    /// - Returns: whether more may be there.
    func turn(_ app: AppID, _ askAt: inout Instant) async throws -> Bool {
        let begin = now()
        // What is further ahead than it ever is was put off before the clock was put back.
        askAt = min(askAt, begin + Self.askInterval)
        if askAt <= begin {
            try await log.askForStatuses(of: app, now: begin)
            askAt = begin + Self.askInterval
        }
        let terms = StatusTerms(holder: holder, now: begin, until: begin + Self.leaseLength)
        guard let batch = try await log.leaseStatuses(of: app, terms) else { return false }
        switch await post(batch) {
        case .taken:
            try await log.settle(batch, .told)
            observe(.told(app, count: batch.changes.count))
            return true
        case .refused(let why, let after):
            let end = now()
            let wait = max(Self.wait(after: batch.failureCount), after ?? .zero)
            try await log.settle(batch, .failed(why: why, at: end, retryAt: end + wait))
            observe(.refused(app, why: why))
            return false
        }
    }

    /// Four times as long each time, from five seconds to an hour.
    static func wait(after failureCount: Int) -> Duration { min(firstWait * (1 << min(2 * failureCount, 20)), longestWait) }
}

extension StatusLog {
    /// Says that apps want to be told, so that nothing is missed of what happens from now on; what they didn't take from others is tried anew.
    public func ask(for apps: [AppID], now: Instant) async throws {
        for app in apps {
            try await askForStatuses(of: app, now: now)
            try await hastenStatuses(of: app)
        }
    }
}

/// What was told, for logs and metrics.
public enum StatusTellerEvent: Sendable {
    case told(AppID, count: Int)
    /// It is tried again.
    case refused(AppID, why: String)
    /// It is tried again.
    case logFailed(any Error)
}
