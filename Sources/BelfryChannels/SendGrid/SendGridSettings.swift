import Foundation

/// How SendGrid is reached, and how its callbacks are checked.
///
/// Configuration keys:
/// - `sendgrid_api_key` (secret, or `_file`; required): a key with the right to send mail, and no other.
/// - `sendgrid_webhook_key` (text, optional): the public key of the signed event webhook, as SendGrid shows it; without it no callback is believed.
/// - `sendgrid_tracks_opens` (boolean, false): whether mails carry an image by which SendGrid tells that they were opened.
/// - `sendgrid_endpoint` (text, `https://api.sendgrid.com`; in Europe `https://api.eu.sendgrid.com`).
public struct SendGridSettings: Sendable {
    public let apiKey: Secret
    public let webhookKey: String?
    public let tracksOpens: Bool
    public let endpoint: String

    public init(apiKey: Secret, webhookKey: String? = nil, tracksOpens: Bool = false, endpoint: String = "https://api.sendgrid.com") {
        self.apiKey = apiKey
        self.webhookKey = webhookKey
        self.tracksOpens = tracksOpens
        self.endpoint = endpoint
    }

    /// What `belfry doctor` can tell without asking anybody.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if (try? apiKey.text()) == nil {
            findings.append(.broken("sendgrid_key_unreadable", "SendGrid's key can't be read: check that the file of sendgrid_api_key_file is there and not empty."))
        }
        if let webhookKey, (try? SendGridCallbacks(publicKey: webhookKey)) == nil {
            findings.append(
                .broken(
                    "sendgrid_webhook_key_unusable",
                    "The public key of SendGrid's event webhook can't be read: copy it from Settings, Mail Settings, Event Webhook, as one line."))
        }
        if webhookKey == nil {
            findings.append(
                .advice(
                    "sendgrid_webhook_off",
                    "Bounces and complaints that SendGrid reports later are not heard of: switch its signed event webhook on and set "
                        + "sendgrid_webhook_key."))
        }
        return findings
    }
}
