import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Somebody who is signed in to the pages.
struct PageVisitor: Sendable {
    let person: UserID
    let language: Language
    let zone: TimeZoneRules
    let preferences: Preferences
    let isOperator: Bool
    let formToken: String
    let now: Instant

    var today: CivilDate { zone.civil(at: now).date }
    var words: PageWords { PageWords(language) }

    func frame(_ place: PageFrame.Place, isPlaceItself: Bool = true, notice: String? = nil) -> PageFrame {
        PageFrame(
            place: place, isPlaceItself: isPlaceItself, language: language, isOperator: isOperator, zoneName: zone.name, formToken: formToken, notice: notice)
    }

    /// A moment by the visitor's clock: `25 January 2026, 07:58`.
    func text(of moment: Instant) -> String {
        let civil = zone.civil(at: moment)
        return Phrases.text(of: civil.date, in: language) + words.comma + civil.time.shortText
    }
}

/// A post from a page that carried its session's token.
struct PagePost: Sendable {
    let visitor: PageVisitor
    let data: Data
    /// Whether the browser sent a form by itself, and wants a page and not JSON.
    let isForm: Bool
    /// What a form has, by the name; several values of one name in their order.
    let fields: [String: [String]]

    subscript(name: String) -> String? { fields[name]?.last }

    /// - Throws: ``Problem`` that says what is wrong with it.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: data.isEmpty ? Data("{}".utf8) : data)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// JSON to the script, a page to a form.
    func answer(_ value: some Encodable, page path: String) throws -> Response {
        isForm ? Response(status: .seeOther, headers: [.location: path]) : try .json(value)
    }
}

/// What all pages have in common on the server: who is there, which frame stands around what they see, and what a post must carry.
struct PageDesk: Sendable {
    let services: Services

    /// In a form, and in the header that the script sends.
    static let formTokenField = "form_token"
    static let formTokenHeader = "x-belfry-form-token"
    /// Says which part of a page the script wants.
    static let partHeader = "x-belfry-part"
    static let formByteCountMax = 256 * 1024

    // MARK: Sessions

    /// With the prefix, a browser takes the cookie over https only, and sends it to this host alone (RFC 6265bis, section 4.1.3.2).
    var sessionCookieName: String { services.isServedSecurely ? "__Host-belfry_session" : "belfry_session" }

    func session(of request: Request) -> String? { request.cookies[sessionCookieName]?.value }

    /// Holds what marks a browser that was asked whether to sign in.
    var signInCookieName: String { services.isServedSecurely ? "__Host-belfry_sign_in" : "belfry_sign_in" }

    /// Holds by what the answer of a provider is known to be of a sign-in that was begun in this browser.
    var attemptCookieName: String { services.isServedSecurely ? "__Host-belfry_provider" : "belfry_provider" }

    /// Holds where somebody wanted to go who has to sign in first.
    var wantedCookieName: String { services.isServedSecurely ? "__Host-belfry_wanted" : "belfry_wanted" }
    /// For so long it is kept: a person may have to ask for a link.
    private static let wantedLength = Duration.seconds(3600)

