import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// From day to day, as the daily round looks at a household in which Ben's wearable falls silent.
@Suite("A silent wearable over days")
struct SilentWearableTests {
    private func noon(after dayCount: Int) -> Instant { .noon + .seconds(86_400 * dayCount) }

    /// The round at noon, so many days after the Sunday.
    @discardableResult
    private func round(after dayCount: Int, in household: WatchedHousehold) async throws -> EvaluationReport {
        let evaluations = Evaluations(store: household.store, evaluator: household.evaluator)
        try await evaluations.continueRound(again: true, now: noon(after: dayCount))
        return try await evaluations.step(now: noon(after: dayCount))
    }

    /// One whose days came until the Saturday, and then no more.
    private func silentHousehold() async throws -> WatchedHousehold {
        let household = try await WatchedHousehold(isSilenceTold: true)
        try await household.take(.days(.sixWeeks))
        return household
    }

    private func told(in household: WatchedHousehold) async -> [String] {
        await household.rows.map(\.delivery).map { "\($0.payload.category) \($0.payload.level?.rawValue ?? 0) \($0.recipient)" }
    }

    @Test("On the third day the member is told, on the seventh the admin, each once, however often anybody looks, and then nobody any more")
    func levels() async throws {
        let household = try await silentHousehold()
        var toldByDay: [Int] = []
        for dayCount in 1...20 {
            try await round(after: dayCount, in: household)
            #expect(try await round(after: dayCount, in: household).changedAlerts.isEmpty, "looking twice finds nothing new")
            toldByDay.append(await household.rows.count)
        }
        #expect(toldByDay.prefix(8) == [0, 0, 1, 1, 1, 1, 2, 2] && toldByDay.last == 2)
        #expect(await told(in: household) == ["missing_wearable 3 ben", "missing_wearable 7 ana"])
        let alerts = await household.alerts
        #expect(alerts.map(\.episode.activeSince) == [.sunday] && alerts.map(\.episode.dayCount) == [20] && alerts.map(\.severity) == [.watch])
        for dayCount in 21...90 { try await round(after: dayCount, in: household) }
        #expect(await household.alerts.map(\.episode.resolved) == [.newNormal])
        #expect(await household.rows.count == 2)
    }

    @Test("A value that comes again ends it, and nobody is told of that")
    func over() async throws {
        let household = try await silentHousehold()
        for dayCount in 1...5 { try await round(after: dayCount, in: household) }
        try await household.take(.days([10], through: .sunday + 5))
        let alerts = await household.alerts
        #expect(alerts.map(\.episode.resolved) == [.recovered] && alerts.map(\.episode.history.resolvedOn) == [.sunday + 5])
        for dayCount in 6...8 { try await round(after: dayCount, in: household) }
        #expect(await household.alerts == alerts)
        #expect(await told(in: household) == ["missing_wearable 3 ben"])
    }

