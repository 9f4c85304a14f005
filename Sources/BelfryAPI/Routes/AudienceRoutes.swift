import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Lists of people that apps have something told to. An app sees and changes only its own; the operator says whose by `app_id`.
struct AudienceRoutes {
    let services: Services

    private static let countMax = 100
    private static let memberCountMax = 1000

    private var desk: AudienceDesk { AudienceDesk(store: services.store) }

    func add(to router: Router<AppContext>) {
        router.get("/v1/audiences") { request, _ in try await list(request) }
        router.get("/v1/audiences/{audience}") { request, context in
            let key = try await subject(request, context, may: .read)
            guard let audience = try await services.store.audience(key) else { throw Problem.unknownAudience }
            return try Response.json(AudienceBody(audience, memberCount: try await services.store.memberCount(of: key)))
        }
        router.put("/v1/audiences/{audience}") { request, context in
            let key = try await subject(request, context, may: .send)
            return try Response.json(AudienceBody(try await desk.save(try await request.decode(AudienceRequest.self), as: key, now: services.now())))
        }
        router.delete("/v1/audiences/{audience}") { request, context in
            guard try await services.store.removeAudience(try await subject(request, context, may: .send)) else { throw Problem.unknownAudience }
            return try Response.json(["success": true])
        }
        router.get("/v1/audiences/{audience}/members") { request, context in try await members(request, context) }
        router.put("/v1/audiences/{audience}/members/{user_id}") { request, context in
            let (key, user) = (try await subject(request, context, may: .send), try member(context))
            guard let count = try await services.store.add([user], to: key, ifOpen: false, now: services.now()) else { throw Problem.unknownAudience }
            return try Response.json(["added": count])
        }
        router.delete("/v1/audiences/{audience}/members/{user_id}") { request, context in
            let (key, user) = (try await subject(request, context, may: .send), try member(context))
            guard let count = try await services.store.remove([user], from: key, ifOpen: false) else { throw Problem.unknownAudience }
            return try Response.json(["removed": count])
        }
        router.post("/v1/audiences/{audience}/add") { request, context in
            let (key, now) = (try await subject(request, context, may: .send), services.now())
            guard request.hasLines else { return try Response.json(["added": try await desk.add(try await people(request), to: key, now: now)]) }
            return try Response.json(["added": try await desk.add(RecipientLines(of: request.lines), to: key, now: now)])
        }
        router.post("/v1/audiences/{audience}/remove") { request, context in
            let key = try await subject(request, context, may: .send)
            guard request.hasLines else { return try Response.json(["removed": try await desk.remove(try await people(request), from: key)]) }
            return try Response.json(["removed": try await desk.remove(RecipientLines(of: request.lines), from: key)])
        }
    }

    private func subject(_ request: Request, _ context: AppContext, may scope: KeyScope, _ others: String...) async throws -> AudienceKey {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters([Request.appName] + others)
        let id: AudienceID = try context.parameters.identifier("audience", or: .unknownAudience)
        return AudienceKey(app: try caller.app(saying: try request.namedApp()), id: id)
    }

    private func member(_ context: AppContext) throws -> UserID { try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id")) }

    private struct ListBody: Encodable {
        let audiences: [AudienceBody]
        /// What to give as `after` for those behind these; nil where there are none.
        let next: AudienceID?
    }

    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters(Request.appName, Request.afterName, "limit")
        let countMax = try request.limit(in: 1...Self.countMax, standard: Self.countMax)
        let app = try caller.app(saying: try request.namedApp())
        // One more than is answered, to know whether there are others.
        let found = try await services.store.audiences(of: app, after: try request.after(), countMax: countMax + 1)
        let shown = found.prefix(countMax)
        return try .json(ListBody(audiences: shown.map { AudienceBody($0) }, next: found.count > countMax ? shown.last?.key.id : nil))
    }

    private struct MembersBody: Encodable {
        let members: [UserID]
        /// What to give as `after` for those behind these; nil where there are none.
        let next: UserID?
    }

    private func members(_ request: Request, _ context: AppContext) async throws -> Response {
        let key = try await subject(request, context, may: .read, Request.afterName, "limit")
        let countMax = try request.limit(in: 1...Self.memberCountMax, standard: Self.memberCountMax)
        let after: UserID? = try request.after()
        guard try await services.store.audience(key) != nil else { throw Problem.unknownAudience }
        let found = try await services.store.members(of: key, after: after, countMax: countMax + 1)
        let shown = found.prefix(countMax)
        return try .json(MembersBody(members: Array(shown), next: found.count > countMax ? shown.last : nil))
    }

    private struct People: CallBody {
        static let memberNames = ["recipients"]

        let recipients: [NamedRecipient]
    }

    /// Who is named in a document.
    private func people(_ request: Request) async throws -> ListedRecipients { ListedRecipients(try await request.decode(People.self).recipients) }
}

extension AudienceRequest: CallBody {}

extension Request {
    fileprivate static let afterName = "after"

    /// Behind which name the answer begins; nil for the first of all.
    fileprivate func after<Subject>() throws -> Identifier<Subject>? {
        try parameters[Self.afterName].map { text in
            guard let place = Identifier<Subject>(text) else { throw Problem.wrongType(field: Self.afterName, expected: "what an answer had as “next”") }
            return place
        }
    }

    /// Whether the body is lines, and not one document.
    var hasLines: Bool { headers[.contentType]?.lowercased().hasPrefix("application/x-ndjson") == true }

    /// Read as they come.
    var lines: TextLines<some AsyncSequence<[UInt8], any Error>> { TextLines(of: BodyPieces(of: body).map { Array($0.readableBytesView) }) }
}

/// People that are there already, one after the other.
struct ListedRecipients: AsyncSequence, AsyncIteratorProtocol {
    private var rest: EnumeratedSequence<[NamedRecipient]>.Iterator

    init(_ recipients: [NamedRecipient]) { rest = recipients.enumerated().makeIterator() }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> BroadcastRecipient? { rest.next().map { BroadcastRecipient($0.element, at: $0.offset) } }
}

/// An audience, without who is in it; also what `belfry audience` prints.
public struct AudienceBody: Encodable {
    let audience: AudienceID
    let app: AppID
    let title: String?
    let isOpen: Bool
    let createdAt: Instant
    /// Nil where they weren't counted.
    let memberCount: Int?

    enum CodingKeys: String, CodingKey {
        case audience, title
        case app = "app_id"
        case isOpen = "open"
        case createdAt = "created_at"
        case memberCount = "members"
    }

    public init(_ audience: Audience, memberCount: Int? = nil) {
        (self.audience, app) = (audience.key.id, audience.key.app)
        (title, isOpen, createdAt) = (audience.title, audience.isOpen, audience.createdAt)
        self.memberCount = memberCount
    }
}