    /// Scripts can't read it, and what other sites post doesn't carry it; a link that is opened on one does (RFC 6265bis, section 5.2).
    func cookie(_ name: String, _ value: String, maxAge: Int64) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(maxAge)\(services.isServedSecurely ? "; Secure" : "")"
    }

    /// - Throws: `Problem.notAuthenticated` where nobody is signed in.
    func visitor(_ request: Request) async throws -> PageVisitor {
        guard let session = session(of: request) else { throw Problem.notAuthenticated }
        let (person, operates) = try await services.authenticator.visitor(ofSession: session)
        let isOperator = services.isOperator(person, bySession: operates)
        let (preferences, zone) = try await services.preferences(of: person)
        AuditTrail.current?.note(actor: isOperator ? .operator(person) : .person(person))
        return PageVisitor(
            person: person, language: preferences.language ?? request.language, zone: zone, preferences: preferences,
            isOperator: isOperator, formToken: services.authenticator.formToken(ofSession: session), now: services.now())
    }

    /// To where somebody wanted who has signed in, with their session in a cookie that scripts can't read and other sites can't use.
    func welcome(_ request: Request, session: String, length: Duration) -> Response {
        let wanted = request.cookies[wantedCookieName]?.value
        let path = wanted.flatMap { WantedPage($0) }?.path ?? "/"
        var response = Response(
            status: .seeOther, headers: [.location: path, .setCookie: cookie(sessionCookieName, session, maxAge: length.components.seconds)])
        if wanted != nil { response.headers.append(HTTPField(name: .setCookie, value: cookie(wantedCookieName, "", maxAge: 0))) }
        return response
    }

    // MARK: Pages

    /// A page for whoever is signed in; for anybody else what to do about that.
    func page(
        _ request: Request, _ render: (_ visitor: PageVisitor, _ part: PagePart) async throws -> String?
    ) async throws -> Response {
        let part: PagePart = request.headers.value(named: Self.partHeader) == "live" ? .live : .whole
        let visitor: PageVisitor
        do {
            visitor = try await self.visitor(request)
        } catch Problem.notAuthenticated where part == .whole {
            return signInPage(signInView(request.language), for: request)
        }
        guard let text = try await render(visitor, part) else { return nothingHere(visitor, part) }
        var response = html(text)
        if let session = session(of: request), let longer = try await services.authenticator.extended(session: session) {
            response.headers[.setCookie] = cookie(sessionCookieName, longer.session, maxAge: longer.length.components.seconds)
        }
        return response
    }

    /// The page for who has to sign in, with every way that there is.
    ///
    /// - Parameters:
    ///   - notice: why they are there, where there is more to say than that.
    ///   - code: the stable one of the notice, for whoever is asked about it.
    ///   - signOutURL: where they sign out at the provider, where they have just done so here.
    func signInView(_ language: Language, notice: String? = nil, code: String? = nil, signOutURL: String? = nil) -> SignInPage {
        SignInPage(
            language: language, notice: notice, code: code, isMailed: services.signInLinks != nil, provider: services.identityProvider?.settings.name,
            signOutURL: signOutURL)
    }

    /// What somebody sees who has to sign in. Once they have, they go on to where they wanted; the last page that they asked for counts.
    private func signInPage(_ view: SignInPage, for request: Request, status: HTTPResponse.Status = .ok) -> Response {
        var response = html(BelfryDashboard.page(view), status: status)
        if let wanted = WantedPage(of: request) {
            response.headers[.setCookie] = cookie(wantedCookieName, wanted.path, maxAge: Self.wantedLength.components.seconds)
        } else if request.cookies[wantedCookieName] != nil {
            response.headers[.setCookie] = cookie(wantedCookieName, "", maxAge: 0)
        }
        return response
    }

    /// The same for an operator; nobody else learns that there is such a page.
    func operatorPage(
        _ request: Request, _ render: (_ visitor: PageVisitor, _ part: PagePart) async throws -> String?
    ) async throws -> Response {
        try await page(request) { visitor, part in visitor.isOperator ? try await render(visitor, part) : nil }
    }

    private func nothingHere(_ visitor: PageVisitor, _ part: PagePart, status: HTTPResponse.Status = .notFound) -> Response {
        html(BelfryDashboard.page(NothingHerePage(), in: visitor.frame(.family, isPlaceItself: false), part: part), status: status)
    }

    /// What every page says of itself. Of where somebody comes from nobody is told: an address may be a right, as that of a link to sign in or to unsubscribe.
    func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.text(text, type: "text/html; charset=utf-8", status: status)
        response.headers[.contentSecurityPolicy] = Assets.contentSecurityPolicy(imageOrigins: services.imageOrigins)
        for (name, value) in [("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"), ("x-frame-options", "DENY")] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    // MARK: Posts

    /// What couldn't be carried out, in the words of whoever pressed the button or opened the page: JSON to the page's script, else a page.
    func answer(_ problem: Problem, to request: Request) async throws -> Response {
        // A store that can't be used isn't asked who it is.
        let visitor: PageVisitor? = if problem == .storeUnavailable { nil } else { try? await self.visitor(request) }
        let language = visitor?.language ?? request.language
        let notice = Phrases.notice(of: problem, in: language)
        guard request.isForm || request.isOpenedByBrowser else { return try .json(ErrorBody(problem, message: notice), status: problem.status) }
        if problem == .storeUnavailable {
            return html(BelfryDashboard.page(OutagePage(language: language, isOfPost: request.method == .post)), status: problem.status)
        }
        // An address that only buttons ask is none to whoever opens it.
        let isNowhere = if case .methodNotAllowed = problem { true } else { problem == .notFound }
        guard let visitor else {
            let view = signInView(language, notice: isNowhere ? nil : notice)
            // What isn't there is nowhere to go to, and a sign-in that failed changes nothing about where it leads.
            guard problem == .notAuthenticated else { return html(BelfryDashboard.page(view), status: problem.status) }
            return signInPage(view, for: request, status: problem.status)
        }
        if isNowhere { return nothingHere(visitor, .whole, status: problem.status) }
        let frame = visitor.frame(place(of: request, for: visitor), isPlaceItself: false, notice: notice)
        return html(BelfryDashboard.page(NotDonePage(), in: frame), status: problem.status)
    }

    /// The page with the form that was sent, by where it was sent: `/page/start/zone` is one of the first steps. Alerts are the family's.
    private func place(of request: Request, for visitor: PageVisitor) -> PageFrame.Place {
        let names = request.uri.path.split(separator: "/").drop { $0 == "page" }
        guard let place = names.first.flatMap({ PageFrame.Place(rawValue: String($0)) }), visitor.isOperator || !place.isForOperators else { return .family }
        return place
    }

    /// - Throws: `Problem.notAuthenticated` where nobody is signed in, or the post doesn't carry the session's token: then it may be
    ///   another site's.
    func post(_ request: Request) async throws -> PagePost {
        guard let session = session(of: request) else { throw Problem.notAuthenticated }
        let visitor = try await visitor(request)
        let isForm = request.isForm
        let data = try await request.rawBody(byteCountMax: isForm ? Self.formByteCountMax : Request.bodyByteCountMax)
        let fields = isForm ? FormFields.read(String(decoding: data, as: UTF8.self)) : [:]
        guard let token = request.headers.value(named: Self.formTokenHeader) ?? fields[Self.formTokenField]?.last,
            services.authenticator.isFormToken(token, ofSession: session)
        else { throw Problem.notAuthenticated }
        return PagePost(visitor: visitor, data: data, isForm: isForm, fields: fields)
    }

    /// The same of an operator; nobody else learns that there is something to post to.
    func operatorPost(_ request: Request) async throws -> PagePost {
        let post = try await post(request)
        guard post.visitor.isOperator else { throw Problem.notFound }
        return post
    }
}

