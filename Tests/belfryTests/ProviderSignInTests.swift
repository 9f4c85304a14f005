import BelfryProviders
import BelfrySystem
import BelfryTime
import Foundation
import NIOHTTP1
import Testing

/// Signing in by an identity provider, through a server and what stands in for one.
@Suite("Signing in by an identity provider", .timeLimit(.minutes(10)))
struct ProviderSignInTests {
    static func settings(issuer: String, publicURL: String) -> [String: String] {
        [
            "BELFRY_OIDC_ISSUER": issuer, "BELFRY_OIDC_CLIENT_ID": OpenIDSimulator.clientID, "BELFRY_OIDC_CLIENT_SECRET": OpenIDSimulator.clientSecret,
            "BELFRY_OIDC_OPERATORS": "belfry-operators, others", "BELFRY_OIDC_NAME": "Lindens’ door", "BELFRY_PUBLIC_URL": publicURL,
        ]
    }

    /// A provider that knows Ana, who runs this Belfry.
    static func provider(publicURL: String) throws -> OpenIDSimulator {
        let provider = try OpenIDSimulator(redirectURLs: [publicURL + "/login/provider/callback"], signedOutURLs: [publicURL + "/"]) {
            Instant.systemNow().secondsSinceEpoch
        }
        provider.add(account: "ana", ["groups": #"["belfry-operators"]"#])
        return provider
    }

    @Test("The server leads to the provider and takes its answer over https cookies; nothing of a token stands in its log, and the audit log has the way")
    func wholeWay() async throws {
        let publicURL = "https://belfry.example"
        let provider = try Self.provider(publicURL: publicURL)
        try await provider.listen { issuer in
            let environment = Self.settings(issuer: issuer, publicURL: publicURL).merging(["BELFRY_LOG_LEVEL": "debug"]) { $1 }
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: environment)
                let store = try StoreFile(server.store)
                try await Household.move(into: server)
                let begun = try await server.get("/login/provider", as: [])
                let cookie = try #require(begun.headers["set-cookie"].first)
                #expect(begun.status == 303 && cookie.hasPrefix("__Host-belfry_provider=") && cookie.hasSuffix("; Secure"))
                let address = try #require(begun.headers["location"].first)
                let back = try #require(try await ProviderBrowser.signIn(at: address, as: "ana"))
                let path = String(back.dropFirst(publicURL.count))
                let answer = try await server.get(path, as: [("cookie", String(cookie.prefix { $0 != ";" }))])
                #expect(answer.status == 303 && answer.headers["location"] == ["/"])
                let session = try #require(answer.headers["set-cookie"].first { $0.hasPrefix("__Host-belfry_session=") }?.prefix { $0 != ";" })
                #expect(try await server.get("/deliveries", as: [("cookie", String(session))]).status == 200)
                let line = try store.count(#"audit_log WHERE action = 'person.signed_in' AND actor_user_id = 'ana' AND details LIKE '%"way":"provider"%'"#)
                #expect(line == 1)
                let (code, state) = (path.firstMatch(of: #/code=([^&]+)/#)?.output.1 ?? "?", path.firstMatch(of: #/state=([^&]+)/#)?.output.1 ?? "?")
                let again = try await server.get(path, as: [])
                #expect(again.status == 400 && again.text.contains("sign_in_begin_again"))
                await server.stop()
                let log = await server.program.errors.whole()
                #expect(log.contains("sign_in_begin_again"))
                for secret in [String(code), String(state), String(session.suffix(43)), OpenIDSimulator.clientSecret] { #expect(!log.contains(secret)) }
            }
        }
    }

    @Test("The doctor asks the provider, names the address that it must know, and no secret; what can't be used is named by its key")
    func doctor() async throws {
        let publicURL = "https://belfry.example"
        let provider = try Self.provider(publicURL: publicURL)
        try await provider.listen { issuer in
            try await withTemporaryFolder { folder in
                func doctor(_ changes: [String: String]) async throws -> Program.Result {
                    let secret = ["BELFRY_JWT_SECRET": RunningServer.jwtSecret]
                    let environment = Self.settings(issuer: issuer, publicURL: publicURL).merging(secret) { $1 }.merging(changes) { $1 }
                    return try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
                }
                let fine = try await doctor([:])
                #expect(fine.status == 0 && fine.output.contains("\(publicURL)/login/provider/callback, and for signing out there \(publicURL)/;"), "\(fine.output)")
                #expect(fine.output.contains("who has “belfry-operators” or “others” in groups is an operator"))
                #expect(!fine.output.contains(OpenIDSimulator.clientSecret))
                let slashed = try await doctor(["BELFRY_OIDC_ISSUER": issuer + "/"])
                #expect(slashed.status == 0 && slashed.output.contains("must be the same to the letter"), "\(slashed.output)")
                let unusable = try await doctor(["BELFRY_OIDC_ISSUER": "http://id.example"])
                #expect(unusable.status == 1 && unusable.output.contains("BELFRY_OIDC_ISSUER") && !unusable.output.contains("id.example"))
                let nowhere = try await doctor(["BELFRY_PUBLIC_URL": ""])
                #expect(nowhere.status == 1 && nowhere.output.contains("The setting public_url"))
            }
        }
    }
}
