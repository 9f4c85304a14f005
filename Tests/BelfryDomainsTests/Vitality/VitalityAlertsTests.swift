import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Alerts of the family's health")
struct VitalityAlertsTests {
    let vitality = VitalityAlerts(routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push, .email])), engine: "v2")
    let identifiers = SequentialIdentifiers()

    /// Ben's alerts, of which two admins are told.
    private func history(
        alerts: [Alert] = [], admins: [UserID] = [.ana, UserID(literal: "cleo")], names: [UserID: String] = [.ana: "Ben"]
    ) -> MemberHistory {
        MemberHistory(member: .ben, memberName: "Ben", memberNames: names, reports: [:], alerts: alerts, familyAdmins: admins, timezone: "UTC")
    }

    private func changes(_ episodes: Episode..., to history: MemberHistory, through last: CivilDate = .sunday) -> [AlertChange] {
        let found = VitalityAlerts.Findings(metric: .steps, episodes: episodes, dates: .sunday - 100...last)
        return vitality.changes(to: history, findings: [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
    }

    /// The alerts after another evaluation.
    private func alerts(_ episodes: Episode..., after alerts: [Alert]) -> [Alert] {
        let found = VitalityAlerts.Findings(metric: .steps, episodes: episodes, dates: .sunday - 100 ... .sunday)
        return vitality.changes(to: history(alerts: alerts), findings: [found], today: .sunday, now: .noon) { identifiers.next(now: .noon) }
            .map(\.alert)
    }

    /// An episode that began so many days before the Sunday.
    /// - Parameter isOurs: whether an engine of ours found it, which notes the days of its levels.
    private func episode(
        since dayCount: Int, through lastEvaluated: Int = 0, level: EpisodeLevel = .days3, resolved: ResolveReason? = nil, isOurs: Bool = true
    ) -> Episode {
        Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - dayCount, lastEvaluatedDate: .sunday - lastEvaluated,
            dayCount: dayCount + 1, level: level, baselineValue: 8000, recentValue: 6000, resolved: resolved,
            history: EpisodeHistory(levels: isOurs ? [.init(level: level, date: .sunday - lastEvaluated)] : []))
    }

    private func hiddenAlert(_ episode: Episode, lastNotifiedLevel: EpisodeLevel?, engine: String? = "v2") -> Alert {
        Alert(
            id: .example(1), member: .ben, episode: episode, engine: engine, snoozeUntil: .sunday + 3, snoozeDays: 3, dismissedAt: .morning,
            lastNotifiedLevel: lastNotifiedLevel)
    }

    // MARK: Who is told, and when

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

    // MARK: Corrections

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
