import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Alerts whose days are corrected")
struct CorrectedAlertTests: AlertsOfBen {
    let identifiers = SequentialIdentifiers()

    @Test("A corrected beginning keeps the alert: its identifier, what the family hid, and what they were told")
    func shiftedStart() throws {
        let known = hiddenAlert(episode(since: 9, level: .days7), lastNotifiedLevel: .days7)
        let change = try #require(changes(episode(since: 7, level: .days7), to: history(alerts: [known])).first)
        #expect(change.deliveries == [])
        #expect(change.alert == hiddenAlert(episode(since: 7, level: .days7), lastNotifiedLevel: .days7))
    }

    @Test("A corrected beginning that reaches back to what was erased keeps the alert that goes on")
    func shiftedToErased() throws {
        let erased = Alert(
            id: .example(2), member: .ben, episode: episode(since: 20, through: 12, resolved: .corrected), engine: "v2", lastNotifiedLevel: .days3)
        let known = Alert(id: .example(1), member: .ben, episode: episode(since: 9, level: .days7), engine: "v2", lastNotifiedLevel: .days7)
        let found = changes(episode(since: 13, level: .days7), to: history(alerts: [erased, known]))
        #expect(found.map(\.alert.id) == [known.id] && found.flatMap(\.deliveries) == [])
    }

    @Test("A correction that lowers the level tells nobody, and the level that comes back is no news")
    func loweredLevel() throws {
        let known = hiddenAlert(episode(since: 7, level: .days7), lastNotifiedLevel: .days7)
        let lowered = try #require(changes(episode(since: 3), to: history(alerts: [known])).first)
        #expect(lowered.deliveries == [] && lowered.alert.lastNotifiedLevel == .days7)
        let back = try #require(changes(episode(since: 7, level: .days7), to: history(alerts: [lowered.alert])).first)
        #expect(back.deliveries == [] && back.alert.id == known.id)
    }

