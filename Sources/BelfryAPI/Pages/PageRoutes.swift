import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What all pages share: their files, signing in and out, news of changes, and what buttons do.
struct PageRoutes {
    let services: Services
    private var desk: PageDesk { PageDesk(services: services) }

    static let sessionLength = Duration.seconds(Int64(Authenticator.sessionSeconds))
    /// For so long the page that asks whether to sign in can be answered; after that it asks again.
    private static let askingLength = Duration.seconds(15 * 60)
    /// Of so many families that page says that the person is in them.
    private static let familyCountOnLink = 3

    func add(to router: Router<AppContext>) {
        for asset in Assets.all + [Assets.embeddedInbox(linkOrigins: services.linkOrigins)] {
            let tag = "\"\(Authenticator.hash(of: asset.bytes))\""
            router.get("\(asset.path)") { request, _ in
                // A browser asks each time, so that a new version is seen at once, and gets what it has no second time (RFC 9110, section 13.1.2).
                let known = request.headers[.ifNoneMatch] ?? ""
                let isKnown = known == "*" || known.contains(tag)
                var response = isKnown ? Response(status: .notModified) : Response.bytes(asset.bytes, type: asset.mediaType)
                response.headers[.cacheControl] = "no-cache"
                response.headers[.eTag] = tag
                return response
            }
        }
        router.get("/live/events") { request, context in try await events(request, on: context.channel) }
        router.get("/login") { request, _ in
            try await askToSignIn(request, by: request.parameters["token"].map(Self.token(in:)))
        }
        router.post("/login") { request, _ in try await signIn(request) }
        router.post("/login/link") { request, context in try await sendLink(request, to: context.channel) }
        router.post("/logout") { request, _ in
            _ = try await desk.post(request)
            if let session = desk.session(of: request) { try await services.authenticator.end(session: session) }
            return leadOut()
        }
        router.post("/logout/everywhere") { request, _ in
            let person = try await desk.post(request).visitor.person
            // As with signing out in one: who has somebody's browser isn't told either. An app on a device has a token of its own.
            for device in try await services.store.devices(of: person) where device.platform == .web {
                _ = try await services.store.removeDevice(device.id, of: person)
            }
            try await services.authenticator.endSessions(of: person)
            return leadOut()
        }
        router.get("/page/session") { request, _ in
            try Response.json(["form_token": try await desk.visitor(request).formToken])
        }
        // Which of those that a browser shows hold no more; of others' nothing is said.
        router.get("/page/deliveries/retracted") { request, _ in
            let person = try await desk.visitor(request).person
            let ids = (request.parameters["ids"] ?? "").split(separator: "\n").prefix(Self.shownCountMax).compactMap { DeliveryID(String($0)) }
            let shown = try await services.store.deliveries(DeliverySelection(ids: ids, recipient: person))
            let shared = shown.filter { $0.delivery.sharedKey != nil }.map(\.delivery.id)
            let done = shared.isEmpty ? [] : try await services.store.doneByOthers(among: shared, of: person)
            return try Response.json(["retracted": shown.filter { $0.retractedAt != nil || done.contains($0.delivery.id) }.map(\.delivery.id)])
        }
        addActions(to: router)
        addWebPush(to: router)
    }

    /// More a browser doesn't ask about at once.
    private static let shownCountMax = 50

    /// News of changes as server-sent events, without saying of what, and how many messages are unread where that has changed. Once the session is
    /// over, the stream ends.
    private func events(_ request: Request, on connection: any Channel) async throws -> Response {
        guard let session = desk.session(of: request) else { throw Problem.notAuthenticated }
        let visitor = try await desk.visitor(request)
        let (person, words) = (visitor.person, visitor.words)
        return try services.eventStream(for: person) { [services] write in
            var toldCount: Int?
            for await _ in services.changesAndPulse(on: connection) {
                guard try await services.isShown(person, bySession: session) else { return }
                try await write("event: change\ndata: {}\n\n")
                let unreadCount = try await services.store.unreadCount(of: person, now: services.now())
                guard unreadCount != toldCount else { continue }
                let data = try JSONEncoder().encode(UnreadBody(unreadCount: unreadCount, text: words(DeliveryWord.unread, count: unreadCount)))
                try await write("event: unread_count\ndata: \(String(decoding: data, as: UTF8.self))\n\n")
                toldCount = unreadCount
            }
        }
    }

    private struct UnreadBody: Encodable {
        let unreadCount: Int
        /// In the language of the page.
        let text: String

