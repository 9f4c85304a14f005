import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Has whoever listens to a topic take a message away, by the sequence that it was published in.
///
/// Source: https://docs.ntfy.sh/publish/#deleting-notifications. Servers before 2.16 know no such request, and ntfy's app for Apple's devices passes over
/// what follows from it.
extension NtfyDialect: RemovingDialect {
    public var removesByPlace: Bool { true }

    public func removal(of message: SentMessage, _ place: Int, authorization: String?) throws(Unsendable) -> ProviderRequest {
        guard case .topic(let topic) = message.address.target else { throw Unsendable("ntfy_no_topic: the address is no topic") }
        return ProviderRequest(
            method: "DELETE", url: "\(settings.url)/\(topic)/\(PushTopic.text(of: message.collapseID))",
            headers: authorization.map { ["authorization": $0] } ?? [:], body: "")
    }

    public func end(by response: ProviderResponse, to message: SentMessage, _ place: Int, now: Instant) -> RemovalOutcome? {
        switch response.status {
        case 200..<300: .removed
        case 404, 405: .stays(why: "ntfy_http_\(response.status): the server takes nothing back, as those before 2.16")
        default: RemovalOutcome(outcome(of: response, at: now).outcome)
        }
    }
}