    @Test("What waits of a level that a correction lowers is withdrawn, and the level below is told; when it rises again it is news")
    func loweredUntold() throws {
        let cleo = UserID(literal: "cleo")
        func history(_ level: EpisodeLevel?, _ days14: [(UserID, MemberHistory.QueuedDelivery.State)]) -> MemberHistory {
            let alert = Alert(
                id: .example(1), member: .ben, episode: episode(since: 14, level: .days14), engine: "v2", lastNotifiedLevel: level)
            return MemberHistory(
                member: .ben, memberName: "Ben", reports: [:], alerts: [alert], familyAdmins: [.ana, cleo], timezone: "UTC",
                queuedDeliveries: days14.enumerated().map { index, queued in
                    MemberHistory.QueuedDelivery(
                        id: .example(index + 1), alert: .example(1), recipient: queued.0, channelName: "push", level: .days14, state: queued.1)
                })
        }
        let week = episode(since: 14, level: .days7)
        let lowered = try #require(changes(week, to: history(.days14, [(.ana, .waiting), (cleo, .waiting)])).first)
        #expect(lowered.withdrawn == [.example(1), .example(2)] && lowered.alert.lastNotifiedLevel == .days7)
        #expect(lowered.deliveries.map(\.recipient) == [.ana, .ana, cleo, cleo], "they weren't told of a week")
        let partly = try #require(changes(week, to: history(.days14, [(.ana, .other), (cleo, .waiting)])).first)
        #expect(partly.withdrawn == [.example(2)] && partly.alert.lastNotifiedLevel == .days14 && partly.deliveries == [])
        let fortnight = episode(since: 14, level: .days14)
        let risen = try #require(changes(fortnight, to: history(.days7, [(.ana, .withdrawn), (cleo, .withdrawn)])).first)
        #expect(risen.deliveries.count == 4 && risen.alert.lastNotifiedLevel == .days14)
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

    /// Who is told of a week when an episode is one again, by what was queued of it before.
    private func toldAgain(
        queued: [(recipient: UserID, state: MemberHistory.QueuedDelivery.State)], over channels: [DeliveryChannel] = [.push], isFresh: Bool = true
    ) -> AlertChange? {
        let week = episode(since: 9, level: .days7)
        let withdrawn = Alert(
            id: .example(1), member: .ben, episode: week.resolved(.corrected), engine: "v2", lastNotifiedLevel: .days7)
        let history = MemberHistory(
            member: .ben, memberName: "Ben", reports: [:], alerts: [withdrawn], familyAdmins: [.ana, UserID(literal: "cleo")], timezone: "UTC",
            queuedDeliveries: queued.enumerated().map { index, queued in
                MemberHistory.QueuedDelivery(
                    id: .example(index + 1), alert: .example(1), recipient: queued.recipient,
                    channelName: channels[index % channels.count].rawValue, level: .days7, state: queued.state)
            })
        return changes(week, to: history, through: isFresh ? .sunday : .sunday - 3).first
    }

    @Test("What was withdrawn before anybody heard of it is told when the episode comes back; where one has heard, those who haven't are told")
    func withdrawnUntold() throws {
        let cleo = UserID(literal: "cleo")
        let nobody = try #require(toldAgain(queued: [(.ana, .withdrawn), (cleo, .withdrawn)]))
        #expect(nobody.deliveries.map(\.recipient) == [.ana, .ana, cleo, cleo] && nobody.alert.lastNotifiedLevel == .days7)
        let one = try #require(toldAgain(queued: [(.ana, .other), (cleo, .withdrawn)]))
        #expect(one.deliveries.map(\.recipient) == [cleo, cleo] && one.alert.lastNotifiedLevel == .days7)
        let twice = try #require(toldAgain(queued: [(.ana, .withdrawn), (.ana, .other)]))
        #expect(twice.deliveries == [])
        let late = try #require(toldAgain(queued: [(.ana, .withdrawn)], isFresh: false))
        #expect(late.deliveries == [] && late.alert.lastNotifiedLevel == nil, "it is news when it is fresh again")
    }

    @Test("What was left out over a channel that its recipient has switched off tells them nothing; left out over all it stays left out")
    func leftOutAndWithdrawn() throws {
        let ana = UserID.ana
        let again = try #require(toldAgain(queued: [(ana, .withdrawn), (ana, .leftOut), (UserID(literal: "cleo"), .other)], over: [.push, .email]))
        #expect(again.deliveries.map(\.recipient) == [ana, ana] && again.alert.lastNotifiedLevel == .days7)
        let nothing = try #require(toldAgain(queued: [(ana, .leftOut), (ana, .leftOut)], over: [.push, .email]))
        #expect(nothing.deliveries == [] && nothing.alert.lastNotifiedLevel == .days7)
        let before = try #require(toldAgain(queued: [(ana, .withdrawn), (ana, .leftOut), (ana, .leftOut)], over: [.push, .email]))
        #expect(before.deliveries == [] && before.alert.lastNotifiedLevel == .days7, "it was told again, and left out then")
    }

    @Test("What is over is history, unless the very days that it was found in say otherwise now")
    func historyStays() throws {
        let over = hiddenAlert(episode(since: 30, through: 20, resolved: .recovered), lastNotifiedLevel: .days3)
        let erased = try #require(changes(to: history(alerts: [over])).first)
        #expect(erased.alert.episode.resolved == .corrected)
        let later = VitalityAlerts.Findings(metric: .steps, episodes: [], dates: .sunday - 25 ... .sunday)
        let changes = vitality.changes(to: history(alerts: [over]), findings: [later], today: .sunday, now: .noon) { "id" }
        #expect(changes == [])
    }

    @Test("An episode that a correction brings to light takes no alert from the later one into which it reaches")
    func broughtToLight() throws {
        let later = episode(since: 5)
        let known = alerts(later, after: [])
        let earlier = episode(since: 20, through: 4, resolved: .recovered)
        let changed = alerts(earlier, later, after: known)
        #expect(changed.map(\.episode) == [earlier])
        #expect(Set((changed + known).map(\.id)).count == 2)
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
