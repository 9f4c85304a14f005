/// What an identity provider, or whoever passes for it, does otherwise than it should.
public struct OpenIDFaults: Hashable, Sendable {
    /// How an ID token is signed.
    public enum Signature: Hashable, Sendable {
        /// By the key that signs now.
        case proper
        /// The algorithm `none`.
        case none
        /// HS256 with the public key as its secret, which a careless verifier takes.
        case publicKeyAsSecret
        /// By a key that isn't published, under the name of one that is, or under one of its own.
        case strangeKey(named: String)
        /// Properly, with a header that asks for what nobody knows.
        case critical
        /// Properly, with a number in the header that is larger than most programs read.
        case vast
        /// Properly, without saying by which key.
        case nameless
    }

    public var signature = Signature.proper
    /// Claims of the ID token by their names, as JSON; nil leaves one out.
    public var claims: [String: String?] = [:]
    /// Claims at the userinfo endpoint, the same way.
    public var userinfo: [String: String?] = [:]
    /// In the answer that the browser brings back (RFC 9207); nil leaves it out.
    public var answeredIssuer: String??
    /// In the description.
    public var describedIssuer: String?
    /// Paths that answer with a status alone, as `/jwks`.
    public var statuses: [String: Int] = [:]

    public init() {}
}
