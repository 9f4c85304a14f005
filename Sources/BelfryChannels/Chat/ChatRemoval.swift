import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Deletes a message where its room's webhook can: see ``ChatFormat/removal(ofWebhook:of:)``.
extension ChatDialect: RemovingDialect {
    public func removal(of message: SentMessage, _ place: Int, authorization: String?) throws(Unsendable) -> ProviderRequest {
        let webhook = try webhook(of: message.address)
        guard let url = ChatFormat(ofWebhook: webhook).removal(ofWebhook: webhook, of: message.name) else {
            throw Unsendable("chat_stays: the room's webhook takes back nothing that it has posted")
        }
        return ProviderRequest(method: "DELETE", url: url, headers: [:], body: "")
    }

    public func end(by response: ProviderResponse, to message: SentMessage, _ place: Int, now: Instant) -> RemovalOutcome? {
        if (200..<300).contains(response.status) { return .removed }
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        // Unknown Message: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
        if answer?.code == 10008 { return .removed }
        let refusal = ChatRefusal(.discord, status: response.status, headers: response.headers, body: response.body, now: now)
        return RemovalOutcome(refusal.meaning.result(code: refusal.name, retryAfter: refusal.retryAfter).outcome)
    }

    private struct Answer: Decodable {
        let code: Int?
    }
}

extension ChatSender: RemovingSender {
    public var removesByPlace: Bool { false }

    public func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome {
        guard case .room(let webhook) = message.address.target else { return .stays(why: "chat_no_room: the address is no room's webhook") }
        return await sender(of: webhook).remove(message, now: now)
    }
}
