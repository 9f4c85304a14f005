import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("What ended an episode, as all sources show it")
struct EpisodeSourcesTests {
    /// Three bad nights, and none since as far as is known of the watch, whose last day was the Saturday.
    private func episode(resolved: ResolveReason?, on date: CivilDate? = .sunday + 6) -> Episode {
        Episode(
            metric: .sleepMinutes, pattern: .dropVsBaseline, activeSince: .sunday - 3, lastEvaluatedDate: .sunday - 1, dayCount: 3, level: .days3,
            baselineValue: 420, recentValue: 210, resolved: resolved, history: EpisodeHistory(resolvedOn: date))
    }

    private func report(_ day: Int, _ value: Double = 420) -> ReportedValue {
        ReportedValue(date: .sunday + day, source: "ring", value: value, sourceUpdatedAt: .morning, receivedAt: .morning)
    }

    @Test("A week without the watch is no want of data where something else was worn on a day of it", arguments: [0, 6])
    func worn(day: Int) {
        #expect(episode(resolved: .stale).ending(asShownBy: [report(-20), report(day)]).resolved == .sourceChanged)
    }

    @Test("What was worn before that week or after it, or says what nobody can believe, ends nothing")
    func notWorn() {
        let silent = episode(resolved: .stale)
        #expect(silent.ending(asShownBy: [report(-1), report(7), report(3, 0)]) == silent)
    }

    @Test("Only what ended for want of data ended by the change", arguments: [nil, .recovered, .newNormal, .corrected] as [ResolveReason?])
    func otherEnds(reason: ResolveReason?) {
        #expect(episode(resolved: reason).ending(asShownBy: [report(3)]).resolved == reason)
    }
}