    @Test("Whoever takes it off for three days each week is told of it on the fourth")
    func takenOff() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        try await household.take((0..<5).flatMap { [DailyMetrics].days([10, 10, 10, 10], through: .sunday - (29 - 7 * $0)) })
        for dayCount in 1...3 { try await round(after: dayCount, in: household) }
        #expect(await household.alerts.isEmpty)
        try await round(after: 4, in: household)
        #expect(await household.alerts.map(\.episode.dayCount) == [4])
        #expect(await told(in: household) == ["missing_wearable 3 ben"])
    }

    @Test("Days that come late take it back, and what waits to tell of it")
    func late() async throws {
        let household = try await silentHousehold()
        for dayCount in 1...7 { try await round(after: dayCount, in: household) }
        try await household.take(.days(Array(repeating: 10, count: 7), through: .sunday + 6), now: noon(after: 7))
        #expect(await household.alerts.map(\.episode.resolved) == [.corrected])
        #expect(await household.rows.map(\.status) == ["cancelled", "cancelled"])
    }

    @Test("While months are brought in day by day nothing is silent; where they end some days ago, that is told the day after")
    func broughtIn() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        for day in [DailyMetrics].days(.sixWeeks, through: .sunday - 5) { try await household.take([day], now: .noon) }
        #expect(await household.alerts.isEmpty)
        try await round(after: 1, in: household)
        #expect(await household.alerts.map(\.episode.dayCount) == [5])
        #expect(await told(in: household) == ["missing_wearable 3 ben"])
    }

    @Test("Of days that ended more than three weeks ago nobody hears that they ended")
    func ended() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        try await household.take(.days(.sixWeeks, through: .sunday - 22), now: .noon)
        for dayCount in 1...3 { try await round(after: dayCount, in: household) }
        #expect(await household.alerts.isEmpty)
    }

    @Test("An episode that is over for want of days hands over to it")
    func handedOver() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        for dayCount in 1...9 { try await round(after: dayCount, in: household) }
        let alerts = await household.alerts.sorted { $0.episode.activeSince < $1.episode.activeSince }
        #expect(alerts.map(\.episode.pattern) == [.dropVsBaseline, .missingWearable])
        #expect(alerts.map(\.episode.resolved) == [.stale, nil])
        #expect(await told(in: household) == ["pattern_alert 3 ben", "missing_wearable 3 ben", "missing_wearable 7 ana"])
    }

    @Test("Switched off, nobody is told, and what was told before goes on until a value comes")
    func switchedOff() async throws {
        let off = try await WatchedHousehold()
        try await off.take(.days(.sixWeeks))
        for dayCount in 1...8 { try await round(after: dayCount, in: off) }
        #expect(await off.alerts.isEmpty)
        let household = try await silentHousehold()
        for dayCount in 1...4 { try await round(after: dayCount, in: household) }
        let history = await household.store.history(of: .ben, since: .beforeAllDays)
        let later = off.evaluator.evaluate(history, now: noon(after: 7)).changes
        #expect(later.map(\.alert.episode.level) == [.days7] && later.flatMap(\.deliveries) == [])
        let known = try #require(later.first?.alert)
        let value = ReportedValue(
            date: .sunday + 7, source: "watch", value: 420, sourceUpdatedAt: noon(after: 7), receivedAt: noon(after: 7))
        let back = MemberHistory(
            member: .ben, memberName: "Ben", reports: history.reports.mapValues { $0 + [value] }, alerts: [known], familyAdmins: [.ana], timezone: "UTC")
        #expect(off.evaluator.evaluate(back, now: noon(after: 7)).changes.map(\.alert.episode.resolved) == [.recovered])
    }

    @Test("Dismissed before it was sent, it is told once that is taken back, though no metric has days of late")
    func dismissed() async throws {
        let household = try await silentHousehold()
        for dayCount in 1...3 { try await round(after: dayCount, in: household) }
        let opened = try #require(await household.alerts.first)
        _ = await household.store.dismiss(opened.id, by: .ana, now: noon(after: 3))
        try await household.store.lease(at: noon(after: 3)) { $0.alert?.dismissedAt != nil ? .skip(.dismissed) : nil }
        #expect(await household.rows.map(\.status) == ["skipped"])
        _ = await household.store.restore(opened.id, by: .ana, now: noon(after: 3))
        try await round(after: 4, in: household)
        #expect(await household.rows.map(\.status) == ["pending"])
    }

    @Test("A day is over when it is over where the member lives")
    func zone() async throws {
        let household = try await silentHousehold()
        var preferences = Preferences()
        preferences.timezone = "America/Los_Angeles"
        await household.store.save([.timezone], of: preferences, for: .ben, now: .morning)
        let history = await household.store.history(of: .ben, since: .beforeAllDays)
        // The third day ends at 8 in the morning of UTC.
        let end = Instant.morning + .seconds(86_400 * 3)
        let before = household.evaluator.evaluate(history, now: end - .seconds(1))
        #expect(before.changes.isEmpty && before.nextAt == nil)
        // It is midnight there: who is to hear of it sleeps.
        let morning = end + .seconds(9 * 3600)
        for hidden in [end, morning - .seconds(1)] {
            let night = household.evaluator.evaluate(history, now: hidden)
            #expect(night.changes.isEmpty && night.nextAt == morning)
        }
        let told = household.evaluator.evaluate(history, now: morning)
        #expect(told.changes.map(\.alert.episode.dayCount) == [3] && told.changes.flatMap(\.deliveries).count == 1 && told.nextAt == nil)
        let evening = morning + .seconds(13 * 3600)
        #expect(household.evaluator.evaluate(history, now: evening - .seconds(1)).changes.map(\.deliveries.count) == [1])
        let late = household.evaluator.evaluate(history, now: evening)
        #expect(late.changes.isEmpty && late.nextAt == morning + .seconds(86_400))
    }

    @Test("Found by the round in the middle of the night, it is told in the morning, by itself")
    func night() async throws {
        let household = try await silentHousehold()
        let evaluations = Evaluations(store: household.store, evaluator: household.evaluator)
        let midnight = noon(after: 3) - .seconds(12 * 3600)
        try await evaluations.continueRound(again: true, now: midnight)
        #expect(try await evaluations.step(now: midnight).changedAlerts.isEmpty)
        let next = await household.store.nextEvaluationMoment()
        #expect(next == midnight + .seconds(9 * 3600))
        _ = try await evaluations.step(now: midnight + .seconds(9 * 3600))
        #expect(await told(in: household) == ["missing_wearable 3 ben"])
    }

    /// Decides what waits as the policy does.
    private func decide(after dayCount: Int, in household: WatchedHousehold) async throws {
        try await household.store.lease(at: noon(after: dayCount)) { $0.alert?.feedDownSince == nil ? .send(.allowed) : .skip(.feedDown) }
    }

    private func statuses(in household: WatchedHousehold) async -> [UserID: String] {
        await household.rows.reduce(into: [:]) { $0[$1.delivery.recipient] = $1.status }
    }

    @Test("Where everybody's days end at once their feed is down: nobody is told; after it whoever is silent still is, and nobody of the days it was down")
    func feedDown() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        for user in [UserID.ana, .ben, .stranger] { try await household.take(.days(.sixWeeks).map { $0.of(user) }) }
        for dayCount in 1...4 {
            try await round(after: dayCount, in: household)
            try await decide(after: dayCount, in: household)
        }
        #expect(await household.store.feedOutages() == [FeedOutage(source: "watch", since: .sunday)])
        #expect(await household.alerts.map(\.feedDownSince) == [.sunday, .sunday], "it is evaluated as ever")
        #expect(await statuses(in: household) == [.ana: "skipped", .ben: "skipped", .stranger: "skipped"])
        #expect(await household.rows.allSatisfy { $0.reason == .feedDown })
        for user in [UserID.ana, .stranger] { try await household.take(.days([10], through: .sunday + 4).map { $0.of(user) }) }
        try await round(after: 5, in: household)
        #expect(await household.store.feedOutages() == [FeedOutage(source: "watch", since: .sunday, endedOn: .sunday + 5)])
        #expect(await statuses(in: household)[.ben] == "skipped", "his days may still be on their way")
        // At night nobody is told of what was held, either.
        let evaluations = Evaluations(store: household.store, evaluator: household.evaluator)
        let midnight = noon(after: 6) - .seconds(12 * 3600)
        try await evaluations.continueRound(now: midnight)
        _ = try await evaluations.step(now: midnight)
        #expect(await statuses(in: household)[.ben] == "skipped")
        _ = try await evaluations.step(now: midnight + .seconds(9 * 3600))
        #expect(await statuses(in: household) == [.ana: "skipped", .ben: "pending", .stranger: "skipped"])
        try await decide(after: 6, in: household)
        #expect(await statuses(in: household)[.ben] == "sending")
    }

    @Test("Two whose days end at once are a household: each is told")
    func couple() async throws {
        let household = try await WatchedHousehold(isSilenceTold: true)
        for user in [UserID.ana, .ben] { try await household.take(.days(.sixWeeks).map { $0.of(user) }) }
        for dayCount in 1...3 { try await round(after: dayCount, in: household) }
        #expect(await household.store.feedOutages().isEmpty)
        #expect(await statuses(in: household) == [.ana: "pending", .ben: "pending"])
    }
}

extension DailyMetrics {
    /// The same of somebody else.
    fileprivate func of(_ user: UserID) -> DailyMetrics { DailyMetrics(user: user, date: date, source: source, values: values) }
}
