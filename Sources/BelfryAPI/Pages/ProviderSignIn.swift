import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import HTTPTypes
import Hummingbird
import Logging

/// Signing in by an identity provider: the way there, and the way back. Without one there is neither.
struct ProviderSignIn {
    let services: Services
    private var desk: PageDesk { PageDesk(services: services) }

    static let callbackPath = "/login/provider/callback"
    static let signedOutPath = "/login/provider/signed-out"

    func add(to router: Router<AppContext>) {
        router.get("/login/provider") { request, context in try await begin(request, by: request.client(at: context.channel)) }
        router.get("\(Self.callbackPath)") { request, context in
            try await finish(request, from: request.client(at: context.channel))
        }
        router.get("\(Self.signedOutPath)") { request, context in try await showSignedOut(request, by: request.client(at: context.channel)) }
    }

    /// Leads to the provider from our own page alone: what another site leads here would be signed in unnoticed.
    private func begin(_ request: Request, by client: String) async throws -> Response {
        guard let provider = services.identityProvider else { throw Problem.notFound }
        let text = SignInAttempt.text(code: services.makeCode() + services.makeCode(), now: services.now())
        guard request.headers.value(named: "sec-fetch-site") != "cross-site", let attempt = services.authenticator.attempt(text) else {
            return desk.html(page(desk.signInView(request.language)))
        }
        do throws(SignInRefusal) {
            return leading(to: try await provider.address(for: attempt, by: client), attempt.text, maxAge: SignInAttempt.length.components.seconds)
        } catch {
            return refused(error, request)
        }
    }

    /// Takes the answer that the browser brings from there. It counts once, in the browser in which it was begun.
    private func finish(_ request: Request, from client: String) async throws -> Response {
        guard let provider = services.identityProvider else { throw Problem.notFound }
        AuditTrail.current?.note(.way, "provider")
        var response: Response
        do {
            let attempt = request.cookies[desk.attemptCookieName].flatMap { services.authenticator.attempt($0.value) }
            let identity = try await provider.identity(by: request.parameters, to: attempt, from: client)
            if !identity.hasGroups, !provider.settings.operators.isEmpty {
                services.logger.debug("the identity provider says nothing of groups", metadata: ["claim": "\(provider.settings.operatorClaim)"])
            }
            let person = try await person(named: identity)
            if services.isOperator(person, bySession: identity.isOperator) { AuditTrail.current?.note(actor: .operator(person)) }
            let (session, length) = try await services.authenticator.makeSession(
                for: person, id: services.makeCode(), operates: identity.isOperator)
            response = desk.welcome(request, session: session, length: length)
        } catch let refusal as SignInRefusal {
            response = refused(refusal, request)
        }
        response.headers.append(HTTPField(name: .setCookie, value: desk.cookie(desk.attemptCookieName, "", maxAge: 0)))
        return response
    }

    /// Says that they are signed out here, and leads them out at the provider as well, where it offers that. A link does: forms may lead nowhere else.
    private func showSignedOut(_ request: Request, by client: String) async throws -> Response {
        guard let provider = services.identityProvider else { throw Problem.notFound }
        do {
            _ = try await desk.visitor(request)
            return Response(status: .seeOther, headers: [.location: "/"])
        } catch Problem.notAuthenticated {
            let notice = PageWords(request.language)(SignInWord.signedOut)
            return desk.html(page(desk.signInView(request.language, notice: notice, signOutURL: await provider.signOutAddress(by: client))))
        }
    }

    /// Who it is here; nobody is made for it.
    ///
    /// A mailbox names the one person who has shown that it is theirs, as for a link by mail. Operators aren't found so: an app may vouch for a
    /// mailbox of its own.
    private func person(named identity: IdentityClaims.Identity) async throws -> UserID {
        if let user = UserID(identity.name), try await services.store.isKnown(user) { return user }
        guard identity.isMailbox, ContactPoint.isMailbox(identity.name) else { throw SignInRefusal(.unknownPerson, "no such identifier") }
        let owners = Set(try await services.store.owners(ofMailbox: identity.name).map(\.user))
        guard owners.count == 1, let owner = owners.first, !services.operators.contains(owner) else {
            throw SignInRefusal(.unknownPerson, "the mailbox names not one person")
        }
        return owner
    }

    private func leading(to address: String, _ cookie: String, maxAge: Int64) -> Response {
        Response(
            status: .seeOther,
            headers: [
                .location: address, .setCookie: desk.cookie(desk.attemptCookieName, cookie, maxAge: maxAge),
            ])
    }

    private func refused(_ refusal: SignInRefusal, _ request: Request) -> Response {
        let reason = refusal.reason
        services.counters.addRefusedSignIn(reason)
        let message: Logger.Message = "nobody signed in by the identity provider"
        let details: Logger.Metadata = ["code": "\(reason.rawValue)", "why": "\(refusal.why)"]
        if [.beginAgain, .refused].contains(reason) {
            services.logger.debug(message, metadata: details)
        } else {
            services.warn(message, of: reason.rawValue, details)
        }
        let notice = PageWords(request.language)(reason.word)
        var response = desk.html(page(desk.signInView(request.language, notice: notice, code: reason.rawValue)), status: reason.status)
        if reason.status == .serviceUnavailable { response.headers[.retryAfter] = "5" }
        return response
    }
}
