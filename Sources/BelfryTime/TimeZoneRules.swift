/// One zone of the tz database: when its offset from UTC changes, and to what.
///
/// A value made from the bytes of a TZif file (RFC 9636); reading the file is the business of `TimeZoneDatabase`.
public struct TimeZoneRules: Sendable, Hashable {
    /// The IANA name under which it was asked for, such as `America/Los_Angeles`.
    public let name: String
    /// Moments at which the offset changes, in seconds since 1970, ascending.
    let transitions: [Int64]
    /// `offsets[i]` holds from `transitions[i-1]` until `transitions[i]`, in seconds east of UTC; one more than there are transitions.
    let offsets: [Int32]
    /// What holds from `ruleStart` on, where the zone goes on changing.
    let rule: PosixTimeZoneRule?
    /// Not before the last transition, in seconds since 1970.
    let ruleStart: Int64

    public static let utc = TimeZoneRules(name: "UTC", transitions: [], offsets: [0], rule: nil, ruleStart: .min)

    init(name: String, transitions: [Int64], offsets: [Int32], rule: PosixTimeZoneRule?, ruleStart: Int64) {
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
        self.rule = rule
        self.ruleStart = ruleStart
    }

    /// Whether clocks in both zones always show the same, under whatever name; two names of one zone do.
    public func hasSameRules(as other: TimeZoneRules) -> Bool {
        transitions == other.transitions && offsets == other.offsets && rule == other.rule && ruleStart == other.ruleStart
    }

    /// Seconds east of UTC at a moment.
    public func offsetSeconds(at instant: Instant) -> Int {
        offset(atSecond: instant.secondsSinceEpoch)
    }

    /// What a clock on a wall in this zone shows; a fraction of a second is dropped.
    public func civil(at instant: Instant) -> CivilDateTime {
        let second = instant.secondsSinceEpoch
        return CivilDateTime(wallSeconds: second + Int64(offset(atSecond: second)))
    }

    /// The next moment after `instant` at which the offset changes; nil where it never will again.
    public func nextTransition(after instant: Instant) -> Instant? {
        let second = instant.secondsSinceEpoch
        let index = firstTransition(after: second)
        if index < transitions.count { return Instant(secondsSinceEpoch: transitions[index]) }
        return rule?.nextTransition(after: max(second, ruleStart)).map(Instant.init(secondsSinceEpoch:))
    }

    /// The moment at which a clock in this zone shows `civil`.
    ///
    /// A reading inside a gap gives the first moment after the gap; one that happens twice gives the first of the two.
    public func instant(of civil: CivilDateTime) -> Instant {
        let wall = civil.wallSeconds
        // No offset exceeds 26 hours, so the moment lies within two days of the same reading in UTC.
        var second = wall - 2 * 86_400
        while true {
            let candidate = wall - Int64(offset(atSecond: second))
            guard let transition = nextTransition(after: Instant(secondsSinceEpoch: second))?.secondsSinceEpoch, transition <= candidate else {
                return Instant(secondsSinceEpoch: max(candidate, second))
            }
            second = transition
        }
    }

    /// Whether no clock in this zone ever showed that day, as Apia's passed from 29 to 31 December 2011.
    public func skips(_ date: CivilDate) -> Bool {
        civil(at: instant(of: CivilDateTime(date, .midnight))).date != date
    }

    private func offset(atSecond second: Int64) -> Int {
        if let rule, second >= ruleStart { return rule.offset(atSecond: second) }
        return Int(offsets[firstTransition(after: second)])
    }

    /// The index of the first transition later than `second`, by bisection.
    private func firstTransition(after second: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
