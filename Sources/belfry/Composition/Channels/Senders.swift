import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// The senders of the providers that are set up, with the connections that they share. Made once.
struct Senders: Sendable {
    /// To providers that don't know a repetition, or may tell somebody again by one.
    private let exchange: HTTPExchange
    private let androidExchange: HTTPExchange
    /// To addresses that people, browsers or the operator named.
    private let guardedExchanges: [HTTPExchange]
    private let gateway: (any Sender)?
    private let push: [AddressKind: any Sender]
    private let mail: (any Sender)?
    private let text: (any Sender)?
    private let voice: (any Sender)?
    private let whatsApp: (any Sender)?
    private let ntfy: (any Sender)?
    private let telegram: (any Sender)?
    private let chat: (any Sender)?
    private let matrix: (any Sender)?
    private let apns: APNsSender?
    private let smtp: SMTPSender?
    private let imageOrigins: ImageOrigins
    /// Nil where nobody is told on one.
    let desktop: Desktop?

    /// - Throws: ``Failure`` where TLS or the desktop can't be set up.
    init(_ settings: Settings) throws {
        desktop = try settings.desktopOwner.map { try Desktop(of: $0, linkOrigins: settings.channels.linkOrigins) }
        let (settings, webhook, mayWebhookBePrivate) = (settings.channels, settings.webhook, settings.mayWebhookBePrivate)
        imageOrigins = settings.imageOrigins
        let exchange = HTTPExchange(trustedRoots: settings.trustedRoots, isMultiplexed: false)
        self.exchange = exchange
        let androidExchange = HTTPExchange(trustedRoots: settings.trustedRoots)
        self.androidExchange = androidExchange
        let webhookExchange = HTTPExchange(trustedRoots: settings.trustedRoots, guarded: mayWebhookBePrivate ? nil : NetworkGuard())
        let browserExchange = HTTPExchange(trustedRoots: settings.trustedRoots, guarded: settings.webPush?.networkGuard ?? NetworkGuard())
        let roomExchange = HTTPExchange(trustedRoots: settings.trustedRoots, guarded: settings.chat?.networkGuard ?? NetworkGuard(), isMultiplexed: false)
        guardedExchanges = [webhookExchange, browserExchange, roomExchange]
        gateway = webhook.map { HTTPSender($0, over: webhookExchange, protection: ProviderProtection()) }
        do {
            apns = try settings.apns.map {
                try APNsSender($0, cache: FileTokenCache(path: settings.apnsTokenFile), seed: UInt64.random(in: .min ... .max))
            }
        } catch {
            throw Failure("TLS for APNs can't be set up. Check provider_trusted_roots.")
        }
        var push: [AddressKind: any Sender] = [:]
        push[.apple] = apns
        push[.android] = settings.fcm.map { FCMSender($0, over: androidExchange) }
        push[.browser] = settings.webPush.map { WebPushSender($0, over: browserExchange) }
        self.push = push
        whatsApp = settings.whatsApp.map { makeWhatsAppSender($0, over: exchange) }
        ntfy = settings.ntfy.map { makeNtfySender($0, over: exchange) }
        telegram = settings.telegram.map { makeTelegramSender($0, over: exchange) }
        chat = settings.chat.map { ChatSender($0, over: roomExchange) }
        matrix = settings.matrix.map { MatrixSender($0, over: exchange) }
        text = settings.twilio.map { TwilioSender($0, over: exchange) } ?? settings.sns.map { sns in
            HTTPSender(sns.dialect, over: exchange, authorizations: AWSAuthorization(sns.account), protection: ProviderProtection())
        }
        voice = settings.twilioVoice.map { makeTwilioVoiceSender($0, over: exchange) }
        let composer = settings.email.map(EmailComposer.init)
        smtp = composer.flatMap { composer in settings.smtp.map { SMTPSender($0, composer: composer, protection: ProviderProtection()) } }
        mail = smtp ?? composer.flatMap { composer in
            settings.sendGrid.map { sendGrid in
                HTTPSender(
                    SendGridDialect(sendGrid, composer: composer), over: exchange,
                    authorizations: SecretAuthorization(scheme: "Bearer ", sendGrid.apiKey, name: "sendgrid"), protection: ProviderProtection())
            } ?? settings.ses.map { ses in
                HTTPSender(
                    SESDialect(ses.account, composer: composer, configurationSet: ses.configurationSet, hearsEvents: !ses.topics.isEmpty), over: exchange,
                    authorizations: AWSAuthorization(ses.account), protection: ProviderProtection())
            }
        }
    }

    /// Who sends over which channel: see `docs/decisions/0005-channels-without-a-provider.md`.
    func switchboard(inbox: any Sender) -> Switchboard {
        var lines: [DeliveryChannel: [AddressKind: any Sender]] = [:]
        lines[.push] = push
        for channel in [DeliveryChannel.email, .championEmail] { lines[channel] = mail.map { [.mailbox: $0] } }
        for channel in [DeliveryChannel.sms, .championSMS] { lines[channel] = text.map { [.phone: $0] } }
        lines[.whatsApp] = whatsApp.map { [.phone: $0] }
        lines[.ntfy] = ntfy.map { [.topic: $0] }
        lines[.telegram] = telegram.map { [.chat: $0] }
        lines[.chat] = [AddressKind.room: chat, .matrix: matrix].compactMapValues { $0 }
        lines[.voice] = voice.map { [.phone: $0] }
        for channel in DeliveryChannel.allCases where lines[channel]?.isEmpty ?? true { lines[channel] = gateway.map { [.endpoint: $0] } }
        if lines[.push] == nil { lines[.push] = [.inbox: inbox] }
        lines[.push]?[.desktop] = desktop?.sender
        lines[.inApp] = [.inbox: inbox]
        return Switchboard(lines, desktopOwner: desktop?.owner, imageOrigins: imageOrigins)
    }

    /// Who is listened to when a provider calls back.
    func callbackReaders(_ settings: ChannelSettings) -> [any CallbackReader] {
        var readers: [any CallbackReader] = []
        if let whatsApp = settings.whatsApp { readers.append(WhatsAppCallbacks(whatsApp)) }
        if let telegram = settings.telegram, telegram.webhookSecret != nil { readers.append(TelegramCallbacks(telegram, over: exchange)) }
        if let ntfy = settings.ntfy, ntfy.buttonURL != nil { readers.append(NtfyCallbacks(ntfy)) }
        if let twilio = settings.twilio { readers.append(TwilioCallbacks(twilio)) }
        if let voice = settings.twilioVoice { readers.append(TwilioVoiceCallbacks(voice)) }
        if let key = settings.sendGrid?.webhookKey, let reader = try? SendGridCallbacks(publicKey: key) { readers.append(reader) }
        if let topics = settings.ses?.topics, !topics.isEmpty {
            readers.append(SESCallbacks(topics: topics, fetch: SESCallbacks.fetch(over: exchange)))
        }
        return readers
    }

    /// By whom people are signed in, over the same connections: the operator names whom, so it may be in a private network.
    func identityProvider(_ settings: Settings, now: @escaping @Sendable () -> Instant) -> IdentityProvider? {
        settings.identity.map { IdentityProvider($0, over: exchange, now: now) }
    }

    func shutdown() async {
        await apns?.shutdown()
        smtp?.close()
        for exchange in [exchange, androidExchange] + guardedExchanges { await exchange.shutdown() }
    }
}
