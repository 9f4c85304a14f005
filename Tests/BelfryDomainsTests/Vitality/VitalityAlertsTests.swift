import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Alerts of the family's health")
struct VitalityAlertsTests: AlertsOfBen {
    let identifiers = SequentialIdentifiers()

    @Test("At level 3 the member is told over each channel, and nobody else")
    func opened() throws {
        let change = try #require(changes(.example(1), to: history()).first)
        #expect(change.alert.lastNotifiedLevel == .days3)
        #expect(change.deliveries.map(\.recipient) == [.ben, .ben])
        #expect(change.deliveries.map(\.channelName) == ["push", "email"])
        #expect(Set(change.deliveries.map(\.id)).count == 2)
        #expect(change.deliveries.allSatisfy { $0.alert == change.alert.id && $0.member == .ben && $0.createdAt == .noon })
    }

    @Test("At level 7 each admin is told once over each channel")
    func week() throws {
        let change = try #require(changes(.example(1, level: .days7), to: history()).first)
        #expect(change.deliveries.map(\.recipient.text) == ["ana", "ana", "cleo", "cleo"])
        #expect(change.deliveries.map(\.channelName) == ["push", "email", "push", "email"])
    }

    @Test("What is two days old is told, what is older is history")
    func freshness() throws {
        let fresh = try #require(changes(.example(1), to: history(), through: .sunday - 2).first)
        #expect(fresh.deliveries.count == 2)
        let old = try #require(changes(.example(1), to: history(), through: .sunday - 3).first)
        #expect(old.deliveries == [] && old.alert.lastNotifiedLevel == nil)
    }

    @Test("Of what the family dismissed nobody is told; brought back, it is news again")
    func dismissed() throws {
        let hidden = hiddenAlert(episode(since: 9), lastNotifiedLevel: .days3)
        let change = try #require(changes(episode(since: 9, level: .days7), to: history(alerts: [hidden])).first)
        #expect(change.deliveries == [] && change.alert.lastNotifiedLevel == .days3)
        let restored = Alert(
            id: change.alert.id, member: .ben, episode: change.alert.episode, engine: "v2", lastNotifiedLevel: change.alert.lastNotifiedLevel)
        #expect(changes(episode(since: 9, level: .days7), to: history(alerts: [restored])).first?.deliveries.count == 4)
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
        let week = Episode.example(1, level: .days7)
        let lonely = try #require(changes(week, to: history(admins: [])).first)
        #expect(lonely.deliveries == [] && lonely.alert.lastNotifiedLevel == nil)
        #expect(changes(week, to: history(alerts: [lonely.alert], admins: [])) == [])
        let heard = try #require(changes(week, to: history(alerts: [lonely.alert])).first)
        #expect(heard.deliveries.count == 4 && heard.alert.id == lonely.alert.id)
    }

    @Test("What those who were to be told may not hear any more stays news for who is an admin now; once anybody hears it, it isn't")
    func unheard() throws {
        let week = Episode.example(1, level: .days7)
        let alert = Alert.example(1, level: .days7)
        func told(to admins: [UserID], _ state: MemberHistory.QueuedDelivery.State) -> [UserID] {
            let queued = MemberHistory.QueuedDelivery(
                id: .example(1), alert: alert.id, recipient: .ana, channelName: "push", level: .days7, state: state)
            let history = MemberHistory(
                member: .ben, memberName: "Ben", reports: [:], alerts: [alert], familyAdmins: admins, timezone: "UTC", queuedDeliveries: [queued])
            return changes(week, to: history).flatMap(\.deliveries).map(\.recipient)
        }
        let cleo = UserID(literal: "cleo")
        #expect(told(to: [cleo], .notEntitled) == [cleo, cleo])
        #expect(told(to: [cleo], .waiting) == [])
        #expect(told(to: [.ana], .notEntitled) == [], "theirs waits again instead")
        #expect(told(to: [], .notEntitled) == [])
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

    @Test("Each recipient reads the name that they know the member by, and whoever knows none reads none")
    func names() throws {
        let (cleo, dan) = (UserID(literal: "cleo"), UserID(literal: "dan"))
        let history = history(admins: [.ana, cleo, dan], names: [.ana: "Benjamin", cleo: "Benny"])
        let week = try #require(changes(.example(1, level: .days7), to: history).first)
        #expect(week.deliveries.map(\.payload.memberName) == ["Benjamin", "Benjamin", "Benny", "Benny", nil, nil])
        let own = try #require(changes(.example(1), to: history).first)
        #expect(own.deliveries.map(\.payload.memberName) == ["Ben", "Ben"])
    }
}
