import BelfryTime

/// So many in a stretch of time, with bursts up to a bound; whoever finds none is given a place in a line.
///
/// Source: the token bucket of RFC 2697, with requests in place of bytes.
///
/// A place is a moment, and of who has it nothing is kept but that there is one more: whoever is new waits behind all that have one, though tokens
/// are there, so that these find theirs. Whoever never comes takes none along: once so much has come in vain as a second brings, nobody is waited for
/// any more. Who was told its turn by another process, or before a restart, takes what is there as if it had been told here. So of many that wait at
/// once each is told once or twice to wait, not once for each that goes before it. Whoever finds its token taken, as by an urgent one, waits behind
/// the others of its line.
struct TokenBucket: Hashable, Sendable {
    /// A second.
    var rate: Double
    /// At most so many at once.
    let burst: Double
    /// Places lie no further ahead: by then the rate may be another, and most of a line gone. Who comes later is given one among the later half.
    var longestWait = Self.standardLongestWait

    static let standardLongestWait = Duration.seconds(3600)
    /// Whoever takes has read the clock before: of many at once some come so much earlier than others before them, and no time is counted twice
    /// for it. More is a clock that was put back.
    private static let disorderMax = Duration.seconds(1)
    /// In seconds: clocks differ, so whoever was given a place may come so much too early. It takes then of what comes next.
    private static let earlinessMax = 0.1
    /// In tokens.
    private static let loanMax = 0.25
    /// Of a line in which nobody waits.
    private static let noLine = -1.0
    private var tokenCount: Double
    private var countedAt: Instant?
    /// So many tokens come before the last place of the line has its own; below zero where it has.
    private var line = noLine
    /// The urgent ones' own.
    private var urgentLine = noLine
    /// What came since somebody found none, and found no room.
    private var unclaimedCount = 0.0
    /// So many were told their turn, and are to come.
    private var waitingCount = 0
    private var urgentWaitingCount = 0

    init(rate: Double, burst: Double) {
        self.rate = rate
        self.burst = burst
        tokenCount = burst
    }

    /// Takes one.
    ///
    /// - Parameters:
    ///   - isNew: whether it was never told its turn, and so gives way to those who were.
    ///   - isUrgent: whether it waits behind other urgent ones alone.
    /// - Returns: nil where it was there, else how long until its turn; nothing is taken then.
    mutating func take(isNew: Bool = false, isUrgent: Bool = false, now: Instant) -> Duration? {
        refill(now: now)
        let isThere = tokenCount >= 1 - min(Self.loanMax, rate * Self.earlinessMax)
        guard !isThere || isNew && !hasMoreThanPromised(isUrgent: isUrgent) else {
            tokenCount -= 1
            if !isNew { note(-1, isUrgent: isUrgent) }
            return nil
        }
        if !isThere { unclaimedCount = 0 }
        // What is there is another's, who is about to come.
        let place = max(nextPlace(after: isUrgent ? urgentLine : line), isThere ? 1 : 0)
        if isUrgent { urgentLine = place } else { line = place }
        if isNew { note(1, isUrgent: isUrgent) }
        let wait = min(place / rate * 1000, Double(longestWait.milliseconds))
        return ((countedAt ?? now) - now) + .milliseconds(Int64(wait.rounded(.up)))
    }

    /// Puts back one that was taken for nothing.
    mutating func putBack() { tokenCount = min(burst, tokenCount + 1) }

    /// Whether there is one beside those for whoever is to come before.
    private func hasMoreThanPromised(isUrgent: Bool) -> Bool {
        let promisedCount = urgentWaitingCount + (isUrgent ? 0 : waitingCount)
        return tokenCount - Double(promisedCount) >= 1 - min(Self.loanMax, rate * Self.earlinessMax)
    }

    private mutating func note(_ change: Int, isUrgent: Bool) {
        if isUrgent { urgentWaitingCount = max(0, urgentWaitingCount + change) } else { waitingCount = max(0, waitingCount + change) }
    }

    private func nextPlace(after line: Double) -> Double {
        let (first, next) = (1 - tokenCount, line + 1)
        let last = rate * Double(longestWait.milliseconds) / 1000
        return max(first, next > last ? last / 2 : next)
    }

    /// A clock that goes backwards brings nothing, and takes nothing.
    private mutating func refill(now: Instant) {
        if let countedAt {
            guard now > countedAt || countedAt - now > Self.disorderMax else { return }
            if now > countedAt { add(Double((now - countedAt).milliseconds) / 1000 * rate) }
        }
        countedAt = now
    }

    private mutating func add(_ count: Double) {
        let sum = tokenCount + count
        tokenCount = min(burst, sum)
        (line, urgentLine) = (max(Self.noLine, line - count), max(Self.noLine, urgentLine - count))
        unclaimedCount += sum - tokenCount
        // Those who were given places don't come: whoever finds none now need not wait for them.
        guard unclaimedCount > max(2, rate) else { return }
        (line, urgentLine, unclaimedCount) = (Self.noLine, Self.noLine, 0)
        (waitingCount, urgentWaitingCount) = (0, 0)
    }
}
