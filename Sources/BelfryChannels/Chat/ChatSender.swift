import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Sends into rooms. Each is protected by itself: limits are a room's own, and one that fails, or that somebody invented, leaves the others alone.
public final class ChatSender: Sender {
    private let dialect: ChatDialect
    private let exchange: HTTPExchange
    /// By their webhooks.
    private let rooms = Mutex(RecentlyUsed<String, ProviderProtection>(countMax: ChatSender.roomCountMax))

    /// What is known of more need not be kept: it is learned again by sending.
    static let roomCountMax = 4096
    /// Slack takes a message a second of a webhook, and short bursts (https://docs.slack.dev/apis/web-api/rate-limits); Discord says in its answers how
    /// many it takes, which has been five in two seconds.
    static let rate = 1.0
    static let burst = 4.0

    public init(_ settings: ChatSettings, over exchange: HTTPExchange) {
        dialect = ChatDialect(settings)
        self.exchange = exchange
    }

    public var provider: Provider { .chat }
    public var afterLostAnswer: LostAnswerPolicy { dialect.afterLostAnswer }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        guard case .room(let webhook) = notification.address.target else {
            return SendResult(.rejected(why: "chat_no_room: the address is no room's webhook"))
        }
        return await sender(of: webhook).send(notification, now: now)
    }

    func sender(of webhook: String) -> HTTPSender<ChatDialect> { HTTPSender(dialect, over: exchange, protection: protection(of: webhook)) }

    private func protection(of webhook: String) -> ProviderProtection {
        rooms.withLock { rooms in
            if let known = rooms.use(webhook) { return known }
            let made = ProviderProtection(rate: Self.rate, burst: Self.burst)
            rooms.keep(made, under: webhook) { $0.deliveredCount }
            return made
        }
    }
}
