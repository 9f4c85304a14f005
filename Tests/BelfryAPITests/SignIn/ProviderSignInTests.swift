import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// Nobody is signed in, the page says so in words and by a code, and every other way is still there.
private func expect(_ reason: SignInRefusal.Reason, _ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.status == reason.status.code && answer.text.contains("<code dir=\"ltr\">\(reason.rawValue)</code>"), sourceLocation: sourceLocation)
    #expect(answer.cookie("belfry_session") == nil && answer.text.contains("login-link"), "\(answer.text)", sourceLocation: sourceLocation)
}

/// From the button to the page and back, and what is refused on the way, with a provider that refuses what the real ones refuse.
@Suite("Signing in by an identity provider")
struct ProviderSignInTests {
    @Test("Whoever the provider says it is, is signed in to where they wanted, once, and the page offers it by its name")
    func wholeWay() async throws {
        try await ProviderTrip.with { trip async throws in
            let page = try await trip.api.get("/settings")
            #expect(page.text.contains(#"<a class="button main" href="/login/provider">Sign in with Lindens’ door</a>"#) && page.text.contains("login-link"))
            let wanted = try #require(page.cookie("belfry_wanted"))
            let (address, cookie) = try await trip.begin()
            #expect(address.contains("code_challenge_method=S256") && address.contains("&scope=openid&") && !address.contains(cookie.dropFirst(20)))
            let back = try #require(try await trip.signIn(at: address, as: "ana"))
            let answer = try await trip.finish(back, "\(cookie); \(wanted)")
            #expect(answer.status == 303 && answer.headers[.location] == "/settings" && answer.cookie("belfry_provider") == "belfry_provider=")
            #expect(answer.headers[values: .setCookie].allSatisfy { $0.contains("HttpOnly") && $0.contains("SameSite=Lax") })
            let session = try #require(answer.cookie("belfry_session"))
            #expect(try await trip.api.get("/", as: .headers(["cookie": session])).text.contains("Hello Ana."))
            #expect(await trip.api.store.auditEntries(AuditSelection()).isEmpty, "she is no operator")
            // The browser has the cookie no more; whoever kept it has a code that was used.
            expect(.beginAgain, try await trip.finish(back, nil))
            expect(.beginAgain, try await trip.finish(back, cookie))
            #expect(trip.provider.refusals == ["code was used"])
        }
    }

    @Test("Nobody is made: who isn't known here is told so, and so is whom the provider doesn't sign in")
    func strangers() async throws {
        try await ProviderTrip.with { trip async throws in
            expect(.unknownPerson, try await trip.signIn(as: "stranger"))
            #expect(await trip.api.store.isKnown(UserID(literal: "stranger")) == false)
            expect(.refused, try await trip.signIn(as: "nobody"))
        }
    }

    @Test("An answer counts for the sign-in that was begun in this browser, for ten minutes")
    func attempts() async throws {
        try await ProviderTrip.with { trip async throws in
            let (mine, theirs) = (try await trip.begin(), try await trip.begin())
            let back = try #require(try await trip.signIn(at: mine.address, as: "ana"))
            expect(.beginAgain, try await trip.finish(back, theirs.cookie))
            expect(.beginAgain, try await trip.finish(back, "belfry_provider=99999999999.guessed"))
            expect(.beginAgain, try await trip.finish("/login/provider/callback", mine.cookie))
            #expect(trip.provider.asked.filter { $0 == "/token" }.isEmpty, "nobody is asked for an answer that isn't ours")
            trip.api.clock.advance(.seconds(600))
            expect(.beginAgain, try await trip.finish(back, mine.cookie))
        }
    }

    @Test("Another site leads nobody there, and where there is no provider there is no way to one")
    func otherSites() async throws {
        try await ProviderTrip.with { trip async throws in
            let led = try await trip.api.get("/login/provider", as: .headers(["sec-fetch-site": "cross-site"]))
            #expect(led.status == 200 && led.headers[.setCookie] == nil && led.headers[.location] == nil && trip.provider.asked.isEmpty)
        }
        try await withAPI { api async throws in
            for path in ["/login/provider", "/login/provider/callback?code=a&state=b"] { #expect(try await api.get(path).status == 404) }
            #expect(!(try await api.get("/").text.contains("/login/provider")))
        }
    }

    /// What a provider, or whoever passes for it, does wrong, and what becomes of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: SignInRefusal.Reason
        let change: @Sendable (inout OpenIDFaults) -> Void

        init(_ name: String, _ reason: SignInRefusal.Reason, _ change: @escaping @Sendable (inout OpenIDFaults) -> Void) {
            (testDescription, self.reason, self.change) = (name, reason, change)
        }
    }

