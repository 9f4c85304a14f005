import BelfryMemory
import BelfryModel
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct AuthenticatorTests {
    private static let now = Instant.noon.secondsSinceEpoch
    private static let worker = "/functions/v1/process_notifications"

    private static func claims(_ others: [String: Int64] = [:]) -> JSON {
        .object(others.mapValues { .number(Double($0)) }.merging(["sub": "ana"]) { $1 })
    }

    // MARK: Persons

    @Test(
        "A token that is signed with the secret and valid now lets a person in",
        arguments: [claims(), claims(["exp": now + 1]), claims(["nbf": now, "exp": now + 1, "iat": now])])
    func validToken(claims: JSON) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/inbox", as: .bearer(Tokens.hs256(claims))).status == 200)
        }
    }

    @Test(
        "Any other token is refused",
        arguments: [
            ("signed with another secret", Tokens.hs256(claims(), secret: "another-secret-that-is-just-as-long")),
            ("not signed", Tokens.unsigned(claims())),
            ("signed with HS512", Tokens.hs512(claims())),
            ("expired at this moment", Tokens.hs256(claims(["exp": now]))),
            ("not valid yet", Tokens.hs256(claims(["nbf": now + 1]))),
            ("without a subject", Tokens.hs256(["exp": .number(Double(now + 60))])),
            ("with an empty subject", Tokens.hs256(["sub": ""])),
            ("with a subject that is no text", Tokens.hs256(["sub": 7])),
            ("not a token at all", "ana"),
            ("two parts of a token", "e30.e30"),
        ])
    func badToken(what: String, token: String) async throws {
        try await withAPI { api in
            let answer = try await api.get("/v1/inbox", as: .bearer(token))
            #expect(answer.summary == "401 not_authenticated", "\(what)")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(!answer.text.contains(token))
        }
    }

    @Test("The scheme is read in any letters, and any number of spaces may follow it", arguments: ["bearer ", "BEARER   "])
    func scheme(prefix: String) async throws {
        try await withAPI { api async throws in
            for token in [Tokens.hs256(Self.claims()), API.appKey] {
                #expect(try await api.get("/v1/deliveries/none", as: .headers(["authorization": prefix + token])).summary == "404 unknown_delivery")
            }
        }
    }

    @Test("A header that is no bearer's is refused", arguments: ["Basic YW5hOmFuYQ==", "Bearer", "Bearer ", ""])
    func badHeader(value: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/inbox", as: .headers(["authorization": value])).status == 401)
        }
    }

    // MARK: Apps

    @Test("An app is let in by its key, as a bearer or in a header of its own", arguments: ["authorization", "x-api-key", "apikey"])
    func key(header: String) async throws {
        let value = header == "authorization" ? "bearer \(API.appKey)" : API.appKey
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/families/household", as: .headers([header: value])).status == 200)
        }
    }

    @Test("A key that nobody has, or that was revoked, is refused")
    func badKeys() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/families/household", as: .bearer("bk_unknown")).summary == "401 not_authenticated")
            #expect(try await api.get("/v1/families/household", as: .headers(["x-api-key": "bk_unknown"])).summary == "401 not_authenticated")
            #expect(try await api.get("/v1/families/household", as: .app).status == 200)
            #expect(await api.store.revokeKey(named: "app", now: .noon))
            #expect(try await api.get("/v1/families/household", as: .app).summary == "401 not_authenticated")
        }
    }

    @Test("The public key that PostgREST's clients send is passed over: a token beside it counts, and alone it is nobody's")
    func publicKey() async throws {
        try await withAPI { api in
            let token = try await api.token(of: .ana)
            let both = Shown.headers(["apikey": "eyJhbGciOiJIUzI1NiJ9.public", "authorization": "Bearer \(token)"])
            #expect(try await api.get("/v1/inbox", as: both).status == 200)
            #expect(try await api.get("/v1/inbox", as: .headers(["apikey": "eyJhbGciOiJIUzI1NiJ9.public"])).summary == "401 not_authenticated")
        }
    }

    // MARK: The admin

    @Test(
        "The worker is for whoever shows the admin secret and for nobody else",
        arguments: [
            Shown.nobody, .app, .person(.ana), .bearer(API.adminSecret), .headers(["x-miya-admin-secret": "guessed"]),
            .headers(["x-miya-admin-secret": ""]), .headers(["x-miya-admin-secret": API.adminSecret + "x"]),
        ])
    func admin(shown: Shown) async throws {
        try await withAPI { api async throws in
            #expect(try await api.post(Self.worker, [:], as: .admin).status == 200)
            #expect(try await api.post(Self.worker, [:], as: shown).summary == "401 not_authenticated")
        }
    }

    @Test("Who shows a good key where another is needed is told which")
    func otherCredential() async throws {
        try await withAPI { api async throws in
            for shown in [Shown.app, .admin] {
                let answer = try await api.get("/v1/inbox", as: shown)
                #expect(answer.summary == "401 not_authenticated" && answer.text.contains("Only a person can ask this."))
            }
            for shown in [Shown.app, .person(.ana)] {
                let answer = try await api.get("/v1/analytics", as: shown)
                #expect(answer.summary == "401 not_authenticated" && answer.text.contains("Only who has the admin secret can ask this."))
            }
            #expect(try await api.get("/v1/inbox").text.contains("Who is asking?"))
        }
    }

    @Test("A wrong admin secret is refused, whatever else is shown beside it")
    func wrongSecretBesideAToken() async throws {
        try await withAPI { api in
            let token = try await api.token(of: .ana)
            let both = Shown.headers(["x-miya-admin-secret": "guessed", "authorization": "Bearer \(token)"])
            #expect(try await api.get("/v1/inbox", as: both).summary == "401 not_authenticated")
        }
    }

    // MARK: Nothing configured

    @Test("Without an admin secret nobody is the admin", arguments: [nil, ""] as [String?])
    func noAdminSecret(secret: String?) async throws {
        try await withAPI(adminSecret: secret) { api async throws in
            for shown in [Shown.nobody, .admin, .app, .headers(["x-miya-admin-secret": ""])] {
                #expect(try await api.post(Self.worker, [:], as: shown).summary == "401 secret_not_configured")
            }
            #expect(try await api.get("/v1/families/household", as: .headers(["x-miya-admin-secret": ""])).status == 401)
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).status == 200)
        }
    }

    @Test("Without a secret for tokens no token is valid", arguments: [nil, ""] as [String?])
    func noTokenSecret(secret: String?) async throws {
        let tokens = [Tokens.hs256(Self.claims()), Tokens.hs256(Self.claims(), secret: ""), Tokens.unsigned(Self.claims())]
        try await withAPI(jwtSecret: secret) { api async throws in
            #expect(try await api.get("/v1/inbox").summary == "401 secret_not_configured")
            for token in tokens {
                #expect(try await api.get("/v1/inbox", as: .bearer(token)).summary == "401 not_authenticated")
                #expect(try await api.post("/v1/metrics", .day(steps: 1), as: .bearer(token)).summary == "401 not_authenticated")
                #expect(try await api.post("/rest/v1/rpc/register_device_token", [:], as: .bearer(token)).summary == "401 not_authenticated")
                #expect(try await api.get("/login?token=\(token)").status == 401)
                #expect(try await api.get("/page/session", as: .headers(["cookie": "belfry_session=\(token)"])).status == 401)
            }
            #expect(try await api.post(Self.worker, [:], as: .admin).status == 200)
        }
    }

    @Test("A secret for tokens that is shorter than it should be signs as any other")
    func shortTokenSecret() async throws {
        try await withAPI(jwtSecret: "short") { api async throws in
            #expect(try await api.get("/v1/inbox", as: .bearer(Tokens.hs256(Self.claims(), secret: "short"))).status == 200)
            #expect(try await api.get("/v1/inbox", as: .bearer(Tokens.hs256(Self.claims()))).summary == "401 not_authenticated")
        }
    }

    // MARK: What is given away

    @Test("No refusal contains a secret")
    func secrecy() async throws {
        try await withAPI { api in
            let refusals = [
                try await api.post(Self.worker, [:]), try await api.post(Self.worker, [:], as: .bearer(API.adminSecret)),
                try await api.post(Self.worker, ["batchSize": .text(API.adminSecret)], as: .admin),
                try await api.get("/v1/inbox"), try await api.get("/v1/inbox", as: .bearer(API.jwtSecret)),
                try await api.get("/v1/inbox", as: .app), try await api.get("/\(API.appKey)", as: .app),
            ]
            for refusal in refusals {
                #expect(refusal.status >= 400)
                for secret in [API.adminSecret, API.jwtSecret, API.appKey] { #expect(!refusal.text.contains(secret)) }
            }
        }
    }

    @Test(
        "Nobody is told anything about anybody",
        arguments: [
            "/v1/inbox", "/v1/inbox/events", "/v1/families/household", "/v1/users/me/preferences", "/v1/deliveries/1", "/page/session", "/live/events",
        ])
    func nobody(path: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get(path).summary == "401 not_authenticated")
        }
    }
}

