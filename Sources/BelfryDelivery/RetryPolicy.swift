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
        case .retry(let why, let after):
            attempt >= Delivery.attemptCountMax
                ? .failed(error: why) : .retry(at: now + wait(beforeAttempt: attempt + 1, asked: after, chance: chance), error: why)
        }
    }

    private func wait(beforeAttempt attempt: Int, asked: Duration?, chance: Double) -> Duration {
        let ceiling = min(base * (1 << min(attempt - 2, 20)), longest)
        let drawn = Duration.milliseconds(Int64(Double(ceiling.milliseconds) * min(max(chance, 0), 1)))
        return max(drawn, min(asked ?? .zero, Self.longestAskedFor))
    }
}
