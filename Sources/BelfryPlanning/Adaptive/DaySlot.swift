import BelfryModel
import BelfryTime

/// One of the 48 half hours of a day: the reading of the clock at its middle, 00:00, 00:30 and so on.
struct DaySlot: Hashable, Sendable {
    static let count = 48

    /// 0 to 47.
    let index: Int

    init(index: Int) { self.index = index }

    /// The slot whose middle is nearest.
    init(nearest time: CivilTime) { self.init(index: (Int(time.secondsSinceMidnight) + 900) / 1800 % DaySlot.count) }

    var time: CivilTime { CivilTime(hour: index / 2, minute: index % 2 * 30) ?? .midnight }
}

/// Some of the half hours of a day, one bit each.
struct DaySlots: Hashable, Sendable {
    private var bits: UInt64

    static let all = DaySlots(bits: (1 << UInt64(DaySlot.count)) - 1)

    private init(bits: UInt64) { self.bits = bits }

    /// Those whose time a window contains.
    init(_ window: DailyWindow) {
        let (from, to) = (DaySlots.before(window.start), DaySlots.before(window.end))
        bits = window.start <= window.end ? to.bits & ~from.bits : DaySlots.all.bits & (to.bits | ~from.bits)
    }

    /// When a person may be reminded on a day: inside their bounds, and outside quiet hours that don't let everything pass.
    init(_ timing: AdaptiveTiming, _ preferences: Preferences, on date: CivilDate) {
        self = timing.bounds.isEmpty ? .all : DaySlots(timing.bounds)
        let week = preferences.quietWeek
        guard !week.isEmpty, preferences.quietHoursLevel != .all else { return }
        for index in 0..<DaySlot.count where week.contains(CivilDateTime(date, DaySlot(index: index).time)) { bits &= ~(1 << UInt64(index)) }
    }

    /// Those before a time of day.
    static func before(_ time: CivilTime) -> DaySlots {
        let count = (UInt64(time.secondsSinceMidnight) + 1799) / 1800
        return DaySlots(bits: (1 << count) - 1)
    }

    func intersection(_ other: DaySlots) -> DaySlots { DaySlots(bits: bits & other.bits) }

    func contains(_ index: Int) -> Bool { bits >> UInt64(index) & 1 == 1 }
}