/// Tokens of whoever was erased.
struct ErasedTokenTests {
    @Test("Tokens and sessions from before their person was erased let nobody in, nor make a session; a later one does")
    func erased() async throws {
        try await withAPI { api in
            let authenticator = api.services.authenticator
            let early = try await authenticator.makeToken(for: .ana, validFor: .seconds(86_400))
            let session = try await authenticator.signIn(by: early, sessionID: "chance", validFor: .seconds(3600))
            let mark = try #require(authenticator.erasureMark(of: .ana))
            #expect(mark != authenticator.erasureMark(of: .ben) && !mark.contains("ana"))
            _ = try await api.store.erase(.ana, leaving: mark, now: api.clock.now)
            #expect(try await api.get("/v1/inbox", as: .bearer(early)).summary == "401 not_authenticated")
            #expect(try await api.get("/v1/inbox", as: .bearer(Tokens.hs256(["sub": "ana"]))).summary == "401 not_authenticated", "it doesn't say since when")
            await #expect(throws: Problem.notAuthenticated) { _ = try await authenticator.person(ofSession: session) }
            await #expect(throws: Authenticator.LinkRefusal.invalid) {
                _ = try await authenticator.signIn(by: early, sessionID: "chance", validFor: .seconds(3600))
            }
            api.clock.advance(.seconds(1))
            let late = try await authenticator.makeToken(for: .ana, validFor: .seconds(60))
            #expect(try await api.get("/v1/inbox", as: .bearer(late)).status == 200)
        }
    }
}
