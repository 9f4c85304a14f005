import BelfryModel
import BelfryPorts

/// How WhatsApp's Cloud API is reached, and from which number.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `whatsapp_phone_number_id` | Meta's identifier of the number that messages come from: digits | none: no WhatsApp |
/// | `whatsapp_token`, `whatsapp_token_file` | secret: a system user's access token | must be there |
/// | `whatsapp_app_secret`, `…_file` | secret: the app's, which signs callbacks | none: no callback is believed |
/// | `whatsapp_previous_app_secret`, `…_file` | secret: the app's former one, while it is exchanged | none |
/// | `whatsapp_verify_token`, `…_file` | secret: what Meta shows when it checks the callbacks' address, at least 8 characters | none: no address is confirmed |
/// | `whatsapp_templates` | which template each category of notifications takes, see ``WhatsAppTemplates/init(parsing:)`` | none: only within 24 hours after a person wrote |
/// | `whatsapp_rate` | messages a second | 80 |
/// | `whatsapp_endpoint` | where the Graph API is, with its version | `https://graph.facebook.com/v23.0` |
public struct WhatsAppSettings: Sendable {
    public let phoneNumberID: String
    public let token: Secret
    public let appSecrets: [Secret]
    public let verifyToken: Secret?
    public let templates: WhatsAppTemplates
    /// Messages a second.
    public let rate: Double
    public let endpoint: String

    public static let defaultEndpoint = "https://graph.facebook.com/v23.0"
    /// What the Cloud API takes from one number unless Meta has raised it.
    public static let defaultRate = 80.0
    static let verifyTokenByteCountMin = 8

    /// - Parameter appSecrets: the one in force, and any that is being exchanged.
    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        phoneNumberID: String, token: Secret, appSecrets: [Secret] = [], verifyToken: Secret? = nil, templates: WhatsAppTemplates = WhatsAppTemplates([:]),
        rate: Double = defaultRate, endpoint: String = defaultEndpoint
    ) throws(ChannelSettingError) {
        guard (1...32).contains(phoneNumberID.utf8.count), phoneNumberID.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw ChannelSettingError(key: "whatsapp_phone_number_id", expected: "the digits that Meta's app dashboard shows as phone number ID")
        }
        guard (0.1...1000).contains(rate) else { throw ChannelSettingError(key: "whatsapp_rate", expected: "a number from 0.1 to 1000") }
        guard let endpoint = EndpointURL.checked(endpoint) else {
            throw ChannelSettingError(key: "whatsapp_endpoint", expected: "an absolute address that begins with https://")
        }
        self.phoneNumberID = phoneNumberID
        self.token = token
        self.appSecrets = appSecrets
        self.verifyToken = verifyToken
        self.templates = templates
        self.rate = rate
        self.endpoint = endpoint
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if (try? token.text())?.isEmpty != false {
            findings.append(.broken("whatsapp_token_unreadable", "The access token can't be read, so nothing is sent. See whether its file is there and readable."))
        }
        if EndpointURL.isOpen(endpoint) {
            findings.append(.broken("whatsapp_endpoint_open", "whatsapp_endpoint is without TLS: the token could be read on the way. Use https://."))
        }
        if !appSecrets.contains(where: { (try? $0.text())?.isEmpty == false }) {
            findings.append(
                .broken(
                    "whatsapp_no_app_secret",
                    "Without whatsapp_app_secret no callback is believed: whether messages arrive, and who has answered STOP, stays unknown. "
                        + "Meta's app dashboard shows it."))
        }
        if let verifyToken, ((try? verifyToken.text())?.utf8.count ?? 0) < Self.verifyTokenByteCountMin {
            findings.append(
                .broken("whatsapp_verify_token_weak", "The verify token can't be read or has fewer than 8 characters. Make one up that nobody can guess."))
        }
        if templates.byCategory.isEmpty {
            findings.append(
                .advice(
                    "whatsapp_no_templates",
                    "Without whatsapp_templates only people who wrote within the last 24 hours are reached. Have a template approved and name it there."))
        } else if templates.byCategory[WhatsAppTemplates.fallbackCategory] == nil {
            findings.append(
                .advice(
                    "whatsapp_no_default_template",
                    "Notifications of a category without a template are not sent. Name one for “default” in whatsapp_templates."))
        }
        return findings
    }
}

extension WhatsAppSettings: CustomStringConvertible {
    public var description: String { "WhatsAppSettings" }
}
