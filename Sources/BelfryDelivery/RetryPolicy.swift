import BelfryModel
import BelfryPorts
import BelfryTime

/// When a failed attempt is followed by another: exponential backoff with full jitter.
///
/// The wait before attempt n+1 is drawn evenly from zero to `base · 2^(n−1)`, at most `longest`; a provider that named a
/// time is waited for at least that long. Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct RetryPolicy: Sendable {
    public let base: Duration
    public let longest: Duration
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
    ///   - chance: from 0 to 1, drawn anew for each call.
    public func disposition(after outcome: Outcome, attempt: Int, now: Instant, chance: Double) -> AttemptResult.Disposition {
        switch outcome {
        case .delivered: .sent
        case .rejected(let why): .failed(error: why)
        case .addressGone(let why): .failed(error: why)
        case .notTried(let why, let after): .postponed(until: now + min(after, Self.longestAskedFor), why: why)
        case .ambiguous(let why): disposition(after: .retry(why: why, after: nil), attempt: attempt, now: now, chance: chance)
        case .retry(let why, let after):
            attempt >= Delivery.attemptCountMax
                ? .failed(error: why) : .retry(at: now + wait(beforeAttempt: attempt + 1, asked: after, chance: chance), error: why)
        }
    }

    /// What follows from an attempt at several addresses.
    ///
    /// As long as one of them may still be reached the delivery is tried again, there alone. When none is left it counts as sent
    /// where one was reached.
    public func disposition(after outcomes: [Outcome], attempt: Int, now: Instant, chance: Double) -> AttemptResult.Disposition {
        if outcomes.count == 1 { return disposition(after: outcomes[0], attempt: attempt, now: now, chance: chance) }
        let dispositions = outcomes.map { disposition(after: $0, attempt: attempt, now: now, chance: chance) }
        let open = dispositions.filter(\.isOpen)
        if let next = open.min(by: { $0.isBefore($1) }) { return next }
        if dispositions.contains(.sent) { return .sent }
        return dispositions.last ?? .failed(error: Switchboard.noAddress)
    }

    private func wait(beforeAttempt attempt: Int, asked: Duration?, chance: Double) -> Duration {
        let ceiling = min(base * (1 << min(attempt - 2, 20)), longest)
        let drawn = Duration.milliseconds(Int64(Double(ceiling.milliseconds) * min(max(chance, 0), 1)))
        return max(drawn, min(asked ?? .zero, Self.longestAskedFor))
    }
}

extension AttemptResult.Disposition {
    fileprivate var isOpen: Bool {
        switch self {
        case .retry, .postponed: true
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
