import BelfryPorts
import Crypto
import Foundation

/// Checks that a callback comes from Twilio: an HMAC-SHA1 (RFC 2104) over the address and the form, in base64.
///
/// Source: https://www.twilio.com/docs/usage/webhooks/webhooks-security. A body that is no form is vouched for by its SHA-256 in the query
/// field `bodySHA256`, which the signature covers as a part of the address.
struct TwilioSignature: Sendable {
    static let header = "x-twilio-signature"
    static let bodyHashField = "bodySHA256"

    private let key: SymmetricKey

    init(authToken: String) {
        key = SymmetricKey(data: Data(authToken.utf8))
    }

    /// - Parameter form: nil where the body is no form.
    func isValid(_ shown: String, for request: CallbackRequest, form: [CallbackRequest.QueryItem]?) -> Bool {
        // Decoders differ in what they let pass besides; the one proper spelling counts.
        guard let code = Data(base64Encoded: shown), code.count == Insecure.SHA1.byteCount, code.base64EncodedString() == shown else { return false }
        if form == nil {
            guard let hash = request.query.first(where: { $0.name == Self.bodyHashField })?.value, Self.isHash(hash, of: request.body) else { return false }
        }
        let fields = Self.signedText(of: form ?? [])
        return Self.spellings(of: request.url).contains { url in
            HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: Data((url + fields).utf8), using: key)
        }
    }

    /// What stands in the header.
    func sign(url: String, form: [CallbackRequest.QueryItem]) -> String {
        Data(HMAC<Insecure.SHA1>.authenticationCode(for: Data((url + Self.signedText(of: form)).utf8), using: key)).base64EncodedString()
    }

    /// Names with their values, in the order of their bytes, without anything between them; what is there twice counts once.
    private static func signedText(of form: [CallbackRequest.QueryItem]) -> String {
        Set(form).sorted { left, right in
            left.name == right.name ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8) : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }.map { $0.name + $0.value }.joined()
    }

    private static func isHash(_ text: String, of body: [UInt8]) -> Bool {
        let hash = SHA256.hash(data: body).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return text.lowercased() == hash
    }

    /// Twilio signs the address with or without the port that is usual for its scheme.
    private static func spellings(of url: String) -> [String] {
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where url.hasPrefix(scheme) {
            let rest = url.dropFirst(scheme.count)
            let authority = rest.prefix { !"/?#".contains($0) }
            let behind = rest.dropFirst(authority.count)
            if authority.hasSuffix(port) { return [url, scheme + authority.dropLast(port.count) + behind] }
            // Whatever stands behind the last bracket of an IPv6 address.
            let hasPort = authority.split(separator: "]", omittingEmptySubsequences: false).last?.contains(":") == true
            return hasPort ? [url] : [url, scheme + authority + port + behind]
        }
        return [url]
    }
}

extension TwilioSignature {
    /// What a request says that is signed with one of some tokens; of a name that is there twice the first.
    ///
    /// - Throws: ``CallbackRefusal``
    static func fields(of request: CallbackRequest, signedBy tokens: [Secret]) throws(CallbackRefusal) -> [String: String] {
        guard request.method == "POST", let shown = request.headers[header] else { throw .badSignature }
        let isForm = request.headers["content-type"].map { $0.lowercased().hasPrefix(FormEncoding.contentType) } ?? false
        let form = isForm ? FormEncoding.decode(request.body) : nil
        if isForm, form == nil { throw .malformed }
        let isSigned = tokens.contains { token in
            guard let text = try? token.text(), !text.isEmpty else { return false }
            return TwilioSignature(authToken: text).isValid(shown, for: request, form: form)
        }
        guard isSigned else { throw .badSignature }
        let fields = if let form { form } else { try jsonFields(request.body) }
        return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The texts of an object; what is no text says nothing to us.
    private static func jsonFields(_ body: [UInt8]) throws(CallbackRefusal) -> [CallbackRequest.QueryItem] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { throw .malformed }
        return object.compactMap { name, value in (value as? String).map { .init(name: name, value: $0) } }
    }
}
