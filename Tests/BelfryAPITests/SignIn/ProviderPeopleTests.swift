import BelfryChannels
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Whom an identity provider means, and who is an operator by it")
struct ProviderPeopleTests {
    private static let groups: Set = ["belfry-operators"]

    @Test("Who has the group is an operator for twelve hours, which no use makes longer; the audit log says by which way they came", arguments: [false, true])
    func operators(isTerse: Bool) async throws {
        try await ProviderTrip.with(operatorGroups: Self.groups, isTerse: isTerse) { trip async throws in
            let answer = try await trip.signIn()
            let session = try #require(answer.cookie("belfry_session"))
            #expect(answer.headers[values: .setCookie].contains { $0.contains("Max-Age=43200") } && trip.provider.asked.contains("/userinfo") == isTerse)
            let entries = await trip.api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.signedIn] && entries.first?.actor == .operator(.ana))
            #expect(entries.first?.details == [.route: "GET /login/provider/callback", .way: "provider"])
            trip.api.clock.advance(.seconds(12 * 3600 - 1))
            let page = try await trip.api.get("/deliveries", as: .headers(["cookie": session]))
            #expect(page.status == 200 && page.headers[.setCookie] == nil)
            trip.api.clock.advance(.seconds(1))
            #expect(try await trip.api.get("/deliveries", as: .headers(["cookie": session])).text.contains("Sign in with"))
        }
    }

    @Test("A role with a comma in its name, within an object as Keycloak has them, makes an operator", arguments: [false, true])
    func roles(isTerse: Bool) async throws {
        let groups = IdentitySettings.groups(in: #"belfry\, all of it"#)
        try await ProviderTrip.with(operatorClaim: "realm_access.roles", operatorGroups: groups, isTerse: isTerse) { trip async throws in
            trip.provider.add(account: "ana", ["realm_access": #"{"roles":["offline_access","belfry, all of it"]}"#])
            trip.provider.add(account: "ben", ["realm_access": #"{"roles":["belfry","all of it"]}"#])
            for (user, status) in [("ana", 200), ("ben", 404)] {
                let session = try #require(try await trip.signIn(as: user).cookie("belfry_session"))
                #expect(try await trip.api.get("/deliveries", as: .headers(["cookie": session])).status == status)
            }
        }
    }

    @Test("Who hasn't the group is none, nor is anybody where no group is named; whom the setting names is one by each way")
    func others() async throws {
        try await ProviderTrip.with(operatorGroups: Self.groups) { trip async throws in
            let session = try #require(try await trip.signIn(as: "ben").cookie("belfry_session"))
            #expect(try await trip.api.get("/deliveries", as: .headers(["cookie": session])).status == 404)
        }
        try await ProviderTrip.with(operators: [.ben]) { trip async throws in
            for (user, status) in [("ana", 404), ("ben", 200)] {
                let session = try #require(try await trip.signIn(as: user).cookie("belfry_session"))
                #expect(try await trip.api.get("/deliveries", as: .headers(["cookie": session])).status == status)
            }
            let token = try await trip.api.services.authenticator.makeLinkToken(for: .ben, id: "chance", validFor: .seconds(900))
            #expect(try await trip.api.signIn(byLink: "/login?token=\(token)").status == 303)
            let ways = await trip.api.store.auditEntries(AuditSelection()).filter { $0.action == .signedIn }.map { $0.details[.way] }
            #expect(ways == ["link", "provider"])
        }
    }

    @Test("An operator's session by a provider is worth no more than another's once there is none, or no group of it makes an operator")
    func withoutProvider() async throws {
        @Sendable func status(_ api: API) async throws -> Int {
            let (session, _) = try await api.services.authenticator.makeSession(for: .ana, id: "session-1", operates: true)
            return try await api.get("/deliveries", as: .headers(["cookie": "belfry_session=\(session)"])).status
        }
        try await withAPI { api async throws in #expect(try await status(api) == 404) }
        try await ProviderTrip.with { trip async throws in #expect(try await status(trip.api) == 404) }
        try await ProviderTrip.with(operatorGroups: Self.groups) { trip async throws in #expect(try await status(trip.api) == 200) }
    }

    @Test("Another claim names another; signing out ends the session here", arguments: [false, true])
    func claim(isTerse: Bool) async throws {
        try await ProviderTrip.with(personClaim: "preferred_username", isTerse: isTerse) { trip async throws in
            let session = try #require(try await trip.signIn(as: "ana").cookie("belfry_session"))
            let cookie = Shown.headers(["cookie": session])
            #expect(try await trip.api.get("/", as: cookie).text.contains("Hello Eve."))
            let value = String(session.dropFirst("belfry_session=".count))
            #expect(try await trip.api.ask(.post, "/logout", "", as: .headers(trip.api.pageFields(session: value))).status == 303)
            #expect(try await trip.api.get("/", as: cookie).text.contains("Sign in with"))
            let missing = try await trip.signIn(as: "ben")
            #expect(missing.status == 403 && missing.text.contains("sign_in_claim_missing"))
        }
    }

    @Test(
        "Who signs out here can do so at the provider, where it offers that, and comes back where it knows the address",
        arguments: [nil, "/", "/elsewhere"] as [String?])
    func signingOut(path: String?) async throws {
        let signedOutURLs = Set([path].compactMap { $0 }.map { ProviderTrip.publicURL + $0 })
        try await ProviderTrip.with(signedOutURLs: signedOutURLs) { trip async throws in
            let session = try #require(try await trip.signIn().cookie("belfry_session"))
            let signedOutPath = "/login/provider/signed-out"
            let early = try await trip.api.get(signedOutPath, as: .headers(["cookie": session]))
            #expect(early.status == 303 && early.headers[.location] == "/", "who is signed in isn't told that they aren't")
            let fields = trip.api.pageFields(session: String(session.dropFirst("belfry_session=".count)))
            let out = try await trip.api.ask(.post, "/logout", "", as: .headers(fields))
            #expect(out.status == 303 && out.headers[.location] == signedOutPath && out.cookie("belfry_session") == "belfry_session=")
            let page = try await trip.api.get(signedOutPath, as: .headers(["cookie": session, "accept-language": "de"]))
            #expect(page.status == 200 && page.text.contains("Du bist bei Belfry abgemeldet.") && page.text.contains("Anmelden mit"))
            let link = page.text.firstMatch(of: /<a class="button" href="([^"]+)">Auch bei Lindens’ door abmelden</)?.output.1
            #expect((link == nil) == (path == nil))
            guard let link else { return }
            func ask(_ method: String) async throws -> ProviderResponse {
                let request = ProviderRequest(method: method, url: String(link).replacing("&amp;", with: "&"), headers: [:], body: "")
                return try await trip.exchange.exchange(request, timeout: .seconds(60))
            }
            let isKnown = path == "/"
            #expect(try await ask("GET").status == (isKnown ? 200 : 400))
            #expect(try await ask("POST").headers["location"] == (isKnown ? "http://127.0.0.1/" : nil))
            #expect(trip.provider.refusals == (isKnown ? [] : ["post_logout_redirect_uri is not registered", "post_logout_redirect_uri is not registered"]))
        }
    }

    @Test("A provider that is down, and an address without TLS, offer no way out, and signing out here goes on")
    func noWayOut() async throws {
        try await ProviderTrip.with(signedOutURLs: [ProviderTrip.publicURL + "/"]) { trip async throws in
            trip.provider.change { $0.statuses = ["/.well-known/openid-configuration": 502] }
            let page = try await trip.api.get("/login/provider/signed-out")
            #expect(page.status == 200 && page.text.contains("You are signed out of Belfry.") && !page.text.contains("Sign out of"))
        }
        try await withAPI { api async throws in #expect(try await api.get("/login/provider/signed-out").status == 404) }
        let text = #"""
            {"issuer": "https://id.example", "authorization_endpoint": "https://id.example/a", "token_endpoint": "https://id.example/t",
            "jwks_uri": "https://id.example/k", "end_session_endpoint": "http://id.example/out"}
            """#
        let description = try JSONDecoder().decode(ProviderDescription.self, from: Data(text.utf8))
        let settings = try IdentitySettings(issuer: "https://id.example", clientID: "belfry", clientSecret: "secret", publicURL: "https://belfry.example")
        #expect(description.flaw(for: settings) == nil && description.signOutEndpoint(for: settings) == nil)
        #expect(settings.signedOutURL == "https://belfry.example/")
    }

    @Test("A mailbox means the one person who has shown that it is theirs, but no operator, and nobody where two share it")
    func mailbox() async throws {
        @Sendable func add(_ user: UserID, _ api: API) async throws {
            let draft = try ContactPoint.Draft(id: AddressID(literal: "\(user.text)-point"), channel: .email, value: "Ben@example.org")
            _ = try await api.store.save(draft, of: user, verification: .vouchedFor, now: .noon)
        }
        try await ProviderTrip.with(personClaim: "email") { trip async throws in
            #expect(try await trip.signIn(as: "ben").text.contains("sign_in_unknown_person"))
            try await add(.ben, trip.api)
            #expect(try await trip.signIn(as: "ben").status == 303)
            #expect(try await trip.signIn(as: "ana").text.contains("sign_in_claim_missing"))
            try await add(.eve, trip.api)
            #expect(try await trip.signIn(as: "ben").text.contains("sign_in_unknown_person"))
        }
        try await ProviderTrip.with(personClaim: "email", operators: [.ben]) { trip async throws in
            try await add(.ben, trip.api)
            #expect(try await trip.signIn(as: "ben").text.contains("sign_in_unknown_person"))
        }
    }

    @Test("What the userinfo endpoint says of somebody else counts for nobody")
    func anothersUserinfo() async throws {
        try await ProviderTrip.with(operatorGroups: Self.groups, isTerse: true) { trip async throws in
            trip.provider.change { $0.userinfo = ["sub": #""eve""#] }
            #expect(try await trip.signIn(as: "ben").text.contains("sign_in_untrusted"))
            trip.provider.change { $0.statuses = ["/userinfo": 503] }
            #expect(try await trip.signIn(as: "ben").text.contains("sign_in_unavailable"))
        }
    }
}
