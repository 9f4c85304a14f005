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
    private let services = Mutex(RecentlyUsed<String, PushService>(countMax: WebPushSender.originCountMax))

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
        let service: PushService
        do {
            guard case .browser(let subscription) = notification.address.target else {
                return SendResult(.rejected(why: "web_push_wrong_address: Web Push reaches browsers alone"))
            }
            service = self.service(at: try dialect.origin(of: subscription))
        } catch {
            return SendResult(.rejected(why: error.why))
        }
        let key = dialect.publicKeyText
        let result = await HTTPSender(dialect, over: exchange, protection: service.protection).send(notification, now: now)
        switch result.outcome {
        case .delivered: service.note(keyThatWorks: key)
        case .retry(let why, let after?) where why.hasPrefix("web_push_busy"): service.protection.pause(for: after, now: now)
        // Others there have subscribed with our key: it isn't the key that is wrong.
        case .retry(let why, _) where why == WebPushDialect.otherKey && service.works(with: key):
            return SendResult(.addressGone(why: why), addressFate: .gone(since: nil))
        default: break
        }
        return result
    }

    private func service(at origin: String) -> PushService {
        services.withLock { services in
            if let known = services.use(origin) { return known }
            let made = PushService()
            services.keep(made, under: origin) { $0.protection.deliveredCount }
            return made
        }
    }
}

/// What is known of one push service.
private final class PushService: Sendable {
    let protection = ProviderProtection()
    /// The public key under which it took a message last.
    private let key = Mutex<String?>(nil)

    func note(keyThatWorks text: String?) {
        key.withLock { $0 = text }
    }

    func works(with text: String?) -> Bool { text != nil && key.withLock { $0 == text } }
}
