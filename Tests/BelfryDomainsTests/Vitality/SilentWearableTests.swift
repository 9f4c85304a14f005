import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Alerts of silent wearables")
struct SilentWearableTests {
    let vitality = VitalityAlerts(routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])), engine: "v2")
    let identifiers = SequentialIdentifiers()

    private func changes(
        _ silences: Episode..., alerts: [Alert] = [], beside others: [VitalityAlerts.Findings] = [], isTold: Bool = true
    ) -> [AlertChange] {
        let history = MemberHistory(
            member: .ben, memberName: "Ben", memberNames: [.ana: "Benny"], reports: [:], alerts: alerts, familyAdmins: [.ana], timezone: "UTC")
        let found = VitalityAlerts.Findings(metric: nil, episodes: silences, dates: .sunday - 100 ... .sunday, isTold: isTold)
        return vitality.changes(to: history, findings: others + [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
    }

    private func alert(_ silence: Episode, told level: EpisodeLevel? = .days3) -> Alert {
        Alert(id: .example(1), member: .ben, episode: silence, engine: "v2", lastNotifiedLevel: level)
    }

    @Test("After three days the member alone is told, after seven the admins, under a category of its own and never as grave")
    func levels() throws {
        let opened = try #require(changes(.silence(ofDays: 3)).first)
        #expect(opened.deliveries.map(\.recipient) == [.ben] && opened.alert.lastNotifiedLevel == .days3)
        let week = try #require(changes(.silence(ofDays: 7), alerts: [opened.alert]).first)
        #expect(week.alert.id == opened.alert.id && week.deliveries.map(\.recipient) == [.ana])
        let payload = try #require(week.deliveries.first?.payload)
        #expect(payload.category == "missing_wearable" && payload.pattern == .missingWearable && payload.severity == .watch)
        #expect(payload.memberName == "Benny" && payload.dayCount == 7 && payload.level == .days7)
        #expect(changes(.silence(ofDays: 7), alerts: [week.alert]) == [])
        #expect(changes(.silence(ofDays: 20), alerts: [week.alert]).flatMap(\.deliveries) == [], "there is no higher level")
    }

    @Test("It has a route of its own, by its category and the least severity")
    func route() throws {
        let rules = [
            DeliveryRoutes.Rule(category: "missing_wearable", severity: .watch, route: DeliveryRoute(channels: [.email])),
            DeliveryRoutes.Rule(category: "pattern_alert", severity: nil, route: DeliveryRoute(channels: [.sms])),
        ]
        let routes = DeliveryRoutes(rules: rules, standard: DeliveryRoute(channels: [.push]))
        let history = MemberHistory(member: .ben, memberName: "Ben", reports: [:], alerts: [], familyAdmins: [.ana], timezone: "UTC")
        let found = VitalityAlerts.Findings(metric: nil, episodes: [.silence(ofDays: 7)], dates: .sunday - 100 ... .sunday)
        let changes = VitalityAlerts(routes: routes, engine: "v2")
            .changes(to: history, findings: [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
        #expect(changes.flatMap(\.deliveries).map(\.channelName) == ["email"])
    }

    @Test("What is first seen when it is over, or older than three weeks, makes no alert")
    func old() {
        #expect(changes(.silence(ofDays: 5, resolved: .recovered)) == [])
        #expect(changes(.silence(ofDays: 21)).map(\.deliveries.count) == [1])
        #expect(changes(.silence(ofDays: 22)) == [])
        #expect(changes(.silence(ofDays: 22), alerts: [alert(.silence(ofDays: 21), told: .days7)]).count == 1, "what is known goes on")
    }

    @Test("A value that comes ends it, and so do 56 days, without a word; late days that fill it take it back")
    func ends() {
        let known = alert(.silence(ofDays: 5))
        for reason in [ResolveReason.recovered, .newNormal] {
            let ended = changes(.silence(ofDays: 5, resolved: reason), alerts: [known])
            #expect(ended.map(\.alert.episode.resolved) == [reason] && ended.flatMap(\.deliveries) == [])
        }
        #expect(changes(alerts: [known]).map(\.alert.episode.resolved) == [.corrected])
        let over = alert(.silence(ofDays: 5, resolved: .recovered))
        #expect(changes(alerts: [over]).map(\.alert.episode.resolved) == [.corrected])
    }

    @Test("A correction that moves its beginning, or what is missed most, keeps the alert")
    func moved() throws {
        let known = alert(.silence(ofDays: 8), told: .days7)
        let shorter = changes(.silence(ofDays: 4, metric: .hrv), alerts: [known])
        #expect(shorter.map(\.alert.id) == [known.id] && shorter.flatMap(\.deliveries) == [])
        #expect(shorter.map(\.alert.episode) == [.silence(ofDays: 4, metric: .hrv)])
    }

    @Test("What is found of a metric neither ends it nor takes it for its own, and nobody reads of both as one")
    func besideMetrics() {
        let known = alert(.silence(ofDays: 4))
        let steps = VitalityAlerts.Findings(metric: .steps, episodes: [.example(1)], dates: .sunday - 100 ... .sunday)
        let others = changes(.silence(ofDays: 4), alerts: [known], beside: [steps])
        #expect(others.map(\.alert.episode) == [.example(1)] && others.first?.alert.id != known.id)
        let keys = changes(.silence(ofDays: 4), beside: [steps]).flatMap(\.deliveries).map(\.groupKey)
        #expect(keys.count == 2 && Set(keys).count == 2)
    }

    @Test("Where nobody is to be told now nothing begins, and what is known goes on; its level is news as soon as somebody is")
    func untold() throws {
        #expect(changes(.silence(ofDays: 4), isTold: false) == [])
        let known = alert(.silence(ofDays: 4))
        let week = try #require(changes(.silence(ofDays: 7), alerts: [known], isTold: false).first)
        #expect(week.deliveries == [] && week.alert.lastNotifiedLevel == .days3)
        #expect(changes(.silence(ofDays: 7), alerts: [week.alert]).flatMap(\.deliveries).map(\.recipient) == [.ana])
        #expect(changes(.silence(ofDays: 5, resolved: .recovered), alerts: [known], isTold: false).map(\.alert.status) == [.resolved])
    }
}
