import BelfryChannels
import BelfryProviders
import BelfryTesting
import BelfryTime
import Crypto
import HTTPTypes
import Testing

@testable import BelfryAPI

/// Whoever insists keeps nobody else from signing in by a provider, and fills no log.
@Suite("How often an identity provider is asked, and how often it is said that it wasn't")
struct ProviderQuotaTests {
    @Test("Four times at once a client has the provider asked, whatever others do; what has ended makes room")
    func atOnce() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let exchange = HTTPExchange(isMultiplexed: false)
        let attempt = try #require(SignInAttempt(SignInAttempt.text(code: "code", now: .noon), key: SymmetricKey(data: [UInt8](repeating: 1, count: 32))))
        try await LoopbackServer.with({ _ in
            arrived.yield()
            for await _ in gate {}
            return .close
        }) { server in
            let settings = try IdentitySettings(issuer: server.address, clientID: "belfry", clientSecret: "secret", publicURL: ProviderTrip.publicURL)
            let provider = IdentityProvider(settings, over: exchange) { .noon }
            @Sendable func reason(_ client: String) async -> SignInRefusal.Reason? {
                do throws(SignInRefusal) {
                    _ = try await provider.address(for: attempt, by: client)
                    return nil
                } catch {
                    return error.reason
                }
            }
            let (refused, others) = await withTaskGroup(of: SignInRefusal.Reason?.self) { group in
                var heard = arrivals.makeAsyncIterator()
                for _ in 1...IdentityProvider.clientCountMax { group.addTask { await reason("a stranger") } }
                for _ in 1...IdentityProvider.clientCountMax { _ = await heard.next() }
                let refused = await reason("a stranger")
                group.addTask { await reason("ana") }
                _ = await heard.next()
                opening.finish()
                var others: [SignInRefusal.Reason?] = []
                for await reason in group { others.append(reason) }
                return (refused, others)
            }
            #expect(refused == .busy && others == [SignInRefusal.Reason?](repeating: .unavailable, count: IdentityProvider.clientCountMax + 1))
            #expect(await reason("a stranger") == .unavailable)
        }
        await exchange.shutdown()
    }

    @Test("Sixty answers a client brings within a minute, and each that is refused is counted; others sign in meanwhile")
    func withinAMinute() async throws {
        try await ProviderTrip.with { trip async throws in
            let (address, cookie) = try await trip.begin()
            let issuer = try #require(address.firstMatch(of: /^(.+)\/authorize\?/)?.output.1)
            let state = try #require(address.firstMatch(of: /[?&]state=([^&]+)/)?.output.1)
            func guess(_ client: String) async throws -> Answer {
                try await trip.finish("/login/provider/callback?code=guessed&state=\(state)&iss=\(issuer)", cookie, ["x-forwarded-for": client])
            }
            func askedCount() -> Int { trip.provider.asked.count { $0 == "/token" } }
            for _ in 1...IdentityProvider.answerCountMax { #expect(try await guess("192.0.2.1").text.contains("sign_in_begin_again")) }
            let refused = try await guess("192.0.2.1")
            #expect(refused.status == 503 && refused.text.contains("sign_in_busy") && refused.headers[.retryAfter] == "5")
            #expect(askedCount() == IdentityProvider.answerCountMax && trip.provider.refusals.allSatisfy { $0.hasPrefix("code") })
            let back = try #require(try await trip.signIn(at: address, as: "ana"))
            #expect(try await trip.finish(back, cookie, ["x-forwarded-for": "192.0.2.2"]).status == 303)
            let metrics = try await trip.api.get("/metrics").text
            #expect(metrics.contains(#"belfry_sign_ins_refused_total{code="sign_in_begin_again"} 60"#))
            #expect(metrics.contains(#"belfry_sign_ins_refused_total{code="sign_in_busy"} 1"#))
            trip.api.clock.advance(.seconds(60))
            #expect(try await guess("192.0.2.1").text.contains("sign_in_begin_again"))
        }
    }

    @Test("A line that any stranger can cause is due once a minute for each of its kinds, with how many there were")
    func lines() {
        let pace = LogPace()
        func take(_ kind: String, after seconds: Int64) -> Int? { pace.take(kind, now: .noon + .seconds(seconds)) }
        #expect(take("one", after: 0) == 1)
        for second in 1...59 { #expect(take("one", after: Int64(second)) == nil) }
        #expect(take("two", after: 59) == 1)
        #expect(take("one", after: 60) == 60)
        #expect(take("one", after: 119) == nil)
        #expect(take("one", after: 500) == 2)
    }
}
