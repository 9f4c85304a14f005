import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Signs of life that apps give again and again. An app sees and changes only its own; the operator says whose by `app_id`.
struct HeartbeatRoutes {
    let services: Services

    private static let countMax = 100

    private var desk: HeartbeatDesk { HeartbeatDesk(services.schedules) }

    func add(to router: Router<AppContext>) {
        router.get("/v1/heartbeats") { request, _ in try await list(request) }
        router.get("/v1/heartbeats/{key}") { request, context in
            let (key, app) = try await subject(request, context, may: .read)
            return try body(of: try await desk.heartbeat(key, of: app))
        }
        router.put("/v1/heartbeats/{key}") { request, context in
            let (key, app) = try await subject(request, context, may: .send)
            let data = try await request.bodyData()
            return try body(of: try await desk.save(key, try HeartbeatRequest(data), body: data, of: app, now: services.now()))
        }
        router.post("/v1/heartbeats/{key}/beat") { request, context in
            let (key, app) = try await subject(request, context, may: .heartbeat)
            let beaten = try await desk.beat(key, of: app, now: services.now())
            services.doorbell.ring()
            guard let beaten else { throw Problem.unknownHeartbeat }
            return try Response.json(BeatBody(beaten, now: services.now()))
        }
        router.delete("/v1/heartbeats/{key}") { request, context in
            let (key, app) = try await subject(request, context, may: .send)
            guard try await desk.remove(key, of: app, now: services.now()) else { throw Problem.unknownHeartbeat }
            return try Response.json(["success": true])
        }
    }

    /// - Throws: `Problem.unknownHeartbeat` for nil.
    private func body(of heartbeat: Heartbeat?) throws -> Response {
        guard let heartbeat else { throw Problem.unknownHeartbeat }
        return try .json(HeartbeatBody(heartbeat, now: services.now()))
    }

    private func subject(_ request: Request, _ context: AppContext, may scope: KeyScope) async throws -> (key: String, app: AppID) {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters("app_id")
        guard let key = context.parameters.get("key")?.removingPercentEncoding else { throw Problem.notFound }
        return (key, try caller.app(saying: try request.namedApp()))
    }

    private struct ListBody: Encodable {
        let heartbeats: [HeartbeatBody]
        /// Nil where these are all.
        let older: ScheduledOrderID?
    }

    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters("app_id", "before", "limit")
        let named = try request.namedApp()
        let countMax = try request.limit(in: 1...Self.countMax, standard: Self.countMax)
        let before = try request.before { ScheduledOrderID($0) }
        let app = caller == .admin ? named : try caller.app(saying: named)
        let (found, now) = (try await desk.heartbeats(of: app, before: before, countMax: countMax + 1), services.now())
        let shown = found.prefix(countMax)
        return try .json(
            ListBody(heartbeats: shown.map { HeartbeatBody($0, now: now) }, older: found.count > countMax ? shown.last?.schedule.id : nil))
    }
}

/// How a heartbeat stands, for whoever gave the sign of life: who is told of it where none comes, and in which words, isn't theirs to know.
private struct BeatBody: Encodable {
    let key: String
    let state: String
    let lastBeatAt: Instant?
    let dueAt: Instant

    enum CodingKeys: String, CodingKey {
        case key, state
        case lastBeatAt = "last_beat_at"
        case dueAt = "due_at"
    }

    init(_ heartbeat: Heartbeat, now: Instant) {
        (key, state) = (heartbeat.key, heartbeat.state(at: now).rawValue)
        (lastBeatAt, dueAt) = (heartbeat.lastBeatAt, heartbeat.dueAt)
    }
}

/// A heartbeat and how it stands; also what `belfry heartbeat` prints.
public struct HeartbeatBody: Encodable {
    let key: String
    let app: AppID
    let state: String
    let everyMinutes: Int
    let graceMinutes: Int
    let recipients: [UserID]
    /// Nil where it goes to none.
    let families: [NamedFamily]?
    /// Nil where there are none.
    let rotas: [RotaID]?
    /// Nil where it has none.
    let escalation: Escalation?
    let title: String?
    /// Nil before the first.
    let lastBeatAt: Instant?
    let dueAt: Instant
    let createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case key, state, recipients, families, rotas, escalation, title
        case app = "app_id"
        case everyMinutes = "every_minutes"
        case graceMinutes = "grace_minutes"
        case lastBeatAt = "last_beat_at"
        case dueAt = "due_at"
        case createdAt = "created_at"
    }

    public init(_ heartbeat: Heartbeat, now: Instant) {
        key = heartbeat.key
        app = heartbeat.schedule.app
        state = heartbeat.state(at: now).rawValue
        (everyMinutes, graceMinutes) = (heartbeat.pace.everyMinutes, heartbeat.pace.graceMinutes)
        recipients = heartbeat.schedule.recipients
        let (families, told) = (heartbeat.schedule.families, heartbeat.schedule.told)
        self.families = families.isEmpty ? nil : families
        rotas = heartbeat.schedule.rotas.isEmpty ? nil : heartbeat.schedule.rotas
        escalation = told?.escalation?.telling(heartbeat.schedule.further)
        title = told?.payload.title
        (lastBeatAt, dueAt, createdAt) = (heartbeat.lastBeatAt, heartbeat.dueAt, heartbeat.schedule.createdAt)
    }
}
