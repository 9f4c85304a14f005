import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("A member's evaluation")
struct MemberEvaluatorTests {
    @Test("Three days far below the usual tell the member, a week of them the admin", arguments: EngineVersion.allCases)
    func levels(engine: EngineVersion) async throws {
        for (count, level, recipient) in [(3, EpisodeLevel.days3, UserID.ben), (7, .days7, .ana)] {
            let household = try await WatchedHousehold(engine: engine)
            try await household.take(.days(.sixWeeks + Array(repeating: 5, count: count)))
            let rows = await household.rows.map(\.delivery)
            #expect(rows.map(\.recipient) == [recipient])
            #expect(rows.map(\.payload.level) == [level])
            #expect(await household.alerts.map(\.engine) == [engine.rawValue])
        }
    }

    @Test("Each of the seven metrics is looked at", arguments: zip(Metric.allCases, [420, 9000, 50, 55, 92, 60, 80]))
    func metrics(metric: Metric, usual: Double) async throws {
        let household = try await WatchedHousehold()
        let off: Double = metric.badPattern == .dropVsBaseline ? 3 : 13
        try await household.take(.days(.sixWeeks + [off, off, off], of: metric, usual: usual))
        #expect(await household.alerts.map(\.episode.metric) == [metric])
        #expect(await household.rows.count == 1)
    }

    @Test("Days that are long over are history: they open an alert, and nobody is told")
    func stale() async throws {
        let household = try await WatchedHousehold()
        let days: [DailyMetrics] = .days(.sixWeeks + [5, 5, 5])
        try await household.take(days, now: .noon + .seconds(86_400 * 2))
        #expect(await household.alerts.count == 1)
        #expect(await household.rows.isEmpty)
        let fresh = try await WatchedHousehold()
        try await fresh.take(days, now: .noon + .seconds(86_400))
        #expect(await fresh.rows.count == 1)
    }

    @Test("A day that is still open is not looked at; when it is over it is, though nothing new comes")
    func openDay() async throws {
        let household = try await WatchedHousehold()
        let nights: [DailyMetrics] = .days(.sixWeeks + [5, 5, 5], through: .sunday)
        try await household.take(nights, now: .morning)
        #expect(await household.alerts.isEmpty)
        #expect(await household.store.nextEvaluationMoment() == .noon)
        let evaluations = Evaluations(store: household.store, evaluator: household.evaluator)
        #expect(try await evaluations.step(now: .noon - .seconds(1)).memberCount == 0)
        #expect(try await evaluations.step(now: .noon).queuedDeliveryCount == 1)
    }

    @Test("A night that the provider calls final is looked at before noon")
    func finalNight() async throws {
        let household = try await WatchedHousehold()
        let revision = Revision(sourceUpdatedAt: .morning, receivedAt: .morning, isFinal: true)
        try await household.take(.days(.sixWeeks + [5, 5], through: .sunday - 1), now: .morning)
        let last = DailyMetrics(user: .ben, date: .sunday, source: "watch", values: [.sleepMinutes: 210], revision: revision)
        #expect(try await household.take([last], now: .morning).queuedDeliveryCount == 1)
    }

    @Test("Noon is noon where the member lives")
    func zone() async throws {
        let household = try await WatchedHousehold()
        var preferences = Preferences()
        preferences.timezone = "America/Los_Angeles"
        await household.store.save([.timezone], of: preferences, for: .ben, now: .morning)
        try await household.take(.days(.sixWeeks + [5, 5, 5], through: .sunday), now: .noon)
        #expect(await household.store.nextEvaluationMoment() == .evening)
    }

    @Test("Several metrics in one run are told as one, each with its own row")
    func grouped() async throws {
        let household = try await WatchedHousehold()
        let sleep: [DailyMetrics] = .days(.sixWeeks + [5, 5, 5])
        let hrv: [DailyMetrics] = .days(.sixWeeks + [5, 5, 5], of: .hrv, usual: 50)
        try await household.take(sleep + hrv)
        let rows = await household.rows.map(\.delivery)
        #expect(rows.count == 2 && Set(rows.map(\.groupKey)).count == 1 && rows[0].groupKey != nil)
    }

    @Test("In shadow mode the ledger is the same, and nothing waits to be sent")
    func shadow() async throws {
        let (live, shadow) = try await (WatchedHousehold(), WatchedHousehold(isShadow: true))
        for household in [live, shadow] { try await household.take(.days(.sixWeeks + [5, 5, 5])) }
        #expect(await shadow.alerts == live.alerts)
        #expect(await shadow.rows.map(\.delivery) == live.rows.map(\.delivery))
        #expect(await shadow.rows.map(\.status) == ["shadow"])
        #expect(await shadow.store.nextDueMoment() == nil)
    }

