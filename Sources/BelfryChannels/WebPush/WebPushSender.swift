import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Sends to browsers through their push services. Each service is protected by itself: one that fails, or that somebody invented, leaves
/// the others alone.
public final class WebPushSender: Sender {
    private let dialect: WebPushDialect
    private let exchange: HTTPExchange
    /// By their origins.
    private let protections = Mutex(RecentlyUsed<String, ProviderProtection>(countMax: WebPushSender.originCountMax))

    /// There are few push services; more origins than this are somebody's invention. What is known of them need not be kept, and doesn't drive
    /// out what is known of those that take messages.
    static let originCountMax = 256

    public init(_ settings: WebPushSettings, over exchange: HTTPExchange) {
        dialect = WebPushDialect(settings)
        self.exchange = exchange
    }

    public var provider: Provider { .webPush }
    public var afterLostAnswer: LostAnswerPolicy { dialect.afterLostAnswer }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let protection: ProviderProtection
        do {
            guard case .browser(let subscription) = notification.address.target else {
                return SendResult(.rejected(why: "web_push_wrong_address: Web Push reaches browsers alone"))
            }
            protection = self.protection(of: try dialect.origin(of: subscription))
        } catch {
            return SendResult(.rejected(why: error.why))
        }
        let result = await HTTPSender(dialect, over: exchange, protection: protection).send(notification, now: now)
        if case .retry(let why, let after?) = result.outcome, why.hasPrefix("web_push_busy") { protection.pause(for: after, now: now) }
        return result
    }

    private func protection(of origin: String) -> ProviderProtection {
        protections.withLock { protections in
            if let known = protections.use(origin) { return known }
            let made = ProviderProtection()
            protections.keep(made, under: origin) { $0.deliveredCount }
            return made
        }
    }
}
