import Foundation

/// A signed token in its compact form: RFC 7515, section 7.1, and RFC 7519.
enum JSONWebToken {
    /// - Parameter signature: made over the bytes that it is given.
    static func text(header: some Encodable, claims: some Encodable, signature: (Data) throws -> Data) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = Base64URL.text(of: try encoder.encode(header)) + "." + Base64URL.text(of: try encoder.encode(claims))
        return signed + "." + Base64URL.text(of: try signature(Data(signed.utf8)))
    }
}
