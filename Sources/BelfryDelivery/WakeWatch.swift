import BelfryTime

/// Notices that a loop hasn't looked at the clock for long: the machine slept, its process was stopped, or the clock went forward at once.
///
/// Leases of others on the same machine have run out then, too, whose holders are alive and know what providers answered. Only they can tell: they
/// have as long to prolong them as after an outage.
struct WakeWatch: Hashable, Sendable {
    private var lookedAt: Instant
    private var graceEnd: Instant?

    init(now: Instant) {
        lookedAt = now
    }

    /// Looks.
    ///
    /// - Parameter length: after which it is long, and for which others are waited for.
    /// - Returns: until when nothing is to be taken from others; nil where nobody is waited for.
    mutating func look(now: Instant, length: Duration) -> Instant? {
        defer { lookedAt = now }
        if let end = graceEnd {
            // Longer than it ever is, the clock was put back.
            if now < end, end - now <= length { return end }
            // Where each round takes long, by slow providers, what ran out is taken over in every second one at least.
            graceEnd = nil
        } else if now - lookedAt > length {
            graceEnd = now + length
        }
        return graceEnd
    }
}
