import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryAPI

/// The codes are the providers' own where they show any: GitHub's documentation on validating deliveries, and the tests of Standard Webhooks' libraries.
@Suite("What is posted to a hook counts only where it is signed as the hook says")
struct HookVerifierTests {
    private func check(
        _ scheme: HookSignature.Scheme, header: String? = nil, secret: String, _ body: String, shown: [String: String], at now: Instant = .noon
    ) throws -> String? {
        let signature = try #require(HookSignature(scheme, header: header))
        let verifier = HookVerifier(signature: signature, secrets: [try #require(HookSecret("another secret")), try #require(HookSecret(secret))])
        return try verifier.check(Data(body.utf8), now: now) { name in shown.first { $0.key.lowercased() == name.lowercased() }?.value }
    }

    private static let secret = "It's a Secret to Everybody"
    private static let code = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

    @Test("An HMAC of the body counts in the header of its scheme, and in no other form")
    func bodies() throws {
        let base64 = "dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc="
        let accepted: [(HookSignature.Scheme, String?, [String: String])] = [
            (.github, nil, ["X-Hub-Signature-256": "sha256=\(Self.code)"]), (.gitea, nil, ["X-Gitea-Signature": Self.code]),
            (.hmac, "Sentry-Hook-Signature", ["Sentry-Hook-Signature": Self.code]), (.hmac, "X-Shop", ["X-Shop": "sha256=\(Self.code)"]),
            (.hmac, "X-Shop", ["X-Shop": base64]), (.gitlab, nil, ["X-Gitlab-Token": Self.secret]), (.token, "X-Key", ["X-Key": Self.secret]),
        ]
        for (scheme, header, shown) in accepted {
            #expect(try check(scheme, header: header, secret: Self.secret, "Hello, World!", shown: shown) == nil, "\(shown)")
        }
        let refused: [(HookSignature.Scheme, String?, String, [String: String])] = [
            (.github, nil, "Hello, World?", ["X-Hub-Signature-256": "sha256=\(Self.code)"]), (.github, nil, "Hello, World!", ["X-Hub-Signature-256": Self.code]),
            (.github, nil, "Hello, World!", ["X-Hub-Signature": "sha256=\(Self.code)"]), (.github, nil, "Hello, World!", ["X-Hub-Signature-256": "sha256="]),
            (.github, nil, "Hello, World!", ["X-Hub-Signature-256": "sha256=\(Self.code)00"]), (.github, nil, "Hello, World!", [:]),
            (.gitea, nil, "Hello, World!", ["X-Gitea-Signature": String(repeating: "g", count: 64)]), (.gitea, nil, "Hello, World!", ["X-Gitea-Signature": ""]),
            (.gitlab, nil, "Hello, World!", ["X-Gitlab-Token": "It's a Secret"]), (.token, "X-Key", "Hello, World!", ["X-Key": ""]),
            (.key, nil, "Hello, World!", ["Authorization": Self.secret]),
        ]
        for (scheme, header, body, shown) in refused {
            #expect(throws: Problem.callbackRefused(.badSignature), "\(scheme) \(shown)") {
                try check(scheme, header: header, secret: Self.secret, body, shown: shown)
            }
        }
    }

    @Test("Stripe's counts for five minutes, whichever of several is right")
    func stripe() throws {
        let code = "799c4ba7bb339f3c8601adfd112f0e477c930a268be1243d341abb8286501c2f"
        let moment = Instant(secondsSinceEpoch: 1_492_774_577)
        func check(_ shown: String, at now: Instant) throws -> String? {
            try self.check(.stripe, secret: "whsec_test_secret", #"{"id":"evt_1"}"#, shown: ["Stripe-Signature": shown], at: now)
        }
        for age in [-300, 0, 300] {
            #expect(try check("t=1492774577,v1=\(Self.code),v1=\(code),v0=6ffb", at: moment + .seconds(age)) == nil)
        }
        for age in [-301, 301] {
            #expect(throws: Problem.callbackRefused(.stale)) { try check("t=1492774577,v1=\(code)", at: moment + .seconds(age)) }
        }
        for shown in ["t=1492774578,v1=\(code)", "v1=\(code)", "t=1492774577,v0=\(code)", "t=1492774577", "", ",,=,"] {
            #expect(throws: Problem.callbackRefused(.badSignature), "\(shown)") { try check(shown, at: moment) }
        }
    }

    @Test("One of Standard Webhooks counts for five minutes, and says by its identifier what is the same")
    func standard() throws {
        let (id, code) = ("msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=")
        let moment = Instant(secondsSinceEpoch: 1_649_367_553)
        func check(id: String, seconds: String = "1649367553", _ codes: String, secret: String, at now: Instant) throws -> String? {
            try self.check(
                .standard, secret: secret, #"{"email":"test@example.com","username":"test_user"}"#,
                shown: ["webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": codes], at: now)
        }
        for secret in ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "C2FVsBQIhrscChlQIMV+b5sSYspob7oD"] {
            #expect(try check(id: id, "v1a,AAAA v1,AAAA \(code)", secret: secret, at: moment) == id)
            #expect(throws: Problem.callbackRefused(.stale)) { try check(id: id, code, secret: secret, at: moment + .seconds(301)) }
            #expect(throws: Problem.callbackRefused(.badSignature)) { try check(id: "msg_other", code, secret: secret, at: moment) }
            #expect(throws: Problem.callbackRefused(.badSignature)) { try check(id: id, seconds: "1649367554", code, secret: secret, at: moment) }
        }
        #expect(throws: Problem.callbackRefused(.badSignature)) { try check(id: id, code, secret: "whsec_no base64", at: moment) }
        #expect(throws: Problem.callbackRefused(.badSignature)) { try check(id: "", code, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", at: moment) }
    }

    @Test("A secret is never in what is printed of it, and a signature has a header where it needs one and nowhere else")
    func printed() throws {
        let secret = try #require(HookSecret(Self.secret))
        #expect(!"\(secret) \(String(reflecting: secret)) \(String(describing: [secret]))".contains("Everybody"))
        #expect(HookSecret("short") == nil && HookSecret(String(repeating: "a", count: 513)) == nil)
        #expect(HookSignature(.hmac) == nil && HookSignature(.hmac, header: "X Shop") == nil && HookSignature(.github, header: "X-Shop") == nil)
    }
}
