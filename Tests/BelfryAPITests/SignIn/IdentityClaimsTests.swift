import BelfryChannels
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryAPI

/// What follows from the claims of a provider, without one.
@Suite("The claims of an identity provider")
struct IdentityClaimsTests {
    private static let issuer = "https://id.example/realms/home/"
    private static let now = Double(Instant.noon.secondsSinceEpoch)
    private static let good: [String: ClaimValue] = [
        "iss": .text(issuer), "aud": .text("belfry"), "exp": .number(now + 300), "iat": .number(now), "nonce": .text("once"), "sub": .text("ana"),
    ]

    private static func settings(
        personClaim: String? = nil, operatorClaim: String? = nil, operators: Set<String> = ["belfry-operators"], issuer: String = issuer
    ) throws -> IdentitySettings {
        try IdentitySettings(
            issuer: issuer, clientID: "belfry", clientSecret: "secret", personClaim: personClaim, operatorClaim: operatorClaim, operators: operators,
            publicURL: "https://belfry.example/")
    }

    @Test(
        "A token counts for this client, sign-in and moment alone; by which claim it doesn't is named",
        arguments: [
            ([:], nil), (["aud": .list([.text("belfry")])], nil), (["exp": .number(now - 59)], nil), (["iat": .number(now + 60)], nil),
            (["aud": .list([.text("belfry"), .text("other")]), "azp": .text("belfry")], nil), (["nbf": .number(now)], nil),
            (["iss": .text("https://id.example/realms/home")], "iss"), (["iss": .other], "iss"), (["aud": .text("other")], "aud"), (["aud": .other], "aud"),
            (["aud": .list([.text("belfry"), .text("other")])], "azp"), (["azp": .text("other")], "azp"), (["azp": .other], "azp"),
            (["exp": .number(now - 60)], "exp"), (["exp": .text("9999999999")], "exp"), (["iat": .number(now + 61)], "iat"), (["iat": .other], "iat"),
            (["nbf": .number(now + 61)], "nbf"), (["nbf": .text("0")], "nbf"), (["nonce": .text("twice")], "nonce"), (["nonce": .other], "nonce"),
            (["sub": .text("")], "sub"), (["sub": .text(String(repeating: "a", count: 256))], "sub"), (["sub": .number(7)], "sub"),
        ] as [([String: ClaimValue], String?)])
    func flaws(change: [String: ClaimValue], flaw: String?) throws {
        let claims = IdentityClaims(Self.good.merging(change) { $1 })
        #expect(try claims.flaw(for: Self.settings(), nonce: "once", now: .noon) == flaw)
    }

    @Test(
        "Who somebody is stands in the claim that the settings name; a mailbox counts only where the provider has seen that it is theirs",
        arguments: [
            (nil, [:], "ana"), ("preferred_username", ["preferred_username": .text("Ana L.")], "Ana L."), ("preferred_username", [:], nil),
            ("oid", ["oid": .number(7)], nil), ("email", ["email": .text("ana@example.org"), "email_verified": .flag(true)], "ana@example.org"),
            ("email", ["email": .text("ana@example.org")], nil), ("email", ["email": .text("ana@example.org"), "email_verified": .flag(false)], nil),
            ("email", ["email": .text("ana@example.org"), "email_verified": .text("true")], nil),
        ] as [(String?, [String: ClaimValue], String?)])
    func names(claim: String?, more: [String: ClaimValue], name: String?) throws {
        let identity = IdentityClaims(Self.good.merging(more) { $1 }).identity(for: try Self.settings(personClaim: claim))
        #expect(identity?.name == name && identity.map(\.isMailbox) == identity.map { _ in claim == "email" } && identity?.isOperator != true)
    }

    @Test(
        "An operator is who has one of the groups that the settings name, in a list or alone; without such groups nobody is",
        arguments: [
            (.list([.text("family"), .text("belfry-operators")]), true), (.text("belfry-operators"), true), (.list([.text("belfry-operators-to-be")]), false),
            (.list([.list([.text("belfry-operators")])]), false), (.flag(true), false), (.other, false),
        ] as [(ClaimValue, Bool)])
    func operators(groups: ClaimValue, isOperator: Bool) throws {
        let claims = IdentityClaims(Self.good.merging(["groups": groups]) { $1 })
        #expect(try claims.identity(for: Self.settings())?.isOperator == isOperator)
        #expect(try claims.identity(for: Self.settings(operators: []))?.isOperator == false)
    }

