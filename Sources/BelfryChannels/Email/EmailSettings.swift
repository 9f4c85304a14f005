import BelfryModel
import Foundation

/// What mails have in common, whoever carries them.
///
/// Configuration keys:
/// - `email_from` (text, required): the sender's mailbox, as `belfry@example.org`.
/// - `email_from_name` (text, optional): the sender's name, as people see it; where an app has said what it is called, its own stands there.
/// - `public_url` (text, required): where people open Belfry, as `https://belfry.example`; links in mails lead there.
/// - `email_unsubscribe_secret` (secret, or `_file`; required): signs links by which people unsubscribe; at least 32 characters.
/// - `email_unsubscribe_mailbox` (text, optional): a mailbox that somebody reads, for mail programs that unsubscribe by mail.
/// - `email_images` (true or false; false): whether mails show pictures and logos. Whoever hosts one learns from mail programs that a mail was opened.
public struct EmailSettings: Sendable {
    public let from: Mailbox
    public let publicURL: String
    public let unsubscribeMailbox: Mailbox?
    public let unsubscribeSecret: Secret
    /// Where links of apps' actions may lead.
    public let linkOrigins: LinkOrigins
    /// Whether pictures and logos are shown, and not only what they say.
    public let showsImages: Bool

    /// Why mail can't be used as configured.
    public enum ConfigurationError: Error, Equatable, Sendable {
        /// The sender must be `name@domain`, in ASCII.
        case unusableSender
        /// It must be an absolute `https` address, because mail programs unsubscribe over nothing else; `http` only on this machine.
        case unusablePublicURL
        /// The mailbox for unsubscribing must be `name@domain`, in ASCII.
        case unusableUnsubscribeMailbox
    }

    /// - Throws: ``ConfigurationError``
    public init(
        from address: String, name: String? = nil, publicURL: String, unsubscribeSecret: Secret, unsubscribeMailbox: String? = nil,
        linkOrigins: LinkOrigins = .none, showsImages: Bool = false
    ) throws(ConfigurationError) {
        guard let from = Mailbox(address, name: name) else { throw .unusableSender }
        guard let url = URL(string: publicURL), let host = url.host(), !host.isEmpty, url.query() == nil, url.fragment() == nil, url.user() == nil,
            url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost"].contains(host),
            publicURL.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) })
        else { throw .unusablePublicURL }
        if let unsubscribeMailbox {
            guard let mailbox = Mailbox(unsubscribeMailbox) else { throw .unusableUnsubscribeMailbox }
            self.unsubscribeMailbox = mailbox
        } else {
            self.unsubscribeMailbox = nil
        }
        self.from = from
        self.publicURL = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
        self.unsubscribeSecret = unsubscribeSecret
        self.linkOrigins = linkOrigins
        self.showsImages = showsImages
    }

    /// What `belfry doctor` can tell without asking anybody.
    public func findings() -> [ChannelFinding] {
        do {
            _ = try UnsubscribeTokens(unsubscribeSecret)
            return []
        } catch {
            return [
                .broken(
                    "unsubscribe_secret_unusable",
                    "The secret for links to unsubscribe can't be read or is shorter than 32 characters: set email_unsubscribe_secret, "
                        + "as with `openssl rand -hex 32`. Until then no mail is sent.")
            ]
        }
    }
}
