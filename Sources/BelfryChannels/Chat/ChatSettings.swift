import BelfryModel
import Foundation

/// Whether rooms of chats are told by their incoming webhooks, and on which servers. People name the webhooks; each is a secret.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `chat` | whether people may be told in rooms: `true` or `false` | `false` |
/// | `chat_trusted_origins` | origins of chat servers of one's own that may be private, have a port or be `http`, with commas between | none |
public struct ChatSettings: Sendable {
    /// Servers that may be called though they are private, or not `https`.
    public let trustedOrigins: Set<String>
    /// Where links of apps may lead that are shown in a room.
    public let linkOrigins: LinkOrigins

    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(trustedOrigins: Set<String> = [], linkOrigins: LinkOrigins = .none) throws(ChannelSettingError) {
        guard trustedOrigins.allSatisfy(WebPushSettings.isOrigin) else {
            throw ChannelSettingError(key: "chat_trusted_origins", expected: "origins with commas between, as https://chat.example.org, without a path")
        }
        self.trustedOrigins = trustedOrigins
        self.linkOrigins = linkOrigins
    }

    /// Lets requests to public servers out, and to those of one's own wherever they are.
    public var networkGuard: NetworkGuard {
        NetworkGuard(trustedHosts: Set(trustedOrigins.compactMap { URL(string: $0)?.host?.lowercased() }))
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        guard trustedOrigins.contains(where: { $0.hasPrefix("http:") && !LoopbackAddress.isOne($0) }) else { return [] }
        return [
            .advice(
                "chat_origin_without_tls",
                "chat_trusted_origins names an origin without TLS: webhooks and words can be read on the way, and whoever reads a webhook writes in its room. "
                    + "Use https://, unless the network between is yours alone.")
        ]
    }
}

extension ChatSettings: CustomStringConvertible {
    public var description: String { "ChatSettings" }
}
