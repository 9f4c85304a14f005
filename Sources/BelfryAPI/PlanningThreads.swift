import Dispatch
import Hummingbird

/// Threads for what may take long to think through, as a plan of very many rules that come back: those that carry all else are no more than the machine has
/// cores, and as few of such requests would hold up workers and everybody else.
///
/// Where they are held, what is asked of them waits, and nothing else does: the system shares its cores among all threads.
final class PlanningThreads: TaskExecutor {
    static let shared = PlanningThreads()

    /// What plans what a person or an app has brought, as the router has the addresses.
    static let paths: Set<String> = [
        "/v1/plan", "/calendar/{token}.ics", "/timeline", "/reminders", "/page/reminders/done", "/page/reminders/switch", "/page/reminders/delete",
        "/page/reminders/undo", "/settings", "/settings/preview",
    ]

    /// Carries a request out, on these threads where it may take long.
    static func carryOut(_ context: some RequestContext, _ body: () async throws -> Response) async throws -> Response {
        guard paths.contains(context.endpointPath ?? "") else { return try await body() }
        return try await withTaskExecutorPreference(shared) { try await body() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Each quality of service has threads of its own, as many as there are cores, and nothing else here asks for this one.
        DispatchQueue.global(qos: .utility).async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
