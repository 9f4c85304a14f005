import BelfryModel
import BelfryPorts
import BelfryTime
import Hummingbird

/// The open audiences that a person joins and leaves by themselves.
extension ContactRoutes {
    func addAudiences(to router: Router<AppContext>) {
        router.get("/v1/users/{user_id}/audiences") { request, context in
            let user = try await subject(request, context).user
            try request.checkParameters()
            let open = try await services.store.openAudiences(for: user)
            return try Response.json(["audiences": open.map { JoinableAudienceBody($0.audience, isMember: $0.isMember) }])
        }
        router.put("/v1/users/{user_id}/audiences/{app_id}/{audience}") { request, context in
            let (user, key) = try await joining(request, context)
            try await services.join(key, as: user, isMember: true)
            return try Response.json(["success": true])
        }
        router.delete("/v1/users/{user_id}/audiences/{app_id}/{audience}") { request, context in
            let (user, key) = try await joining(request, context)
            try await services.join(key, as: user, isMember: false)
            return try Response.json(["success": true])
        }
    }

    private func joining(_ request: Request, _ context: AppContext) async throws -> (UserID, AudienceKey) {
        let user = try await subject(request, context).user
        try request.checkParameters()
        let app: AppID = try context.parameters.identifier("app_id", or: .unknownAudience)
        return (user, AudienceKey(app: app, id: try context.parameters.identifier("audience", or: .unknownAudience)))
    }
}

extension Services {
    /// Has a person be in an open audience, or not; also where they are, or aren't, already.
    ///
    /// - Throws: `Problem.unknownAudience` where there is none that is open.
    func join(_ key: AudienceKey, as user: UserID, isMember: Bool) async throws {
        let count =
            isMember
            ? try await store.add([user], to: key, ifOpen: true, now: now()) : try await store.remove([user], from: key, ifOpen: true)
        if count == nil { throw Problem.unknownAudience }
    }
}

private struct JoinableAudienceBody: Encodable {
    let app: AppID
    let audience: AudienceID
    let title: String?
    let isMember: Bool

    enum CodingKeys: String, CodingKey {
        case audience, title
        case app = "app_id"
        case isMember = "member"
    }

    init(_ audience: Audience, isMember: Bool) {
        (app, self.audience, title) = (audience.key.app, audience.key.id, audience.title)
        self.isMember = isMember
    }
}
