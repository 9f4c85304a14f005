import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// For whoever runs the house: is it alive, is it ready, what does it count, what can it be asked.
struct OperationsRoutes {
    let services: Services

    /// A worker that has not got on for so long is taken to be stuck.
    static let stuckAfter = Duration.seconds(30)

    func add(to router: Router<AppContext>) {
        router.get("/health") { _, _ in try Response.json(["status": "ok"]) }
        router.get("/ready") { _, _ in try await ready() }
        router.get("/metrics") { _, _ in
            let backlog = try await services.store.backlog(now: services.now())
            return Response.text(services.counters.text(backlog: backlog), type: "text/plain; version=0.0.4; charset=utf-8")
        }
        router.get("/openapi.json") { _, _ in Response.text(openAPIDocument, type: "application/json; charset=utf-8") }
    }

    private struct Readiness: Encodable {
        let ready: Bool
        let store: String
        let worker: String
    }

    /// Ready means that work gets done: the store answers, and the worker of this process has got on lately.
    private func ready() async throws -> Response {
        let isStoreUsable = (try? await services.store.backlog(now: services.now())) != nil
        let hasProgress = services.counters.lastProgressAt.map { services.now() - $0 < Self.stuckAfter } ?? false
        let isReady = isStoreUsable && (hasProgress || !services.hasWorkerLoop)
        let worker = services.hasWorkerLoop ? (hasProgress ? "working" : "stuck") : "elsewhere"
        return try .json(
            Readiness(ready: isReady, store: isStoreUsable ? "usable" : "unusable", worker: worker),
            status: isReady ? .ok : .serviceUnavailable)
    }
}
