import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Messages to a topic of an ntfy server, which passes them on to the phones, browsers and programs that listen to it.
///
/// Source: https://docs.ntfy.sh/publish/#publish-as-json. There is no idempotency key, but a later message of the same sequence takes the place of the
/// earlier one, so after a lost answer it is published again. Servers before 2.16, and ntfy's app for Apple's devices, show both.
public struct NtfyDialect: ProviderDialect {
    let settings: NtfySettings

    public init(_ settings: NtfySettings) {
        self.settings = settings
    }

    public var provider: Provider { .ntfy }
    public var timeout: Duration { .seconds(15) }

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .topic(let topic) = notification.address.target else { throw Unsendable("ntfy_no_topic: the address is no topic") }
        let message = NtfyMessage(notification, to: topic, settings, now: now)
        guard let body = message.fitting else {
            throw Unsendable("ntfy_too_large: its identifiers alone are more than a server takes")
        }
        var headers = ["content-type": "application/json"]
        headers["authorization"] = authorization
        return ProviderRequest(url: settings.url + "/", headers: headers, body: body)
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        if (200..<300).contains(response.status) {
            // An answer that broke off says no less than its status.
            guard !response.body.isEmpty else { return SendResult(.delivered) }
            if let taken = decoded(Taken.self, of: response) { return SendResult(.delivered, providerMessageID: taken.id) }
            return SendResult(.notTried(why: "ntfy_foreign_answer: whoever answers there is no ntfy server; see ntfy_url", after: .seconds(300)))
        }
        return outcome(of: response, at: now)
    }

    /// What a refusal means.
    func outcome(of response: ProviderResponse, at now: Instant) -> SendResult {
        let code = decoded(Refused.self, of: response)?.code
        let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        return NtfyErrors.meaning(of: code, status: response.status)
            .result(code: NtfyErrors.name(code, status: response.status), retryAfter: retryAfter)
    }

    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        !NtfyErrors.meaning(of: decoded(Refused.self, of: response)?.code, status: response.status).sparesOthers
    }

    private func decoded<Answer: Decodable>(_ type: Answer.Type, of response: ProviderResponse) -> Answer? {
        try? JSONDecoder().decode(type, from: Data(response.body))
    }

    private struct Taken: Decodable {
        let id: String
    }

    private struct Refused: Decodable {
        let code: Int?
    }
}

extension NtfyDialect: CustomStringConvertible {
    public var description: String { "NtfyDialect" }
}

/// Sends by ntfy.
public func makeNtfySender(_ settings: NtfySettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil) -> HTTPSender<NtfyDialect> {
    HTTPSender(NtfyDialect(settings), over: exchange, authorizations: settings.authorizations, protection: protection ?? ProviderProtection())
}
