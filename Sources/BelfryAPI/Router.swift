import BelfryModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The request context, with the connection that an answer which stays open ends with. Who is asking is found out where a route needs to know.
public struct AppContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

extension Request {
    /// By which whoever asks is counted who may be anybody.
    func client(at connection: any Channel) -> String {
        SignInLinks.client(at: connection.remoteAddress, forwarded: SignInLinks.forwarded(by: headers))
    }
}

/// Every route of the house. What can be got can be asked for by HEAD, too.
public func makeRouter(_ services: Services) -> Router<AppContext> {
    // Once more without what stands before them, which has to know them all.
    let plain = Router(context: AppContext.self)
    addRoutes(of: services, to: plain)
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: AnswerMiddleware(services: services, paths: KnownPaths(plain.routes)))
    addRoutes(of: services, to: router)
    return router
}

/// One folder of routes after the other.
private func addRoutes(of services: Services, to router: Router<AppContext>) {
    OperationsRoutes(services: services).add(to: router)
    KeyRoutes(services: services).add(to: router)
    MetricsRoutes(services: services).add(to: router)
    WearableRoutes(services: services).add(to: router)
    FamilyRoutes(services: services).add(to: router)
    PersonRoutes(services: services).add(to: router)
    MembershipRoutes(services: services).add(to: router)
    ContactRoutes(services: services).add(to: router)
    CalendarRoutes(services: services).add(to: router)
    StoryRoutes(services: services).add(to: router)
    InsightRoutes(services: services).add(to: router)
    PlanRoutes(services: services).add(to: router)
    SyncRoutes(services: services).add(to: router)
    RemoteCallRoutes(services: services).add(to: router)
    WorkerRoutes(services: services).add(to: router)
    InboxRoutes(services: services).add(to: router)
    LaterRoutes(services: services).add(to: router)
    DeliveryRoutes(services: services).add(to: router)
    QueueRoutes(services: services).add(to: router)
    IntakeRoutes(services: services).add(to: router)
    HookRoutes(services: services).add(to: router)
    TemplateRoutes(services: services).add(to: router)
    BroadcastRoutes(services: services).add(to: router)
    AudienceRoutes(services: services).add(to: router)
    ScheduleRoutes(services: services).add(to: router)
    HeartbeatRoutes(services: services).add(to: router)
    RotaRoutes(services: services).add(to: router)
    LookRoutes(services: services).add(to: router)
    CategoryRoutes(services: services).add(to: router)
    CallbackRoutes(services: services).add(to: router)
    UnsubscribeRoutes(services: services).add(to: router)
    AnalyticsRoutes(services: services).add(to: router)
    AuditRoutes(services: services).add(to: router)
    PageRoutes(services: services).add(to: router)
    ProviderSignIn(services: services).add(to: router)
    FamilyPages(services: services).add(to: router)
    TimelinePages(services: services).add(to: router)
    InboxPages(services: services).add(to: router)
    ReminderPages(services: services).add(to: router)
    StartPages(services: services).add(to: router)
    DeliveryPages(services: services).add(to: router)
    PlannedPages(services: services).add(to: router)
    BroadcastPages(services: services).add(to: router)
    ComposePages(services: services).add(to: router)
    AuditPages(services: services).add(to: router)
    SettingsPages(services: services).add(to: router)
}

extension Services {
    /// The person who is asking.
    ///
    /// - Throws: `Problem.notAuthenticated` where it is nobody, and `Problem.needs` where it is no person.
    func person(_ request: Request) async throws -> UserID {
        let caller = try await authenticator.caller(of: request.headers, may: nil)
        if case .person(let user) = caller { return user }
        guard authenticator.hasTokenSecret else { throw Problem.secretNotConfigured(setting: "BELFRY_JWT_SECRET") }
        throw caller == nil ? Problem.notAuthenticated : .needs(.personToken)
    }

    /// Whoever is asking. A route that says nothing of scopes takes only keys that may everything.
    ///
    /// - Parameter scope: what an app's key has to allow; nil where any key will do, as where no app is let in anyway.
    /// - Throws: `Problem.notAuthenticated` where it is nobody; `Problem.keyExpired` and `Problem.needsScope` of an app.
    func anyCaller(_ request: Request, may scope: KeyScope? = .all) async throws -> Caller {
        guard let caller = try await authenticator.caller(of: request.headers, may: scope) else { throw Problem.notAuthenticated }
        return caller
    }

    /// - Throws: ``Problem`` unless the admin secret was shown, also where none is configured.
    func requireAdmin(_ request: Request) async throws {
        guard authenticator.hasAdminSecret else { throw Problem.secretNotConfigured(setting: "BELFRY_ADMIN_SECRET") }
        let caller = try await authenticator.caller(of: request.headers, may: nil)
        guard caller == .admin else { throw caller == nil ? Problem.notAuthenticated : .needs(.adminSecret) }
    }
}

extension Parameters {
    /// A part of the path as an identifier.
    func identifier<Subject>(_ name: String, or problem: Problem) throws -> Identifier<Subject> {
        guard let text = get(name)?.removingPercentEncoding, let identifier = Identifier<Subject>(text) else { throw problem }
        return identifier
    }
}
