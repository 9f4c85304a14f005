import BelfryTime

/// How long a worker's loop waits after a round that brought nothing.
struct RoundPause: Hashable, Sendable {
    static let shortest = Duration.milliseconds(1)
    private static let doublingCountMax = 10

    /// So many rounds in a row something was due, and nothing of it could be taken.
    private var vainCount = 0

    /// A round has brought something.
    mutating func reset() { vainCount = 0 }

    /// Mostly what is due became due a moment ago, or another worker is just taking it. What somebody has locked, as by hand, is looked for ever more
    /// rarely.
    ///
    /// - Parameter dueAt: when something is due next; nil where nothing is.
    mutating func length(until dueAt: Instant?, now: Instant, atMost longest: Duration) -> Duration {
        guard let dueAt, dueAt <= now else {
            vainCount = 0
            return dueAt.map { min(longest, max(Self.shortest, $0 - now)) } ?? longest
        }
        defer { vainCount = min(vainCount + 1, Self.doublingCountMax) }
        return min(longest, Self.shortest * (1 << vainCount))
    }
}
