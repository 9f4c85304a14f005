import BelfryModel
import BelfryPorts

/// How Twilio is reached, and in whose name.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `twilio_account_sid` | the account: `AC` and 32 hexadecimal digits | none: no Twilio |
/// | `twilio_auth_token`, `twilio_auth_token_file` | secret: the account's token, which signs callbacks too | must be there |
/// | `twilio_previous_auth_token`, `…_file` | secret: the token that is being exchanged; callbacks signed with it are still believed | none |
/// | `twilio_from` | a number, `+4915112345678`, a name of 1 to 11 letters and digits, or a messaging service, `MG` and 32 hexadecimal digits | must be there |
/// | `twilio_segments_max` | how many messages one text may take: 1 to 10 | 2 |
/// | `twilio_link` | an address at the end of each text | none |
/// | `twilio_rate` | messages a second | 10 |
/// | `twilio_calling_codes` | the only countries whose numbers are texted, and called: their calling codes with commas between, `49, 43` | all |
/// | `twilio_endpoint` | where Twilio is | `https://api.twilio.com` |
///
/// Status callbacks need `public_url`, under which providers reach this server.
public struct TwilioSettings: Sendable {
    /// In whose name messages go out.
    public enum Origin: Hashable, Sendable {
        case number(String)
        /// A name in place of a number. Nobody can answer it, `STOP` neither.
        case name(String)
        case messagingService(String)
    }

    public let accountSID: String
    public let authToken: Secret
    public let previousAuthToken: Secret?
    public let origin: Origin
    /// Where Twilio tells how far a message has come; nil for nowhere.
    public let statusCallback: String?
    public let segmentCountMax: Int
    public let link: String?
    /// Messages a second.
    public let rate: Double
    public let callingCodes: CallingCodes
    public let endpoint: String

    public static let defaultEndpoint = "https://api.twilio.com"

    /// - Parameters:
    ///   - publicURL: under which providers reach this server; nil for no status callbacks.
    ///   - callingCodes: nil for all countries.
    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        accountSID: String, authToken: Secret, previousAuthToken: Secret? = nil, from: String, publicURL: String? = nil, segmentCountMax: Int = 2,
        link: String? = nil, rate: Double = 10, callingCodes: [String]? = nil, endpoint: String = defaultEndpoint
    ) throws(ChannelSettingError) {
        guard Self.isSID(accountSID, prefix: "AC") else {
            throw Self.unusableAccount
        }
        guard let origin = Self.origin(from) else {
            throw ChannelSettingError(
                key: "twilio_from", expected: "a number with its country, as +4915112345678, a name of 1 to 11 letters and digits, or MG and 32 hexadecimal digits")
        }
        guard (1...10).contains(segmentCountMax) else {
            throw ChannelSettingError(key: "twilio_segments_max", expected: "a whole number from 1 to 10")
        }
        guard let endpoint = EndpointURL.checked(endpoint) else {
            throw Self.unusableEndpoint
        }
        guard (0.1...1000).contains(rate) else { throw ChannelSettingError(key: "twilio_rate", expected: "a number from 0.1 to 1000") }
        if let link, link.utf8.count > 60 || EndpointURL.checked(link) == nil {
            throw ChannelSettingError(key: "twilio_link", expected: "an absolute address of at most 60 characters")
        }
        let publicAddress = publicURL.flatMap(EndpointURL.checked)
        if publicURL != nil, publicAddress == nil {
            throw Self.unusablePublicURL
        }
        self.accountSID = accountSID
        self.authToken = authToken
        self.previousAuthToken = previousAuthToken
        self.origin = origin
        self.statusCallback = publicAddress.map { "\($0)/callbacks/\(Provider.twilio.rawValue)" }
        self.segmentCountMax = segmentCountMax
        self.link = link
        self.rate = rate
        self.callingCodes = try CallingCodes(callingCodes)
        self.endpoint = endpoint
    }

    static let unusableAccount = ChannelSettingError(
        key: "twilio_account_sid", expected: "AC and 32 hexadecimal digits, as Twilio's console shows it")
    static let unusableEndpoint = ChannelSettingError(key: "twilio_endpoint", expected: "an absolute address that begins with https://")
    static let unusablePublicURL = ChannelSettingError(
        key: "public_url", expected: "an absolute address that begins with https://, without a query")

    private static func origin(_ text: String) -> Origin? {
        if text.hasPrefix("+") { return PhoneNumber(text).map { .number($0.e164) } }
        if isSID(text, prefix: "MG") { return .messagingService(text) }
        let isName = (1...11).contains(text.utf8.count) && text.utf8.allSatisfy { $0 == 0x20 || $0.isASCIILetterOrDigit } && text.contains(where: \.isLetter)
        return isName ? .name(text) : nil
    }

    static func isSID(_ text: String, prefix: String) -> Bool {
        text.hasPrefix(prefix) && text.utf8.count == 34 && text.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings = Self.accountFindings(authToken, endpoint)
        if statusCallback == nil {
            findings.append(
                .advice(
                    "twilio_no_callbacks",
                    "Without public_url Twilio can't tell whether messages arrive. Set it to the address under which this server is reached."))
        }
        if case .name = origin {
            findings.append(
                .advice("twilio_from_unanswerable", "Nobody can answer a name with STOP. Use a number or a messaging service where the law asks for a way out."))
        }
        return findings
    }

    /// Of what carries messages and calls alike.
    static func accountFindings(_ authToken: Secret, _ endpoint: String) -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if (try? authToken.text())?.isEmpty != false {
            findings.append(
                .broken(
                    "twilio_token_unreadable",
                    "The auth token can't be read, so nothing is sent, nobody is called, and no callback is believed. See whether its file is there and readable."))
        }
        if EndpointURL.isOpen(endpoint) {
            findings.append(.broken("twilio_endpoint_open", "twilio_endpoint is without TLS: the token could be read on the way. Use https://."))
        }
        return findings
    }
}

extension TwilioSettings: CustomStringConvertible {
    public var description: String { "TwilioSettings" }
}
