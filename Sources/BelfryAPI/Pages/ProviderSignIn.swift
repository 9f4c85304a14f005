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

    func add(to router: Router<AppContext>) {
        router.get("/login/provider") { request, _ in try await begin(request) }
        router.get("\(Self.callbackPath)") { request, _ in try await finish(request) }
    }

    /// Leads to the provider from our own page alone: what another site leads here would be signed in unnoticed.
    private func begin(_ request: Request) async throws -> Response {
        guard let provider = services.identityProvider else { throw Problem.notFound }
        let text = SignInAttempt.text(code: services.makeCode() + services.makeCode(), now: services.now())
        guard request.headers.value(named: "sec-fetch-site") != "cross-site", let attempt = services.authenticator.attempt(text) else {
            return desk.html(page(desk.signInView(request.language)))
        }
        do throws(SignInRefusal) {
            return leading(to: try await provider.address(for: attempt), attempt.text, maxAge: SignInAttempt.length.components.seconds)
        } catch {
            return refused(error, request)
        }
    }

    /// Takes the answer that the browser brings from there. It counts once, in the browser in which it was begun.
    private func finish(_ request: Request) async throws -> Response {
        guard let provider = services.identityProvider else { throw Problem.notFound }
        AuditTrail.current?.note(.way, "provider")
        var response: Response
        do {
            let attempt = request.cookies[desk.attemptCookieName].flatMap { services.authenticator.attempt($0.value) }
            let identity = try await provider.identity(by: request.parameters, to: attempt)
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
        let (reason, isUsual) = (refusal.reason, [.beginAgain, .refused].contains(refusal.reason))
        services.logger.log(
            level: isUsual ? .info : .warning, "nobody signed in by the identity provider", metadata: ["code": "\(reason.rawValue)", "why": "\(refusal.why)"])
        let notice = PageWords(request.language)(reason.word)
        var response = desk.html(page(desk.signInView(request.language, notice: notice, code: reason.rawValue)), status: reason.status)
        if reason.status == .serviceUnavailable { response.headers[.retryAfter] = "5" }
        return response
    }
}
