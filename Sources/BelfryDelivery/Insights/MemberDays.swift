import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime

/// A member's stored days as the engines read them, for what is said of them in words and in scores.
public struct MemberDays: Sendable {
    let history: MemberHistory
    let series: [Metric: DailySeries]
    let exerciseDates: Set<CivilDate>
    /// By the member's own calendar.
    public let today: CivilDate

    /// A metric with so many days…
    static let judgedDayCountMin = 14
    /// …of the last so many is one of which is known whether it is off.
    static let judgedWindowDayCount = 28

    /// - Parameter sessions: the member's exercise, from the first day on of which something is to be said.
    public init(_ history: MemberHistory, sessions: [ExerciseSession], zones: any TimeZoneDatabase, now: Instant) {
        self.history = history
        let memberZones = history.zones(in: zones)
        today = memberZones.today(at: now)
        series = history.reports.reduce(into: [:]) { series, reports in
            series[reports.key] = DailySeries(of: reports.key, from: reports.value, now: now, zones: memberZones)
        }
        exerciseDates = Set(sessions.map(\.date))
    }

    /// The facts of an alert: its episode, and what else was off, or known not to be, when it was last off.
    public func insight(of alert: Alert) -> AlertInsight {
        let episode = alert.episode
        let others = Metric.allCases.filter { $0 != episode.metric }.reduce(into: [Metric: Bool]()) { others, metric in
            let isOff = history.alerts.contains { $0.episode.isOf(metric) && $0.episode.isBeside(episode) }
            if isOff || isJudged(metric, on: episode.lastEvaluatedDate) { others[metric] = isOff }
        }
        let dates = episode.activeSince...max(episode.activeSince, episode.lastOffDate)
        return AlertInsight(episode, others: others, exerciseDayCount: exerciseDates.count { dates.contains($0) })
    }

    private func isJudged(_ metric: Metric, on date: CivilDate) -> Bool {
        let dates = (date - (Self.judgedWindowDayCount - 1))...date
        return (series[metric]?.days.count { dates.contains($0.date) } ?? 0) >= Self.judgedDayCountMin
    }
}

extension MemberHistory {
    /// Where the member was when, by the zones that the tz database knows; an unknown one counts as UTC.
    func zones(in database: any TimeZoneDatabase) -> MemberZones { MemberZones(timezone: timezone, stays: stays, in: database) }
}

extension MemberZones {
    /// - Parameters:
    ///   - timezone: where the person is, by an IANA name.
    ///   - stays: where they were before, if they have moved.
    public init(timezone: String, stays: [MemberHistory.Stay], in database: any TimeZoneDatabase) {
        func rules(_ name: String) -> TimeZoneRules { database.rules(named: name) ?? .utc }
        guard let home = stays.first, stays.last?.timezone == timezone else {
            self.init(home: rules(timezone))
            return
        }
        self.init(home: rules(home.timezone), stays: stays.dropFirst().map { MemberZones.Stay(from: $0.from, zone: rules($0.timezone)) })
    }
}

extension Episode {
    fileprivate var lastOffDate: CivilDate { activeSince + (dayCount - 1) }

    /// Whether it goes on while another does, or was going on when the other was last off.
    fileprivate func isBeside(_ other: Episode) -> Bool {
        guard resolved != .corrected else { return false }
        if resolved == nil, other.resolved == nil { return true }
        return activeSince <= other.lastOffDate && lastOffDate >= other.lastOffDate
    }
}
