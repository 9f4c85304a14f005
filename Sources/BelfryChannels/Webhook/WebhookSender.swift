import AsyncHTTPClient
import BelfryModel
import BelfryPorts
import BelfryTime
import NIOCore
import NIOHTTP1

/// Posts notifications to a webhook over HTTP; follows no redirect.
public struct WebhookSender: Sender {
    let webhook: StandardWebhook
    let client: HTTPClient

    /// The scheme asks receivers to answer within 15 to 30 seconds.
    static let timeout = TimeAmount.seconds(15)
    /// Of an answer's body nothing is needed; a small one is read so that the connection can be used again.
    static let bodyByteCountMax = 64 * 1024

    /// Must be shut down when it is no longer needed.
    public init(_ webhook: StandardWebhook) {
        self.webhook = webhook
        client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5))))
    }

    /// Closes its connections.
    public func shutdown() async {
        // It fails only where it was shut down before.
        try? await client.shutdown()
    }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> Outcome {
        do {
            let request = try webhook.request(for: notification, now: now)
            var outgoing = HTTPClientRequest(url: request.url)
            outgoing.method = .POST
            for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
            outgoing.body = .bytes(ByteBuffer(string: request.body))
            let answer = try await client.execute(outgoing, timeout: Self.timeout)
            _ = try? await answer.body.collect(upTo: Self.bodyByteCountMax)
            let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
            return webhook.outcome(of: ProviderResponse(status: Int(answer.status.code), headers: headers), now: now)
        } catch let error as HTTPClientError {
            return .retry(why: "no_answer: \(error.shortDescription)", after: nil)
        } catch {
            // Its text may name addresses, which don't belong into a row that people read.
            return .retry(why: "no_answer: \(type(of: error))", after: nil)
        }
    }
}
