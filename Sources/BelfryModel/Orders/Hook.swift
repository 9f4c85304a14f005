/// An address of an app at which any program may post a document of its own, and what is told of what comes.
///
/// It isn't kept as this but as a row, see `HookRecord`; the name is for ``HookID`` to stand on.
public enum Hook {}

public typealias HookID = Identifier<Hook>

/// How a hook knows that whoever posts may.
public struct HookSignature: Hashable, Sendable {
    public let scheme: Scheme
    /// In which header it stands, in small letters; nil where the scheme says so itself.
    public let header: String?

    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        /// The key of the hook's app, as of the other intakes.
        case key
        /// `X-Hub-Signature-256`, an HMAC of the body.
        case github
        /// `X-Gitlab-Token`, the secret itself.
        case gitlab
        /// `X-Gitea-Signature`, an HMAC of the body; of Forgejo too.
        case gitea
        /// `Stripe-Signature`, an HMAC of a moment and the body.
        case stripe
        /// `webhook-signature`, an HMAC of an identifier, a moment and the body, by Standard Webhooks.
        case standard
        /// An HMAC of the body in a header that the hook names.
        case hmac
        /// The secret itself in a header that the hook names.
        case token
    }

    public static let headerLengthMax = 64

    /// Nil where the scheme needs a header and has none that may be one (RFC 9110, section 5.6.2), or has one and needs none.
    public init?(_ scheme: Scheme, header: String? = nil) {
        guard (scheme == .hmac || scheme == .token) == (header != nil) else { return nil }
        if let header {
            guard (1...Self.headerLengthMax).contains(header.utf8.count), header.utf8.allSatisfy(Self.isOfHeader) else { return nil }
        }
        (self.scheme, self.header) = (scheme, header?.lowercased())
    }

    public static let key = HookSignature(known: .key)

    private init(known scheme: Scheme) { (self.scheme, header) = (scheme, nil) }

    private static func isOfHeader(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Where the signature stands; nil of a key, which stands where keys do.
    public var headerName: String? {
        switch scheme {
        case .key: nil
        case .github: "X-Hub-Signature-256"
        case .gitlab: "X-Gitlab-Token"
        case .gitea: "X-Gitea-Signature"
        case .stripe: "Stripe-Signature"
        case .standard: "webhook-signature"
        case .hmac, .token: header
        }
    }
}

/// What a hook shares with whoever posts to it. It is taken in, and given back to nobody: where it is printed there is nothing to read.
public struct HookSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public let text: String

    /// In bytes.
    public static let lengths = 8...512

    /// Nil where it is too short to be one, or too long, or has U+0000, which not every database can keep.
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    public var description: String { "…" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