    @Test("A week without a value ends an episode, and nobody is told of that")
    func silence() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        await household.store.markForEvaluation([.ben], at: .noon)
        let later = Instant.noon + .seconds(86_400 * 9)
        let evaluations = Evaluations(store: household.store, evaluator: household.evaluator)
        #expect(try await evaluations.step(now: later).changedAlerts.count == 1)
        #expect(await household.alerts.map(\.episode.resolved) == [.stale])
        #expect(await household.rows.count == 1)
    }

    @Test("Where all days of a metric are gone, the alert that they led to is taken back", arguments: EngineVersion.allCases)
    func daysGone(engine: EngineVersion) async throws {
        let household = try await WatchedHousehold(engine: engine)
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        let alert = try #require(await household.alerts.first)
        let history = MemberHistory(member: .ben, memberName: "Ben", reports: [:], alerts: [alert], familyAdmins: [.ana], timezone: "UTC")
        let ended = household.evaluator.evaluate(history, now: .noon).changes.map(\.alert)
        #expect(ended.map(\.id) == [alert.id] && ended.map(\.episode.resolved) == [.corrected])
    }

    @Test("An alert that was brought along without its days is not taken back, and is over after a week without any")
    func broughtAlong() async throws {
        let evaluator = try await WatchedHousehold().evaluator
        let episode = Episode(
            metric: .sleepMinutes, pattern: .dropVsBaseline, activeSince: .sunday - 9, lastEvaluatedDate: .sunday - 1, dayCount: 9, level: .days7,
            baselineValue: 420, recentValue: 300, resolved: nil)
        let alert = Alert(id: .example(1), member: .ben, episode: episode, engine: "plain", lastNotifiedLevel: .days7)
        let history = MemberHistory(member: .ben, memberName: "Ben", reports: [:], alerts: [alert], familyAdmins: [.ana], timezone: "UTC")
        #expect(evaluator.evaluate(history, now: .noon).changes.isEmpty)
        let later = evaluator.evaluate(history, now: .noon + .seconds(86_400 * 7)).changes
        #expect(later.map(\.alert.episode.resolved) == [.stale] && later.allSatisfy { $0.deliveries.isEmpty })
    }

    @Test("Of two wearables that disagree, each looked at in its turn, the one that says so keeps an alert going until it says that it is over")
    func inTurn() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        // Worn on each of the last 28 days as the other was, it comes first by its name, and finds nothing.
        let ring: [DailyMetrics] = .days(Array(repeating: 10, count: 28))
        try await household.take(ring.map { DailyMetrics(user: $0.user, date: $0.date, source: "ring", values: $0.values) })
        #expect(await household.alerts.map(\.episode.resolved) == [nil])
        try await household.take(.days([5, 5], through: .sunday + 1))
        #expect(await household.alerts.map(\.episode.resolved) == [nil])
        #expect(await household.alerts.map(\.episode.dayCount) == [5])
        try await household.take(.days([10, 10, 10, 10], through: .sunday + 5))
        #expect(await household.alerts.map(\.episode.resolved) == [.recovered])
        #expect(await household.rows.count == 1)
    }

    @Test("A new wearable that knows too few days takes back nothing that the old one found")
    func newWearable() async throws {
        let household = try await WatchedHousehold()
        let week = Array(repeating: 5.0, count: 7)
        try await household.take(.days(.sixWeeks + week))
        // Worn from six days before on, it has more of the last 28 days by now, but too few that are usual, and too few beside the old one's.
        let usual = Array(repeating: 10.0, count: 6)
        let new: [DailyMetrics] = .days(usual + week + Array(repeating: 5, count: 9), through: .sunday + 8)
        let report = try await household.take(new.map { DailyMetrics(user: $0.user, date: $0.date, source: "new", values: $0.values) })
        #expect(report.changedAlerts.count == 1)
        #expect(await household.alerts.map(\.episode.resolved) == [.sourceChanged])
        let rows = await household.rows
        #expect(!rows.isEmpty && rows.allSatisfy { $0.status == "pending" })
    }

    @Test("Where another wearable is worn after a week without the old one, it is the change that ended the episode, not a want of data")
    func otherWearableWorn() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        // Of the last 28 days the old one has more by now, so that its days are looked at still.
        let new: [DailyMetrics] = .days(Array(repeating: 10, count: 9), through: .sunday + 8)
        try await household.take(new.map { DailyMetrics(user: $0.user, date: $0.date, source: "new", values: $0.values) })
        #expect(await household.alerts.map(\.episode.resolved) == [.sourceChanged])
        #expect(await household.rows.count == 1)
    }

    @Test("When the engine is changed, what goes on is taken over by the new one and not told again")
    func otherEngine() async throws {
        let household = try await WatchedHousehold(engine: .v1)
        try await household.take(.days(.sixWeeks + [5, 5, 5]))
        let old = try #require(await household.alerts.first)
        let newEvaluator = try await WatchedHousehold(engine: .v2).evaluator
        await household.store.markForEvaluation([.ben], at: .noon)
        _ = try await Evaluations(store: household.store, evaluator: newEvaluator).step(now: .noon + .seconds(60))
        let alerts = await household.alerts
        #expect(alerts.map(\.id) == [old.id] && alerts.map(\.engine) == ["v2"])
        #expect(await household.rows.count == 1)
    }
}
