import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Alerts of the family's health")
struct VitalityAlertsTests {
    let vitality = VitalityAlerts(channels: [.push, .email], engine: "plain")
    let identifiers = SequentialIdentifiers()

    /// Ben's steps, of whom two admins are told.
    private func history(alerts: [Alert] = [], admins: [UserID] = [.ana, UserID(literal: "cleo")]) -> MetricHistory {
        MetricHistory(
            member: .ben, memberName: "Ben", metric: .steps, observations: [:], alerts: alerts, familyAdmins: admins, timezone: "UTC")
    }

    private func changes(_ episodes: Episode..., to history: MetricHistory) -> [AlertChange] {
        vitality.changes(to: history, episodes: episodes, now: .noon) { identifiers.next(now: .noon) }
    }

    /// The alerts after another evaluation.
    private func alerts(_ episodes: Episode..., after alerts: [Alert]) -> [Alert] {
        vitality.changes(to: history(alerts: alerts), episodes: episodes, now: .noon) { identifiers.next(now: .noon) }.map(\.alert)
    }

    /// An episode that began so many days before the Sunday.
    private func episode(since dayCount: Int, through lastEvaluated: Int = 0, level: EpisodeLevel = .days3, resolved: ResolveReason? = nil)
        -> Episode
    {
        Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - dayCount, lastEvaluatedDate: .sunday - lastEvaluated,
            dayCount: dayCount + 1, level: level, baselineValue: 8000, recentValue: 6000, resolved: resolved)
    }

    private func hiddenAlert(_ episode: Episode, lastNotifiedLevel: EpisodeLevel?, engine: String? = "plain") -> Alert {
        Alert(
            id: .example(1), member: .ben, episode: episode, engine: engine, snoozeUntil: .sunday + 3, snoozeDays: 3, dismissedAt: .morning,
            lastNotifiedLevel: lastNotifiedLevel)
    }

    // MARK: Who is told, and when

    @Test("When a level is reached, each admin is told once over each channel")
    func opened() throws {
        let change = try #require(changes(.example(1), to: history()).first)
        #expect(change.alert.lastNotifiedLevel == .days3)
        #expect(change.deliveries.map(\.recipient.text) == ["ana", "ana", "cleo", "cleo"])
        #expect(change.deliveries.map(\.channelName) == ["push", "email", "push", "email"])
        #expect(Set(change.deliveries.map(\.id)).count == 4)
        #expect(change.deliveries.allSatisfy { $0.alert == change.alert.id && $0.member == .ben && $0.createdAt == .noon })
    }

    @Test("At the same level nobody is told again, whether the figures moved or not")
    func sameLevel() throws {
        let told = Alert.example(1)
        #expect(changes(.example(1), to: history(alerts: [told])) == [])
        let moved = try #require(changes(.example(1, recentValue: 5000), to: history(alerts: [told])).first)
        #expect(moved.deliveries == [])
        #expect(moved.alert.id == told.id && moved.alert.episode.recentValue == 5000)
    }

    @Test("At the next level they are told again, each level in its turn", arguments: [EpisodeLevel.days7, .days14, .days21])
    func nextLevel(level: EpisodeLevel) throws {
        let told = Alert.example(1)
        let change = try #require(changes(.example(1, level: level), to: history(alerts: [told])).first)
        #expect(change.alert.id == told.id && change.alert.lastNotifiedLevel == level)
        #expect(change.deliveries.count == 4 && change.deliveries.allSatisfy { $0.payload.level == level })
    }

    @Test("A jump over a level tells of the level reached alone")
    func jump() throws {
        let change = try #require(changes(.example(1, level: .days7), to: history()).first)
        #expect(change.deliveries.map(\.payload.level) == [.days7, .days7, .days7, .days7])
    }

    @Test("Nobody is told of an episode that is over, even if none was told while it lasted")
    func resolved() throws {
        let change = try #require(changes(.example(1, level: .days7, resolved: .recovered), to: history()).first)
        #expect(change.deliveries == [])
        #expect(change.alert.status == .resolved && change.alert.lastNotifiedLevel == nil)
    }

    @Test("Where there is nobody to tell it stays news, and whoever becomes an admin is told")
    func nobodyToTell() throws {
        let lonely = try #require(changes(.example(1), to: history(admins: [])).first)
        #expect(lonely.deliveries == [] && lonely.alert.lastNotifiedLevel == nil)
        #expect(changes(.example(1), to: history(alerts: [lonely.alert], admins: [])) == [])
        let heard = try #require(changes(.example(1), to: history(alerts: [lonely.alert])).first)
        #expect(heard.deliveries.count == 4 && heard.alert.id == lonely.alert.id)
    }

    @Test("A notification carries the facts from which its words are made")
    func payload() throws {
        let payload = try #require(changes(.example(1, level: .days7), to: history()).first?.deliveries.first?.payload)
        var expected = Payload()
        expected.kind = "pattern_alert"
        expected.severity = .attention
        expected.memberName = "Ben"
        expected.metric = .steps
        expected.pattern = .dropVsBaseline
        expected.level = .days7
        expected.activeSince = .sunday - 49
        expected.dayCount = 8
        expected.baselineValue = 8000
        expected.recentValue = 5200.5
        expected.deviationPercent = (5200.5 / 8000 - 1) * 100
        #expect(payload == expected)
    }

    // MARK: Corrections

    @Test("A corrected beginning keeps the alert: its identifier, what the family hid, and what they were told")
    func shiftedStart() throws {
        let known = hiddenAlert(episode(since: 9, level: .days7), lastNotifiedLevel: .days7)
        let change = try #require(changes(episode(since: 7, level: .days7), to: history(alerts: [known])).first)
        #expect(change.deliveries == [])
        #expect(change.alert == hiddenAlert(episode(since: 7, level: .days7), lastNotifiedLevel: .days7))
    }

    @Test("A correction that lowers the level tells nobody, and the level that comes back is no news")
    func loweredLevel() throws {
        let known = hiddenAlert(episode(since: 7, level: .days7), lastNotifiedLevel: .days7)
        let lowered = try #require(changes(episode(since: 3), to: history(alerts: [known])).first)
        #expect(lowered.deliveries == [] && lowered.alert.lastNotifiedLevel == .days7)
        let back = try #require(changes(episode(since: 7, level: .days7), to: history(alerts: [lowered.alert])).first)
        #expect(back.deliveries == [] && back.alert.id == known.id)
    }

    @Test("An episode that the corrected data erases never was, and what the family hid stays")
    func erased() throws {
        let known = hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3)
        let change = try #require(changes(to: history(alerts: [known])).first)
        #expect(change.deliveries == [])
        #expect(change.alert == hiddenAlert(episode(since: 9, resolved: .corrected), lastNotifiedLevel: .days3))
        #expect(changes(to: history(alerts: [change.alert])) == [])
    }

    @Test("An episode that comes back after it was withdrawn is the same alert, and no news")
    func backAgain() throws {
        let withdrawn = hiddenAlert(episode(since: 9, resolved: .corrected), lastNotifiedLevel: .days3)
        let change = try #require(changes(episode(since: 9), to: history(alerts: [withdrawn])).first)
        #expect(change.alert == hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3))
        #expect(change.deliveries == [])
    }

    @Test("What is over is history: a correction leaves it alone")
    func historyStays() {
        let over = hiddenAlert(episode(since: 30, through: 20, resolved: .recovered), lastNotifiedLevel: .days3)
        #expect(changes(to: history(alerts: [over])) == [])
    }

    @Test("An alert that somebody wrote by hand, or another engine found, is not corrected", arguments: [nil, "other"])
    func ofOthers(engine: String?) throws {
        let theirs = hiddenAlert(episode(since: 9), lastNotifiedLevel: nil, engine: engine)
        #expect(changes(to: history(alerts: [theirs])) == [])
        // An overlapping episode of ours is an alert of its own.
        let change = try #require(changes(episode(since: 7), to: history(alerts: [theirs])).first)
        #expect(change.alert.id != theirs.id && change.deliveries.count == 4)
    }

    @Test("Two episodes keep an alert each, and a later one doesn't take over an earlier one's")
    func twoEpisodes() throws {
        let first = episode(since: 40, through: 30, resolved: .recovered)
        let both = alerts(first, episode(since: 5), after: [])
        #expect(both.map(\.episode.activeSince) == [.sunday - 40, .sunday - 5])
        #expect(Set(both.map(\.id)).count == 2)
        #expect(alerts(first, episode(since: 5), after: both) == [])
        let moved = alerts(first, episode(since: 6), after: both)
        #expect(moved.map(\.id) == [both[1].id])
    }
}