        enum CodingKeys: String, CodingKey {
            case unreadCount = "unread_count"
            case text
        }
    }

    // MARK: What buttons do

    private func addActions(to router: Router<AppContext>) {
        let calls = RemoteCallRoutes(services: services)
        router.post("/page/alerts/{id}/snooze") { request, context in
            let (alert, path) = try alert(context, .snoozeAlert)
            let post = try await desk.post(request)
            let dayCount = post.isForm ? post["snooze_for_days"].flatMap(Double.init) ?? 0 : try post.decode(SnoozeBody.self).dayCount
            let snoozed = try await calls.snooze(alert, dayCount: dayCount, by: post.visitor.person)
            return try post.answer(snoozed, page: destination(after: post, did: "snooze", to: alert, else: path))
        }
        router.post("/page/alerts/{id}/dismiss") { request, context in
            let (alert, path) = try alert(context, .dismissAlert)
            let post = try await desk.post(request)
            // The script has asked already; a browser without one is asked by the alert's page.
            if post.isForm, post["sure"] == nil { return Response(status: .seeOther, headers: [.location: path + "?ask=dismiss"]) }
            return try post.answer(try await calls.dismiss(alert, by: post.visitor.person), page: path)
        }
        router.post("/page/alerts/{id}/restore") { request, context in
            let (alert, path) = try alert(context, .dismissAlert)
            let post = try await desk.post(request)
            guard try await services.store.restore(alert, by: post.visitor.person, now: services.now()) else {
                throw Problem.notAuthorized(.dismissAlert)
            }
            return try post.answer(["success": true], page: destination(after: post, did: "restore", to: alert, else: path))
        }
        for engagement in EngagementStep.allCases {
            router.post("/page/deliveries/{id}/\(engagement.rawValue)") { request, context in
                let person = try await desk.post(request).visitor.person
                return try await DeliveryRoutes(services: services).note(engagement, context, by: person)
            }
        }
    }

    private func addWebPush(to router: Router<AppContext>) {
        let push = WebPushRoutes(services: services)
        router.get("/page/web-push/key") { request, _ in
            _ = try await desk.visitor(request)
            return try push.key()
        }
        router.post("/page/web-push/subscribe") { request, _ in
            let post = try await desk.post(request)
            return try await push.subscribe(try post.decode(WebPushSubscription.self), by: post.visitor.person)
        }
    }

    private struct SnoozeBody: Decodable {
        let dayCount: Double

        enum CodingKeys: String, CodingKey {
            case dayCount = "snooze_for_days"
        }
    }

    private func alert(_ context: AppContext, _ act: Problem.Act) throws -> (id: AlertID, page: String) {
        // As it came in the path, so that it can stand in one again.
        (try context.parameters.identifier("id", or: .notAuthorized(act)), "/alerts/\(context.parameters.get("id") ?? "")")
    }

    /// The inbox where the form stood there, and it can be said there what was done; else the alert's page, which shows it by itself.
    private func destination(after post: PagePost, did act: String, to alert: AlertID, else path: String) -> String {
        post["from"] == "inbox" ? InboxPages.path(after: post, did: act, to: "alert", alert.text) : path
    }

    // MARK: Signing in

    /// Out of a whole link that somebody has pasted; else what stands there.
    private static func token(in text: String) -> String {
        guard let name = text.ranges(of: "token=").last else { return text }
        return String(text[name.upperBound...].prefix { $0 != "&" && $0 != "#" && !$0.isWhitespace })
    }

    /// Says whom a sign-in link is for, with one button. To open it does nothing: who sends somebody a link of their own doesn't have them signed in
    /// as somebody else unnoticed, and a program that looks at links doesn't use one up.
    private func askToSignIn(_ request: Request, by token: String?) async throws -> Response {
        guard let token, !token.isEmpty else { return refused(.signInIncomplete, request) }
        let person: UserID
        do {
            person = try await services.authenticator.person(ofLink: token)
        } catch let refusal as Authenticator.LinkRefusal {
            return try await refused(refusal, of: token, request)
        }
        let families = try await services.store.families(of: person)
        let firstName = families.firstName(of: person)
        // People choose their first names, and many have the same: who isn't meant has to see it all the same. Each is kept to itself, so that a family's
        // name can't turn the identifier around.
        func shown(_ name: String) -> String? { Phrases.text(ofName: name, in: request.language) }
        let origins = families.compactMap { shown($0.name) }.prefix(Self.familyCountOnLink) + [shown(person.text) ?? person.text]
        let origin = firstName == nil ? nil : origins.joined(separator: " · ")
        // One that is there stays, for links that are open side by side, wherever they were found.
        let mark = request.cookies[desk.signInCookieName]?.value ?? services.makeCode()
        let view = SignInAsPage(
            name: firstName ?? person.text, origin: origin, token: token, formToken: services.authenticator.formToken(ofSession: mark),
            language: request.language)
        var response = desk.html(page(view))
        response.headers[.setCookie] = desk.cookie(desk.signInCookieName, mark, maxAge: Self.askingLength.components.seconds)
        return response
    }

