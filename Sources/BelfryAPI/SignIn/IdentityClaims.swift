import BelfryTime
import JWTKit

/// What an identity provider says of somebody who has signed in there: in an ID token (OpenID Connect Core 1.0, section 2), and in the answer of its
/// userinfo endpoint (section 5.3).
///
/// Whatever follows from it is a function of the claims, the settings and the moment alone.
struct IdentityClaims: JWTPayload, Hashable {
    let values: [String: ClaimValue]

    /// By so much the clocks of two machines may differ, in seconds.
    static let leeway = 60.0
    /// Section 2: "It MUST NOT exceed 255 ASCII characters in length."
    private static let subjectByteCountMax = 255
    private static let verifiedClaim = "email_verified"

    init(_ values: [String: ClaimValue]) {
        self.values = values
    }

    init(from decoder: any Decoder) throws {
        values = try [String: ClaimValue](from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    // The clock is an argument of `flaw`; the signature is all that there is to verify here.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    private func text(_ name: String) -> String? { if case .text(let text) = values[name] { text } else { nil } }

    private func number(_ name: String) -> Double? { if case .number(let number) = values[name] { number } else { nil } }

    // MARK: Whether it counts

    /// The claim by which an ID token isn't one for us, for this sign-in and this moment (section 3.1.3.7); nil where it is.
    ///
    /// - Parameter nonce: what we have had the provider put into it.
    func flaw(for settings: IdentitySettings, nonce: String, now: Instant) -> String? {
        let seconds = Double(now.millisecondsSinceEpoch) / 1000
        guard text("iss") == settings.issuer else { return "iss" }
        let audience = values["aud"]?.texts ?? []
        guard audience.contains(settings.clientID) else { return "aud" }
        // A token for several says for whom of them it was made.
        guard values["azp"].map({ $0 == .text(settings.clientID) }) ?? (audience.count == 1) else { return "azp" }
        guard let end = number("exp"), seconds < end + Self.leeway else { return "exp" }
        guard let moment = number("iat"), moment <= seconds + Self.leeway else { return "iat" }
        guard values["nbf"] == nil || number("nbf").map({ $0 <= seconds + Self.leeway }) == true else { return "nbf" }
        guard text("nonce") == nonce else { return "nonce" }
        guard let subject = text("sub"), (1...Self.subjectByteCountMax).contains(subject.utf8.count) else { return "sub" }
        return nil
    }

    // MARK: Whom it means

    /// Whether the userinfo endpoint has to be asked for what isn't there.
    func lacks(for settings: IdentitySettings) -> Bool {
        let named = [settings.personClaim] + (settings.operators.isEmpty ? [] : [settings.operatorClaim])
        let wanted = named + (named.contains(IdentitySettings.mailClaim) ? [Self.verifiedClaim] : [])
        return wanted.contains { values.claim(at: $0) == nil }
    }

    /// With what that endpoint has besides; nil where it speaks of somebody else (section 5.3.2).
    ///
    /// That a mailbox is verified is said of the one beside it, and of no other that stands elsewhere.
    func adding(_ other: IdentityClaims) -> IdentityClaims? {
        guard let subject = text("sub"), other.text("sub") == subject else { return nil }
        let mail = [IdentitySettings.mailClaim, Self.verifiedClaim]
        let own = mail.allSatisfy { values[$0] != nil } ? values : values.filter { !mail.contains($0.key) }
        return IdentityClaims(own.merging(other.values) { $0.adding($1) })
    }

    /// Who somebody is by what the provider says.
    struct Identity: Hashable, Sendable {
        /// Their identifier in Belfry, or their mailbox.
        let name: String
        /// Whether the name is a mailbox that the provider has seen to be theirs.
        let isMailbox: Bool
        let isOperator: Bool
        /// Whether anything is said of groups or roles.
        let hasGroups: Bool
    }

    /// Nil where the claim isn't there, is no text, or is a mailbox that the provider hasn't seen to be theirs.
    func identity(for settings: IdentitySettings) -> Identity? {
        // Many may enter any mailbox as theirs.
        func counts(_ claim: String) -> Bool { claim != IdentitySettings.mailClaim || values[Self.verifiedClaim] == .flag(true) }
        guard case .text(let name) = values.claim(at: settings.personClaim), counts(settings.personClaim) else { return nil }
        let groups = values.claim(at: settings.operatorClaim)
        let isOperator = counts(settings.operatorClaim) && !settings.operators.isDisjoint(with: groups?.texts ?? [])
        return Identity(name: name, isMailbox: settings.personClaim == IdentitySettings.mailClaim, isOperator: isOperator, hasGroups: groups != nil)
    }
}
