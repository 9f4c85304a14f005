import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
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
