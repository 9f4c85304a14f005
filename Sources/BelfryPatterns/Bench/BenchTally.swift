import BelfryModel
import BelfryTime

/// What an engine found in the days of some people, in counts that can be added.
public struct BenchTally: Hashable, Sendable {
    /// Days on which people wore their wearable, where every alert is false.
    var nullDayCount = 0
    var nullNotificationCount = 0
    var nullCriticalCount = 0
    /// By the length of an injected stretch.
    var stretches: [Int: Stretch] = [:]

    struct Stretch: Hashable, Sendable {
        var count = 0
        var hitCount = 0
        /// Hits in the same places without an injection.
        var controlCount = 0
        /// Episodes that overlap a stretch that was hit.
        var episodeCount = 0
        var reached14Count = 0
        var reached21Count = 0
        /// The same with a fifth of the stretch's days missing.
        var gappyReached14Count = 0
        var gappyReached21Count = 0
    }

    static func + (left: BenchTally, right: BenchTally) -> BenchTally {
        var sum = left
        sum.nullDayCount += right.nullDayCount
        sum.nullNotificationCount += right.nullNotificationCount
        sum.nullCriticalCount += right.nullCriticalCount
        sum.stretches.merge(right.stretches, uniquingKeysWith: +)
        return sum
    }

    // MARK: Figures

    static let daysPerYear = 365.25

    var notificationsPerYear: Double { rate(nullNotificationCount) }
    var criticalPerYear: Double { rate(nullCriticalCount) }

    private func rate(_ count: Int) -> Double {
        nullDayCount == 0 ? 0 : Double(count) * Self.daysPerYear / Double(nullDayCount)
    }
}

extension BenchTally.Stretch {
    static func + (left: Self, right: Self) -> Self {
        Self(
            count: left.count + right.count, hitCount: left.hitCount + right.hitCount,
            controlCount: left.controlCount + right.controlCount,
            episodeCount: left.episodeCount + right.episodeCount,
            reached14Count: left.reached14Count + right.reached14Count,
            reached21Count: left.reached21Count + right.reached21Count,
            gappyReached14Count: left.gappyReached14Count + right.gappyReached14Count,
            gappyReached21Count: left.gappyReached21Count + right.gappyReached21Count)
    }

    func share(_ count: Int) -> Double { self.count == 0 ? 0 : Double(count) / Double(self.count) }

    /// What is found beyond what would be found in the same place anyway, as a share of what could be.
    var netRecall: Double {
        let control = share(controlCount)
        return control < 1 ? (share(hitCount) - control) / (1 - control) : 0
    }

    var episodesPerHit: Double { hitCount == 0 ? 0 : Double(episodeCount) / Double(hitCount) }
}
