import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The days of a series in natural logarithms, so that a change is a sum whatever the person's level.
struct LogSeries {
    let days: [DailySeries.Day]
    let logs: [Double]
    let isWeekend: [Bool]

    init(_ days: [DailySeries.Day]) {
        self.days = days
        logs = days.map { log($0.value) }
        isWeekend = days.map(\.isWeekend)
    }

    /// The index of the first day from `day` on, in days since 1970.
    func firstIndex(from day: Int32) -> Int {
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].date.daysSinceEpoch < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension LogSeries {
    /// How far a day is above what is usual on such a day, in natural logarithms; negative below it.
    func change(_ index: Int, from baseline: RobustBaseline) -> Double {
        logs[index] - (isWeekend[index] ? baseline.weekendOffset : 0) - baseline.center
    }
}

/// A person's usual and how far single days stray from it, in natural logarithms.
///
/// The center is the mean of the days clipped around their median, one step of Huber's estimator, so that a few wild days hardly move
/// it. The scale is the median absolute deviation, drawn towards that of most people, because 42 days say little about a spread.
/// Sources: Huber and Ronchetti, *Robust Statistics* (2009), section 6.7, for one-step estimates; Rousseeuw and Croux, JASA 88 (1993),
/// section 1, for the factor 1.4826, which makes the deviation that of a normal distribution; Gelman and others, *Bayesian Data
/// Analysis* (2013), section 2.6, for a variance drawn towards a known one.
struct RobustBaseline: Hashable {
    let center: Double
    let scale: Double
    /// What a day at the weekend has more than one in the week.
    let weekendOffset: Double
    let dayCount: Int

    static let dayCountMin = 14
    static let clipScales = 1.5
    static let weekendDayCountMin = 3
    static let weekDayCountMin = 6
    /// Weekends count as much as so many days that say there is no difference.
    static let weekendPriorCount = 4.0

    /// Nil where too few days say what is usual.
    init?(
        of series: LogSeries, at indices: [Int], limits: RobustThresholds.Limits,
        typicalScaleDayCount: Double
    ) {
        guard indices.count >= Self.dayCountMin else { return nil }
        weekendOffset = limits.hasWeekends ? Self.weekendOffset(of: series, at: indices) : 0
        var values: [Double] = []
        values.reserveCapacity(indices.count)
        for index in indices {
            values.append(
                series.isWeekend[index] ? series.logs[index] - weekendOffset : series.logs[index])
        }
        let middle = Self.median(&values)
        var distances = values.map { abs($0 - middle) }
        let ownScale = max(1.4826 * Self.median(&distances), limits.scaleMin)
        let clip = Self.clipScales * ownScale
        let count = Double(values.count)
        center = values.reduce(0) { $0 + min(max($1, middle - clip), middle + clip) } / count
        scale = limits.scale(ownScale, dayCount: count, typicalScaleDayCount: typicalScaleDayCount)
        dayCount = indices.count
    }

    private static func weekendOffset(of series: LogSeries, at indices: [Int]) -> Double {
        var weekend: [Double] = []
        var week: [Double] = []
        for index in indices {
            if series.isWeekend[index] {
                weekend.append(series.logs[index])
            } else {
                week.append(series.logs[index])
            }
        }
        guard weekend.count >= weekendDayCountMin, week.count >= weekDayCountMin else { return 0 }
        let count = Double(weekend.count)
        return (median(&weekend) - median(&week)) * count / (count + weekendPriorCount)
    }

    /// The middle value, or the mean of the two middle ones; the values are left sorted.
    ///
    /// - Precondition: there is at least one.
    static func median(_ values: inout [Double]) -> Double {
        values.sort()
        let middle = values.count / 2
        return values.count.isMultiple(of: 2)
            ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }
}

extension RobustThresholds.Limits {
    /// A person's scale, drawn towards the typical one the more, the fewer days it comes from.
    func scale(_ own: Double, dayCount: Double, typicalScaleDayCount: Double) -> Double {
        let variance = dayCount * own * own + typicalScaleDayCount * typicalScale * typicalScale
        return max(scaleMin, (variance / (dayCount + typicalScaleDayCount)).squareRoot())
    }
}
