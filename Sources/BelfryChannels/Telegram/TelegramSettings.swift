import BelfryModel

/// By which bot people are told over Telegram.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `telegram_token`, `telegram_token_file` | secret: the bot's token, as @BotFather gives it out | none: no Telegram |
/// | `telegram_bot` | the bot's name without `@`, to which links for people lead | none: no links |
/// | `telegram_webhook_secret`, `…_file` | secret: what Telegram shows with each update; 16 to 256 letters, digits, `_` and `-` | none: no update is believed |
/// | `telegram_rate` | messages a second | 30 |
/// | `telegram_endpoint` | where the Bot API is | `https://api.telegram.org` |
///
/// Source: https://core.telegram.org/bots/api#authorizing-your-bot and https://core.telegram.org/bots/api#setwebhook
public struct TelegramSettings: Sendable {
    public let token: Secret
    public let bot: String?
    public let webhookSecret: Secret?
    /// Where links of apps may lead that a message opens.
    public let linkOrigins: LinkOrigins
    /// Messages a second.
    public let rate: Double
    public let endpoint: String
    /// Whether this server has an address to which Telegram can post.
    public let isCalledBack: Bool

    public static let defaultEndpoint = "https://api.telegram.org"
    /// What is sent to many people at once (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
    public static let defaultRate = 30.0

    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        token: Secret, bot: String? = nil, webhookSecret: Secret? = nil, linkOrigins: LinkOrigins = .none, rate: Double = defaultRate,
        endpoint: String = defaultEndpoint, isCalledBack: Bool = true
    ) throws(ChannelSettingError) {
        // Between 5 and 32 characters: https://core.telegram.org/bots/features#creating-a-new-bot
        guard bot.map({ (5...32).contains($0.utf8.count) && $0.utf8.allSatisfy(TelegramWords.isOfName) }) ?? true else {
            throw ChannelSettingError(key: "telegram_bot", expected: "the bot's name without @, as example_bot")
        }
        guard (0.1...1000).contains(rate) else { throw ChannelSettingError(key: "telegram_rate", expected: "a number from 0.1 to 1000") }
        guard let endpoint = EndpointURL.checked(endpoint) else {
            throw ChannelSettingError(key: "telegram_endpoint", expected: "an absolute address that begins with https://")
        }
        self.token = token
        self.bot = bot
        self.webhookSecret = webhookSecret
        self.linkOrigins = linkOrigins
        self.rate = rate
        self.endpoint = endpoint
        self.isCalledBack = isCalledBack
    }

    /// Of buttons that only answer; nil where nobody would hear that they are pressed.
    var buttonTokens: ButtonTokens? {
        guard isCalledBack, let secret = try? webhookSecret?.text(), TelegramWords.isWebhookSecret(secret) else { return nil }
        return ButtonTokens(secret: secret, purpose: "telegram")
    }

    /// Whether a person can show by a link that a chat is theirs: it takes the bot's name, and that what comes back is believed.
    public var hasLinks: Bool { bot != nil && webhookSecret != nil }

    /// Opens a chat with the bot, which tells us the code when its owner presses Start.
    ///
    /// Source: https://core.telegram.org/bots/features#deep-linking
    ///
    /// - Parameter code: up to 64 letters, digits, `_` and `-`.
    /// - Returns: nil where there are no links.
    public func link(code: String) -> String? {
        guard hasLinks, let bot, TelegramWords.isStartCode(code) else { return nil }
        return "https://t.me/\(bot)?start=\(code)"
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        func add(_ code: String, isBroken: Bool, _ text: String) { findings.append(ChannelFinding(code: code, isBroken: isBroken, text: text)) }
        switch (try? token.text()).map(TelegramWords.isToken) {
        case nil:
            add("telegram_token_unreadable", isBroken: true, "The bot's token can't be read, so nothing is sent. See whether its file is there and readable.")
        case false?:
            add(
                "telegram_token_malformed", isBroken: true,
                "The bot's token isn't one: digits, a colon, and 20 letters, digits, - and _ at least. @BotFather shows it.")
        case true?: break
        }
        if EndpointURL.isOpen(endpoint) {
            add("telegram_endpoint_open", isBroken: true, "telegram_endpoint is without TLS: the token could be read on the way. Use https://.")
        }
        if let webhookSecret {
            if (try? webhookSecret.text()).map(TelegramWords.isWebhookSecret) != true {
                add(
                    "telegram_webhook_secret_weak", isBroken: true,
                    "telegram_webhook_secret can't be read, or isn't 16 to 256 letters, digits, - and _: no update is believed. Make another one.")
            }
        } else {
            add(
                "telegram_no_webhook_secret", isBroken: false,
                "Without telegram_webhook_secret no update is believed: no chat is linked, and /stop isn't heard. Make one, and run `belfry telegram set-webhook`.")
        }
        if bot == nil {
            add("telegram_no_bot", isBroken: false, "Without telegram_bot people get no link to add their chat by. Set it to the bot's name.")
        }
        return findings
    }
}

extension TelegramSettings: CustomStringConvertible {
    public var description: String { "TelegramSettings" }
}

/// What Telegram's names, tokens and codes are made of.
enum TelegramWords {
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isOfCode(_ byte: UInt8) -> Bool { isOfName(byte) || byte == UInt8(ascii: "-") }

    /// `123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11`. It becomes a part of an address's path, so it has nothing else in it.
    static func isToken(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && (1...20).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (20...200).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy(isOfCode)
    }

    static func isStartCode(_ text: String) -> Bool { (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isOfCode) }

    /// Telegram takes one character; that there are 16 at least is ours.
    static func isWebhookSecret(_ text: String) -> Bool { (16...256).contains(text.utf8.count) && text.utf8.allSatisfy(isOfCode) }
}
