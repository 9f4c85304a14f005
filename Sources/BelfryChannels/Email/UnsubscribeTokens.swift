import BelfryModel
import Crypto
import Foundation

/// Makes and reads the tokens in links to unsubscribe: whoever holds one may end what it names, and nothing else, without signing in.
///
/// They don't run out: the mail that carries one may be opened years later.
public struct UnsubscribeTokens: Sendable {
    private let key: SymmetricKey

    /// What a token entitles to end: a person's notifications of one category, or of all, at one address.
    public struct Subject: Hashable, Sendable {
        public let user: UserID
        public let address: AddressID
        /// Nil for all of them.
        public let category: String?

        public init(user: UserID, address: AddressID, category: String?) {
            self.user = user
            self.address = address
            self.category = category
        }
    }

    /// The secret can't be read, or could be guessed.
    public struct UnusableSecret: Error, Hashable, Sendable {}

    static let secretLengthMin = 32
    /// So that a token of another kind, under the same secret, is none of these.
    private static let purpose = "belfry.unsubscribe.1\n"
    static let byteCountMax = 1024
    /// A header must hold the link.
    static let categoryByteCountMax = 64

    /// - Throws: ``UnusableSecret``
    public init(_ secret: Secret) throws(UnusableSecret) {
        guard let text = try? secret.text(), text.utf8.count >= Self.secretLengthMin else { throw UnusableSecret() }
        key = SymmetricKey(data: Data(text.utf8))
    }

    /// Text that stands in an address as it is.
    public func token(for subject: Subject) -> String {
        let parts = [subject.user.text, subject.address.text] + (subject.category.map { [$0] } ?? [])
        // In JSON. Every mail has one, and an encoder of its own would take longer than the signature.
        let content = Data("[\(parts.map(JSONText.quoted).joined(separator: ","))]".utf8)
        return "\(Base64URL.text(of: content)).\(Base64URL.text(of: Data(code(of: content))))"
    }

    /// Nil where it wasn't made with this secret.
    public func subject(of token: String) -> Subject? {
        let parts = token.utf8.count <= Self.byteCountMax ? token.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 2, let content = Self.data(of: parts[0]), let code = Self.data(of: parts[1]),
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(Self.purpose.utf8) + content, using: key),
            let names = try? JSONDecoder().decode([String].self, from: content), (2...3).contains(names.count),
            let user = UserID(names[0]), let address = AddressID(names[1])
        else { return nil }
        return Subject(user: user, address: address, category: names.count == 3 ? names[2] : nil)
    }

    /// One spelling alone is taken: with two, one token could be written in two ways.
    private static func data(of text: Substring) -> Data? {
        guard let data = Base64URL.data(of: String(text)), Base64URL.text(of: data) == text else { return nil }
        return data
    }

    private func code(of content: Data) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(Self.purpose.utf8) + content, using: key)
    }
}

extension UnsubscribeTokens: CustomStringConvertible {
    public var description: String { "UnsubscribeTokens" }
}
