import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension DailySeries {
    /// Days that two sources must share before the older one's days can be read in the newer one's terms.
    static let overlapDayCountMin = 14

    /// What is known at a moment: the newest revisions, of days that are over, from one source.
    ///
    /// Where the person has changed to another wearable, the days before it begins count only if both were worn on enough days, and
    /// then as the new one would have shown them. The same reports give the same series, whatever order they arrived in.
    public init(of metric: Metric, from reports: [ReportedValue], now: Instant, zones: MemberZones) {
        let newest = ReportedValue.newest(of: reports)
        var lastDates: [String: CivilDate] = [:]
        // The first zeros of a day come at midnight, long before the last steps of the day before.
        for report in newest where report.counts(for: metric) {
            lastDates[report.source] = max(report.date, lastDates[report.source] ?? report.date)
        }
        let closed = newest.filter { report in
            let isFollowed = lastDates[report.source].map { $0 > report.date } ?? false
            return DayClosing.isClosed(report, of: metric, isFollowed: isFollowed, now: now, zones: zones)
        }
        let bySource = Dictionary(grouping: closed.filter { $0.counts(for: metric) }, by: \.source)
            .mapValues { $0.map { Observation(date: $0.date, value: $0.value) } }
        self.init(of: metric, Self.bridged(bySource), unusual: zones.travelDates, isWeekend: zones.isWeekend)
    }

    /// The primary source's days, and before them the closest other source's, by the median ratio of the days that they share.
    static func bridged(_ bySource: [String: [Observation]]) -> [Observation] {
        let primary = PrimarySource.observations(from: bySource)
        guard let first = primary.first else { return [] }
        let values = Dictionary(primary.map { ($0.date, $0.value) }, uniquingKeysWith: { $1 })
        var best: (overlapCount: Int, source: String, logRatio: Double)?
        for (source, observations) in bySource.sorted(by: { $0.key < $1.key })
        where (observations.first?.date ?? first.date) < first.date {
            var logRatios = observations.compactMap { other in
                values[other.date].map { log($0 / other.value) }
            }
            guard logRatios.count >= overlapDayCountMin, logRatios.count > best?.overlapCount ?? 0 else {
                continue
            }
            best = (logRatios.count, source, RobustBaseline.median(&logRatios))
        }
        guard let best, let older = bySource[best.source] else { return primary }
        return older.filter { $0.date < first.date }.map {
            Observation(date: $0.date, value: $0.value * exp(best.logRatio))
        } + primary
    }
}
