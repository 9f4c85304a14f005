import BelfryModel

// What a person has whom an identity provider signs in.
extension Authenticator {
    /// A sign-in at a provider as its cookie has it; nil where it is none.
    func attempt(_ text: String) -> SignInAttempt? { attemptKey.flatMap { SignInAttempt(text, key: $0) } }

    /// Makes a session of somebody whom a provider has signed in.
    ///
    /// - Parameter operates: whether they are an operator by its word. Then it lasts for ``operatorSessionLength`` and can't be extended, so that who is
    ///   none there any more is none here soon.
    func makeSession(for user: UserID, id: String, operates: Bool) async throws -> (session: String, length: Duration) {
        let length = operates ? Self.operatorSessionLength : PageRoutes.sessionLength
        return (try await sign(for: user, sessionID: id, operates: operates ? true : nil, validFor: length), length)
    }

    private static let operatorSessionLength = Duration.seconds(12 * 3600)
}
