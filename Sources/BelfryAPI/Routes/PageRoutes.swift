import BelfryDashboard
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// The pages for people: signing in, the live overview, and what its buttons do.
struct PageRoutes {
    let services: Services

    static let sessionLength = Duration.seconds(30 * 24 * 3600)
    /// The script sends it; another site's form can't, so a forged post is told by its absence.
    private static let pageHeader = "x-belfry-page"

    func add(to router: Router<AppContext>) {
        for asset in Assets.all {
            router.get("\(asset.path)") { _, _ in
                var response = Response.text(asset.text, type: asset.mediaType)
                response.headers[.cacheControl] = "no-cache"
                return response
            }
        }
        router.get("/") { request, _ in
            guard let person = try? await signedIn(request) else { return html(page(SignInPage())) }
            return html(page(try await OverviewComposer(services: services).compose(for: person)))
        }
        router.get("/live") { request, _ in
            html(sections(try await OverviewComposer(services: services).compose(for: try await signedIn(request))))
        }
        router.get("/live/events") { request, _ in
            _ = try await signedIn(request)
            return services.eventStream { [services] write in
                for await _ in services.changesAndPulse() { try await write("event: change\ndata: {}\n\n") }
            }
        }
        router.get("/login") { request, _ in try await signIn(request) }
        router.post("/logout") { request, _ in
            try requirePage(request)
            return redirect(settingCookie: "", maxAge: 0)
        }
        addActions(to: router)
    }

    private func addActions(to router: Router<AppContext>) {
        let calls = RemoteCallRoutes(services: services)
        router.post("/page/alerts/{id}/snooze") { request, context in
            let (alert, person) = try await alertAction(request, context, .snoozeAlert)
            let body = try await request.decode(SnoozeBody.self)
            return try Response.json(try await calls.snooze(alert, dayCount: body.dayCount, by: person))
        }
        router.post("/page/alerts/{id}/dismiss") { request, context in
            let (alert, person) = try await alertAction(request, context, .dismissAlert)
            return try Response.json(try await calls.dismiss(alert, by: person))
        }
        router.post("/page/alerts/{id}/restore") { request, context in
            let (alert, person) = try await alertAction(request, context, .dismissAlert)
            guard try await services.store.restore(alert, by: person, now: services.now()) else { throw Problem.notAuthorized(.dismissAlert) }
            return try Response.json(["success": true])
        }
        router.post("/page/inbox/{id}/read") { request, context in
            try requirePage(request)
            return try await InboxRoutes(services: services).markRead(context, by: try await signedIn(request))
        }
    }

    private struct SnoozeBody: Decodable {
        let dayCount: Double

        enum CodingKeys: String, CodingKey {
            case dayCount = "snooze_for_days"
        }
    }

    private func alertAction(_ request: Request, _ context: AppContext, _ act: Problem.Act) async throws -> (AlertID, UserID) {
        try requirePage(request)
        return (try context.parameters.identifier("id", or: .notAuthorized(act)), try await signedIn(request))
    }

    // MARK: Who is there

    /// Takes the token of a sign-in link, and gives a cookie for it that scripts can't read and other sites can't use.
    private func signIn(_ request: Request) async throws -> Response {
        guard let token = request.uri.queryParameters["token"], let person = try? await services.authenticator.person(ofToken: String(token)) else {
            return html(page(SignInPage(notice: "This sign-in link is not valid, or no longer. Ask for a new one.")), status: .unauthorized)
        }
        let session = try await services.authenticator.makeToken(for: person, validFor: Self.sessionLength)
        return redirect(settingCookie: session, maxAge: Self.sessionLength.components.seconds)
    }

    private func signedIn(_ request: Request) async throws -> UserID {
        guard let cookie = request.cookies[Authenticator.sessionCookieName] else { throw Problem.notAuthenticated }
        return try await services.authenticator.person(ofToken: cookie.value)
    }

    private func requirePage(_ request: Request) throws {
        guard request.headers.value(named: Self.pageHeader) != nil else { throw Problem.notAuthenticated }
    }

    private func redirect(settingCookie value: String, maxAge: Int64) -> Response {
        let cookie = "\(Authenticator.sessionCookieName)=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(maxAge)"
        return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
    }

    private func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.text(text, type: "text/html; charset=utf-8", status: status)
        response.headers[.contentSecurityPolicy] = Assets.contentSecurityPolicy
        if let name = HTTPField.Name("referrer-policy") { response.headers[name] = "no-referrer" }
        return response
    }
}
