import BelfryTime

/// Leaves a provider alone that fails again and again, and tries one request after a while.
///
/// Source: Michael T. Nygard, "Release It!", the pattern of that name.
struct CircuitBreaker: Hashable, Sendable {
    /// So many failures in a row open it.
    static let failureCountMax = 8
    /// For how long at first; it doubles with every probe that fails.
    static let shortestOpening = Duration.seconds(10)
    static let longestOpening = Duration.seconds(300)

    private enum State: Hashable, Sendable {
        /// Everything passes. Goes to `open` at the last failure of a row.
        case closed(failureCount: Int)
        /// Nothing passes. Goes to `probing` when its time is over.
        case open(until: Instant, length: Duration)
        /// One request is under way. Goes to `closed` or `open`, as it turns out; another passes when it was lost, or came to nothing.
        case probing(until: Instant, length: Duration)
    }

    private var state = State.closed(failureCount: 0)

    var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    /// Until when nothing passes, and how long it is in all; nil where one is under way, or everything passes.
    var opening: (until: Instant, length: Duration)? {
        if case .open(let until, let length) = state { (until, length) } else { nil }
    }

    /// Asks for a request to pass.
    ///
    /// - Returns: nil where it may, else how long to wait: while one is under way not until another may, since its answer comes long before.
    mutating func admit(now: Instant) -> Duration? {
        switch state {
        case .closed: return nil
        case .open(let until, let length) where until.isAhead(of: now, by: length): return until - now
        case .probing(let until, let length) where until.isAhead(of: now, by: length): return min(until - now, Self.shortestOpening)
        case .open(_, let length), .probing(_, let length):
            state = .probing(until: now + length, length: length)
            return nil
        }
    }

    /// What was let pass never got to the provider: where it was the probe, the next request is.
    mutating func withdraw(now: Instant) {
        if case .probing(_, let length) = state { state = .open(until: now, length: length) }
    }

    /// How a request turned out: whether the provider answers as one that works.
    mutating func note(isWorking: Bool, now: Instant) {
        switch (state, isWorking) {
        case (_, true): state = .closed(failureCount: 0)
        case (.closed(let count), false):
            state = count + 1 < Self.failureCountMax
                ? .closed(failureCount: count + 1) : .open(until: now + Self.shortestOpening, length: Self.shortestOpening)
        case (.probing(_, let length), false):
            let longer = min(length * 2, Self.longestOpening)
            state = .open(until: now + longer, length: longer)
        // What was under way when it opened.
        case (.open, false): break
        }
    }
}

extension Instant {
    /// Of many at once some have read the clock so much earlier than others before them.
    private static let disorderMax = Duration.seconds(1)

    /// Whether it is still to come, of something that was put off to it for so long. Further ahead it never is: then the clock was put back, and nobody
    /// is to wait until it has caught up.
    func isAhead(of now: Instant, by length: Duration) -> Bool { now < self && self - now <= length + Self.disorderMax }
}
