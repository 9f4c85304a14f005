import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// A store that evaluates what comes in, each day at noon of the day after unless said otherwise.
struct WatchedHousehold {
    let store = MemoryStore()
    let evaluator: MemberEvaluator

    init(engine: EngineVersion = .v2, isShadow: Bool = false, isSilenceTold: Bool = false) async throws {
        evaluator = MemberEvaluator(
            engine: engine, routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])), zones: SystemTimeZoneDatabase(),
            identifiers: SequentialIdentifiers(), isShadow: isShadow, isSilenceTold: isSilenceTold)
        try await store.save(.household, now: .morning)
    }

    @discardableResult
    func take(_ days: [DailyMetrics], now: Instant? = nil) async throws -> IngestReport {
        let last = days.map(\.date).max() ?? .sunday
        let now = now ?? .noon + .seconds(86_400 * (last + 1 - .sunday))
        return try await store.ingest(days, now: now) { [evaluator] in evaluator.evaluate($0, now: now) }
    }

    /// Every alert, the earliest first.
    var alerts: [Alert] {
        get async {
            await store.alerts(visibleTo: .ana, countMax: .max).map(\.alert).sorted { $0.episode.activeSince < $1.episode.activeSince }
        }
    }

    /// Every delivery, the earliest first.
    var rows: [DeliveryOverview] {
        get async { await store.deliveries(matching: DeliveryQuery(countMax: 1000)).deliveries.reversed() }
    }
}

extension [DailyMetrics] {
    /// Ben's days of one metric, each in a tenth of the usual, the last on a date.
    static func days(_ tenths: [Double], of metric: Metric = .sleepMinutes, usual: Double = 420, through last: CivilDate = .sunday - 1) -> Self {
        tenths.enumerated().map { index, value in
            DailyMetrics(user: .ben, date: last - (tenths.count - 1 - index), source: "watch", values: [metric: usual * value / 10])
        }
    }
}

extension [Double] {
    /// Six usual weeks.
    static let sixWeeks: [Double] = (0..<42).map { [9.9, 10, 10.1][$0 % 3] }
}

/// From days to alerts through a store, as a server does it.
@Suite("Evaluation over time")
struct EvaluationOverTimeTests {
    /// A person's steps for some months: usual days, worse stretches and missing days.
    private func randomDays(using generator: inout SeededGenerator) -> [DailyMetrics] {
        var level = 1.0
        return (0..<100).compactMap { day in
            if Int.random(in: 0..<12, using: &generator) == 0 { level = Double.random(in: 0.4...1.1, using: &generator) }
            guard Int.random(in: 0..<12, using: &generator) > 0 else { return nil }
            let steps = (8000 * level * Double.random(in: 0.92...1.08, using: &generator)).rounded()
            return .steps(steps, of: .ben, on: .sunday - 100 + day)
        }
    }

    @Test("Evaluated day by day and all at once, the episodes and their levels are the same", arguments: EngineVersion.allCases)
    func dayByDay(engine: EngineVersion) async throws {
        var generator = SeededGenerator(seed: .seed())
        var foundCount = 0
        for _ in 0..<3 {
            let days = randomDays(using: &generator)
            let (slow, quick) = try await (WatchedHousehold(engine: engine), WatchedHousehold(engine: engine))
            for day in days { try await slow.take([day]) }
            try await quick.take(days)
            #expect(await slow.alerts.map(\.episode) == quick.alerts.map(\.episode))
            foundCount += await quick.alerts.count
        }
        #expect(foundCount > 0)
    }

    @Test("Day by day, each level of each alert is told once, in the order of the levels: three to the member, the others to the admin")
    func toldOnce() async throws {
        var generator = SeededGenerator(seed: .seed())
        var toldCount = 0
        for _ in 0..<3 {
            let household = try await WatchedHousehold()
            for day in randomDays(using: &generator) { try await household.take([day]) }
            let rows = await household.rows.map(\.delivery)
            for alert in await household.alerts {
                let told = rows.filter { $0.alert == alert.id }
                let levels = told.compactMap(\.payload.level)
                #expect(levels == Set(levels).sorted())
                #expect(levels.last == alert.lastNotifiedLevel && alert.lastNotifiedLevel == alert.episode.level)
                #expect(told.allSatisfy { $0.recipient == ($0.payload.level == .days3 ? .ben : .ana) })
                toldCount += told.count
            }
        }
        #expect(toldCount > 0)
    }

