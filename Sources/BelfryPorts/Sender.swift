import BelfryModel
import BelfryTime

/// Hands notifications to one provider.
///
/// Never throws: whatever happens is an outcome. The same notification may be handed over again under the same identifier
/// when an answer was lost.
public protocol Sender: Sendable {
    func send(_ notification: OutgoingNotification, now: Instant) async -> Outcome
}

/// A delivery with its finished words, on its way to a provider.
public struct OutgoingNotification: Hashable, Sendable {
    /// The same over all attempts: what a provider or receiver tells repetitions by.
    public let delivery: Delivery
    public let content: NotificationContent

    public init(delivery: Delivery, content: NotificationContent) {
        self.delivery = delivery
        self.content = content
    }
}

/// A request to a provider, as data.
public struct ProviderRequest: Hashable, Sendable {
    public let url: String
    public let headers: [String: String]
    public let body: String

    public init(url: String, headers: [String: String], body: String) {
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A provider's answer, as data.
public struct ProviderResponse: Hashable, Sendable {
    public let status: Int
    public let headers: [String: String]

    /// - Parameter headers: by their names in lower case.
    public init(status: Int, headers: [String: String]) {
        self.status = status
        self.headers = headers
    }
}
