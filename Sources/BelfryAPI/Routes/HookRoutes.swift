import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Where any program may post a document of its own. An app sees and changes only its own hooks; the operator says whose by `app_id`.
struct HookRoutes {
    let services: Services

    private var desk: HookDesk {
        let evaluator = services.intake.evaluator
        return HookDesk(
            store: services.store,
            orders: OrderDesk(
                store: services.store, zones: services.zones, routes: evaluator.routes, identifiers: evaluator.identifiers,
                imageOrigins: services.imageOrigins)
        ) { Authenticator.hash(ofKey: $0) }
    }

    func add(to router: Router<AppContext>) {
        router.get("/v1/hooks") { request, _ in
            let caller = try await services.appOrAdmin(request, may: .read)
            try request.checkParameters("app_id")
            let found = try await desk.hooks(of: try caller.app(saying: try request.namedApp()))
            return try Response.json(["hooks": found.map(HookBody.init)])
        }
        router.get("/v1/hooks/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .read)
            return try Response.json(HookBody(try await desk.hook(name, of: app)))
        }
        router.put("/v1/hooks/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let asked = try HookRequest(try await request.bodyData())
            return try Response.json(HookBody(try await desk.save(asked, named: name, of: app, now: services.now())))
        }
        router.delete("/v1/hooks/{name}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            try await desk.remove(name, of: app)
            return try Response.json(["success": true])
        }
        router.post("/v1/hooks/{name}/try") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let hook = try await desk.hook(name, of: app)
            let document = try request.document(in: try await request.rawBody(byteCountMax: CallbackRoutes.bodyByteCountMax))
            return try Response.json(try await trial(of: document, at: hook, in: request.language))
        }
        router.post("/v1/intake/hooks/{app_id}/{name}") { request, context -> Response in
            do {
                let outcome = try await take(request, context)
                services.counters.addHookPost(outcome.label)
                return try Response.json(HookOutcomeBody(outcome), status: .accepted)
            } catch {
                services.counters.addHookPost((error as? Problem)?.code ?? "not_kept")
                throw error
            }
        }
    }

    private func subject(_ request: Request, _ context: AppContext, may scope: KeyScope) async throws -> (name: HookID, app: AppID) {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters("app_id")
        return (try context.parameters.identifier("name", or: .unknownHook), try caller.app(saying: try request.namedApp()))
    }

    private func trial(of document: HookDocument, at hook: HookRecord, in language: Language) async throws -> HookTrialBody {
        switch try desk.reading(document, at: hook) {
        case .passed(let pass): return HookTrialBody(pass)
        case .told(let request, _):
            let now = services.now()
            let deliveries = try await desk.orders.deliveries(of: request, by: hook.app, now: now)
            return HookTrialBody(request, try await services.rehearsal.answers(on: deliveries, digestWindow: nil, now: now, in: language))
        }
    }

    // MARK: What is posted

    /// Nothing of what is posted is looked at before it is known that whoever posts may.
    private func take(_ request: Request, _ context: AppContext) async throws -> HookDesk.Outcome {
        try request.checkParameters()
        let caller: Caller?
        do {
            caller = try await services.authenticator.caller(of: request.headers, may: .intake)
        } catch Problem.notAuthenticated {
            // Programs show what others know them by.
            caller = nil
        }
        let app: AppID = try context.parameters.identifier("app_id", or: .unknownHook)
        let hook = try await desk.hook(try context.parameters.identifier("name", or: .unknownHook), of: app)
        let (body, now) = (try await request.rawBody(byteCountMax: CallbackRoutes.bodyByteCountMax), services.now())
        let signed = try check(body, at: hook, from: caller, now: now) { request.headers.value(named: $0.lowercased()) }
        // Where an app's key is revoked nothing that it left lets anybody in.
        let keys = try await services.store.keys()
        guard !keys.contains(where: { AppID($0.name) == app && $0.revokedAt != nil }) else { throw Problem.unknownHook }
        let outcome = try await desk.take(
            try request.document(in: body), at: hook, identity: signed ?? Authenticator.hash(of: Array(body)), now: now)
        if case .told(let receipt) = outcome, !receipt.isRepeated { services.doorbell.ring() }
        return outcome
    }

    /// - Returns: as ``HookVerifier/check(_:now:header:)``.
    private func check(
        _ body: Data, at hook: HookRecord, from caller: Caller?, now: Instant, header: (String) -> String?
    ) throws -> String? {
        guard hook.signature == .key else {
            // A row without a secret, as somebody may write one by hand, lets nobody in.
            return try HookVerifier(signature: hook.signature, secrets: hook.secrets(at: now)).check(body, now: now, header: header)
        }
        guard let caller else { throw Problem.notAuthenticated }
        _ = try caller.app(saying: hook.app)
        return nil
    }
}