    @Test("In whatever order days and their corrections come, what is found in the end is the same, and nobody is told twice")
    func anyOrder() async throws {
        var generator = SeededGenerator(seed: .seed())
        var foundCount = 0
        for _ in 0..<3 {
            let days = randomDays(using: &generator).map { day in
                DailyMetrics(
                    user: day.user, date: day.date, source: day.source, values: day.values,
                    revision: Revision(sourceUpdatedAt: .noon, receivedAt: .noon))
            }
            let wrong = days.filter { _ in Int.random(in: 0..<6, using: &generator) == 0 }.map { day in
                DailyMetrics(
                    user: day.user, date: day.date, source: day.source, values: [.steps: Double(Int.random(in: 0...12_000, using: &generator))],
                    revision: Revision(sourceUpdatedAt: .morning, receivedAt: .noon))
            }
            let (shuffled, ordered) = try await (WatchedHousehold(), WatchedHousehold())
            for arrival in (days + days.prefix(30) + wrong).shuffled(using: &generator) { try await shuffled.take([arrival], now: .noon) }
            try await ordered.take(days, now: .noon)
            let expected = await ordered.alerts.map(\.episode)
            foundCount += expected.count
            #expect(await shuffled.alerts.filter { $0.episode.resolved != .corrected }.map(\.episode) == expected)
            let told = await shuffled.rows.filter { $0.status != "cancelled" }.map(\.delivery)
                .map { "\($0.alert?.text ?? "") \($0.payload.level?.rawValue ?? 0) \($0.recipient)" }
            #expect(Set(told).count == told.count)
        }
        #expect(foundCount > 0)
    }

