import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Words an alert for whoever looks at it.
struct AlertCards {
    let services: Services
    let visitor: PageVisitor

    static let chartDayCount = 60

    /// The first day that is drawn.
    static func firstDay(of episode: Episode) -> CivilDate { episode.lastEvaluatedDate - (chartDayCount - 1) }

    func card(_ overview: AlertOverview, sentence: String) async throws -> AlertCard {
        let alert = overview.alert
        let episode = alert.episode
        let observations = try await services.store.observations(
            of: episode.metric, member: alert.member, since: Self.firstDay(of: episode))
        return card(overview, sentence: sentence, observations)
    }

    func card(_ overview: AlertOverview, sentence: String, _ observations: [Observation]) -> AlertCard {
        let (language, words) = (visitor.language, visitor.words)
        let alert = overview.alert
        let episode = alert.episode
        // Of a silent wearable there is nothing to draw: what it is missed for most is any metric.
        let isSilence = episode.pattern == .missingWearable
        let points = isSilence ? [] : points(of: episode, observations)
        let progress = ["day": Phrases.text(of: episode.dayCount, in: language), "level": String(episode.level.rawValue)]
        return AlertCard(
            id: alert.id.text, memberName: overview.memberName,
            title: Phrases.heading(of: episode.metric, episode.pattern, deviationPercent: episode.deviationPercent, in: language),
            sentence: sentence, severity: alert.severity, levelText: words(AlertWord.dayAndLevel, progress),
            statusText: Phrases.status(of: episode, in: language), isActive: alert.status == .active,
            snoozedText: alert.snoozeUntil.flatMap { $0 >= visitor.today ? words(AlertWord.snoozedThrough, day($0)) : nil },
            dismissedText: alert.dismissedAt.map { words(AlertWord.dismissedOn, day(visitor.zone.civil(at: $0).date)) },
            heldText: alert.feedDownSince.map { words(AlertWord.feedDownSince, day($0)) },
            chart: points.contains { $0.value != nil } ? points : [], baseline: isSilence ? nil : episode.baselineValue,
            baselineText: Phrases.text(of: episode.baselineValue, episode.metric, in: language))
    }

    private func day(_ date: CivilDate) -> [String: String] { ["day": Phrases.text(of: date, in: visitor.language)] }

    private func points(of episode: Episode, _ observations: [Observation]) -> [ChartPoint] {
        let values = Dictionary(observations.map { ($0.date, $0.value) }, uniquingKeysWith: { _, last in last })
        let first = Self.firstDay(of: episode)
        return (0..<Self.chartDayCount).map { offset in
            let value = values[first + offset].flatMap { episode.metric.isMeasured($0) ? $0 : nil }
            return ChartPoint(
                dateText: Phrases.text(of: first + offset, in: visitor.language), value: value,
                valueText: value.map { Phrases.text(of: $0, episode.metric, in: visitor.language) } ?? "")
        }
    }
}
