import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

/// From days to alerts through a store, as a server does it.
@Suite("Evaluation over time")
struct EvaluationOverTimeTests {
    /// A store that evaluates what comes in.
    private struct Household {
        let store = MemoryStore()
        let identifiers = SequentialIdentifiers()
        let vitality = VitalityAlerts(channels: [.push], engine: PlainRule.engineName)

        init() async {
            await store.save(.household, now: .morning)
        }

        func take(_ days: [DailyMetrics]) async throws {
            _ = try await store.ingest(days, now: .noon) { history in
                let observations = PrimarySource.observations(from: history.observations)
                let episodes = PlainRule().episodes(of: history.metric, in: observations)
                return vitality.changes(to: history, episodes: episodes, now: .noon) { identifiers.next(now: .noon) }
            }
        }

        /// Every alert, the earliest first.
        var alerts: [Alert] {
            get async {
                await store.alerts(visibleTo: .ana, countMax: .max).map(\.alert).sorted { $0.episode.activeSince < $1.episode.activeSince }
            }
        }

        var deliveries: [Delivery] {
            get async { await store.deliveries(visibleTo: .ana, countMax: .max).map(\.delivery) }
        }
    }

    /// A person's steps for some months: usual days, worse stretches and missing days.
    private func randomDays(using generator: inout SeededGenerator) -> [DailyMetrics] {
        var level = 1.0
        return (0..<100).compactMap { day in
            if Int.random(in: 0..<12, using: &generator) == 0 { level = Double.random(in: 0.5...1.1, using: &generator) }
            guard Int.random(in: 0..<12, using: &generator) > 0 else { return nil }
            let steps = (8000 * level * Double.random(in: 0.92...1.08, using: &generator)).rounded()
            return .steps(steps, of: .ben, on: .sunday - 100 + day)
        }
    }

    @Test("Evaluated day by day and all at once, the episodes and their levels are the same")
    func dayByDay() async throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<20 {
            let days = randomDays(using: &generator)
            let (slow, quick) = (await Household(), await Household())
            for day in days { try await slow.take([day]) }
            try await quick.take(days)
            #expect(await slow.alerts.map(\.episode) == quick.alerts.map(\.episode))
        }
    }

    @Test("Day by day, each admin is told of each level of each alert once, in the order of the levels")
    func toldOnce() async throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<20 {
            let household = await Household()
            for day in randomDays(using: &generator) { try await household.take([day]) }
            let told = Dictionary(grouping: await household.deliveries.sorted { $0.id < $1.id }) { $0.alert }
            for alert in await household.alerts {
                let levels = told[alert.id, default: []].compactMap(\.payload.level)
                #expect(levels == Set(levels).sorted())
                #expect(levels.last == alert.lastNotifiedLevel && alert.lastNotifiedLevel == alert.episode.level)
            }
        }
    }

    @Test("In whatever order days and their corrections come, what goes on in the end is the same, and nobody is told twice")
    func anyOrder() async throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<20 {
            let days = randomDays(using: &generator)
            var arrivals = days.shuffled(using: &generator)
            for day in days where Int.random(in: 0..<6, using: &generator) == 0 {
                let right = arrivals.firstIndex(of: day) ?? 0
                let wrong = DailyMetrics.steps(Double(Int.random(in: 0...12_000, using: &generator)), of: .ben, on: day.date)
                arrivals.insert(wrong, at: Int.random(in: 0...right, using: &generator))
            }
            let (shuffled, ordered) = (await Household(), await Household())
            for arrival in arrivals { try await shuffled.take([arrival]) }
            try await ordered.take(days)
            #expect(await shuffled.alerts.filter { $0.status == .active }.map(\.episode)
                == ordered.alerts.filter { $0.status == .active }.map(\.episode))
            let told = await shuffled.deliveries.map { "\($0.alert?.text ?? "") \($0.payload.level?.rawValue ?? 0) \($0.recipient)" }
            #expect(Set(told).count == told.count)
        }
    }

    @Test("A correction that erases an episode withdraws its alert, and one that moves its beginning keeps it")
    func corrections() async throws {
        let household = await Household()
        let usual = (0..<10).map { DailyMetrics.steps(8000, of: .ben, on: .sunday - 20 + $0) }
        let low = (10..<14).map { DailyMetrics.steps(5000, of: .ben, on: .sunday - 20 + $0) }
        try await household.take(usual + low)
        let opened = try #require(await household.alerts.first)
        #expect(opened.episode.activeSince == .sunday - 10 && opened.lastNotifiedLevel == .days3)

        try await household.take([.steps(8100, of: .ben, on: .sunday - 10)])
        let moved = await household.alerts
        #expect(moved.map(\.id) == [opened.id] && moved.map(\.episode.activeSince) == [.sunday - 9])

        try await household.take([.steps(8200, of: .ben, on: .sunday - 8)])
        #expect(await household.alerts.map(\.episode.resolved) == [.corrected])
        #expect(await household.deliveries.count == 1)
    }
}
