import BelfryTime
import Crypto
import Foundation

/// A sign-in at a provider that is under way: what its answer has to fit.
///
/// The browser keeps its text in a cookie, and nobody else anything, so that whichever host takes the answer can go on with it. The text is but a
/// name: what the provider is given and shown follows from it by a key of the house, so that nobody makes an attempt of their own, and who reads the
/// cookie learns nothing by it.
struct SignInAttempt: Hashable, Sendable {
    let text: String
    /// Comes back with the answer, which so belongs to this browser (RFC 6749, section 10.12).
    let state: String
    /// Comes back in the ID token, which so belongs to this sign-in (OpenID Connect Core 1.0, section 3.1.2.1).
    let nonce: String
    /// Shows that who brings the code is who has asked for it (RFC 7636): 43 characters.
    let verifier: String
    private let endsAt: Instant

    /// So long somebody may take to sign in there.
    static let length = Duration.seconds(10 * 60)
    private static let byteCountMax = 200

    /// The text of a new one.
    ///
    /// - Parameter code: what nobody can guess and no other attempt has.
    static func text(code: String, now: Instant) -> String { "\((now + length).secondsSinceEpoch).\(code)" }

    /// Nil for what is the text of none.
    init?(_ text: String, key: SymmetricKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.byteCountMax, parts.count == 2, !parts[1].isEmpty, let seconds = Int64(parts[0]),
            (0...Instant.max.secondsSinceEpoch).contains(seconds)
        else { return nil }
        func secret(_ purpose: String) -> String {
            base64URL(HMAC<SHA256>.authenticationCode(for: Data("\(purpose) \(text)".utf8), using: key))
        }
        self.text = text
        endsAt = Instant(secondsSinceEpoch: seconds)
        (state, nonce, verifier) = (secret("state"), secret("nonce"), secret("verifier"))
    }

    func isOver(_ now: Instant) -> Bool { endsAt <= now }

    /// What is shown of the verifier beforehand, by S256 (RFC 7636, section 4.2).
    var challenge: String { base64URL(SHA256.hash(data: Data(verifier.utf8))) }
}

/// Without padding (RFC 7515, section 2).
private func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
