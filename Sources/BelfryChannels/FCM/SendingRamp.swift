import BelfryTime

/// A rate that grows from almost nothing to its most, because a provider asks not to be surprised.
///
/// Source: firebase.google.com/docs/cloud-messaging/scale-fcm: from zero to the most over a minute at least.
struct SendingRamp: Hashable, Sendable {
    /// A second.
    let rateMax: Double
    private var startedAt: Instant?
    private var usedAt: Instant?

    static let length = Duration.seconds(60)
    /// What has rested for so long starts anew.
    static let restMax = Duration.seconds(60)
    /// At the start, and so much more at each second.
    static let share = 1.0 / 60

    init(rateMax: Double) {
        self.rateMax = rateMax
    }

    /// How much may be sent a second now that something is to be sent.
    ///
    /// Whoever sends has read the clock before, so that of many at once some come with an earlier moment than others before them: that is no
    /// clock that was put back.
    mutating func rate(now: Instant) -> Double {
        let isInUse = usedAt.map { now - $0 <= Self.restMax && $0 - now <= Self.restMax } ?? false
        if !isInUse { (startedAt, usedAt) = (now, now) }
        usedAt = max(usedAt ?? now, now)
        let elapsed = Double((now - (startedAt ?? now)).milliseconds) / Double(Self.length.milliseconds)
        return rateMax * min(1, max(Self.share, elapsed))
    }

    /// How far ahead a turn may be given out at a rate that grows: counted by it, the last of many would come long after they could. Nil where it
    /// grows no more. It is shorter than a rest, so that those who wait find the ramp where they left it.
    func longestWait(at rate: Double) -> Duration? { rate < rateMax ? Self.length / 2 : nil }
}
