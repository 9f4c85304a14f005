import HTTPTypes
import Hummingbird

/// Lets pages of other origins read what a person's token opens. No cookie goes along: nothing here says `Access-Control-Allow-Credentials`.
struct CrossOriginAnswers {
    let origins: WebOrigins
    let paths: KnownPaths

    /// Beside those that a browser lets a page send and read anyway.
    private static let (askedHeaders, answeredHeaders) = ("Authorization, Content-Type, Last-Event-ID", "Retry-After, WWW-Authenticate")
    /// For so long a browser needn't ask again whether it may ask.
    private static let preflightSeconds = 600

    /// Says so in an answer, where it may be read; changes none where no origin is named, and none to what a page can't ask as a person.
    func mark(_ response: inout Response, to request: Request) {
        guard !origins.isEmpty else { return }
        let methods = paths.crossOriginMethods(at: request.uri.path)
        guard request.method == .options ? !methods.isEmpty : methods.contains(request.method.rawValue) else { return }
        // Also where none is shown: what is kept for one origin isn't to be given to another.
        response.headers[.vary] = "Origin"
        guard let origin = request.headers[.origin], origins.allow(origin), !isShowingKey(request) else { return }
        if request.method == .options {
            guard let wanted = request.headers[.accessControlRequestMethod], methods.contains(wanted) else { return }
            response.headers[.accessControlAllowMethods] = methods.joined(separator: ", ")
            response.headers[.accessControlAllowHeaders] = Self.askedHeaders
            response.headers[.accessControlMaxAge] = String(Self.preflightSeconds)
        } else {
            response.headers[.accessControlExposeHeaders] = Self.answeredHeaders
        }
        response.headers[.accessControlAllowOrigin] = origin
    }

    /// A key belongs on no page. It could only stand there in place of the token: another header a browser doesn't send.
    private func isShowingKey(_ request: Request) -> Bool { request.headers[.authorization]?.contains(" \(Authenticator.apiKeyPrefix)") ?? false }
}

/// What pages of other origins may ask: whatever takes a person's token, and the element that asks. A test compares it with what the API's document says.
enum CrossOriginRoutes {
    /// As ``AuditedRoutes/name(_:_:)`` has them.
    static let all: Set<String> = [inbox, deliveries, wishes, families].reduce(into: []) { $0.formUnion($1) }

    private static let inbox: Set<String> = [
        "GET /embed/inbox.js", "GET /v1/inbox", "GET /v1/inbox/events",
        "POST /v1/inbox/{id}/read", "POST /v1/inbox/{id}/unread", "POST /v1/inbox/{id}/archive", "POST /v1/inbox/{id}/unarchive",
        "POST /v1/inbox/{id}/read_through", "POST /v1/inbox/{id}/later", "POST /v1/inbox/{id}/back",
    ]

    private static let deliveries: Set<String> = [
        "GET /v1/deliveries/{id}", "POST /v1/deliveries/{id}/opened", "POST /v1/deliveries/{id}/acted", "POST /v1/deliveries/{id}/actions/{action}",
    ]

    private static let wishes: Set<String> = [
        "GET /v1/users/{user_id}/preferences", "PATCH /v1/users/{user_id}/preferences",
        "GET /v1/users/{user_id}/subscriptions", "PUT /v1/users/{user_id}/subscriptions",
        "GET /v1/users/{user_id}/mutes", "PUT /v1/users/{user_id}/mutes", "GET /v1/users/{user_id}/addresses",
        "POST /v1/users/{user_id}/contact_points", "DELETE /v1/users/{user_id}/contact_points/{id}",
        "POST /v1/users/{user_id}/contact_points/{id}/verify", "PUT /v1/users/{user_id}/contact_points/{id}/subscription",
        "DELETE /v1/users/{user_id}/devices/{id}", "GET /v1/users/{user_id}/audiences",
        "PUT /v1/users/{user_id}/audiences/{app_id}/{audience}", "DELETE /v1/users/{user_id}/audiences/{app_id}/{audience}",
        "GET /v1/users/{user_id}/calendar", "POST /v1/users/{user_id}/calendar", "DELETE /v1/users/{user_id}/calendar",
    ]

    private static let families: Set<String> = [
        "GET /v1/families/{family_id}", "GET /v1/families/{family_id}/insights", "POST /v1/families/{family_id}/invitations",
        "POST /v1/invitations/accept", "PUT /v1/families/{family_id}/consent", "DELETE /v1/families/{family_id}/members/{user_id}",
        "GET /v1/alerts/{id}/story", "POST /v1/metrics", "POST /v1/plan", "GET /sync/pull", "POST /sync/push",
        "POST /rest/v1/rpc/snooze_pattern_alert", "POST /rest/v1/rpc/dismiss_pattern_alert", "POST /rest/v1/rpc/get_family_pattern_alerts",
        "POST /rest/v1/rpc/register_device_token",
    ]
}