extension Request {
    /// A document of JSON, or one in the field `payload` of a form, as GitHub and Slack post it where they are told to.
    ///
    /// curl calls whatever it posts a form: what begins as an object or a list is read as that.
    fileprivate func document(in body: Data) throws -> HookDocument {
        var text = body
        let isForm = headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        if isForm, let first = body.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
            guard let payload = FormFields.read(String(decoding: body, as: UTF8.self))["payload"]?.first else { throw Problem.missingField("payload") }
            text = Data(payload.utf8)
        }
        do {
            return try JSONDecoder().decode(HookDocument.self, from: text)
        } catch {
            throw Problem.malformedJSON
        }
    }
}

/// A hook, without its secret; also what `belfry hook` prints.
public struct HookBody: Encodable {
    let members: HookDocument

    public init(_ hook: HookRecord) {
        var members: [String: HookDocument] = [:]
        if case .object(let kept)? = try? JSONDecoder().decode(HookDocument.self, from: Data(hook.request.utf8)) { members = kept }
        members["name"] = .text(hook.name.text)
        members["app_id"] = .text(hook.app.text)
        members["recipients"] = .list(hook.recipients.map { .text($0.text) })
        var signature: [String: HookDocument] = ["scheme": .text(hook.signature.scheme.rawValue)]
        signature["header"] = hook.signature.header.map { .text($0) }
        signature["previous_secret_until"] = hook.formerEndsAt.map { .text($0.description) }
        members["signature"] = .object(signature)
        members["address"] = .text(Self.address(of: hook))
        members["created_at"] = .text(hook.createdAt.description)
        self.members = .object(members)
    }

    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

    /// Where is posted to it, behind the name of the server.
    public static func address(of hook: HookRecord) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let parts = [hook.app.text, hook.name.text].map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
        return "/v1/intake/hooks/" + parts.joined(separator: "/")
    }
}

/// What would be told of a document; also what `belfry hook try` prints.
public struct HookTrialBody: Encodable {
    let request: OrderRequest?
    let pass: HookPass?
    let verdicts: [RehearsedBody]

    public init(_ pass: HookPass) { (request, self.pass, verdicts) = (nil, pass, []) }

    public init(_ request: OrderRequest, _ answers: [RehearsedDelivery]) {
        (self.request, pass, verdicts) = (request, nil, answers.map(RehearsedBody.init))
    }

    private enum Key: String, CodingKey {
        case told, reason, path, title, body, link, severity, category, verdicts
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(request != nil, forKey: .told)
        if let pass { try container.encode(pass, reason: .reason, path: .path) }
        guard let payload = request?.order.payload else { return }
        try container.encodeIfPresent(payload.title, forKey: .title)
        try container.encodeIfPresent(payload.body, forKey: .body)
        try container.encodeIfPresent(payload.link?.text, forKey: .link)
        try container.encode((payload.severity ?? .watch).rawValue, forKey: .severity)
        try container.encode(payload.category, forKey: .category)
        try container.encode(verdicts, forKey: .verdicts)
    }
}

/// What came of a document that was posted. Whoever posts learns neither whom it is told nor in which words.
private struct HookOutcomeBody: Encodable {
    let outcome: HookDesk.Outcome

    init(_ outcome: HookDesk.Outcome) { self.outcome = outcome }

    private enum Key: String, CodingKey {
        case deliveries, reason, path
        case isRepeated = "is_repeated"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch outcome {
        case .told(let receipt):
            try container.encode(receipt.deliveries, forKey: .deliveries)
            try container.encode(receipt.isRepeated, forKey: .isRepeated)
        case .passed(let pass):
            try container.encode([DeliveryID](), forKey: .deliveries)
            try container.encode(false, forKey: .isRepeated)
            try container.encode(pass, reason: .reason, path: .path)
        }
    }
}

extension HookDesk.Outcome {
    /// As it is counted.
    fileprivate var label: String {
        switch self {
        case .told(let receipt): receipt.isRepeated ? "repeated" : "taken"
        case .passed(let pass): pass.code
        }
    }
}

extension KeyedEncodingContainer {
    /// Why nobody is told, and of a condition which path it looks at.
    fileprivate mutating func encode(_ pass: HookPass, reason: Key, path: Key) throws {
        try encode(pass.code, forKey: reason)
        if case .conditionNotMet(let unmet) = pass { try encode(unmet, forKey: path) }
    }
}
