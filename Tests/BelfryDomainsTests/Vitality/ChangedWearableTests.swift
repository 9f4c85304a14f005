import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Alerts of another wearable's days, or that another engine found")
struct ChangedWearableTests: AlertsOfBen {
    let identifiers = SequentialIdentifiers()

    @Test("After a change of wearables an alert of the old one's days is over by it, after a long silence for want of days; it was not wrong")
    func changedWearable() throws {
        let known = hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3)
        // The old one's last day, and that of whatever else was ever worn.
        let endings: [(lastDates: [CivilDate], reason: ResolveReason)] = [
            ([.sunday - 6, .sunday], .sourceChanged), ([.sunday - 9, .sunday], .sourceChanged), ([.sunday], .stale), ([.sunday - 200, .sunday], .stale),
        ]
        for (lastDates, reason) in endings {
            let later = VitalityAlerts.Findings(metric: .steps, episodes: [], dates: .sunday - 5 ... .sunday, lastDates: lastDates)
            let change = try #require(
                vitality.changes(to: history(alerts: [known]), findings: [later], today: .sunday, now: .noon) { "id" }.first)
            #expect(change.alert.episode.resolved == reason)
        }
    }

    @Test("What another wearable's days still say was not wrong: it goes on and ends as it does there, and what is over stays as it was told")
    func knownElsewhere() throws {
        func ending(of alert: Alert, elsewhere: Episode...) -> [ResolveReason?] {
            let found = VitalityAlerts.Findings(metric: .steps, episodes: [], dates: .sunday - 100 ... .sunday, elsewhere: elsewhere)
            return vitality.changes(to: history(alerts: [alert]), findings: [found], today: .sunday, now: .noon) { "id" }.map(\.alert.episode.resolved)
        }
        let known = hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3)
        #expect(ending(of: known, elsewhere: episode(since: 9)) == [])
        #expect(ending(of: known, elsewhere: episode(since: 8)) == [])
        #expect(ending(of: known, elsewhere: episode(since: 9, resolved: .sourceChanged)) == [.sourceChanged])
        #expect(ending(of: known, elsewhere: episode(since: 9, resolved: .stale)) == [.stale])
        #expect(ending(of: known, elsewhere: episode(since: 8, resolved: .recovered)) == [.recovered])
        #expect(ending(of: known, elsewhere: episode(since: 40, through: 30, resolved: .recovered)) == [.corrected], "that is another one")
        let before = episode(since: 20, through: 8, resolved: .recovered)
        #expect(ending(of: known, elsewhere: before, episode(since: 9)) == [], "its own says more than one that it overlaps")
        let over = hiddenAlert(episode(since: 30, through: 20, resolved: .recovered), lastNotifiedLevel: .days3)
        #expect(ending(of: over, elsewhere: episode(since: 30, through: 20, resolved: .recovered)) == [])
    }

    @Test("An alert that goes on by another wearable's days has their figures, and nobody is told of a level that only they have")
    func goingOnElsewhere() throws {
        let known = hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3)
        let week = episode(since: 9, level: .days7)
        let found = VitalityAlerts.Findings(metric: .steps, episodes: [], dates: .sunday - 100 ... .sunday, elsewhere: [week])
        let changes = vitality.changes(to: history(alerts: [known]), findings: [found], today: .sunday, now: .noon) { "id" }
        #expect(changes == [AlertChange(alert: hiddenAlert(week, lastNotifiedLevel: .days3), deliveries: [])])
    }

    @Test("What was brought along without its days goes on until those that come say otherwise, or a week brings none", arguments: ["plain", "v1", "v2"])
    func broughtAlong(engine: String) {
        // Days by their place from the Sunday on.
        func ending(_ days: ClosedRange<Int>?, on today: Int, _ episodes: [Episode] = [], resolved: ResolveReason? = nil) -> [ResolveReason?] {
            let known = hiddenAlert(episode(since: 9, resolved: resolved, isOurs: false), lastNotifiedLevel: .days7, engine: engine)
            let dates = days.map { CivilDate.sunday + $0.lowerBound...CivilDate.sunday + $0.upperBound }
            let found = VitalityAlerts.Findings(metric: .steps, episodes: episodes, dates: dates)
            let changes = vitality.changes(to: history(alerts: [known]), findings: [found], today: CivilDate.sunday + today, now: .noon) {
                identifiers.next(now: .noon)
            }
            return changes.filter { $0.alert.id == known.id }.map(\.alert.episode.resolved)
        }
        #expect(ending(nil, on: 7) == [])
        #expect(ending(nil, on: 8) == [.stale])
        #expect(ending(1...20, on: 21) == [])
        #expect(ending(1...20, on: 28) == [.stale])
        #expect(ending(1...46, on: 46) == [])
        #expect(ending(1...47, on: 47) == [.newNormal])
        #expect(ending(-22...0, on: 0) == [], "too few days before it to say that it was none")
        #expect(ending(-23...0, on: 0) == [.corrected])
        #expect(ending(-22...0, on: 0, resolved: .recovered) == [], "what is over stays as it was told")
        let later = Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday + 18, lastEvaluatedDate: .sunday + 20, dayCount: 3, level: .days3,
            baselineValue: 6000, recentValue: 4000, resolved: nil)
        #expect(ending(1...20, on: 20, [later]) == [.newNormal], "a later one is held against its days")
    }

    @Test("What is over may end otherwise only by the days that it was found in and for its own engine, what goes on by any, what is withdrawn by none")
    func mayEnd() {
        let covering: ClosedRange<CivilDate>? = CivilDate.sunday - 100...CivilDate.sunday
        let later: ClosedRange<CivilDate>? = CivilDate.sunday - 5...CivilDate.sunday
        func mayEnd(_ resolved: ResolveReason?, _ dates: ClosedRange<CivilDate>?, engine: String? = "v2") -> Bool {
            vitality.mayEnd(hiddenAlert(episode(since: 9, resolved: resolved), lastNotifiedLevel: nil, engine: engine), lookedAt: dates)
        }
        #expect([covering, later, nil].map { mayEnd(nil, $0) } == [true, true, true])
        #expect([covering, later, nil].map { mayEnd(.sourceChanged, $0) } == [true, false, false])
        #expect([covering, later, nil].map { mayEnd(.corrected, $0) } == [false, false, false])
        #expect(mayEnd(nil, later, engine: "v1") && !mayEnd(.recovered, covering, engine: "v1") && !mayEnd(nil, covering, engine: nil))
    }

    @Test("What a former engine found is taken over, or erased where this one doesn't see it", arguments: ["plain", "v1"])
    func formerEngine(engine: String) throws {
        let theirs = hiddenAlert(episode(since: 9, level: .days7), lastNotifiedLevel: .days7, engine: engine)
        let taken = try #require(changes(episode(since: 7, level: .days7), to: history(alerts: [theirs])).first)
        #expect(taken.alert.id == theirs.id && taken.alert.engine == "v2" && taken.deliveries == [])
        #expect(changes(to: history(alerts: [theirs])).first?.alert.episode.resolved == .corrected)
    }

    @Test("An alert that somebody wrote by hand, or an engine of somebody else's found, is not corrected", arguments: [nil, "other"])
    func ofOthers(engine: String?) throws {
        let theirs = hiddenAlert(episode(since: 9), lastNotifiedLevel: nil, engine: engine)
        #expect(changes(to: history(alerts: [theirs])) == [])
        // An overlapping episode of ours is an alert of its own.
        let change = try #require(changes(episode(since: 7), to: history(alerts: [theirs])).first)
        #expect(change.alert.id != theirs.id && change.deliveries.count == 2)
    }
}