    @Test(
        "Groups may lie within objects, along the dots of the claim's name; what is called so as a whole comes first, and a name on the way may have dots",
        arguments: [
            ("realm_access.roles", ["realm_access": .object(["roles": .list([.text("belfry-operators")])])], true),
            ("realm_access.roles", ["realm_access": .object(["roles": .list([.text("family")])])], false),
            ("realm_access.roles", ["realm_access": .list([.text("belfry-operators")]), "roles": .text("belfry-operators")], false),
            ("realm_access.roles", ["realm_access.roles": .list([]), "realm_access": .object(["roles": .text("belfry-operators")])], false),
            ("realm_access", ["realm_access": .object(["roles": .text("belfry-operators")])], false),
            ("resource_access.belfry.example.roles", ["resource_access": .object(["belfry.example": .object(["roles": .text("belfry-operators")])])], true),
            ("resource_access.belfry.roles", ["resource_access": .object(["belfry.example": .object(["roles": .text("belfry-operators")])])], false),
            ("https://example.com/groups", ["https://example.com/groups": .list([.text("belfry-operators")])], true),
        ] as [(String, [String: ClaimValue], Bool)])
    func paths(claim: String, more: [String: ClaimValue], isOperator: Bool) throws {
        let identity = IdentityClaims(Self.good.merging(more) { $1 }).identity(for: try Self.settings(operatorClaim: claim))
        #expect(identity?.isOperator == isOperator)
    }

    @Test("What the token has of an object is filled up from the userinfo endpoint, and stays what it is")
    func filledUp() throws {
        let settings = try Self.settings(operatorClaim: "realm_access.roles")
        let claims = IdentityClaims(Self.good.merging(["realm_access": .object(["verify_caller": .flag(true)])]) { $1 })
        #expect(claims.lacks(for: settings))
        let roles = ClaimValue.list([.text("belfry-operators")])
        let whole = try #require(claims.adding(IdentityClaims(["sub": .text("ana"), "realm_access": .object(["verify_caller": .flag(false), "roles": roles])])))
        #expect(whole.values["realm_access"] == .object(["verify_caller": .flag(true), "roles": roles]) && !whole.lacks(for: settings))
        #expect(whole.identity(for: settings)?.isOperator == true)
    }

    @Test("What stands in a token is read with what lies within it")
    func reading() throws {
        let text = #"{"realm_access": {"roles": ["a", 1, null]}, "name": "Ana", "count": 2.5, "fine": true, "none": null}"#
        let claims = try JSONDecoder().decode(IdentityClaims.self, from: Data(text.utf8))
        let wanted: [String: ClaimValue] = [
            "realm_access": .object(["roles": .list([.text("a"), .number(1), .other])]), "name": .text("Ana"), "count": .number(2.5), "fine": .flag(true),
            "none": .other,
        ]
        #expect(claims.values == wanted)
        #expect(claims.values["realm_access"]?.texts == [] && claims.values.claim(at: "realm_access.roles")?.texts == ["a"])
    }