    @Test("A correction that erases an episode withdraws its alert, cancels what waits and marks what was sent")
    func erased() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + [6, 6, 6, 6]))
        let opened = try #require(await household.alerts.first)
        #expect(opened.lastNotifiedLevel == .days3 && opened.episode.activeSince == .sunday - 4)
        try await household.take(.days([10, 10, 10]))
        #expect(await household.alerts.map(\.episode.resolved) == [.corrected])
        #expect(await household.rows.map(\.status) == ["cancelled"])
    }

    @Test("A correction that lowers a level cancels what waits to tell of it, and the level that is left is told")
    func lowered() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + [6, 6, 6, 6, 6, 6, 6, 6]))
        #expect(await household.alerts.map(\.lastNotifiedLevel) == [.days7])
        try await household.take(.days([10, 10, 10, 10], through: .sunday - 5), now: .noon)
        #expect(await household.alerts.map(\.lastNotifiedLevel) == [.days3])
        let rows = await household.rows
        #expect(rows.map(\.status) == ["cancelled", "pending"])
        #expect(rows.map(\.delivery.payload.level) == [.days7, .days3] && rows.map(\.delivery.recipient) == [.ana, .ben])
    }

    @Test("A level that gave way to a higher one is told after all, where a correction takes the higher one back before anybody heard of it")
    func gaveWay() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + Array(repeating: 6, count: 9), through: .sunday - 7))
        try await household.store.lease(at: .noon - .seconds(86_400 * 5)) { _ in .defer(.quietHours, until: .noon) }
        try await household.take(.days([6, 6, 6, 6, 6, 6]))
        let batch = try await household.store.lease { $0.isSuperseded ? .skip(.superseded) : .send(.allowed) }
        #expect(batch.toSend.map(\.delivery.payload.level) == [.days14])
        let retried = batch.toSend.map {
            AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .retry(at: .evening, error: "later"))
        }
        await household.store.record(retried, now: .noon)
        try await household.take(.days([10, 10, 10, 10, 10, 10, 10], through: .sunday - 9), now: .evening)
        #expect(await household.alerts.map(\.lastNotifiedLevel) == [.days7])
        let rows = await household.rows
        #expect(rows.map(\.delivery.payload.level) == [.days7, .days14] && rows.map(\.status) == ["pending", "cancelled"])
    }

    @Test("What was left out because its episode was over is told after all, where the same comes back soon")
    func reopened() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + Array(repeating: 6, count: 8), through: .sunday - 12))
        let (held, over) = (Instant.noon - .seconds(86_400 * 11), Instant.noon - .seconds(86_400 * 6))
        try await household.store.lease(at: held) { _ in .defer(.quietHours, until: over) }
        try await household.take(.days([10, 10, 10, 10, 10], through: .sunday - 7))
        try await household.store.lease(at: over) { $0.alert?.status == .resolved ? .skip(.resolved) : nil }
        #expect(await household.rows.map(\.status) == ["skipped"])
        try await household.take(.days([6, 6, 6], through: .sunday - 4))
        #expect(await household.alerts.map(\.status) == [.active])
        let again = Instant.noon - .seconds(86_400 * 3)
        _ = await household.store.evaluateDue(countMax: 10, now: again) { [evaluator = household.evaluator] in evaluator.evaluate($0, now: again) }
        #expect(await household.rows.map(\.status) == ["pending"])
    }

    @Test("What a dismissal left out is told once it is taken back, where the episode goes on")
    func dismissalTakenBack() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + Array(repeating: 6, count: 8)))
        let opened = try #require(await household.alerts.first)
        _ = await household.store.dismiss(opened.id, by: .ana, now: .noon)
        try await household.store.lease { $0.alert?.dismissedAt != nil ? .skip(.dismissed) : nil }
        #expect(await household.rows.map(\.status) == ["skipped"])
        func evaluate() async {
            await household.store.markForEvaluation([.ben], at: .noon)
            _ = await household.store.evaluateDue(countMax: 10, now: .noon) { [evaluator = household.evaluator] in evaluator.evaluate($0, now: .noon) }
        }
        await evaluate()
        #expect(await household.rows.map(\.status) == ["skipped"], "it is hidden still")
        _ = await household.store.restore(opened.id, by: .ana, now: .noon)
        await evaluate()
        #expect(await household.rows.map(\.status) == ["pending"])
    }

    @Test("What is told after all is of days of late like all else: where there is none, it waits for one")
    func historyTakenBack() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(.sixWeeks + Array(repeating: 6, count: 8)))
        let opened = try #require(await household.alerts.first)
        _ = await household.store.dismiss(opened.id, by: .ana, now: .noon)
        try await household.store.lease { $0.alert?.dismissedAt != nil ? .skip(.dismissed) : nil }
        let later = Instant.noon + .seconds(86_400 * 3)
        _ = await household.store.restore(opened.id, by: .ana, now: later)
        _ = await household.store.evaluateDue(countMax: 10, now: later) { [evaluator = household.evaluator] in evaluator.evaluate($0, now: later) }
        #expect(await household.alerts.map(\.status) == [.active])
        #expect(await household.rows.map(\.status) == ["skipped"])
        try await household.take(.days([6], through: .sunday + 3))
        #expect(await household.rows.map(\.status) == ["pending"])
    }

    @Test("The next correction, which says that it was so after all, has it told: by the same alert, and once")
    func restored() async throws {
        let household = try await WatchedHousehold()
        let before: [DailyMetrics] = .days(.sixWeeks, through: .sunday - 5)
        let worse: [DailyMetrics] = .days([6, 6, 6, 6])
        let usual: [DailyMetrics] = .days([10, 10, 10, 10])
        try await household.take(before + worse)
        let opened = try #require(await household.alerts.first)
        for days in [usual, worse, worse] { try await household.take(days) }
        #expect(await household.alerts.map(\.id) == [opened.id])
        #expect(await household.alerts.map(\.status) == [.active])
        #expect(await household.rows.map(\.status) == ["cancelled", "pending"])
    }
}
