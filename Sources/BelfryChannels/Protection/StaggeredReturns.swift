import BelfryTime

/// When those come back who wait for a provider that is left alone: one as soon as it may be asked again, the others once it is known what
/// became of that, evenly over a while.
///
/// So a provider that has just come back isn't overrun, none of the others comes to learn only that it is still to wait, and as soon as it works they
/// come by themselves.
struct StaggeredReturns: Hashable, Sendable {
    /// By then whoever came first mostly has its answer.
    static let headStart = Duration.seconds(2)
    /// No more come back in a second, however many wait; of those that aren't urgent.
    static let rateMax = 1000.0
    /// Of what was spread out by multiples of it, each next lies in a widest gap: the golden ratio's fraction.
    ///
    /// Source: Knuth, "The Art of Computer Programming", volume 3, 6.4, Fibonacci hashing.
    private static let step = 0.618_033_988_749_894_9

    private var end: Instant?
    private var count = 0

    /// - Parameters:
    ///   - end: until then it is left alone.
    ///   - length: over which they are spread; those who are too many come after it, one after the other.
    ///   - isUrgent: whether it comes as soon as it is of use.
    /// - Returns: how long to wait beyond the end.
    mutating func delay(beyond end: Instant, over length: Duration, isUrgent: Bool) -> Duration {
        if end != self.end { (self.end, count) = (end, 0) }
        defer { count += 1 }
        guard count > 0 else { return .zero }
        guard !isUrgent else { return Self.headStart }
        let (span, inLine) = (Double(length.milliseconds), Double(count) / Self.rateMax * 1000)
        let place = inLine > span ? inLine : span * (Double(count) * Self.step).truncatingRemainder(dividingBy: 1)
        return Self.headStart + .milliseconds(Int64(place))
    }
}
