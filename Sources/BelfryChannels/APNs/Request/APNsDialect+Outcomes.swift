import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension APNsDialect {
    /// What an answer means.
    func outcome(of response: ProviderResponse, now: Instant) -> APNsVerdict {
        if response.status == 200 { return APNsVerdict(.delivered) }
        let answer = (try? JSONDecoder().decode(APNsErrorBody.self, from: Data(response.body))) ?? APNsErrorBody()
        let wait = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        let reason = answer.reason.flatMap(APNsReason.init(name:))
        switch (response.status, reason) {
        case (410, _), (_, .unregistered), (_, .expiredToken):
            return APNsVerdict(
                .addressGone(why: why(reason ?? .unregistered)),
                addressFate: .gone(since: answer.moment))
        case (_, .some(let reason)): return verdict(reason, wait: wait)
        case (429, nil): return verdict(.tooManyRequests, wait: wait)
        case (413, nil): return verdict(.payloadTooLarge, wait: wait)
        // Apple's 403s are about our key, and are seen under names that it doesn't document: what is refused for it is refused to everybody.
        case (403, nil):
            let why = "apns_refused_403: the push service refused our key, with a reason that this version doesn't know"
            return APNsVerdict(.retry(why: why, after: Self.restAfterRefusedToken), pause: Self.restAfterRefusedToken, refusesKey: true)
        case (500..., nil): return APNsVerdict(.retry(why: "apns_unavailable: the push service failed", after: wait ?? Self.restAfterFailure))
        default: return APNsVerdict(.rejected(why: "apns_refused_\(response.status): the push service refused it, with a reason that this version doesn't know"))
        }
    }

    /// Source: Apple asks to try again 15 minutes after its service failed.
    static let restAfterFailure = Duration.seconds(15 * 60)
    /// How long everything waits after what an operator must mend, and after too many tokens.
    static let restAfterRefusedToken = Duration.seconds(5 * 60)
    static let restAfterTooManyTokens = Duration.seconds(60)
    /// The limit is for one device: others go on.
    static let restOfDevice = Duration.seconds(60)

    private func verdict(_ reason: APNsReason, wait: Duration?) -> APNsVerdict {
        let why = why(reason)
        switch reason.kind {
        case .addressGone: return APNsVerdict(.addressGone(why: why), addressFate: .gone(since: nil))
        case .wrongEnvironment: return APNsVerdict(.addressGone(why: why), addressFate: .gone(since: nil), next: .otherEnvironment)
        case .rejected: return APNsVerdict(.rejected(why: why))
        case .tokenRanOut:
            return APNsVerdict(.retry(why: why, after: Self.restAfterRefusedToken), next: .anotherToken, pause: Self.restAfterRefusedToken)
        case .tokenRefused, .topicRefused:
            return APNsVerdict(.retry(why: why, after: Self.restAfterRefusedToken), pause: Self.restAfterRefusedToken, refusesKey: true)
        case .tooManyTokens: return APNsVerdict(.retry(why: why, after: Self.restAfterTooManyTokens), pause: Self.restAfterTooManyTokens)
        case .deviceBusy: return APNsVerdict(.retry(why: why, after: wait ?? Self.restOfDevice), isProvidersFault: false)
        case .connectionOver: return APNsVerdict(.retry(why: why, after: wait))
        case .providerFailed: return APNsVerdict(.retry(why: why, after: wait ?? Self.restAfterFailure))
        }
    }

    private func why(_ reason: APNsReason) -> String { "apns_\(reason.code): \(reason.sentence)" }
}

/// An outcome, and what else follows from an answer.
struct APNsVerdict: Hashable, Sendable {
    let outcome: Outcome
    let addressFate: AddressFate?
    /// What may be tried at once, instead of this outcome.
    let next: Next?
    /// For how long everything to this environment waits; nil for not at all.
    let pause: Duration?
    /// Whether a failure speaks against the provider, and not against one device.
    let isProvidersFault: Bool
    /// Whether this environment is closed to our key.
    let refusesKey: Bool

    init(
        _ outcome: Outcome, addressFate: AddressFate? = nil, next: Next? = nil, pause: Duration? = nil, isProvidersFault: Bool = true,
        refusesKey: Bool = false
    ) {
        self.outcome = outcome
        self.addressFate = addressFate
        self.next = next
        self.pause = pause
        self.isProvidersFault = isProvidersFault
        self.refusesKey = refusesKey
    }

    enum Next: Hashable, Sendable {
        case otherEnvironment, anotherToken
    }
}

extension APNsReason {
    /// What the body of an error says, or the last word of a connection: `{"reason":"Shutdown"}`. Nil where it is none that is known.
    init?(body: some Collection<UInt8>) {
        guard let name = (try? JSONDecoder().decode(APNsErrorBody.self, from: Data(body)))?.reason else { return nil }
        self.init(name: name)
    }
}

/// The body of an error. What has another type counts as missing.
private struct APNsErrorBody: Decodable {
    var reason: String?
    /// Milliseconds since 1970.
    var timestamp: Int64?

    /// Nil, too, where it is none that a moment can have.
    var moment: Instant? {
        timestamp.map { Instant(millisecondsSinceEpoch: $0) }.flatMap { (Instant.min...Instant.max).contains($0) ? $0 : nil }
    }

    init() {}

    enum CodingKeys: CodingKey { case reason, timestamp }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reason = try? container.decodeIfPresent(String.self, forKey: .reason)
        timestamp = try? container.decodeIfPresent(Int64.self, forKey: .timestamp)
    }
}
