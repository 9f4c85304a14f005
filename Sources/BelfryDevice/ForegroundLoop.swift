import BelfryPorts
import BelfryTime

/// Keeps a device in step while its app is in the foreground: at once after a change, such as one that a sync brings, and every minute.
///
/// The app runs it while it is active, and cancels it when it is not.
public struct ForegroundLoop: Sendable {
    let orchestrator: Orchestrator
    let facts: any FactSource
    let now: @Sendable () -> Instant
    let sync: (@Sendable () async throws -> Void)?
    let observe: @Sendable (PassReport) -> Void

    public static let interval = Duration.seconds(60)

    /// - Parameters:
    ///   - sync: pulls, then pushes; what it throws is tried again a minute later.
    ///   - observe: is handed the report of each pass.
    public init(
        orchestrator: Orchestrator, facts: any FactSource, now: @escaping @Sendable () -> Instant,
        sync: (@Sendable () async throws -> Void)? = nil, observe: @escaping @Sendable (PassReport) -> Void = { _ in }
    ) {
        self.orchestrator = orchestrator
        self.facts = facts
        self.now = now
        self.sync = sync
        self.observe = observe
    }

    /// Returns when its task is cancelled.
    public func run() async {
        await withTaskGroup { group in
            group.addTask {
                for await _ in facts.changeSignals() { await pass(.change) }
            }
            group.addTask {
                while !Task.isCancelled {
                    await pass(.foreground)
                    try? await Task.sleep(for: ForegroundLoop.interval)
                }
            }
            guard let sync else { return }
            // Beside the passes: a slow line makes no reminder late.
            group.addTask {
                while !Task.isCancelled {
                    try? await sync()
                    try? await Task.sleep(for: ForegroundLoop.interval)
                }
            }
        }
    }

    private func pass(_ trigger: PassTrigger) async {
        var report = await orchestrator.reconcile(trigger, now: now())
        observe(report)
        while let length = report.retryAfter, (try? await Task.sleep(for: length)) != nil {
            report = await orchestrator.reconcile(.retry, now: now())
            observe(report)
        }
    }
}
