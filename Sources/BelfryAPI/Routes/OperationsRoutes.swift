import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// For whoever runs the house: is it alive, is it ready, what does it count, what can it be asked.
struct OperationsRoutes {
    let services: Services
    private let standing: PatientLook<Standing>
    private let figures: PatientLook<Result<String, any Error>>

    init(services: Services) {
        self.services = services
        standing = PatientLook { await Standing(services) }
        let large = LargeBacklog()
        figures = PatientLook { await Self.figures(services, large) }
    }

    /// So long the store may take to say how it stands: a balancer asks again soon.
    private static let standingPatience = Duration.seconds(3)
    /// So long it may take to count. Prometheus waits for 10 seconds.
    private static let figuresPatience = Duration.seconds(8)

    /// A worker that has not got on for so long is taken to be stuck.
    static let stuckAfter = Duration.seconds(30)

    func add(to router: Router<AppContext>) {
        router.get("/health") { _, _ in try Response.json(["status": "ok"]) }
        router.get("/ready") { _, _ in try await ready() }
        router.get("/metrics") { _, _ in Response.text(try await metrics(), type: "text/plain; version=0.0.4; charset=utf-8") }
        router.get("/openapi.json") { _, _ in Response.text(openAPIDocument, type: "application/json; charset=utf-8") }
    }

    /// What the process itself counts is told while its store can't be used, too: that is when somebody looks.
    private func metrics() async throws -> String {
        switch await figures.answer(before: { [sleep = services.sleep] in try await sleep(Self.figuresPatience) }) {
        case .success(let text): return text
        case .failure(let error) where (error as? any OutageError)?.outage == nil: throw error
        case .failure, nil: return services.counters.text(backlog: nil)
        }
    }

    private static func figures(_ services: Services, _ large: LargeBacklog) async -> Result<String, any Error> {
        do {
            let now = services.now()
            let backlog = try await large.answer(now: now) { try await services.store.backlog(countMax: $0, now: now) }
            let statistics = StatisticsText(totals: try await services.store.totals())
            let pauses = try await services.store.pauses(now: services.now())
            let downCount = try await services.store.feedOutages().count { !$0.isOver }
            let upkeep = try await services.store.upkeep()
            let statuses = StatusText(standings: try await services.store.statusStandings(), now: now)
            let own = services.counters.text(backlog: backlog, pauseCount: pauses.count, feedDownCount: downCount, upkeep: upkeep)
            return .success(own + statistics.text + statuses.text)
        } catch {
            return .failure(error)
        }
    }

    private struct Readiness: Encodable {
        let ready: Bool
        let store: String
        /// What is wrong with the store.
        let reason: String?
        let worker: String
        /// That an operator has paused something; nil where nobody has, or it can't be read. What, and why, is for the operator alone.
        let paused: Bool?
        /// Nil where nobody has ever kept the store in order, or it can't be read.
        let upkeep: Upkeep?

        struct Upkeep: Encodable {
            let process: String
            let since: Instant
            let last_run_at: Instant?
        }
    }

    /// How the store stands.
    private struct Standing: Sendable {
        let fault: String?
        let upkeep: UpkeepStanding?
        let isPaused: Bool

        /// That it doesn't say so.
        static let silent = Standing(fault: StoreOutage.timedOut.rawValue, upkeep: nil, isPaused: false)

        private init(fault: String?, upkeep: UpkeepStanding?, isPaused: Bool) {
            self.fault = fault
            self.upkeep = upkeep
            self.isPaused = isPaused
        }

        init(_ services: Services) async {
            fault = await Self.fault(services)
            upkeep = try? await services.store.upkeep()
            let pauses = try? await services.store.pauses(now: services.now())
            isPaused = pauses?.isEmpty == false
        }

        /// Whether it can be read is tried; whether it can be written to is known from what was to be written.
        private static func fault(_ services: Services) async -> String? {
            do {
                _ = try await services.store.backlog(countMax: 1, now: services.now())
                // That it answers again is known by now; that it takes what is written again isn't.
                return services.counters.outage.flatMap { [.unreachable, .restarting].contains($0) ? nil : $0.rawValue }
            } catch {
                return (error as? any OutageError)?.outage?.rawValue ?? "other"
            }
        }
    }

    /// Ready means that work gets done: the store takes reads and writes, and the worker of this process has got on lately.
    private func ready() async throws -> Response {
        let standing = await standing.answer { [sleep = services.sleep] in try await sleep(Self.standingPatience) } ?? .silent
        let reason = standing.fault
        let hasProgress = services.counters.lastProgressAt.map { services.now() - $0 < Self.stuckAfter } ?? false
        let isReady = reason == nil && (hasProgress || !services.hasWorkerLoop)
        let upkeep = standing.upkeep.map { Readiness.Upkeep(process: $0.holder, since: $0.electedAt, last_run_at: $0.ranAt) }
        let worker = services.hasWorkerLoop ? (hasProgress ? "working" : "stuck") : "elsewhere"
        return try .json(
            Readiness(
                ready: isReady, store: reason == nil ? "usable" : "unusable", reason: reason, worker: worker,
                paused: standing.isPaused ? true : nil, upkeep: upkeep),
            status: isReady ? .ok : .serviceUnavailable)
    }
}
