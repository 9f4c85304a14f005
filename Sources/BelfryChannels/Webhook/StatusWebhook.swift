import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// An app's own endpoint, which is told what became of its deliveries, by the same scheme as ``StandardWebhook``.
///
/// `webhook-id` is the same as long as the same is told; where more has happened between two attempts, it is another message.
public struct StatusWebhook: Sendable {
    private let endpoint: StandardWebhook

    /// - Parameters:
    ///   - url: where what happened is posted.
    ///   - secrets: the one in force, and any that is being rotated out, each as `whsec_…`.
    /// - Throws: ``StandardWebhook/ConfigurationError``
    public init(url: String, secrets: [String]) throws(StandardWebhook.ConfigurationError) {
        endpoint = try StandardWebhook(url: url, secrets: secrets)
    }

    /// In small letters, as a ``NetworkGuard`` trusts it.
    public var host: String { URL(string: endpoint.url)?.host?.lowercased() ?? "" }

    /// Whether what is sent there can't be read on the way.
    public var isSecret: Bool { !EndpointURL.isOpen(endpoint.url) }

    /// Why its address may not be called; nil where it may.
    public func refusal(by networkGuard: NetworkGuard) async -> NetworkGuard.Refusal? { await endpoint.refusal(by: networkGuard) }

    /// Posts a batch, and waits for what becomes of it.
    ///
    /// - Parameter now: the moment of the attempt, which is signed.
    public func tell(_ batch: StatusBatch, over exchange: HTTPExchange, now: Instant) async -> StatusAnswer {
        do throws(HTTPExchange.Failure) {
            return answer(of: try await exchange.exchange(request(for: batch, now: now), timeout: endpoint.timeout), now: now)
        } catch {
            switch error {
            case .notSent(let why), .crowded(let why), .answerLost(let why): return .refused(why: why, after: nil)
            // Until somebody allows it, or the name leads elsewhere.
            case .refused(let why): return .refused(why: why, after: Self.refusedWait)
            }
        }
    }

    private static let refusedWait = Duration.seconds(300)

    func request(for batch: StatusBatch, now: Instant) -> ProviderRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Of texts and whole numbers alone: those can always be written.
        let encoded = (try? encoder.encode(Message(batch, now: now))) ?? Data()
        return endpoint.request(batch.id, String(decoding: encoded, as: UTF8.self), now: now)
    }

    /// What an answer means: only 2xx is success, and after 410 it is left alone for an hour.
    func answer(of response: ProviderResponse, now: Instant) -> StatusAnswer {
        switch response.status {
        case 200..<300: .taken
        case 410: .refused(why: "http_410: the endpoint wants no more webhooks", after: StandardWebhook.closedWait)
        default:
            .refused(why: "http_\(response.status)", after: response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) })
        }
    }

    /// The body: `{"type": "delivery.status", "timestamp": …, "data": {"app_id": …, "events": […]}}`.
    private struct Message: Encodable {
        let type = "delivery.status"
        let timestamp: Instant
        let data: Content

        struct Content: Encodable {
            let app_id: AppID
            let events: [Event]
        }

        struct Event: Encodable {
            let id: String
            let type: StatusChange.Kind
            let delivery_id: DeliveryID?
            let broadcast_id: BroadcastID?
            let channel: String?
            let reason: String?
            let action: String?
            let attempts: Int?
            let occurred_at: Instant
            /// Of a broadcast that has ended, as of `GET /v1/broadcasts/{id}`.
            let recipients, sent, skipped, queued, waiting: Int?

            init(_ change: StatusChange) {
                id = change.id
                type = change.kind
                broadcast_id = change.broadcast
                delivery_id = broadcast_id == nil ? change.delivery : nil
                channel = change.channelName
                reason = change.kind == .acted ? nil : change.reason
                action = change.kind == .acted ? change.reason : nil
                attempts = change.attemptCount
                occurred_at = change.happenedAt
                (recipients, sent, skipped) = (change.counts?.recipients, change.counts?.sent, change.counts?.skipped)
                (queued, waiting) = (change.counts?.queued, change.counts?.waiting)
            }
        }

        init(_ batch: StatusBatch, now: Instant) {
            timestamp = now
            data = Content(app_id: batch.app, events: batch.changes.map(Event.init))
        }
    }
}

/// Shows nothing of itself in a log or an error: the address may hold a password or a token.
extension StatusWebhook: CustomStringConvertible {
    public var description: String { "StatusWebhook" }
}
