import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Sends to Android devices through FCM, as slowly at first and as fast at most as Google asks for.
public final class FCMSender: Sender {
    private let sender: HTTPSender<FCMDialect>
    private let protection: ProviderProtection
    private let ramp: Mutex<SendingRamp>

    public init(_ settings: FCMSettings, over exchange: HTTPExchange) {
        let rate = Double(settings.messagesPerMinuteMax) / 60
        // No more at once than in a sixtieth of a second: a burst would be what the ramp avoids.
        protection = ProviderProtection(rate: rate, burst: max(1, rate * SendingRamp.share))
        ramp = Mutex(SendingRamp(rateMax: rate))
        sender = HTTPSender(
            FCMDialect(settings), over: exchange, authorizations: AccessTokens(settings, over: exchange), protection: protection)
    }

    public var provider: Provider { .fcm }
    public var afterLostAnswer: LostAnswerPolicy { sender.afterLostAnswer }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let (rate, longestWait) = ramp.withLock { ramp in
            let rate = ramp.rate(now: now)
            return (rate, ramp.longestWait(at: rate))
        }
        protection.setRate(rate, longestWait: longestWait)
        let result = await sender.send(notification, now: now)
        // The quota is the project's: whatever else is sent would be refused as well.
        if case .retry(let why, let after?) = result.outcome, why.hasPrefix("fcm_quota_exceeded") { protection.pause(for: after, now: now) }
        return result
    }
}
