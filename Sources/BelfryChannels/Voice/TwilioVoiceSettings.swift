import BelfryModel
import BelfryPorts

/// By which number people are called, over the same account at Twilio as its messages.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `twilio_voice_from` | the number that calls, `+4915112345678`: one of the account's, or one that it has verified | none: nobody is called |
/// | `twilio_voice_machines` | what an answering machine hears: `notice` (that there is a message), `hang_up` (nothing), or `words` (all of it) | `notice` |
/// | `twilio_voice_ring_seconds` | how long it rings: 5 to 120 | 30 |
/// | `twilio_voice_rate` | calls a second, as the account has them | 1 |
///
/// The account is that of `twilio_account_sid`, `twilio_auth_token` and `twilio_endpoint`, and numbers are called in the countries of
/// `twilio_calling_codes`: see ``TwilioSettings``. Without `public_url`, where Twilio asks what is to be said and tells which key was pressed, nobody is
/// called.
public struct TwilioVoiceSettings: Sendable {
    /// What is done where no person answers.
    public enum Machines: String, CaseIterable, Sendable {
        /// It is told that there is a message, and nothing of what it says.
        case notice
        case hangUp = "hang_up"
        /// Nobody finds out who answers: whoever it is hears all of it, sooner.
        case words
    }

    public let accountSID: String
    public let authToken: Secret
    public let previousAuthToken: Secret?
    /// In the form of E.164.
    public let from: String
    /// Where Twilio asks and tells.
    let callback: String
    public let machines: Machines
    public let ringSeconds: Int
    /// Calls a second.
    public let rate: Double
    public let callingCodes: CallingCodes
    public let endpoint: String

    public static let defaultRingSeconds = 30
    /// What every account has: https://www.twilio.com/docs/voice/api/call-resource#calls-per-second-cps. What is more waits at Twilio, unseen.
    public static let defaultRate = 1.0

    /// - Parameters:
    ///   - publicURL: under which Twilio reaches this server.
    ///   - callingCodes: nil for all countries.
    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        accountSID: String, authToken: Secret, previousAuthToken: Secret? = nil, from: String, publicURL: String, machines: Machines = .notice,
        ringSeconds: Int = defaultRingSeconds, rate: Double = defaultRate, callingCodes: [String]? = nil,
        endpoint: String = TwilioSettings.defaultEndpoint
    ) throws(ChannelSettingError) {
        guard TwilioSettings.isSID(accountSID, prefix: "AC") else { throw TwilioSettings.unusableAccount }
        guard from.hasPrefix("+"), let number = PhoneNumber(from) else {
            throw ChannelSettingError(key: "twilio_voice_from", expected: "a number with its country, as +4915112345678")
        }
        guard (5...120).contains(ringSeconds) else {
            throw ChannelSettingError(key: "twilio_voice_ring_seconds", expected: "a whole number from 5 to 120")
        }
        guard (0.1...100).contains(rate) else { throw ChannelSettingError(key: "twilio_voice_rate", expected: "a number from 0.1 to 100") }
        guard let endpoint = EndpointURL.checked(endpoint) else { throw TwilioSettings.unusableEndpoint }
        guard let publicAddress = EndpointURL.checked(publicURL) else { throw TwilioSettings.unusablePublicURL }
        self.accountSID = accountSID
        self.authToken = authToken
        self.previousAuthToken = previousAuthToken
        self.from = number.e164
        callback = "\(publicAddress)/callbacks/\(Provider.twilioVoice.rawValue)"
        self.machines = machines
        self.ringSeconds = ringSeconds
        self.rate = rate
        self.callingCodes = try CallingCodes(callingCodes)
        self.endpoint = endpoint
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings = TwilioSettings.accountFindings(authToken, endpoint)
        if EndpointURL.isOpen(callback) {
            findings.append(
                .broken("twilio_voice_public_url_open", "public_url is without TLS: what is said in calls could be read on the way to Twilio. Use https://."))
        }
        if machines == .words {
            findings.append(
                .advice(
                    "twilio_voice_words_to_machines",
                    "twilio_voice_machines is words: answering machines keep what is said, for whoever listens to them. Use notice, unless that is meant."))
        }
        return findings
    }
}

extension TwilioVoiceSettings: CustomStringConvertible {
    public var description: String { "TwilioVoiceSettings" }
}
