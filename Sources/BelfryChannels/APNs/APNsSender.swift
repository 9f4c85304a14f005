import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Hands notifications to Apple's push service, in the environment that each device token was made in.
///
/// An answer that was lost may be asked for again: the request carries the same `apns-id` and `apns-collapse-id`, so that the device
/// shows one.
public final class APNsSender: Sender {
    private let settings: APNsSettings
    private let dialect: APNsDialect
    private let tokens: ProviderTokens
    private let clients: [PushEnvironment: PushClient]
    private let protections: [PushEnvironment: ProviderProtection]
    private let latest = Mutex<ProviderTokens.Signed?>(nil)

    /// Must be shut down when it is no longer needed.
    ///
    /// - Parameters:
    ///   - seed: spreads the moments at which connections are made again after a failure.
    /// - Throws: where TLS can't be set up.
    public convenience init(
        _ settings: APNsSettings, cache: any TokenCache, protection: ProviderProtection = ProviderProtection(),
        sandboxProtection: ProviderProtection = ProviderProtection(), seed: UInt64
    ) throws {
        try self.init(
            settings, cache: cache, protections: [.production: protection, .sandbox: sandboxProtection], limits: PushPool.Limits(),
            timing: PushClient.Timing(), seed: seed)
    }

    init(
        _ settings: APNsSettings, cache: any TokenCache, protections: [PushEnvironment: ProviderProtection] = [:], limits: PushPool.Limits,
        timing: PushClient.Timing, seed: UInt64
    ) throws {
        self.settings = settings
        dialect = APNsDialect(settings: settings)
        tokens = ProviderTokens(settings, cache: cache)
        self.protections = protections
        var limits = limits
        limits.connectionCountMax = settings.connectionCountMax
        clients = try PushEnvironment.allCases.reduce(into: [:]) { clients, environment in
            clients[environment] = try PushClient(
                to: settings.endpoint(of: environment), trustedRoots: settings.trustedRoots, limits: limits, timing: timing, seed: seed)
        }
    }

    public var provider: Provider { .apns }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let request: APNsRequest
        do {
            request = try dialect.request(for: notification, now: now)
        } catch {
            return SendResult(.rejected(why: error.why))
        }
        let known = notification.address.target.environment
        let first = known ?? settings.environment
        let verdict = await send(request, of: notification, in: first, now: now)
        guard verdict.next == .otherEnvironment else { return result(verdict, request, worksIn: known == first ? nil : first) }
        // The token may have been made in the other environment; only where both say that it is none, it is none.
        let second = await send(request, of: notification, in: first.other, now: now)
        // Where the other is closed to this key, the first has said all there is to know.
        return second.refusesKey ? result(verdict, request, worksIn: nil) : result(second, request, worksIn: first.other)
    }

    /// Returns when all that was taken is answered.
    public func shutdown() async {
        for client in clients.values { await client.close() }
    }

    private func result(_ verdict: APNsVerdict, _ request: APNsRequest, worksIn environment: PushEnvironment?) -> SendResult {
        guard verdict.outcome == .delivered else { return SendResult(verdict.outcome, addressFate: verdict.addressFate) }
        return SendResult(.delivered, providerMessageID: request.id, addressFate: environment.map { .worksIn($0) })
    }

    private func send(
        _ request: APNsRequest, of notification: OutgoingNotification, in environment: PushEnvironment, now: Instant
    ) async -> APNsVerdict {
        let protection = protections[environment]
        let isUrgent = notification.delivery.priority == .critical
        if let wait = protection?.admission(isNew: !notification.hasWaited, isUrgent: isUrgent, now: now) { return APNsVerdict(wait) }
        let verdict = await attempt(request, in: environment, now: now, mayRenew: true)
        // What found no way out of this machine tells nothing of the provider; an answer that concerns one device does: it works.
        if case .notTried = verdict.outcome {
            protection?.withdraw(now: now)
        } else {
            protection?.note(verdict.outcome, isProvidersFault: verdict.isProvidersFault, now: now)
        }
        if let pause = verdict.pause { protection?.pause(for: pause, now: now) }
        return verdict
    }

    private func attempt(_ request: APNsRequest, in environment: PushEnvironment, now: Instant, mayRenew: Bool) async -> APNsVerdict {
        guard let client = clients[environment] else { preconditionFailure("every environment has a client") }
        let signed: ProviderTokens.Signed
        do {
            signed = try tokens.token(now: now)
        } catch {
            return APNsVerdict(.retry(why: error.why, after: nil))
        }
        separate(signed)
        do {
            let response = try await client.send(request, token: signed.token)
            let verdict = dialect.outcome(of: response, now: now)
            if mayRenew, verdict.next == .anotherToken, tokens.refuse(signed.token, now: now) {
                return await attempt(request, in: environment, now: now, mayRenew: false)
            }
            return verdict
        } catch {
            switch error {
            case .notSent(let why): return APNsVerdict(.retry(why: why, after: nil))
            case .resting(let why, let length): return APNsVerdict(.notTried(why: why, after: length))
            case .answerLost(let why): return APNsVerdict(.ambiguous(why: why))
            }
        }
    }

    /// What was signed with two keys must not share a connection, and a revoked key's connections must end. Nor may two tokens that follow each other
    /// sooner than Apple allows on one connection, as where a clock was put back.
    private func separate(_ signed: ProviderTokens.Signed) {
        let needsAnother = latest.withLock { known in
            defer { known = signed }
            guard let known, known != signed else { return false }
            let step = signed.token.issuedAt - known.token.issuedAt
            return known.keyName != signed.keyName || max(step, .zero - step) < ProviderTokens.ageMin
        }
        if needsAnother { for client in clients.values { client.renewConnections() } }
    }
}

extension Address.Target {
    /// Where a device of Apple's was last reached.
    fileprivate var environment: PushEnvironment? {
        if case .apple(_, let environment) = self { environment } else { nil }
    }
}