    private static let faults: [Fault] = [
        Fault("no signature", .untrusted) { $0.signature = .none }, Fault("HS256 by the public key", .untrusted) { $0.signature = .publicKeyAsSecret },
        Fault("a key that isn't published", .untrusted) { $0.signature = .strangeKey(named: "third") },
        Fault("a known name and another algorithm", .untrusted) { $0.signature = .strangeKey(named: "first") },
        Fault("a header that asks for more", .untrusted) { $0.signature = .critical },
        Fault("another's issuer", .untrusted) { $0.claims = ["iss": #""https://id.example""#] },
        Fault("for another client", .untrusted) { $0.claims = ["aud": #""other""#] },
        Fault("of another sign-in", .untrusted) { $0.claims = ["nonce": #""other""#] }, Fault("of no sign-in", .untrusted) { $0.claims = ["nonce": nil] },
        Fault("run out", .untrusted) { $0.claims = ["exp": "\(Instant.noon.secondsSinceEpoch - 60)"] },
        Fault("of tomorrow", .untrusted) { $0.claims = ["iat": "\(Instant.noon.secondsSinceEpoch + 86_400)"] },
        Fault("another's answer", .untrusted) { $0.answeredIssuer = "https://id.example" },
        Fault("an answer of nobody, though it says that it names itself", .untrusted) { $0.answeredIssuer = .some(nil) },
        Fault("keys out of order", .unavailable) { $0.statuses = ["/jwks": 500] }, Fault("tokens out of order", .unavailable) { $0.statuses = ["/token": 503] },
    ]

    @Test("What isn't certainly the provider's word on this sign-in, or doesn't come, signs nobody in", arguments: faults)
    func refused(fault: Fault) async throws {
        try await ProviderTrip.with { trip async throws in
            trip.provider.change(fault.change)
            expect(fault.reason, try await trip.signIn())
            trip.provider.change { $0 = OpenIDFaults() }
            trip.api.clock.advance(.seconds(30))
            #expect(try await trip.signIn().status == 303, "once it is mended it works again")
        }
    }

    @Test("What else stands in a token's header counts for nothing, however large")
    func header() async throws {
        try await ProviderTrip.with { trip async throws in
            trip.provider.change { $0.signature = .vast }
            #expect(try await trip.signIn().status == 303)
        }
    }

    @Test("A provider that is down, or describes itself as another, is said to be, and links still sign in")
    func down() async throws {
        try await ProviderTrip.with { trip async throws in
            trip.provider.change { $0.statuses = ["/.well-known/openid-configuration": 502] }
            let answer = try await trip.api.get("/login/provider", as: .headers(["accept-language": "de"]))
            expect(.unavailable, answer)
            #expect(answer.text.contains("Der Anmeldedienst antwortet gerade nicht.") && answer.headers[.retryAfter] == "5")
            #expect(try await trip.api.signIn(byLink: "/login?token=\(try await trip.api.token(of: .ana))").status == 303)
            trip.provider.change { $0 = OpenIDFaults() }
            trip.provider.change { $0.describedIssuer = "https://id.example" }
            expect(.misconfigured, try await trip.api.get("/login/provider"))
            let flaw = await trip.api.services.identityProvider?.flaw()
            #expect(flaw?.contains("oidc_issuer") == true)
        }
    }

    @Test("A wrong secret, and an address that the provider doesn't know, let nobody in")
    func misconfigured() async throws {
        try await ProviderTrip.with(secret: "wrong") { trip async throws in
            expect(.misconfigured, try await trip.signIn())
            #expect(trip.provider.refusals == ["secret"])
        }
        try await ProviderTrip.with(redirectURL: "http://127.0.0.1/elsewhere") { trip async throws in
            let (address, _) = try await trip.begin()
            #expect(try await trip.signIn(at: address, as: "ana") == nil)
            #expect(trip.provider.refusals == ["redirect_uri is not registered"])
        }
    }

    @Test("Another sign-in's verifier takes no code")
    func verifier() async throws {
        try await ProviderTrip.with { trip async throws in
            let (mine, theirs) = (try await trip.begin(), try await trip.begin())
            // Their code under my state: mixed up on the way, or stolen.
            let code = try #require(try await trip.signIn(at: theirs.address, as: "ana")?.firstMatch(of: /code=([^&]+)/)?.output.1)
            let back = try #require(try await trip.signIn(at: mine.address, as: "ben"))
            let mixed = back.replacing(/code=[^&]+/, with: "code=\(code)")
            expect(.beginAgain, try await trip.finish(mixed, mine.cookie))
            #expect(trip.provider.refusals == ["code_verifier"])
        }
    }

    @Test("Keys are asked for once an hour, and again for a new one, half a minute apart at least")
    func rotation() async throws {
        try await ProviderTrip.with { trip async throws in
            for _ in 1...3 { #expect(try await trip.signIn().status == 303) }
            func askedCount(_ path: String) -> Int { trip.provider.asked.count { $0 == path } }
            #expect(askedCount("/jwks") == 1 && askedCount("/.well-known/openid-configuration") == 1)
            trip.provider.rotateKeys()
            expect(.untrusted, try await trip.signIn())
            #expect(askedCount("/jwks") == 1)
            trip.api.clock.advance(.seconds(30))
            #expect(try await trip.signIn().status == 303)
            #expect(askedCount("/jwks") == 2)
        }
    }

    @Test("A token that names no key has the keys asked for again as well, as another may sign by now")
    func namelessKey() async throws {
        try await ProviderTrip.with { trip async throws in
            trip.provider.change { $0.signature = .nameless }
            #expect(try await trip.signIn().status == 303)
            try trip.provider.replaceKeys()
            expect(.untrusted, try await trip.signIn())
            trip.api.clock.advance(.seconds(30))
            #expect(try await trip.signIn().status == 303)
        }
    }
}
