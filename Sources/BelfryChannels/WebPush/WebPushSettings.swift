import BelfryModel
import Foundation

/// How browsers are reached through their push services.
///
/// | Key | Type | Default | Secret |
/// |---|---|---|---|
/// | `web_push_key_file` | path of a file with the private VAPID key; `belfry keys vapid` makes one | none: no Web Push | yes, what is in it |
/// | `web_push_subject` | `mailto:` or `https:` address at which push services find the operator | none, needed with a key | no |
/// | `web_push_open_path` | path of the page that a click opens | `/` | no |
/// | `web_push_trusted_origins` | origins of push services of one's own, with commas between | none | no |
public struct WebPushSettings: Sendable {
    /// The private VAPID key, in base64url or PEM.
    public let privateKey: Secret
    public let subject: String
    /// Of the page that a click opens, on the origin at which the service worker was registered.
    public let openPath: String
    /// Where an alert has a page of its own.
    public static let ownPages = "/"
    /// Push services that may be called though they are private, or not `https`.
    public let trustedOrigins: Set<String>
    /// Where a click may lead beside the pages.
    public let linkOrigins: LinkOrigins

    public enum UnusableSetting: Error, Hashable, Sendable {
        /// Neither base64url of 32 bytes nor a P-256 key in PEM, or not readable.
        case privateKey
        /// Neither `mailto:` with an address at a real domain nor `https://` with a real host: Apple's push service refuses others.
        case subject
        /// It must begin with one slash.
        case openPath
        /// `https://host`, with a port where it isn't the usual one, and without a path.
        case trustedOrigins
    }

    public init(
        privateKey: Secret, subject: String, openPath: String = ownPages, trustedOrigins: Set<String> = [], linkOrigins: LinkOrigins = .none
    ) throws(UnusableSetting) {
        guard let text = try? privateKey.text(), (try? VAPIDKey(text)) != nil else { throw .privateKey }
        guard Self.isSubject(subject) else { throw .subject }
        guard openPath.hasPrefix("/"), !openPath.hasPrefix("//"), openPath.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
        else { throw .openPath }
        guard trustedOrigins.allSatisfy(Self.isOrigin) else { throw .trustedOrigins }
        self.privateKey = privateKey
        self.subject = subject
        self.openPath = openPath
        self.trustedOrigins = trustedOrigins
        self.linkOrigins = linkOrigins
    }

    /// The public key that browsers subscribe with; nil where the private one can't be read any more.
    public var publicKeyText: String? {
        (try? privateKey.text()).flatMap { try? VAPIDKey($0) }?.publicText
    }

    /// Lets requests to push services out, and to those of one's own wherever they are.
    public var networkGuard: NetworkGuard {
        NetworkGuard(trustedHosts: Set(trustedOrigins.compactMap { URL(string: $0)?.host?.lowercased() }))
    }

    /// What is wrong with the settings as they stand now: the key may have changed since they were read.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if publicKeyText == nil {
            findings.append(
                .broken(
                    "web_push_key_unusable",
                    "The file of web_push_key_file can't be read, or holds no VAPID key. Put the private key of `belfry keys vapid` into it; "
                        + "the same as before, or every browser has to subscribe anew."))
        }
        if trustedOrigins.contains(where: { $0.hasPrefix("http:") && !LoopbackAddress.isOne($0) }) {
            findings.append(
                .advice(
                    "web_push_origin_without_tls",
                    "web_push_trusted_origins names an origin without TLS. What is sent there is encrypted, but anybody on the way can drop or repeat it."))
        }
        return findings
    }

    private static func isSubject(_ text: String) -> Bool {
        guard text.utf8.count <= 254, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) }) else { return false }
        if text.hasPrefix("mailto:") {
            let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && isDomain(parts[1])
        }
        guard text.hasPrefix("https://") else { return false }
        return isDomain(text.dropFirst("https://".count).prefix { !"/?#:".contains($0) })
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.contains("..") && !text.hasSuffix(".localhost")
            && !text.contains("@")
    }

    static func isOrigin(_ text: String) -> Bool {
        let host = text.hasPrefix("https://") ? text.dropFirst("https://".count) : text.hasPrefix("http://") ? text.dropFirst("http://".count) : ""
        return !host.isEmpty && text == text.lowercased() && host.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !host.contains(where: { "/?#@".contains($0) })
    }
}

extension WebPushSettings: CustomStringConvertible {
    public var description: String { "WebPushSettings" }
}