    @Test(
        "Groups stand in a list with commas, and a comma that belongs to a name has a backslash before it",
        arguments: [
            ("belfry-operators, others,,", ["belfry-operators", "others"]), (#"CN=belfry\,OU=groups,others"#, ["CN=belfry,OU=groups", "others"]),
            (#"CN=belfry\\,OU=groups"#, [#"CN=belfry\"#, "OU=groups"]), (#"HOME\operators, a\\b, c\"#, [#"HOME\operators"#, #"a\b"#, #"c\"#]),
            (#"CN=Linden\\\, Ana\,OU=people"#, [#"CN=Linden\, Ana,OU=people"#]), ("Ärzte, مشغلون", ["Ärzte", "مشغلون"]), (" , ", []),
        ] as [(String, Set<String>)])
    func groups(list: String, groups: Set<String>) {
        #expect(IdentitySettings.groups(in: list) == groups)
    }

    @Test("A mailbox makes an operator only where it is verified, and that is said of the mailbox beside it alone")
    func mailboxes() throws {
        let settings = try Self.settings(operatorClaim: "email", operators: ["ana@example.org"])
        func claims(_ mail: String?, _ isVerified: Bool?) -> IdentityClaims {
            let more = ["email": mail.map(ClaimValue.text), "email_verified": isVerified.map(ClaimValue.flag)].compactMapValues(\.self)
            return IdentityClaims(Self.good.merging(more) { $1 })
        }
        for (isVerified, isOperator) in [(nil, false), (false, false), (true, true)] as [(Bool?, Bool)] {
            #expect(claims("ana@example.org", isVerified).identity(for: settings)?.isOperator == isOperator)
        }
        #expect(claims("ana@example.org", nil).lacks(for: settings) && !claims("ana@example.org", false).lacks(for: settings))
        let ofPerson = try Self.settings(personClaim: "email", operators: [])
        func name(_ token: IdentityClaims, _ userinfo: IdentityClaims) -> String? { token.adding(userinfo)?.identity(for: ofPerson)?.name }
        #expect(name(claims("ana@example.org", nil), claims("eve@example.org", true)) == "eve@example.org")
        #expect(name(claims(nil, true), claims("ana@example.org", false)) == nil)
        #expect(name(claims("ana@example.org", false), claims("ana@example.org", true)) == nil)
        #expect(name(claims("ana@example.org", nil), claims(nil, true)) == nil)
    }

    @Test("The userinfo endpoint is asked for what is lacking alone, adds to what the token says, and counts for nobody else")
    func userinfo() throws {
        let claims = IdentityClaims(Self.good)
        let settings = try Self.settings()
        #expect(claims.lacks(for: settings))
        #expect(try !claims.lacks(for: Self.settings(operators: [])))
        #expect(try claims.lacks(for: Self.settings(personClaim: "email", operators: [])))
        let more = IdentityClaims(["sub": .text("ana"), "nonce": .text("twice"), "groups": .text("belfry-operators")])
        let whole = try #require(claims.adding(more))
        #expect(whole.values["nonce"] == .text("once") && whole.identity(for: settings)?.isOperator == true)
        #expect(claims.adding(IdentityClaims(["sub": .text("eve")])) == nil && claims.adding(IdentityClaims([:])) == nil)
    }

    @Test("What can't be used is named by its key, and never by its value")
    func settings() throws {
        for issuer in ["http://id.example", "https://id.example?tenant=1", "id.example", "ftp://id.example", "https://user@id.example"] {
            #expect(throws: ChannelSettingError.self) { try Self.settings(issuer: issuer) }
        }
        func key(_ id: String?, _ secret: String?, _ url: String?) -> String? {
            do throws(ChannelSettingError) {
                _ = try IdentitySettings(issuer: Self.issuer, clientID: id, clientSecret: secret, publicURL: url)
                return nil
            } catch {
                return error.key
            }
        }
        let url = "https://belfry.example"
        #expect([key(nil, "s", url), key("b", nil, url), key("b", "s\n", url), key("b", "s", nil), key("b", "s", url)]
            == ["oidc_client_id", "oidc_client_secret", "oidc_client_secret", "public_url", nil])
        let usable = try Self.settings()
        #expect(usable.redirectURL == "https://belfry.example/login/provider/callback" && usable.name == "id.example" && "\(usable)" == "IdentitySettings")
        #expect(usable.descriptionURL == "https://id.example/realms/home/.well-known/openid-configuration")
    }

    @Test("What belongs to a sign-in follows from its text by the house's key, and from no other")
    func attempts() throws {
        let key = SymmetricKey(data: [UInt8](repeating: 1, count: 32))
        let text = SignInAttempt.text(code: "code", now: .noon)
        let attempt = try #require(SignInAttempt(text, key: key))
        #expect(attempt.verifier.utf8.count == 43 && Set([attempt.state, attempt.nonce, attempt.verifier, attempt.challenge]).count == 4)
        #expect(!attempt.isOver(.noon + .seconds(599)) && attempt.isOver(.noon + .seconds(600)))
        let another = SignInAttempt(text, key: SymmetricKey(data: [UInt8](repeating: 2, count: 32)))
        let longer = SignInAttempt(SignInAttempt.text(code: "code", now: .noon + .seconds(60)), key: key)
        #expect(Set([attempt.state, another?.state, longer?.state]).count == 3, "whoever gives themselves more time has another state")
        for text in ["", "code", "1.", ".code", "-1.code", "1.2.3", "99999999999999999999.code", "\(Int64.max).code", "1.\(String(repeating: "a", count: 200))"] {
            #expect(SignInAttempt(text, key: key) == nil, "\(text)")
        }
    }
}
