import BelfryModel
import BelfryPorts
import BelfryTime

/// When a failed attempt is followed by another: exponential backoff with full jitter.
///
/// The wait before attempt n+1 is drawn evenly from zero to `base · 4^(n−1)`, at most `longest`; a provider that named a
/// time is waited for at least that long. Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
///
/// An outage may last for hours: what a provider doesn't take for now is tried again for as long as it is of use, from the fifth time on
/// without being counted. An answer that is lost then, too, is repeated no more, since each repetition may tell a person once more:
/// ``DeliveryAttempt`` makes a refusal of it, but where a program takes it that knows it again.
public struct RetryPolicy: Sendable {
    public let base: Duration
    public let longest: Duration
    /// So long at least it waits after an attempt that isn't counted, whatever the base.
    static let shortestUncounted = Duration.seconds(60)
    /// What a provider may ask for at most; a longer wish is taken as this.
    public static let longestAskedFor = Duration.seconds(24 * 3600)

    public init(base: Duration = .seconds(5), longest: Duration = .seconds(3600)) {
        self.base = base
        self.longest = longest
    }

    /// What follows from the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - attempt: from 1.
    ///   - end: from when on the delivery is of no use: what can't be tried again before then is given up now.
    ///   - chance: from 0 to 1, drawn anew for each call.
    public func disposition(after outcome: Outcome, attempt: Int, until end: Instant, now: Instant, chance: Double) -> AttemptResult.Disposition {
        switch outcome {
        case .delivered: .sent
        case .rejected(let why): .failed(error: why)
        case .addressGone(let why): .failed(error: why)
        case .notTried(let why, let after): .postponed(until: now + min(after, Self.longestAskedFor), why: why)
        case .ambiguous(let why): again(why, after: wait(beforeAttempt: attempt + 1, asked: nil, chance: chance), attempt, until: end, now: now)
        case .retry(let why, let after):
            again(why, after: wait(beforeAttempt: attempt + 1, asked: after, chance: chance), attempt, until: end, now: now)
        }
    }

    private func again(_ why: String, after wait: Duration, _ attempt: Int, until end: Instant, now: Instant) -> AttemptResult.Disposition {
        let isCounted = attempt < Delivery.attemptCountMax
        let next = now + (isCounted ? wait : max(wait, Self.shortestUncounted))
        if next >= end { return .failed(error: why) }
        return isCounted ? .retry(at: next, error: why) : .postponed(until: next, why: why)
    }

    /// What follows from an attempt at several addresses.
    ///
    /// As long as one of them may still be reached the delivery is tried again, there alone. When none is left it counts as sent
    /// where one was reached; who was reached elsewhere isn't told hours later what they know.
    public func disposition(
        after outcomes: [Outcome], attempt: Int, until end: Instant, now: Instant, chance: Double
    ) -> AttemptResult.Disposition {
        if outcomes.count == 1 { return disposition(after: outcomes[0], attempt: attempt, until: end, now: now, chance: chance) }
        let isReached = outcomes.contains(.delivered)
        let limit = isReached && attempt >= Delivery.attemptCountMax ? now : end
        let dispositions = outcomes.map { disposition(after: $0, attempt: attempt, until: limit, now: now, chance: chance) }
        // What expired would count as never sent.
        let open = dispositions.filter { $0.isOpen(until: isReached ? limit : .max) }
        if let next = open.min(by: { $0.isBefore($1) }) { return next }
        if dispositions.contains(.sent) { return .sent }
        return dispositions.last ?? .failed(error: Switchboard.noAddress)
    }

    private func wait(beforeAttempt attempt: Int, asked: Duration?, chance: Double) -> Duration {
        let ceiling = min(base * (1 << min(2 * (attempt - 2), 20)), longest)
        let drawn = Duration.milliseconds(Int64(Double(ceiling.milliseconds) * min(max(chance, 0), 1)))
        return max(drawn, min(asked ?? .zero, Self.longestAskedFor))
    }
}

extension AttemptResult.Disposition {
    fileprivate func isOpen(until end: Instant) -> Bool {
        switch self {
        case .retry(let next, _), .postponed(let next, _): next < end
        case .sent, .failed, .returned: false
        }
    }

    /// What was tried and failed comes before what wasn't tried, so that the attempt counts; then the earlier one.
    fileprivate func isBefore(_ other: Self) -> Bool {
        switch (self, other) {
        case (.retry(let own, _), .retry(let others, _)), (.postponed(let own, _), .postponed(let others, _)): own < others
        case (.retry, .postponed): true
        default: false
        }
    }
}
