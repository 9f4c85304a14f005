import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// What apps tell again and again, kept under names. An app sees and changes only its own; the operator says whose by `app_id`.
struct TemplateRoutes {
    let services: Services

    private var desk: TemplateDesk { services.templates }

    func add(to router: Router<AppContext>) {
        router.get("/v1/templates") { request, _ in
            let caller = try await services.appOrAdmin(request, may: .read)
            try request.checkParameters(Request.appName)
            let found = try await desk.templates(of: try caller.app(saying: try request.namedApp()))
            return try Response.json(["templates": found.map(TemplateBody.init)])
        }
        router.get("/v1/templates/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .read)
            return try Response.json(TemplateBody(try await desk.template(name, of: app)))
        }
        router.put("/v1/templates/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let contents = try TemplateContents(try await request.bodyData(), named: name)
            return try Response.json(TemplateBody(try await desk.save(contents, named: name, of: app, now: services.now())))
        }
        router.delete("/v1/templates/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            try await desk.remove(name, of: app)
            return try Response.json(["success": true])
        }
        router.get("/v1/templates/{name}/versions") { request, context in
            let (name, app) = try await subject(request, context, may: .read)
            return try Response.json(["versions": try await desk.versions(of: name, of: app).map(TemplateBody.init)])
        }
        router.post("/v1/templates/{name}/versions/{version}/restore") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            _ = try await request.decode(EmptyBody.self)
            guard let version = context.parameters.get("version").flatMap({ Int($0) }) else { throw Problem.unknownTemplate }
            return try Response.json(TemplateBody(try await desk.restore(version, of: name, of: app, now: services.now())))
        }
        router.post("/v1/templates/{name}/try") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            return try await trial(of: name, of: app, request)
        }
    }

    private func subject(_ request: Request, _ context: AppContext, may scope: KeyScope) async throws -> (name: TemplateID, app: AppID) {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters(Request.appName)
        return (try context.parameters.identifier("name", or: .unknownTemplate), try caller.app(saying: try request.namedApp()))
    }

    private func trial(of name: TemplateID, of app: AppID, _ request: Request) async throws -> Response {
        let (body, now, evaluator) = (try await request.bodyData(), services.now(), services.intake.evaluator)
        let trial = try await desk.trial(of: name, of: app, with: body)
        guard let asked = trial.request else { return try .json(TemplateTrialBody(trial, nil)) }
        let orders = OrderDesk(
            store: services.store, zones: services.zones, routes: evaluator.routes, identifiers: evaluator.identifiers,
            imageOrigins: services.imageOrigins)
        let deliveries = try await orders.deliveries(of: asked, by: app, now: now)
        let answers = try await services.rehearsal.answers(on: deliveries, digestWindow: asked.order.digestWindow, now: now, in: request.language)
        return try .json(TemplateTrialBody(trial, answers))
    }
}

/// A version of a template; also what `belfry template` prints.
public struct TemplateBody: Encodable {
    let members: HookDocument

    public init(_ template: TemplateRecord) {
        var members: [String: HookDocument] = [:]
        if case .object(let kept)? = try? JSONDecoder().decode(HookDocument.self, from: Data(template.contents.utf8)) { members = kept }
        members["name"] = .text(template.name.text)
        members["app_id"] = .text(template.app.text)
        members["version"] = .integer(template.version)
        members["created_at"] = .text(template.createdAt.description)
        self.members = .object(members)
    }

    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// What would be told by a template; also what `belfry template try` prints.
public struct TemplateTrialBody: Encodable {
    let trial: TemplateDesk.Trial
    let verdicts: [RehearsedBody]?

    /// - Parameter answers: nil where nobody is named.
    public init(_ trial: TemplateDesk.Trial, _ answers: [RehearsedDelivery]?) {
        (self.trial, verdicts) = (trial, answers?.map(RehearsedBody.init))
    }

    private enum Key: String, CodingKey {
        case fits, told, problem, verdicts
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(trial.problem == nil, forKey: .fits)
        try container.encode(trial.told, forKey: .told)
        try container.encodeIfPresent(trial.problem.map { ErrorBody($0).error }, forKey: .problem)
        try container.encodeIfPresent(verdicts, forKey: .verdicts)
    }
}