    /// Takes what that page sends, and gives a cookie that scripts can't read and other sites can't use.
    private func signIn(_ request: Request) async throws -> Response {
        AuditTrail.current?.note(.way, "link")
        let fields = FormFields.read(String(decoding: try await request.rawBody(byteCountMax: PageDesk.formByteCountMax), as: UTF8.self))
        let token = fields["token"]?.last
        // Whatever else has sent it, another site or a page that stood too long: the person is asked.
        guard let token, let mark = request.cookies[desk.signInCookieName]?.value, let formToken = fields[PageDesk.formTokenField]?.last,
            services.authenticator.isFormToken(formToken, ofSession: mark)
        else { return try await askToSignIn(request, by: token) }
        do {
            let person = try await services.authenticator.person(ofLink: token)
            if services.operators.contains(person) { AuditTrail.current?.note(actor: .operator(person)) }
            let session = try await services.authenticator.signIn(by: token, sessionID: services.makeCode(), validFor: Self.sessionLength)
            // One that an app made is used up by no transaction. What a transaction has left already stays as it is.
            if let entry = AuditTrail.current?.line { try await services.store.note(entry) }
            return desk.welcome(request, session: session, length: Self.sessionLength)
        } catch let refusal as Authenticator.LinkRefusal {
            return try await refused(refusal, of: token, request)
        }
    }

    private func refused(_ refusal: Authenticator.LinkRefusal, of token: String, _ request: Request) async throws -> Response {
        if let person = try await services.authenticator.person(ofRefusedLink: token), services.operators.contains(person) {
            AuditTrail.current?.noteRefusedSignIn(as: .operator(person))
        }
        return refused(refusal.word, request)
    }

    private func refused(_ word: FrameWord, _ request: Request) -> Response {
        let notice = PageWords(request.language)(word)
        return desk.html(page(desk.signInView(request.language, notice: notice)), status: .unauthorized)
    }

    /// Has a link sent to whoever is known by what was typed, and says the same whether anybody is.
    private func sendLink(_ request: Request, to connection: any Channel) async throws -> Response {
        guard let links = services.signInLinks else { throw Problem.notFound }
        let fields = FormFields.read(String(decoding: try await request.rawBody(byteCountMax: PageDesk.formByteCountMax), as: UTF8.self))
        let words = PageWords(request.language)
        func answer(_ notice: String?, _ status: HTTPResponse.Status = .ok) -> Response {
            desk.html(page(desk.signInView(request.language, notice: notice)), status: status)
        }
        // Another site's form is of no use to who has it open (Fetch Metadata, "Sec-Fetch-Site"), nor is one in which nothing was typed.
        guard request.headers.value(named: "sec-fetch-site") != "cross-site", let text = fields["who"]?.last, !text.isEmpty else { return answer(nil) }
        switch links.ask(for: text, by: request.client(at: connection), in: request.language, of: services) {
        case .sent: return answer(words(SignInWord.sent))
        case .askedOften(let secondsLeft):
            var response = answer(words(SignInWord.sentOften, ["minutes": "\((secondsLeft + 59) / 60)"]), .tooManyRequests)
            response.headers[.retryAfter] = "\(secondsLeft)"
            return response
        case .busy:
            var response = answer(words(SignInWord.busy), .serviceUnavailable)
            response.headers[.retryAfter] = "5"
            return response
        }
    }

    /// Takes the session's cookie back.
    private func leadOut() -> Response {
        let path = services.identityProvider == nil ? "/" : ProviderSignIn.signedOutPath
        return Response(status: .seeOther, headers: [.location: path, .setCookie: desk.cookie(desk.sessionCookieName, "", maxAge: 0)])
    }
}

extension Authenticator.LinkRefusal {
    fileprivate var word: FrameWord {
        switch self {
        case .invalid: .signInInvalid
        case .used: .signInUsed
        }
    }
}
