import BelfryModel
import BelfryTesting
import BelfryTime

@testable import BelfryDomains

/// Tests of alerts about Ben, of which two admins are told.
protocol AlertsOfBen {
    var identifiers: SequentialIdentifiers { get }
}

extension AlertsOfBen {
    var vitality: VitalityAlerts {
        VitalityAlerts(routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push, .email])), engine: "v2")
    }

    /// Ben's alerts, of which two admins are told.
    func history(
        alerts: [Alert] = [], admins: [UserID] = [.ana, UserID(literal: "cleo")], names: [UserID: String] = [.ana: "Ben"]
    ) -> MemberHistory {
        MemberHistory(member: .ben, memberName: "Ben", memberNames: names, reports: [:], alerts: alerts, familyAdmins: admins, timezone: "UTC")
    }

    func changes(_ episodes: Episode..., to history: MemberHistory, through last: CivilDate = .sunday) -> [AlertChange] {
        let found = VitalityAlerts.Findings(metric: .steps, episodes: episodes, dates: .sunday - 100...last)
        return vitality.changes(to: history, findings: [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
    }

    /// The alerts after another evaluation.
    func alerts(_ episodes: Episode..., after alerts: [Alert]) -> [Alert] {
        let found = VitalityAlerts.Findings(metric: .steps, episodes: episodes, dates: .sunday - 100 ... .sunday)
        return vitality.changes(to: history(alerts: alerts), findings: [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
            .map(\.alert)
    }

    /// An episode that began so many days before the Sunday.
    /// - Parameter isOurs: whether an engine of ours found it, which notes the days of its levels.
    func episode(
        since dayCount: Int, through lastEvaluated: Int = 0, level: EpisodeLevel = .days3, resolved: ResolveReason? = nil, isOurs: Bool = true
    ) -> Episode {
        Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - dayCount, lastEvaluatedDate: .sunday - lastEvaluated,
            dayCount: dayCount + 1, level: level, baselineValue: 8000, recentValue: 6000, resolved: resolved,
            history: EpisodeHistory(levels: isOurs ? [.init(level: level, date: .sunday - lastEvaluated)] : []))
    }

    func hiddenAlert(_ episode: Episode, lastNotifiedLevel: EpisodeLevel?, engine: String? = "v2") -> Alert {
        Alert(
            id: .example(1), member: .ben, episode: episode, engine: engine, snoozeUntil: .sunday + 3, snoozeDays: 3, dismissedAt: .morning,
            lastNotifiedLevel: lastNotifiedLevel)
    }
}
