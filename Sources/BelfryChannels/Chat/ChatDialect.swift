import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Messages into rooms of chats, by the incoming webhooks that people made there.
///
/// Which ``ChatFormat`` a room takes says the address of its webhook. There is no idempotency key, and nobody tells later whether a message was taken:
/// after a lost answer nothing is sent again.
public struct ChatDialect: ProviderDialect {
    let settings: ChatSettings

    public init(_ settings: ChatSettings) {
        self.settings = settings
    }

    public var provider: Provider { .chat }
    public var timeout: Duration { .seconds(15) }
    public var afterLostAnswer: LostAnswerPolicy { .giveUp }

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        let webhook = try webhook(of: notification.address)
        let format = ChatFormat(ofWebhook: webhook)
        let words = ChatWords(notification, settings.linkOrigins)
        let body: [UInt8]? =
            switch format {
            case .slack: ChatMessage(words, in: .slack).body
            case .discord: ChatMessage(words, in: .discord).body
            case .teams: TeamsCard.body(words)
            case .gotify: GotifyMessage.body(words, of: notification)
            }
        guard let body else { throw Unsendable("unencodable: it can't be written as JSON") }
        let destination = format.destination(ofWebhook: webhook)
        return ProviderRequest(url: destination.url, headers: destination.headers.merging(["content-type": "application/json"]) { $1 }, body: body)
    }

    /// - Throws: ``Unsendable`` where nothing may be asked of it.
    func webhook(of address: Address) throws(Unsendable) -> String {
        guard case .room(let webhook) = address.target else { throw Unsendable("chat_no_room: the address is no room's webhook") }
        do {
            _ = try PushEndpoint(webhook, trustedOrigins: settings.trustedOrigins)
        } catch {
            switch error {
            case .notHTTPS: throw Unsendable("chat_webhook_not_https: a webhook must be https, but on a server of chat_trusted_origins")
            case .hostNotAllowed: throw Unsendable("chat_webhook_private: the webhook is on no public server; see chat_trusted_origins")
            case .malformed: throw Unsendable("chat_webhook_malformed: the webhook is no address")
            }
        }
        return webhook
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        if (200..<300).contains(response.status) {
            let answer = try? JSONDecoder().decode(Taken.self, from: Data(response.body))
            // Who says that it hasn't succeeded has refused it, whatever the status.
            if answer?.success != false { return SendResult(.delivered, providerMessageID: answer?.id) }
        }
        var format = ChatFormat.slack
        if case .room(let webhook) = notification.address.target { format = ChatFormat(ofWebhook: webhook) }
        let refusal = ChatRefusal(format, status: response.status, headers: response.headers, body: response.body, now: now)
        return refusal.meaning.result(code: refusal.name, retryAfter: refusal.retryAfter)
    }

    /// Discord answers with its message, Rocket.Chat with whether it succeeded, and others with words, or with nothing as a workflow of Teams.
    private struct Taken: Decodable {
        let id: String?
        let success: Bool?
    }
}

extension ChatDialect: CustomStringConvertible {
    public var description: String { "ChatDialect" }
}
