import BelfryModel
import BelfryTime
import Crypto
import Foundation

/// Checks that what is posted to a hook comes from whoever shares a secret with it, by the kind of signature that the hook names.
///
/// What is wrong is compared in the same time wherever it differs, and what can't be read is wrong. Sources: GitHub, "Validating webhook deliveries"
/// (<https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries>); GitLab, "Webhooks"
/// (<https://docs.gitlab.com/user/project/integrations/webhooks/>); Gitea, "Webhooks" (<https://docs.gitea.com/usage/repository/webhooks>); Stripe, "Verify
/// webhook signatures manually" (<https://docs.stripe.com/webhooks?verify=verify-manually>); Standard Webhooks 1.0.0
/// (<https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>).
struct HookVerifier {
    let signature: HookSignature
    /// Any of them will do: while one takes the place of another both count.
    let secrets: [HookSecret]

    /// So far the moment of a signature may be from now: Stripe's libraries, and those of Standard Webhooks, take as much.
    static let tolerance = Duration.seconds(300)
    /// More signatures of one post aren't looked at: nobody knows yet who sent it.
    private static let countMax = 8
    private static let prefix = "whsec_"

    /// - Parameter header: what stands under a name; nil where nothing does.
    /// - Returns: what is signed that makes it the same as one that came before; nil where that is the body.
    /// - Throws: `Problem.callbackRefused` where it isn't signed, or wasn't just now.
    func check(_ body: Data, now: Instant, header: (_ name: String) -> String?) throws(Problem) -> String? {
        guard let shown = signature.headerName.flatMap(header) else { throw .callbackRefused(.badSignature) }
        switch signature.scheme {
        case .key: throw .callbackRefused(.badSignature)
        case .github: try accept([shown.hasPrefix("sha256=") ? Self.bytes(ofHex: shown.dropFirst(7)) : nil], of: body)
        case .gitea: try accept([Self.bytes(ofHex: shown[...])], of: body)
        // Some begin it with the name of the hash.
        case .hmac: try accept([Self.bytes(of: shown.hasPrefix("sha256=") ? shown.dropFirst(7) : shown[...])], of: body)
        case .gitlab, .token:
            // Of their digests, so that not even the length shows.
            let digest = SHA256.hash(data: Data(shown.utf8))
            guard secrets.contains(where: { SHA256.hash(data: Data($0.text.utf8)) == digest }) else { throw .callbackRefused(.badSignature) }
        case .stripe: try checkStripe(shown, body, now: now)
        case .standard: return try checkStandard(shown, body, now: now, header: header)
        }
        return nil
    }

    /// `t=1492774577,v1=5257a869…`: of the moment, a dot and the body. Schemes other than `v1` aren't looked at.
    private func checkStripe(_ shown: String, _ body: Data, now: Instant) throws(Problem) {
        let parts = shown.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
        func values(_ name: String) -> [Substring] { parts.filter { $0[0].trimmingPrefix(" ") == name }.map { $0[1] } }
        guard let moment = values("t").first else { throw .callbackRefused(.badSignature) }
        try accept(values("v1").prefix(Self.countMax).map(Self.bytes(ofHex:)), of: Data("\(moment).".utf8) + body)
        try Self.checkAge(moment, now: now)
    }

    /// `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`, several with spaces between: of the identifier, the moment and the body with dots between.
    private func checkStandard(_ shown: String, _ body: Data, now: Instant, header: (String) -> String?) throws(Problem) -> String {
        guard let id = header("webhook-id"), !id.isEmpty, let moment = header("webhook-timestamp") else { throw .callbackRefused(.badSignature) }
        let codes = shown.split(separator: " ").filter { $0.hasPrefix("v1,") }.prefix(Self.countMax).map { Data(base64Encoded: String($0.dropFirst(3))) }
        try accept(codes, of: Data("\(id).\(moment).".utf8) + body)
        try Self.checkAge(moment[...], now: now)
        return id
    }

    // MARK: Parts

    /// - Throws: `Problem.callbackRefused` where none is the code of what is signed.
    private func accept(_ codes: [Data?], of signed: Data) throws(Problem) {
        let (codes, keys) = (codes.compactMap { $0 }, secrets.compactMap(key))
        let isSigned = keys.contains { key in
            codes.contains { HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: signed, using: key) }
        }
        guard isSigned else { throw .callbackRefused(.badSignature) }
    }

    /// A secret of Standard Webhooks stands for the bytes behind its prefix; every other for its own. Nil where it stands for none.
    private func key(of secret: HookSecret) -> SymmetricKey? {
        guard signature.scheme == .standard else { return SymmetricKey(data: Data(secret.text.utf8)) }
        let text = secret.text.hasPrefix(Self.prefix) ? String(secret.text.dropFirst(Self.prefix.count)) : secret.text
        return Data(base64Encoded: text).flatMap { $0.isEmpty ? nil : SymmetricKey(data: $0) }
    }

    private static func checkAge(_ seconds: Substring, now: Instant) throws(Problem) {
        // What no clock shows doesn't count as a moment.
        guard let seconds = Int64(seconds), seconds.magnitude < 1 << 40 else { throw .callbackRefused(.stale) }
        let age = now - Instant(secondsSinceEpoch: seconds)
        guard age <= tolerance, .zero - age <= tolerance else { throw .callbackRefused(.stale) }
    }

    private static func bytes(of text: Substring) -> Data? { bytes(ofHex: text) ?? Data(base64Encoded: String(text)) }

    private static func bytes(ofHex text: Substring) -> Data? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count == 2 * SHA256.byteCount else { return nil }
        return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
