import BelfryModel
import BelfryTime

/// Notices that nothing comes any more from a wearable whose days used to come: it is out of charge, not worn, or connected no longer.
///
/// Whatever the metric and the source: whoever wears another wearable isn't silent. `docs/guide/patterns.md` has every rule and figure.
public enum WearableSilence {
    /// A value on so many…
    static let usualDayCountMin = 14
    /// …of so many days before it makes it a silence: of whoever is mostly silent it says nothing. Nor is one that lasts no longer than another
    /// within these days: whoever takes a wearable off each weekend isn't missed on the next.
    static let usualDayCount = 28
    /// A week is the last that is told of.
    static let levelMax = EpisodeLevel.days7
    static let newNormalDayCount = RobustEpisode.newNormalDayCount
    /// So long after its last day came more may still be on their way.
    static let arrivalWait = Duration.seconds(12 * 3600)

    /// Every silence that the days show, in their order; the same whatever order they arrived in.
    ///
    /// A day counts once it is over by the member's own calendar. One on which only a nap is known has a value: something was worn.
    /// - Parameter today: by that calendar; what is of a later day counts for nothing.
    /// - Returns: also from the first day with a value to today; nil where there is none.
    public static func episodes(
        in reports: [Metric: [ReportedValue]], today: CivilDate
    ) -> (episodes: [Episode], dates: ClosedRange<CivilDate>?) {
        var known: Set<CivilDate> = []
        for (metric, values) in reports {
            for report in values where report.date <= today && metric.isPlausible(report.value) { known.insert(report.date) }
        }
        let dates = known.sorted()
        guard let first = dates.first else { return ([], nil) }
        let episodes = dates.indices.compactMap { index -> Episode? in
            let next = index + 1 < dates.count ? dates[index + 1] : nil
            let since = dates[index] + 1
            let dayCount = (next ?? today) - since
            guard let level = EpisodeLevel(reachedAfterDays: dayCount) else { return nil }
            let before = since - usualDayCount...dates[index]
            let worn = dates[...index].suffix(usualDayCount).filter(before.contains)
            let usualGap = zip(worn, worn.dropFirst()).map { $1 - $0 - 1 }.max() ?? 0
            guard worn.count >= usualDayCountMin, dayCount > usualGap else { return nil }
            let levels = EpisodeLevel.allCases.filter { $0 <= min(level, levelMax) }
                .map { EpisodeHistory.Step(level: $0, date: since + (max($0.rawValue, usualGap + 1) - 1)) }
            return episode(of: usual(of: reports, in: before), since: since, dayCount: dayCount, levels: levels, next: next)
        }
        return (episodes, first...today)
    }

    /// Whether the days before a silence have only just come, as while somebody's last months are brought in day by day: nothing is silent yet.
    public static func isComingIn(_ reports: [Metric: [ReportedValue]], before silence: Episode, now: Instant) -> Bool {
        reports.contains { metric, values in
            values.contains { report in
                report.date == silence.activeSince - 1 && metric.isPlausible(report.value) && report.revision.receivedAt + arrivalWait > now
            }
        }
    }

    private static func episode(
        of usual: (metric: Metric, value: Double), since: CivilDate, dayCount: Int, levels: [EpisodeHistory.Step], next: CivilDate?
    ) -> Episode {
        let isGivenUp = dayCount > newNormalDayCount
        let end = isGivenUp ? since + newNormalDayCount : next
        let lasted = min(dayCount, newNormalDayCount)
        return Episode(
            metric: usual.metric, pattern: .missingWearable, activeSince: since, lastEvaluatedDate: end ?? since + (lasted - 1), dayCount: lasted,
            level: levels.last?.level ?? .days3, baselineValue: usual.value, recentValue: usual.value,
            resolved: isGivenUp ? .newNormal : next == nil ? nil : .recovered, history: EpisodeHistory(levels: levels, resolvedOn: end))
    }

    /// What came on the most days, and the value in the middle of them: an alert is of some metric, and this one is missed most.
    private static func usual(of reports: [Metric: [ReportedValue]], in dates: ClosedRange<CivilDate>) -> (metric: Metric, value: Double) {
        var most: (metric: Metric, dayCount: Int, value: Double) = (.steps, 0, 0)
        for metric in Metric.allCases {
            let own = (reports[metric] ?? []).filter { dates.contains($0.date) && metric.isPlausible($0.value) }
            let dayCount = Set(own.map(\.date)).count
            guard dayCount > most.dayCount else { continue }
            most = (metric, dayCount, own.map(\.value).sorted()[own.count / 2])
        }
        return (most.metric, most.value)
    }
}
