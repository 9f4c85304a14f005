import BelfryTime
import Crypto
import Foundation

/// Closes what a call says into the address that Twilio asks for it: nobody reads it there on the way, as in the log of a proxy, and nobody makes up another.
///
/// So nothing needs to be kept while it rings, and whichever server is asked can answer.
struct CallSeal: Sendable {
    private let key: SymmetricKey
    private let nonceKey: SymmetricKey

    /// - Parameter secret: the account's token.
    init(secret: String) {
        let secret = SymmetricKey(data: Data(secret.utf8))
        func derived(_ purpose: String) -> SymmetricKey {
            SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data("belfry calls: \(purpose)".utf8), using: secret))
        }
        (key, nonceKey) = (derived("words"), derived("nonce"))
    }

    /// Text that stands in an address as it is: AES-GCM (NIST SP 800-38D) with a nonce that follows from the words, so that the same call has the same
    /// address and no two others share one.
    ///
    /// Nil where it can't be made.
    func close(_ script: CallScript) -> String? {
        let words = Data(script.text.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: words, using: nonceKey)
        guard let nonce = try? AES.GCM.Nonce(data: Data(code).prefix(12)), let box = try? AES.GCM.seal(words, using: key, nonce: nonce),
            let bytes = box.combined
        else { return nil }
        return Base64URL.text(of: bytes)
    }

    /// Nil where it wasn't closed with this secret.
    func open(_ text: String) -> CallScript? {
        guard text.utf8.count <= 8192, let data = Base64URL.data(of: text), let box = try? AES.GCM.SealedBox(combined: data),
            let words = try? AES.GCM.open(box, using: key)
        else { return nil }
        return String(validating: words, as: UTF8.self).flatMap(CallScript.init(text:))
    }
}

extension CallSeal: CustomStringConvertible {
    var description: String { "CallSeal" }
}
