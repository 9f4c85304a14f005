import BelfryModel
import BelfryTime

/// Tells wearables that fell silent from a feed that is down: an aggregator whose webhook broke leaves everybody without days at once.
///
/// Watches are taken off, or run out, one by one. That half of those whose days used to come miss them from the same moment on is a feed's doing, as long
/// as they are more than a household: a couple goes on holiday together. `docs/guide/vitality.md` says what follows.
public enum FeedSilence {
    /// So many fall silent at once…
    static let memberCountMin = 3
    /// …and they are at least one in so many of those who reported until then.
    static let shareMin = 2
    /// Their days came on so many…
    static let regularDayCountMin = 7
    /// …of so many days up to their last.
    static let regularDayCount = 14
    /// “At once” is within so many days. A feed breaks at one moment; by then the day has come of some, and of others, who sync later or live in
    /// another zone, not yet.
    static let breakDayCount = 2
    /// Nothing has come of so many days before the present one, not even partly: a feed that is only a day behind looks the same every day.
    static let silentDayCountMin = 2
    /// Then a silence is over for want of an end, and nobody is told of it any more.
    static let lookBackDayCount = WearableSilence.newNormalDayCount + 4
    /// So long it is known that one was down.
    static let memoryDayCount = 7

    public static let rules = FeedRules(
        regularDayCountMin: regularDayCountMin, regularDayCount: regularDayCount, lookBackDayCount: lookBackDayCount, memberCountMin: memberCountMin,
        outages: { outages(in: $0, known: $1, today: $2) })

    /// Which feeds are down, or were until lately; in the order of their sources and days.
    ///
    /// One that is known to be down is as long as half of those who reported as it broke are silent.
    public static func outages(in counts: [FeedCount], known: [FeedOutage], today: CivilDate) -> [FeedOutage] {
        let last = today - (silentDayCountMin + 1)
        let feeds = Dictionary(grouping: counts, by: \.source).mapValues { Feed($0, silentFrom: last) }
        var outages = known.compactMap { outage -> FeedOutage? in
            if let endedOn = outage.endedOn { return endedOn >= today - memoryDayCount ? outage : nil }
            return feeds[outage.source]?.isDown(since: outage.since) == true ? outage : outage.ended(on: today)
        }
        for (source, feed) in feeds {
            for since in feed.breaks where !outages.contains(where: { $0.source == source && !$0.isOver && $0.isBeside(since) }) {
                let isSaid = source == nil && feeds.contains { $0.key != nil && $0.value.silentCount(since: since) >= feed.silentCount(since: since) }
                // Where all who are missed came by one source, that it is down says all.
                if !isSaid { outages.append(FeedOutage(source: source, since: since)) }
            }
        }
        return outages.sorted { ($0.source ?? "", $0.since) < ($1.source ?? "", $1.since) }
    }

    /// The outage for which a silence is to be told of nobody now; nil where there is none.
    ///
    /// A silence that began after a feed broke isn't its doing: days came meanwhile. On the day on which it is seen that days come again, those of others
    /// may still be on their way.
    public static func outage(
        holding silence: Episode, in reports: [Metric: [ReportedValue]], among outages: [FeedOutage], today: CivilDate
    ) -> FeedOutage? {
        guard !outages.isEmpty, silence.resolved == nil, let reachedOn = silence.history.levels.last?.date else { return nil }
        let sources = Set(
            reports.flatMap { metric, values in
                values.lazy.filter { $0.date == silence.activeSince - 1 && metric.isPlausible($0.value) }.map(\.source)
            })
        return outages.first { outage in
            let isIts = outage.source.map(sources.contains) ?? true
            let isGoingOn = outage.endedOn.map { today <= $0 } ?? true
            // What was reached before it broke was told before.
            return isIts && isGoingOn && silence.activeSince < outage.since + breakDayCount && reachedOn >= outage.since
        }
    }

    /// What is counted of one feed.
    private struct Feed {
        private let countsByDate: [CivilDate: Int]
        /// Whoever reported last on this day, or before, is silent.
        private let lastSilent: CivilDate

        init(_ counts: [FeedCount], silentFrom date: CivilDate) {
            countsByDate = Dictionary(counts.map { ($0.lastDate, $0.memberCount) }, uniquingKeysWith: +)
            lastSilent = date
        }

        /// How many miss their days from that day on, or the next ones.
        func silentCount(since day: CivilDate) -> Int {
            (0..<breakDayCount).map { day - 1 + $0 }.filter { $0 <= lastSilent }.reduce(0) { $0 + (countsByDate[$1] ?? 0) }
        }

        func isDown(since day: CivilDate) -> Bool {
            let silentCount = silentCount(since: day)
            let reportingCount = countsByDate.reduce(0) { $1.key >= day - 1 ? $0 + $1.value : $0 }
            return silentCount >= memberCountMin && silentCount * shareMin >= reportingCount
        }

        /// Since which days it is down, none of them beside another: each that of the most who miss their days since.
        var breaks: [CivilDate] {
            let days = countsByDate.keys.map { (day: $0 + 1, count: silentCount(since: $0 + 1)) }.filter { isDown(since: $0.day) }
            return days.sorted { ($1.count, $0.day) < ($0.count, $1.day) }.reduce(into: []) { chosen, next in
                if !chosen.contains(where: { abs($0 - next.day) < breakDayCount }) { chosen.append(next.day) }
            }
        }
    }
}

extension FeedOutage {
    /// Whether it is too near to a day for another to have begun then.
    fileprivate func isBeside(_ day: CivilDate) -> Bool { abs(since - day) < FeedSilence.breakDayCount }
}
