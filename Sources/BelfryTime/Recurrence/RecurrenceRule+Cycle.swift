extension RecurrenceRule {
    /// After so many seconds on the wall it yields the same again; where nothing came for as long, nothing ever will.
    ///
    /// The Gregorian calendar repeats itself every 400 years: 4,800 months, 20,871 weeks or 146,097 days.
    var cycleSeconds: Int64 {
        let (yearCount, dayCount) = (400, 146_097)
        let periodCount =
            switch frequency {
            case .yearly: yearCount
            case .monthly: yearCount * 12
            case .weekly: dayCount / 7
            case .daily: dayCount
            case .hourly: dayCount * 24
            case .minutely: dayCount * 1440
            }
        let cycleCount = interval / interval.greatestCommonDivisor(with: periodCount)
        // Longer than all years that there are is as good as never.
        return Int64(dayCount * min(cycleCount, DayBlocks.yearMax / yearCount + 1)) * 86_400
    }
}

extension Int {
    func greatestCommonDivisor(with other: Int) -> Int {
        other == 0 ? self : other.greatestCommonDivisor(with: self % other)
    }
}
