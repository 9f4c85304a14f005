import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

/// How an app presents itself. An app says it of itself alone; the operator names one by `app_id`, or means the house.
struct LookRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/app") { request, _ in
            let app = try await subject(of: request, may: .read)
            return try body(of: app, try await services.store.looks(of: [app])[app])
        }
        // In whose name people are told is more than a key needs that only sends.
        router.put("/v1/app") { request, _ in
            let app = try await subject(of: request, may: .all)
            let look = try JSONDecoder().decode(AppLook.self, from: try await request.bodyData())
            try await services.store.save(look, of: app)
            services.lookBook.forget(app)
            return try body(of: app, look)
        }
        router.delete("/v1/app") { request, _ in
            let app = try await subject(of: request, may: .all)
            _ = try await services.store.removeLook(of: app)
            services.lookBook.forget(app)
            return try Response.json(["success": true])
        }
    }

    private func subject(of request: Request, may scope: KeyScope) async throws -> AppID {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters(Request.appName)
        return try caller.app(saying: try request.namedApp())
    }

    private func body(of app: AppID, _ look: AppLook?) throws -> Response {
        try .json(LookBody(app, look, imageOrigins: services.imageOrigins))
    }
}

/// How an app presents itself, and what is made of it; also what `belfry app` prints.
public struct LookBody: Encodable {
    let app: AppID
    /// Nil where it hasn't said so.
    let look: AppLook?
    /// Nil where it has no logo.
    let isLogoShown: Bool?

    private enum Key: String, CodingKey {
        case app = "app_id"
        case textColor = "text_color"
        case isLogoShown = "is_logo_shown"
    }

    public init(_ app: AppID, _ look: AppLook?, imageOrigins: ImageOrigins) {
        (self.app, self.look) = (app, look)
        isLogoShown = (look?.logo).map { imageOrigins.allow(logo: $0) }
    }

    public func encode(to encoder: any Encoder) throws {
        try look?.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(app, forKey: .app)
        try container.encodeIfPresent(look?.color?.textColor.text, forKey: .textColor)
        try container.encodeIfPresent(isLogoShown, forKey: .isLogoShown)
    }
}
