import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Calls by Twilio's Programmable Voice.
///
/// Source: https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource and, for who answers,
/// https://www.twilio.com/docs/voice/answering-machine-detection. What is to be said is asked for once somebody answers, and not handed over with the
/// request: only then is it known whether that is a person. There is no idempotency key, and a repetition would ring again: after a lost answer the
/// report of the call is waited for.
public struct TwilioVoiceDialect: ProviderDialect {
    let settings: TwilioVoiceSettings

    public init(_ settings: TwilioVoiceSettings) {
        self.settings = settings
    }

    public var provider: Provider { .twilioVoice }
    public var timeout: Duration { .seconds(15) }
    public var afterLostAnswer: LostAnswerPolicy { .reconcile }

    /// So long a call lasts at most, whoever goes on hearing it again.
    private static let lengthMaxSeconds = 300

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .phone(let text, _) = notification.address.target, let number = PhoneNumber(text) else {
            throw Unsendable("twilio_voice_no_number: the address is no telephone number with its country")
        }
        guard settings.callingCodes.allow(number) else { throw Unsendable(settings.callingCodes.refusal(of: provider)) }
        if let expiresAt = notification.delivery.expiresAt, expiresAt <= now { throw Unsendable("expired: it is of no use any more") }
        guard let token = try? settings.authToken.text(), !token.isEmpty else {
            throw Unsendable("twilio_token_unreadable: the secret can't be read", isOperatorsToMend: true)
        }
        let script = CallScript(notification, now: now)
        guard let call = CallSeal(secret: token).close(script) else { throw Unsendable("twilio_voice_unsealed: the words can't be sealed") }
        let name = FormEncoding.escaped(notification.transmission.text)
        var fields: [(name: String, value: String)] = [
            ("To", number.e164), ("From", settings.from), ("Method", "POST"),
            ("Url", "\(settings.callback)?\(TwilioVoiceCallbacks.callField)=\(call)#\(TwilioCallbacks.retries)"),
            ("StatusCallback", "\(settings.callback)?\(TwilioCallbacks.transmissionField)=\(name)#\(TwilioCallbacks.retries)"),
            ("StatusCallbackEvent", "initiated"), ("StatusCallbackEvent", "completed"),
            ("Timeout", String(settings.ringSeconds)), ("TimeLimit", String(Self.lengthMaxSeconds)),
        ]
        if let detection = settings.machines.detection(for: script.purpose) { fields.append(("MachineDetection", detection)) }
        return ProviderRequest(
            url: "\(settings.endpoint)/2010-04-01/Accounts/\(settings.accountSID)/Calls.json",
            headers: ["authorization": authorization ?? "", "content-type": FormEncoding.contentType, "accept": "application/json"],
            body: FormEncoding.encode(fields))
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        if (200..<300).contains(response.status) { return SendResult(.delivered, providerMessageID: answer?.sid) }
        // A server on the way says so, behind which it may ring already.
        if answer?.code == nil, [408, 502, 504].contains(response.status) {
            return SendResult(.ambiguous(why: "\(TwilioVoiceErrors.name(nil, status: response.status)): whether it rings is unknown"))
        }
        let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        return TwilioVoiceErrors.meaning(of: answer?.code, status: response.status)
            .result(code: TwilioVoiceErrors.name(answer?.code, status: response.status), retryAfter: retryAfter)
    }

    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        return !TwilioVoiceErrors.meaning(of: answer?.code, status: response.status).sparesOthers
    }

    private struct Answer: Decodable {
        let sid: String?
        let code: Int?
    }
}

extension TwilioVoiceSettings.Machines {
    /// How Twilio finds out who answers; nil where nobody does. Who is to keep a notice has it after their own greeting; a code is nothing for a machine,
    /// whatever is set.
    func detection(for purpose: CallScript.Purpose) -> String? {
        if purpose == .code { return "Enable" }
        return switch self {
        case .notice: "DetectMessageEnd"
        case .hangUp: "Enable"
        case .words: nil
        }
    }
}

extension TwilioVoiceDialect: CustomStringConvertible {
    public var description: String { "TwilioVoiceDialect" }
}

/// Calls by Twilio.
public func makeTwilioVoiceSender(
    _ settings: TwilioVoiceSettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil
) -> HTTPSender<TwilioVoiceDialect> {
    HTTPSender(
        TwilioVoiceDialect(settings), over: exchange,
        authorizations: StandingAuthorization.basic(
            user: settings.accountSID, password: settings.authToken, ifUnreadable: "twilio_token_unreadable"),
        protection: protection ?? ProviderProtection(rate: settings.rate))
}
