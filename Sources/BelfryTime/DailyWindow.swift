/// A stretch of every day by the clock on the wall, such as 22:00 to 07:00.
///
/// The start is inside, the end is not. A start later than the end spans midnight; equal ones mean no window at all.
public struct DailyWindow: Hashable, Sendable {
    public let start: CivilTime
    public let end: CivilTime

    public init(start: CivilTime, end: CivilTime) {
        self.start = start
        self.end = end
    }

    public var isEmpty: Bool { start == end }

    var spansMidnight: Bool { start > end }

    /// Whether a reading of the clock lies inside.
    public func contains(_ time: CivilTime) -> Bool {
        start <= end ? start <= time && time < end : start <= time || time < end
    }

    /// The first moment from `now` on at which a clock in `zone` shows a time outside the window; `now` itself where it already does.
    ///
    /// Walks from transition to transition, so a window whose end falls into a gap ends with the gap, one whose end
    /// happens twice ends at the first that is still ahead, and a day that a zone skipped is skipped.
    public func firstMomentOutside(from now: Instant, in zone: TimeZoneRules) -> Instant {
        var moment = now
        while true {
            let time = zone.civil(at: moment).time
            guard contains(time) else { return moment }
            let candidate = Instant(secondsSinceEpoch: moment.secondsSinceEpoch + Int64(secondsUntilEnd(from: time)))
            guard let transition = zone.nextTransition(after: moment), transition <= candidate else { return candidate }
            moment = transition
        }
    }

    /// Seconds on the wall from a time inside the window to its end: 1 to 86,399.
    func secondsUntilEnd(from time: CivilTime) -> Int32 {
        let seconds = end.secondsSinceMidnight - time.secondsSinceMidnight
        return seconds > 0 ? seconds : seconds + 86_400
    }
}

extension DailyWindow: CustomStringConvertible, LosslessStringConvertible {
    /// `22:00-07:00`, with the seconds of an end that has any.
    public var description: String {
        [start, end].map { $0.second == 0 ? $0.shortText : $0.description }.joined(separator: "-")
    }

    /// Reads `22:00-07:00` or `22:00:00-07:00:00`.
    public init?(_ description: String) {
        let ends = description.split(separator: "-", omittingEmptySubsequences: false).map { CivilTime(String($0)) }
        guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
        self.init(start: start, end: end)
    }
}

extension DailyWindow: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(DailyWindow.init, as: "two times of day such as 22:00-07:00")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