extension Request {
    /// Whether a page of ours sent it, by its script or as a form, or a browser opens it as one.
    var isOfPage: Bool {
        let others = ["/login", "/login/link", "/logout", "/logout/everywhere", "/send", "/reminders"]
        return isOpenedByBrowser
            || method == .post && (uri.path.hasPrefix("/page/") || uri.path.hasPrefix("/settings") || others.contains(uri.path))
    }

    /// Whether somebody will look at the answer. Some programs say that they take pages, too, so what is there for programs counts for none.
    fileprivate var isOpenedByBrowser: Bool {
        headers[.accept]?.lowercased().contains("text/html") == true
            && !["/v1/", "/rest/", "/functions/", "/sync/", "/callbacks/"].contains { uri.path.hasPrefix($0) }
    }

    fileprivate var isForm: Bool { headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true }
}

/// What a browser's form sends (WHATWG URL, "application/x-www-form-urlencoded parsing").
enum FormFields {
    static func read(_ text: String) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[decoded(parts[0]), default: []].append(parts.count > 1 ? decoded(parts[1]) : "")
        }
        return fields
    }

    /// What is read so.
    static func text(_ fields: [(String, String)]) -> String {
        fields.map { name, value in "\(encoded(name))=\(encoded(value))" }.joined(separator: "&")
    }

    /// Letters, digits and `-._~` as they are, which is right in an address, too (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }.joined()
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}

extension Request {
    /// The address's parameters, as forms and programs' own tools for addresses write them: a space may be a plus sign. Of several of one name
    /// the first.
    var parameters: [String: String] { FormFields.read(uri.query ?? "").compactMapValues(\.first) }
}
