import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Who is on duty when. An app sees and changes only its own rotas; the operator says whose by `app_id`.
struct RotaRoutes {
    let services: Services

    private static let countMax = 100

    private var desk: RotaDesk { RotaDesk(store: services.store, zones: services.zones) }

    func add(to router: Router<AppContext>) {
        router.get("/v1/rotas") { request, _ in try await list(request) }
        router.get("/v1/rotas/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .read)
            return try body(of: try await found(name, of: app))
        }
        router.put("/v1/rotas/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let asked = try JSONDecoder().decode(RotaRequest.self, from: try await request.bodyData())
            return try body(of: try await desk.save(asked, named: name, of: app, now: services.now()))
        }
        router.delete("/v1/rotas/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            try await desk.remove(name, of: app)
            return try Response.json(["success": true])
        }
        router.get("/v1/rotas/{name}/shifts") { request, context in try await shifts(request, context) }
        router.put("/v1/rotas/{name}/overrides/{from}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let asked = try JSONDecoder().decode(OverrideCall.self, from: try await request.bodyData())
            let override = Rota.Override(from: try Self.beginning(context), until: asked.until, user: asked.user)
            return try body(of: try await desk.save(override, inRota: name, of: app, now: services.now()))
        }
        router.delete("/v1/rotas/{name}/overrides/{from}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            return try body(of: try await desk.removeOverride(from: try Self.beginning(context), inRota: name, of: app))
        }
    }

    private struct OverrideCall: Decodable {
        let until: CivilDateTime
        let user: UserID

        private enum Key: String, CodingKey, CaseIterable {
            case until
            case user = "user_id"
        }

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(Key.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: Key.self)
            until = try container.decode(CivilDateTime.self, forKey: .until)
            user = try container.decode(UserID.self, forKey: .user)
        }
    }

    private static func beginning(_ context: AppContext) throws -> CivilDateTime {
        guard let local = context.parameters.get("from")?.removingPercentEncoding.flatMap({ CivilDateTime($0) }) else {
            throw Problem.wrongType(field: "from", expected: "a day and a time such as 2026-12-24T18:00")
        }
        return local
    }

    private func subject(
        _ request: Request, _ context: AppContext, may scope: KeyScope, _ parameters: String...
    ) async throws -> (name: RotaID, app: AppID) {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters(["app_id"] + parameters)
        return (try context.parameters.identifier("name", or: .unknownRota), try caller.app(saying: try request.namedApp()))
    }

    private func found(_ name: RotaID, of app: AppID) async throws -> RotaRecord {
        guard let record = try await desk.rota(name, of: app) else { throw Problem.unknownRota }
        return record
    }

    private func body(of record: RotaRecord) throws -> Response { try .json(body(record)) }

    private func body(_ record: RotaRecord) -> RotaBody { RotaBody(record, onDuty: desk.shift(of: record.rota, at: services.now())) }

    private struct ListBody: Encodable {
        let rotas: [RotaBody]
        /// Nil where these are all.
        let older: RotaID?
    }

    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters("app_id", "before", "limit")
        let app = try caller.app(saying: try request.namedApp())
        let countMax = try request.limit(in: 1...Self.countMax, standard: Self.countMax)
        let found = try await desk.rotas(of: app, before: try request.before { RotaID($0) }, countMax: countMax + 1)
        let shown = found.prefix(countMax)
        return try .json(ListBody(rotas: shown.map(body), older: found.count > countMax ? shown.last?.name : nil))
    }

    private func shifts(_ request: Request, _ context: AppContext) async throws -> Response {
        let (name, app) = try await subject(request, context, may: .read, "from", "until")
        let record = try await found(name, of: app)
        let shifts = try desk.shifts(of: record.rota, from: try request.moment("from"), until: try request.moment("until"), now: services.now())
        return try .json(["shifts": shifts.map(ShiftBody.init)])
    }
}

extension Request {
    fileprivate func moment(_ name: String) throws -> Instant? {
        try parameters[name].map { text in
            guard let moment = Instant(text) else { throw Problem.wrongType(field: name, expected: "a moment such as 2026-12-24T18:00:00Z") }
            return moment
        }
    }
}

/// A rota and who is on duty by it; also what `belfry rota` prints.
public struct RotaBody: Encodable {
    let name: RotaID
    let app: AppID
    let people: [UserID]
    let handovers: Rota.Handovers
    let overrides: [Rota.Override]
    /// Nil where nobody is.
    let onDuty: ShiftBody?
    let createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case name, people, overrides
        case app = "app_id"
        case onDuty = "on_duty"
        case createdAt = "created_at"
    }

    public init(_ record: RotaRecord, onDuty: Rota.Shift?) {
        (name, app, createdAt) = (record.name, record.app, record.createdAt)
        (people, handovers, overrides) = (record.rota.people, record.rota.handovers, record.rota.overrides)
        self.onDuty = onDuty.map(ShiftBody.init)
    }

    public func encode(to encoder: any Encoder) throws {
        try handovers.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(app, forKey: .app)
        try container.encode(people, forKey: .people)
        try container.encode(overrides, forKey: .overrides)
        try container.encodeIfPresent(onDuty, forKey: .onDuty)
        try container.encode(createdAt, forKey: .createdAt)
    }
}

/// Somebody's time on duty; also what `belfry rota shifts` prints.
public struct ShiftBody: Encodable {
    let shift: Rota.Shift

    enum CodingKeys: String, CodingKey {
        case from, until
        case user = "user_id"
        case isOverride = "is_override"
    }

    public init(_ shift: Rota.Shift) { self.shift = shift }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shift.user, forKey: .user)
        try container.encode(shift.from, forKey: .from)
        try container.encode(shift.until, forKey: .until)
        try container.encode(shift.isOverride, forKey: .isOverride)
    }
}
