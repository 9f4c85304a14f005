import BelfryTime

/// So many in a stretch of time, with bursts up to a bound.
///
/// Source: the token bucket of RFC 2697, with requests in place of bytes.
struct TokenBucket: Hashable, Sendable {
    /// A second.
    var rate: Double
    /// At most so many at once.
    let burst: Double
    /// Whoever takes has read the clock before: of many at once some come so much earlier than others before them, and no time is counted twice
    /// for it. More is a clock that was put back.
    private static let disorderMax = Duration.seconds(1)
    private var tokenCount: Double
    private var countedAt: Instant?

    init(rate: Double, burst: Double) {
        self.rate = rate
        self.burst = burst
        tokenCount = burst
    }

    /// Takes one.
    ///
    /// - Returns: nil where it was there, else how long until it is; nothing is taken then.
    mutating func take(now: Instant) -> Duration? {
        refill(now: now)
        guard tokenCount < 1 else {
            tokenCount -= 1
            return nil
        }
        return .milliseconds(Int64(((1 - tokenCount) / rate * 1000).rounded(.up)))
    }

    /// Puts back one that was taken for nothing.
    mutating func putBack() { tokenCount = min(burst, tokenCount + 1) }

    /// A clock that goes backwards brings nothing, and takes nothing.
    private mutating func refill(now: Instant) {
        if let countedAt {
            guard now > countedAt || countedAt - now > Self.disorderMax else { return }
            if now > countedAt { tokenCount = min(burst, tokenCount + Double((now - countedAt).milliseconds) / 1000 * rate) }
        }
        countedAt = now
    }
}
