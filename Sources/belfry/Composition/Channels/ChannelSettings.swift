import BelfryChannels
import BelfryModel
import BelfryTime

/// The providers that are set up, each with its settings; nil where one isn't.
///
/// What each key means stands on the settings of its provider. A secret is given as text in the environment or in the configuration file, or
/// as the path of a file of its own under the same key with `_file`, which is read anew when it changes. None is taken from the command line.
struct ChannelSettings: Sendable {
    /// How the address of this server begins for whoever calls it from outside.
    var publicURL: String?
    /// Where links of apps may lead that browsers, the desktop, ntfy, Telegram, rooms of chats and the pages open.
    var linkOrigins = LinkOrigins.none
    /// From where pictures and logos are shown.
    var imageOrigins = ImageOrigins.none
    var apns: APNsSettings?
    var apnsTokenFile = "apns-token.json"
    var fcm: FCMSettings?
    var webPush: WebPushSettings?
    var whatsApp: WhatsAppSettings?
    var ntfy: NtfySettings?
    var telegram: TelegramSettings?
    var chat: ChatSettings?
    var matrix: MatrixSettings?
    var twilio: TwilioSettings?
    var twilioVoice: TwilioVoiceSettings?
    var email: EmailSettings?
    var smtp: SMTPSettings?
    var sendGrid: SendGridSettings?
    var ses: SES?
    var sns: SNS?
    /// A file of certificates that are trusted instead of the system's, as those of stand-ins.
    var trustedRoots: String?

    struct SNS: Sendable {
        let account: AWSAccount
        let dialect: SNSDialect
    }

    struct SES: Sendable {
        let account: AWSAccount
        let configurationSet: String?
        /// From which bounces and complaints are heard.
        let topics: [String]
    }

    init() {}

    /// Where `keys` notes that something can't be used, nobody may work with them.
    init(_ keys: ChannelKeys) {
        publicURL = keys.publicURL()
        linkOrigins = keys.linkOrigins()
        imageOrigins = keys.imageOrigins()
        trustedRoots = keys.text("provider_trusted_roots")
        apns = keys.apns(trustedRoots: trustedRoots)
        apnsTokenFile = keys.text("apns_token_file") ?? apnsTokenFile
        fcm = keys.fcm()
        webPush = keys.webPush(linkOrigins: linkOrigins)
        whatsApp = keys.whatsApp()
        ntfy = keys.ntfy(publicURL: publicURL, linkOrigins: linkOrigins)
        telegram = keys.telegram(publicURL: publicURL, linkOrigins: linkOrigins)
        chat = keys.chat(linkOrigins: linkOrigins)
        matrix = keys.matrix(linkOrigins: linkOrigins)
        twilio = keys.twilio(publicURL: publicURL)
        twilioVoice = keys.twilioVoice(publicURL: publicURL)
        smtp = keys.smtp(trustedRoots: trustedRoots)
        sendGrid = keys.sendGrid()
        let account = keys.awsAccount()
        ses = keys.ses(account)
        sns = keys.sns(account)
        if smtp != nil || sendGrid != nil || ses != nil { email = keys.email(publicURL: publicURL, linkOrigins: linkOrigins) }
    }

    /// What an operator should know or mend, of every provider that is set up.
    func findings(now: Instant) -> [(subject: String, finding: ChannelFinding)] {
        let found: [(String, [ChannelFinding])] = [
            ("APNs", apns?.findings(cache: FileTokenCache(path: apnsTokenFile), now: now) ?? []), ("FCM", fcm?.findings() ?? []),
            ("Web Push", webPush?.findings() ?? []), ("WhatsApp", whatsApp?.findings() ?? []), ("ntfy", ntfy?.findings() ?? []),
            ("Telegram", telegram?.findings() ?? []), ("chat rooms", chat?.findings() ?? []), ("Matrix", matrix?.findings() ?? []),
            ("Twilio", twilio?.findings() ?? []), ("Twilio's calls", twilioVoice?.findings() ?? []), ("e-mail", email?.findings() ?? []),
            ("SMTP", smtp?.findings() ?? []), ("SendGrid", sendGrid?.findings() ?? []),
            ("AWS", (ses?.account ?? sns?.account)?.findings() ?? []), ("callbacks", callbackFindings),
        ]
        return found.flatMap { subject, findings in findings.map { (subject, $0) } }
    }

    private var callbackFindings: [ChannelFinding] {
        let isCalledBack = whatsApp != nil || telegram?.webhookSecret != nil || sendGrid?.webhookKey != nil || ses.map { !$0.topics.isEmpty } == true
        guard let publicURL else {
            return isCalledBack
                ? [
                    .broken(
                        "callbacks_no_public_url",
                        "Without public_url no callback is taken, so whether messages arrive stays unknown. Set it to the address under which this server is "
                            + "reached.")
                ] : []
        }
        // Stand-ins are on this machine, and a Bot API of one's own posts to whatever address there is.
        guard trustedRoots == nil else { return [] }
        if isCalledBack || twilio != nil || twilioVoice != nil, EndpointURL.isPrivate(publicURL) {
            return [
                .advice(
                    "callbacks_public_url_private",
                    "public_url leads to this machine or into a private network, where no provider can call back. Set it to the address that this server has "
                        + "outside.")
            ]
        }
        guard let telegram, telegram.webhookSecret != nil, telegram.endpoint == TelegramSettings.defaultEndpoint else { return [] }
        do {
            _ = try TelegramWebhook(telegram, publicURL: publicURL)
            return []
        } catch {
            return [
                .advice(
                    "telegram_public_url_unusable",
                    "Telegram can't post to public_url, so no chat is linked and /stop isn't heard: it must be \(error.expected).")
            ]
        }
    }

    /// Over which channels somebody sends, though there is no webhook.
    var channels: Set<DeliveryChannel> {
        var channels: Set<DeliveryChannel> = [.inApp, .push]
        if email != nil { channels.formUnion([.email, .championEmail]) }
        if twilio != nil || sns != nil { channels.formUnion([.sms, .championSMS]) }
        if whatsApp != nil { channels.insert(.whatsApp) }
        if ntfy != nil { channels.insert(.ntfy) }
        if telegram != nil { channels.insert(.telegram) }
        if chat != nil || matrix != nil { channels.insert(.chat) }
        if twilioVoice != nil { channels.insert(.voice) }
        return channels
    }

    /// Opens a chat with the bot that tells us the code; nil where no bot is set up, or its updates don't come here.
    func chatLink(code: String) -> String? { publicURL == nil ? nil : telegram?.link(code: code) }

    /// The providers that are set up, for people.
    var providers: [Provider] {
        [
            apns == nil ? nil : .apns, fcm == nil ? nil : .fcm, webPush == nil ? nil : .webPush, whatsApp == nil ? nil : .whatsApp,
            ntfy == nil ? nil : .ntfy, telegram == nil ? nil : .telegram, chat == nil ? nil : .chat, matrix == nil ? nil : .matrix,
            twilio == nil ? nil : .twilio, twilioVoice == nil ? nil : .twilioVoice, sns == nil ? nil : .sns,
            smtp == nil ? nil : .smtp, sendGrid == nil ? nil : .sendGrid, ses == nil ? nil : .ses,
        ].compactMap { $0 }
    }
}
