import BelfryModel
import BelfryPorts
import BelfryTime

/// Hands notifications to a provider in its dialect: the one place where requests leave and answers come back.
public struct HTTPSender<Dialect: ProviderDialect>: Sender {
    let dialect: Dialect
    let exchange: HTTPExchange
    let authorizations: (any AuthorizationSource)?
    let protection: ProviderProtection

    public init(
        _ dialect: Dialect, over exchange: HTTPExchange, authorizations: (any AuthorizationSource)? = nil, protection: ProviderProtection
    ) {
        self.dialect = dialect
        self.exchange = exchange
        self.authorizations = authorizations
        self.protection = protection
    }

    public var provider: Provider { dialect.provider }
    public var afterLostAnswer: LostAnswerPolicy { dialect.afterLostAnswer }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let isUrgent = notification.delivery.priority == .critical
        if let wait = protection.admission(isNew: !notification.hasWaited, isUrgent: isUrgent, now: now) { return SendResult(wait) }
        let trial = await attempt(notification, now: now, mayRenew: true)
        let result = trial.result
        guard let isProvidersFault = trial.isProvidersFault else {
            protection.withdraw(now: now)
            return result
        }
        protection.note(result.outcome, isProvidersFault: isProvidersFault, now: now)
        // The provider's answer concerns everything that is sent to it.
        if case .notTried(_, let length) = result.outcome { protection.pause(for: length, now: now) }
        return result
    }

    private struct Trial: Sendable {
        let result: SendResult
        /// Of what didn't succeed; nil where nothing was asked of the provider, so that it tells nothing of it.
        let isProvidersFault: Bool?

        init(_ result: SendResult, isProvidersFault: Bool?) {
            self.result = result
            self.isProvidersFault = isProvidersFault
        }

        init(_ outcome: Outcome, isProvidersFault: Bool? = true) {
            self.init(SendResult(outcome), isProvidersFault: isProvidersFault)
        }
    }

    /// A refused authorization is renewed once, where another is to be had: it may have been revoked, or have run out on the way.
    private func attempt(_ notification: OutgoingNotification, now: Instant, mayRenew: Bool) async -> Trial {
        let authorization: String?
        do {
            authorization = try await authorizations?.authorization(now: now)
        } catch {
            return Trial(.retry(why: error.why, after: nil))
        }
        let request: ProviderRequest
        do {
            request = try dialect.request(for: notification, authorization: authorization, now: now)
        } catch {
            return Trial(error.outcome, isProvidersFault: nil)
        }
        do {
            let response = try await exchange.exchange(request, timeout: dialect.timeout)
            if mayRenew, response.status == 401, let authorization, await isAnother(after: authorization, now: now) {
                return await attempt(notification, now: now, mayRenew: false)
            }
            let result = dialect.outcome(of: response, to: notification, now: now)
            // Only a refusal is read a second time.
            return Trial(result, isProvidersFault: result.outcome != .delivered && dialect.speaksAgainstProvider(response))
        } catch {
            switch error {
            case .notSent(let why): return Trial(.retry(why: why, after: nil))
            // It comes again when others may be through. Nobody else is held back for it: whoever comes next may find room.
            case .crowded(let why): return Trial(.notTried(why: why, after: .seconds(1)), isProvidersFault: nil)
            // Until somebody allows it, or the name leads elsewhere; nothing is given up for it.
            case .refused(let why): return Trial(.notTried(why: why, after: .seconds(300)))
            case .answerLost(let why): return Trial(.ambiguous(why: why))
            }
        }
    }

    /// Whether there is another authorization in the place of one that was refused. The same would be refused again, and providers lock out
    /// whoever insists.
    private func isAnother(after refused: String, now: Instant) async -> Bool {
        guard let authorizations else { return false }
        await authorizations.refuse(refused)
        return (try? await authorizations.authorization(now: now)) != refused
    }
}
