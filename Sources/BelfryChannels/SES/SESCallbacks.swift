import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Synchronization

/// Reads what SES tells of our mails, which it publishes to a topic of SNS, which posts it to us.
///
/// Configuration keys:
/// - `ses_topics` (list of texts): the topics that are believed, as `arn:aws:sns:eu-central-1:123456789012:belfry-mail`.
public final class SESCallbacks: CallbackReader {
    /// Fetches what stands at an address of SNS over TLS; nil where it can't.
    public typealias Fetch = @Sendable (String) async -> [UInt8]?

    private let topics: Set<String>
    private let fetch: Fetch
    /// By their addresses: SNS signs with one for months.
    private let certificates = Mutex<[String: [UInt8]]>([:])

    /// SNS tries for an hour at most, and says when it began.
    static let ageMax = Duration.seconds(3600 + 300)
    static let certificateCountMax = 16

    /// - Parameters:
    ///   - topics: their names; what another topic posts is not believed, and no other is subscribed to.
    public init(topics: [String], fetch: @escaping Fetch) {
        self.topics = Set(topics)
        self.fetch = fetch
    }

    /// Fetches over the house's own connections.
    public static func fetch(over exchange: HTTPExchange) -> Fetch {
        { address in
            let answer = try? await exchange.exchange(ProviderRequest(method: "GET", url: address, headers: [:], body: []), timeout: .seconds(10))
            return answer.flatMap { $0.status == 200 ? $0.body : nil }
        }
    }

    public var provider: Provider { .ses }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        guard let message = SNSMessage(json: request.body) else { throw .malformed }
        guard topics.contains(message.topicArn), await isSigned(message) else { throw .badSignature }
        guard let publishedAt = message.publishedAt, publishedAt > now - Self.ageMax, publishedAt < now + .seconds(300) else { throw .stale }
        switch message.type {
        case SNSMessage.notification:
            return CallbackReading(reports: try SESEvent.reports(in: message))
        case "SubscriptionConfirmation":
            guard let address = message.subscribeURL, SNSMessage.isOfSNS(address), await fetch(address) != nil else { throw .malformed }
            return CallbackReading(reports: [])
        // Somebody ended the subscription on purpose; it is not begun again behind their back.
        case "UnsubscribeConfirmation": return CallbackReading(reports: [])
        default: throw .malformed
        }
    }

    private func isSigned(_ message: SNSMessage) async -> Bool {
        let address = message.signingCertURL
        guard SNSMessage.isCertificateOfSNS(address) else { return false }
        if let known = certificates.withLock({ $0[address] }) { return message.isSigned(by: known) }
        guard let certificate = await fetch(address), message.isSigned(by: certificate) else { return false }
        certificates.withLock { certificates in
            if certificates.count >= Self.certificateCountMax { certificates.removeAll() }
            certificates[address] = certificate
        }
        return true
    }
}
